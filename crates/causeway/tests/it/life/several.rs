//! Several processes on one PostgreSQL.

use causeway_testing::http::Client;
use causeway_testing::postgres;

use serde_json::{Value, json};

use super::process::{Credentials, Folder, Server, command, refused, succeeded, utf8};

#[tokio::test]
async fn two_concurrent_first_starts_create_one_platform() {
    let database = postgres::database().await.unwrap();
    let key = format!("1:{}", "5a".repeat(32));
    let folders = [Folder::new(), Folder::new()];
    let start = |folder: &Folder| {
        let mut serve = folder.serve();
        serve.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", &key);
        std::thread::spawn(move || Server::start(serve))
    };

    let starting = folders.each_ref().map(start);
    let servers = starting.map(|server| server.join().unwrap());
    let first: Vec<&Server> = servers.iter().filter(|server| server.screen.contains("Base URL")).collect();
    assert_eq!(first.len(), 1, "one of them creates the platform");
    let Credentials { id, secret } = first[0].credentials();

    let database_line = first[0].printed("Database");
    assert!(
        database_line.starts_with("postgres") && !first[0].screen.contains("root.key"),
        "{}",
        first[0].screen
    );
    for server in &servers {
        Client::new(&server.base_url()).basic(&id, &secret).get("/config").send().await.expect(200);
    }
}

#[tokio::test]
async fn postgres_needs_a_root_key_that_is_given() {
    let database = postgres::database().await.unwrap();
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_DATABASE", &database.url);
    let (code, complaint) = refused(&mut serve);
    assert_eq!(code, 1);
    assert!(complaint.contains("SVC_ROOT_KEY"), "{complaint}");
}

/// Checks that without master keys a deleted customer leaves no job: its wallet has no keys, so there is
/// nothing to revoke.
#[tokio::test]
async fn a_deletion_without_wallet_keys_leaves_no_work_that_holds_the_clock() {
    let database = postgres::database().await.unwrap();
    let folder = Folder::new();
    let keys = ["1", "2"].map(|number| format!("{number}:{}", number.repeat(64))).join(", ");
    let in_environment = |mut command: std::process::Command| {
        command.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", &keys);
        command
    };

    let mut server = Server::start(in_environment(folder.serve()));
    let api = server.api();
    let person = json!({
        "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "email": "jane@example.com",
        "currencies": ["USDB"], "phoneNumber": "+14155550123",
    });
    let customer = api.post("/customers").json(&person).send().await.expect(201);
    let path = format!("/customers/{}", customer["id"].as_str().unwrap());
    let of_customer = format!("/customers/internal-accounts?customerId={}", customer["id"].as_str().unwrap());
    let accounts = api.get(&of_customer).send().await.expect(200);
    assert!(
        accounts["data"].as_array().unwrap().iter().any(|one| one["type"] == "EMBEDDED_WALLET"),
        "{accounts}"
    );

    api.delete(&path).send().await.expect(200);
    let data = folder.data();
    let operate = |arguments: &[&str]| -> Value {
        let all = [arguments, &["--json", "--data", utf8(&data)]].concat();
        serde_json::from_str(&succeeded(in_environment(command(&all)))).unwrap()
    };
    let jobs = operate(&["jobs", "list"]);
    assert!(!jobs.to_string().contains("REVOKE_WALLET_KEYS"), "{jobs}");

    operate(&["clock", "freeze"]);
    let advance = operate(&["clock", "advance", "3h"]);
    assert_eq!(advance["now"], advance["target"], "{advance}");
    server.stop();
}
