//! Access of operators: the sockets in the data folder and for users, the network address with its token,
//! metrics.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use causeway::system_users;
use causeway_testing::http::Client;
use serde_json::{Value, json};

use super::process::{Folder, Server, command, output_of, refused, succeeded, utf8};

#[tokio::test]
async fn the_network_address_requires_the_token_of_the_data_folder() {
    let folder = Folder::new();
    let admin = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut serve = folder.serve();
    serve.args(["--admin", &admin.to_string()]);
    serve.env("SVC_DERIVED_OPERATOR_TOKEN", "all");
    let server = Server::start(serve);

    server.api().get("/customers?limit=0").send().await.expect_error(400, "INVALID_INPUT");
    let operator = Client::new(&format!("http://{admin}"));
    operator.get("/metrics").send().await.expect(401);
    operator.authorization("Bearer guessed").get("/metrics").send().await.expect(401);

    let token = fs::read_to_string(folder.data().join("operator.token")).unwrap();
    let answer = operator.authorization(&format!("Bearer {token}")).get("/metrics").send().await;
    assert_eq!(answer.status, 200, "{answer}");
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    for line in [
        "causeway_refusals_total{code=\"INVALID_INPUT\"} 1",
        "causeway_store_commit_seconds_count",
        "causeway_store_batch_size_bucket",
        "causeway_store_queue_depth ",
        "causeway_job_lag_seconds ",
        "causeway_store_reruns_total 0",
        "causeway_http_requests_total{operation=\"ListCustomers\",class=\"4xx\"} 1",
    ] {
        assert!(text.contains(line), "no {line} in\n{text}");
    }

    let operator = operator.authorization(&format!("Bearer {token}"));
    check_open_items(&server, &operator).await;
    server.client().get("/metrics").send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    server.client().get("/operator").send().await.expect_error(404, "REFERENCE_NOT_FOUND");
}

/// Checks the metrics of open alerts and of money in suspense, before and after they are resolved; an alert
/// is one line of the log.
async fn check_open_items(server: &Server, operator: &Client) {
    let accounts = server.api().get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    let account = &accounts["data"][0]["id"];
    let act = async |action: &str, arguments: Value| {
        let request = json!({ "arguments": arguments, "reason": "a test" });
        operator.post(&format!("/operator/{action}")).json(&request).send().await.expect(200)
    };
    let measure = async || {
        let text = operator.get("/metrics").send().await.body;
        let text = String::from_utf8(text.to_vec()).unwrap();
        let of = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.map(|count| count.trim().to_owned())
        };
        [
            of("causeway_alerts_open{kind=\"DEPOSIT_SUSPENDED\",severity=\"note\"}"),
            of("causeway_suspense_transactions{currency=\"USD\"}"),
            of("causeway_suspense_minor_units{currency=\"USD\"}"),
        ]
        .map(Option::unwrap_or_default)
    };

    act("account/freeze", json!({ "account": account })).await;
    let deposit = act("deposit/push", json!({ "account": account, "amount": 1_250 })).await;
    assert_eq!(measure().await, ["1", "1", "1250"]);
    let lines = server.log().lines().filter(|line| line.contains("alert raised")).count();
    assert_eq!(lines, 1, "{}", server.log());

    act("account/release", json!({ "account": account })).await;
    act("suspense/resolve", json!({ "transaction": deposit["transaction"] })).await;
    let [_, transactions, sum] = measure().await;
    assert_eq!([transactions, sum], ["", ""], "no money is in suspense");
}

#[test]
fn the_socket_serves_its_owner_without_a_token() {
    let folder = Folder::new();
    let _server = folder.start();
    let answer = folder.metrics();
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("causeway_job_lag_seconds 0"), "{answer}");
}

