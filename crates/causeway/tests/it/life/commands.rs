//! Operators' commands: through the socket while a server works on the data folder, else on the database itself.

use std::fs;

use serde_json::Value;

use super::process::{Folder, command, refused, run, told, utf8};

fn json(arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.push("--json");
    serde_json::from_str(&told(&all)).unwrap()
}

#[tokio::test]
async fn a_command_does_the_same_with_and_without_a_server() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let server = folder.start();
    let with = json(&["platform", "list", "--data", data]);
    assert_eq!(with[0]["environment"], "SANDBOX");
    let made = json(&["token", "create", "--data", data, "--permissions", "VIEW", "--reason", "lost"]);
    let client = server.client().at(&server.base_url());
    let client = client.basic(made["client_id"].as_str().unwrap(), made["client_secret"].as_str().unwrap());
    client.get("/config").send().await.expect(200);
    drop(server);

    assert_eq!(json(&["platform", "list", "--data", data]), with);
    json(&["setting", "set", "regulated", "on", "--data", data]);
    let shown = told(&["setting", "get", "regulated", "--data", data]);
    assert!(shown.starts_with("name      regulated\nvalue     on\n"), "{shown}");
    let server = folder.start();
    let client = client.at(&server.base_url());
    assert_eq!(client.get("/config").send().await.expect(200)["isRegulatedFinancialInstitution"], true);
}

#[tokio::test]
async fn a_failure_has_its_exit_code_and_a_remedy() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let (code, why) = refused(&mut command(&["platform", "list", "--data", data]));
    assert!(code == 3 && why.contains("--data"), "{why}");
    assert!(!folder.data().exists(), "a command makes no database");
    let server = folder.start();
    for (arguments, code, words) in [
        (&["setting", "set", "regulatd", "on"][..], 3, "did you mean regulated?"),
        (&["setting", "set", "regulated", "maybe"], 2, "on or off"),
        (&["clock", "advance", "soon"], 2, "90s"),
        (
            &["account", "freeze", "InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b"],
            3,
            "internal account",
        ),
        (&["clock", "stop"], 2, "stop"),
    ] {
        let mut with_server = command(arguments);
        let (seen, why) = refused(with_server.args(["--data", data]));
        assert!(seen == code && why.contains(words), "{arguments:?}: {seen}\n{why}");
    }
    drop(server);
    let forged = "00".repeat(32);
    let found = run(&["ledger", "verify", "--anchor", &forged, "--data", data]);
    assert_eq!(found.status.code(), Some(7), "a finding is not a success: {found:?}");
}

#[tokio::test]
async fn a_new_root_key_leaves_everything_readable() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let server = folder.start();
    let api = server.api();
    let key = || fs::read_to_string(folder.data().join("root.key")).unwrap();
    let before = key();
    assert_eq!(json(&["keys", "rotate", "--data", data])["root_key"], 2);
    assert!(key().starts_with(before.trim_end()) && key().lines().count() == 2);
    api.get("/config").send().await.expect(200);
    let pem = told(&["webhook-key", "show", "--data", data]);
    assert!(server.screen.contains(pem.trim_end()));
    drop(server);
    assert_eq!(json(&["keys", "rotate", "--data", data])["sealed"], 3, "without a server too");
    let server = folder.start();
    api.at(&server.base_url()).get("/config").send().await.expect(200);
}

#[tokio::test]
async fn an_export_reaches_standard_output_line_by_line() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let server = folder.start();
    let api = server.api();
    let accounts = api.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    let account = accounts["data"][0]["id"].as_str().unwrap();
    let fund = format!("/sandbox/internal-accounts/{account}/fund");
    api.post(&fund).json(&serde_json::json!({ "amount": 250 })).send().await.expect(200);
    let through = told(&["export", "statement", account, "--data", data]);
    assert_eq!(through.lines().count(), 2, "{through}");
    drop(server);
    assert_eq!(told(&["export", "statement", account, "--data", data]), through);
    let lines = told(&["export", "postings", "--format", "jsonl", "--data", data]);
    let amounts: Vec<i64> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["amount"].as_i64().unwrap())
        .collect();
    assert_eq!(amounts.iter().sum::<i64>(), 0, "{lines}");
    assert!(amounts.contains(&250));
}
