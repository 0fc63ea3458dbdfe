//! The files of `deploy/`: the processes of the compose file work together, and a service manager learns when
//! the service is ready.

use std::fs;
use std::os::unix::net::UnixDatagram;
use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::postgres;
use causeway_testing::receiver::{Receiver, verify};
use serde_json::{Value, json};

use super::compose_file::Yaml;
use super::document::{read, replaced};
use super::process::{Credentials, Folder, Server, command, output_of, refused};

const COMPOSE: &str = "deploy/compose/compose.yaml";

/// The file of the data folder with the token for metrics.
const TOKEN: &str = "operator.token";

/// Returns the path of a file or folder of a test, as a text.
fn beside(folder: &Folder, name: &str) -> String {
    folder.beside(name).into_os_string().into_string().unwrap()
}

/// Starts a process of the compose file with its command and its variables. Addresses, files of secrets and
/// folders are those of the test.
fn start(folder: &Folder, service: &Yaml, data: &str) -> Server {
    let mut serve = command(&service.get("command").texts());
    let places = [
        ("/run/secrets", beside(folder, "secrets")),
        ("/var/lib/causeway-shared", beside(folder, "shared")),
        ("0.0.0.0:8080", "127.0.0.1:0".to_owned()),
        ("0.0.0.0:9090", "127.0.0.1:0".to_owned()),
    ];
    for (name, value) in service.get("environment").members() {
        serve.env(name, replaced(value.text(), &places));
    }
    // The image sets the folder of the data; the receiver of the test is on loopback.
    serve.env("SVC_DATA", beside(folder, data)).env("SVC_WEBHOOK_PRIVATE_HOSTS_ALLOWED", "on");
    Server::start(serve)
}

fn text<'a>(answer: &'a Value, name: &str) -> &'a str {
    answer[name].as_str().unwrap_or_else(|| panic!("no {name} in {answer}"))
}

/// Creates a quote from a funded customer to a bank account, and returns its path.
async fn quote(api: &Client) -> String {
    let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Ada Lovelace", "currencies": ["USD"] });
    let customer = api.post("/customers").json(&person).send().await.expect(201);
    let customer = text(&customer, "id");
    let accounts = format!("/customers/internal-accounts?customerId={customer}&currency=USD");
    let accounts = api.get(&accounts).send().await.expect(200);
    let account = text(&accounts["data"][0], "id");
    let fund = format!("/sandbox/internal-accounts/{account}/fund");
    api.post(&fund).json(&json!({ "amount": 200_000 })).send().await.expect(200);
    let bank = json!({
        "customerId": customer, "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT", "iban": "DE89370400440532013000",
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE",
            },
        },
    });
    let bank = api.post("/customers/external-accounts").json(&bank).send().await.expect(201);
    let quote = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": account },
        "destination": { "destinationType": "ACCOUNT", "accountId": text(&bank, "id") },
        "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 100_000,
    });
    let quote = api.post("/quotes").json(&quote).send().await.expect(201);
    format!("/quotes/{}", text(&quote, "id"))
}

#[tokio::test]
async fn the_processes_of_the_compose_file_do_the_main_job() {
    let services = Yaml::parse(&read(COMPOSE)).get("services").clone();
    let database = postgres::database().await.unwrap();
    let folder = Folder::new();
    for name in ["secrets", "shared"] {
        fs::create_dir(folder.beside(name)).unwrap();
    }
    let wallet_keys = format!("SANDBOX:{},PRODUCTION:{}\n", "1b".repeat(32), "2c".repeat(32));
    for (name, secret) in [
        ("database_url", format!("{}\n", database.url)),
        ("root_key", format!("1:{}\n", "5a".repeat(32))),
        ("wallet_keys", wallet_keys),
    ] {
        fs::write(folder.beside("secrets").join(name), secret).unwrap();
    }
    let [first, mut second] =
        ["causeway-1", "causeway-2"].map(|name| start(&folder, services.get(name), name));

    let health = services.get("causeway-2").get("healthcheck").get("test").texts();
    assert_eq!(health, ["CMD", "causeway", "ready"]);
    let address = second.origin.trim_start_matches("http://").to_owned();
    assert_eq!(output_of(&["ready", "--listen", &address]), "ready\n");

    assert!(folder.beside("causeway-1").join(TOKEN).is_file(), "the token that Prometheus gets a copy of");
    let receiver = Receiver::start().await;
    let api = first.api();
    let change = json!({ "webhookEndpoint": receiver.url() });
    let config = api.patch("/config").json(&change).send().await.expect(200);
    let quote = quote(&api).await;
    let Credentials { id, secret } = first.credentials();
    let other = Client::new(&second.base_url()).basic(&id, &secret);
    other.post(&format!("{quote}/execute")).send().await.expect(200);

    let delivery = receiver.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
    let key = format!("/.well-known/svc-webhook-keys/{}.pem", text(&config, "id"));
    let key = second.client().get(&key).send().await;
    assert_eq!(key.status, 200, "{key}");
    verify(std::str::from_utf8(&key.body).unwrap(), &delivery).unwrap();

    second.stop();
    let (code, complaint) = refused(&mut command(&["ready", "--listen", &address]));
    assert!(code == 5 && complaint.contains(&address), "{code}: {complaint}");
}