/// Changes a setting through the socket for users and without a server, under a name of another in the
/// environment: the audit trail has the user of the process.
#[test]
fn commands_are_recorded_with_the_user_of_the_system() {
    let folder = Folder::new();
    let socket = folder.beside("users.sock");
    let mut serve = folder.serve();
    let group = rustix::process::getgid().as_raw().to_string();
    serve.env("SVC_OPERATOR_SOCKET", &socket).env("SVC_OPERATOR_GROUP", group);
    let mut server = Server::start(serve);
    assert_eq!(fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o660);
    let data = folder.data();
    let elsewhere = folder.beside("elsewhere");
    let set = |folder: &str, value: &str| {
        let mut set = command(&["setting", "set", "regulated", value, "--data", folder]);
        set.env("USER", "mallory").env("LOGNAME", "mallory");
        set
    };
    let newest = || -> Value {
        let list = ["audit", "list", "--limit", "1", "--json", "--data", utf8(&data)];
        serde_json::from_str::<Value>(&output_of(&list)).unwrap()[0].clone()
    };
    let me = system_users::own_actor();
    let expect = |channel: &str, value: &str| {
        let row = newest();
        let found = (&row["actor"], &row["as_user"], &row["channel"], &row["detail"]["value"]);
        assert_eq!(found, (&json!(me.name), &json!(me.as_user), &json!(channel), &json!(value)));
    };

    let mut by_socket = set(utf8(&elsewhere), "on");
    by_socket.env("SVC_OPERATOR_SOCKET", &socket);
    succeeded(by_socket);
    expect("socket", "on");
    succeeded(set(utf8(&data), "off"));
    expect("socket", "off");
    server.stop();
    assert!(!socket.exists());
    succeeded(set(utf8(&data), "on"));
    expect("command", "on");
}

/// Creates tokens through the socket for users, without a terminal and without a data folder: each secret is in a file
/// where the command runs, and without such a file no token is made.
#[test]
fn a_secret_is_written_where_the_command_runs() {
    let folder = Folder::new();
    let socket = folder.beside("users.sock");
    let mut serve = folder.serve();
    let group = rustix::process::getgid().as_raw().to_string();
    serve.env("SVC_OPERATOR_SOCKET", &socket).env("SVC_OPERATOR_GROUP", group);
    let _server = Server::start(serve);
    let here = folder.beside("here");
    fs::create_dir(&here).unwrap();
    let elsewhere = folder.beside("elsewhere");
    let create = |further: &[&str]| {
        let common = ["operator-token", "create", "--roles", "viewer", "--json", "--data", utf8(&elsewhere)];
        let mut create = command(&[&common[..], further].concat());
        create.env("SVC_OPERATOR_SOCKET", &socket).current_dir(&here);
        create
    };
    for (arguments, path) in
        [(&["ci"][..], "./operator-token-ci"), (&["backup", "--output", "backup.token"], "backup.token")]
    {
        let created: Value = serde_json::from_str(&succeeded(create(arguments))).unwrap();
        assert_eq!((&created["credentials"], &created["operator_token"]), (&json!(path), &Value::Null));
        let file = here.join(path);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(!fs::read_to_string(&file).unwrap().is_empty(), "{path}");
    }
    assert_eq!(fs::read_dir(&here).unwrap().count(), 2, "no incomplete file is left");
    for file in ["nowhere/lost.token", "backup.token"] {
        let (code, complaint) = refused(&mut create(&["lost", "--output", file]));
        assert!(code == 2 && complaint.contains(file), "{code}: {complaint}");
    }
    let list = output_of(&["operator-token", "list", "--json", "--data", utf8(&folder.data())]);
    assert!(list.contains("backup") && !list.contains("lost"), "{list}");
}

/// Checks that the address of the API in place of the admin address, and a token file without a token, are answered with
/// the setting to look at.
#[test]
fn a_wrong_address_and_a_missing_token_have_a_remedy() {
    let folder = Folder::new();
    let server = folder.start();
    let list = |url: &str, token: &Path| {
        let mut list = command(&["platform", "list"]);
        refused(list.env("SVC_OPERATOR_URL", url).env("SVC_OPERATOR_TOKEN_FILE", token))
    };
    let token = folder.beside("some.token");
    fs::write(&token, "token\n").unwrap();
    fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).unwrap();
    let (code, complaint) = list(&server.base_url(), &token);
    assert!(code == 1 && complaint.contains("404") && complaint.contains("operator_url"), "{complaint}");
    let empty = folder.beside("empty.token");
    fs::write(&empty, "\n").unwrap();
    fs::set_permissions(&empty, fs::Permissions::from_mode(0o600)).unwrap();
    for token in [folder.beside("missing.token"), empty] {
        let (code, complaint) = list(&server.base_url(), &token);
        assert!(code == 2 && complaint.contains("operator_token_file"), "{code}: {complaint}");
    }
}

#[test]
fn a_socket_for_users_needs_a_path_and_a_group_that_exists() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_OPERATOR_GROUP", "causeway-operators");
    let (code, complaint) = refused(&mut serve);
    assert!(code == 2 && complaint.contains("operator_socket"), "{code}: {complaint}");
    serve.env("SVC_OPERATOR_SOCKET", folder.beside("users.sock"));
    let (_, complaint) = refused(&mut serve);
    assert!(complaint.contains("there is no group causeway-operators"), "{complaint}");
}