/// A volume of a service.
struct Mount<'a> {
    /// Name of the volume, or path of a file.
    from: &'a str,
    to: &'a str,
}

fn mounts<'a>(services: &'a Yaml, name: &str) -> Vec<Mount<'a>> {
    let volumes = services.get(name).get("volumes").texts().into_iter();
    let mounts = volumes.map(|volume| {
        let (from, to) = volume.split_once(':').unwrap();
        Mount { from, to: to.trim_end_matches(":ro") }
    });
    mounts.collect()
}

/// Checks that Prometheus, as a user of its own, gets the token for metrics and no other file of the service.
#[test]
fn prometheus_sees_no_key_of_the_service() {
    let services = Yaml::parse(&read(COMPOSE)).get("services").clone();
    let prometheus = services.get("prometheus").members();
    assert!(!prometheus.contains_key("user") && !prometheus.contains_key("secrets"), "{prometheus:?}");
    let of_service = ["causeway-1", "causeway-2"].map(|name| mounts(&services, name));
    let seen = mounts(&services, "prometheus");
    for mount in of_service.iter().flatten() {
        assert!(seen.iter().all(|seen| seen.from != mount.from), "Prometheus sees {}", mount.from);
    }

    let copy = services.get("prometheus-token").get("entrypoint").texts();
    let [.., from, to] = copy[..] else { panic!("{copy:?}") };
    let mounted = mounts(&services, "prometheus-token");
    let volume = |path: &str| {
        let inside = |mount: &&Mount<'_>| path == format!("{}/{TOKEN}", mount.to);
        mounted.iter().find(inside).unwrap_or_else(|| panic!("no volume for {path}")).from
    };
    assert_eq!(volume(from), "causeway-1");
    let shared = seen.iter().find(|seen| seen.from == volume(to)).expect("the volume with the copy");
    let scraping = read("deploy/compose/prometheus.yml");
    assert!(scraping.contains(&format!("credentials_file: {}/{TOKEN}\n", shared.to)), "{scraping}");
}

#[tokio::test]
async fn a_supervisor_learns_when_the_service_is_ready_and_when_it_stops() {
    let folder = Folder::new();
    let socket = UnixDatagram::bind(folder.beside("notify")).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let next = || {
        let mut message = [0; 64];
        let length = socket.recv(&mut message).unwrap();
        String::from_utf8(message[..length].to_vec()).unwrap()
    };
    let mut serve = folder.serve();
    serve.env("NOTIFY_SOCKET", folder.beside("notify")).env("WATCHDOG_USEC", "2000000");
    let mut server = Server::start(serve);
    assert_eq!(next(), "READY=1");
    server.client().get("/readyz").send().await.expect(200);
    assert_eq!(next(), "WATCHDOG=1");
    server.stop();
    let last = std::iter::repeat_with(next).find(|message| message != "WATCHDOG=1");
    assert_eq!(last.as_deref(), Some("STOPPING=1"));
}

#[test]
fn the_version_says_how_the_program_was_built() {
    let info: Value = serde_json::from_str(&output_of(&["version", "--json"])).unwrap();
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
    assert!(
        text(&info, "rustc").starts_with("rustc 1.") && text(&info, "target").contains("linux"),
        "{info}"
    );
    assert!(output_of(&["version"]).starts_with(&format!("causeway {}\n", text(&info, "version"))));
}
