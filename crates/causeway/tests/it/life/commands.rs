//! Operators' commands: through the socket while a server works on the data folder, else on the database itself.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::process::{
    Credentials, Folder, PROGRAM, command, output_of, read_credentials, refused, run, utf8,
};

fn json(arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.push("--json");
    serde_json::from_str(&output_of(&all)).unwrap()
}

#[tokio::test]
async fn a_command_does_the_same_with_and_without_a_server() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let server = folder.start();
    let with = json(&["platform", "list", "--data", data]);
    assert_eq!(with[0]["environment"], "SANDBOX");

    let token = json(&["token", "create", "--data", data, "--permissions", "VIEW", "--reason", "lost"]);
    let client = server.client().at(&server.base_url());
    let Credentials { id, secret } = read_credentials(Path::new(token["credentials"].as_str().unwrap()));
    let client = client.basic(&id, &secret);
    client.get("/config").send().await.expect(200);
    drop(server);

    assert_eq!(json(&["platform", "list", "--data", data]), with);
    json(&["setting", "set", "regulated", "on", "--data", data]);
    let text = output_of(&["setting", "get", "regulated", "--data", data]);
    assert!(text.starts_with("name      regulated\nvalue     on\n"), "{text}");

    let server = folder.start();
    let client = client.at(&server.base_url());
    assert_eq!(client.get("/config").send().await.expect(200)["isRegulatedFinancialInstitution"], true);
}

#[tokio::test]
async fn a_failure_has_its_exit_code_and_a_remedy() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let (code, message) = refused(&mut command(&["platform", "list", "--data", data]));
    assert!(code == 3 && message.contains("--data"), "{message}");
    assert!(!folder.data().exists(), "a command makes no database");
    let copy = folder.beside("copy.tar");
    let (code, message) = refused(&mut command(&["backup", utf8(&copy), "--data", data]));
    assert!(code == 1 && message.contains("name the data folder with --data"), "{message}");

    let server = folder.start();
    for (arguments, expected, words) in [
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
        let (code, message) = refused(with_server.args(["--data", data]));
        assert!(code == expected && message.contains(words), "{arguments:?}: {code}\n{message}");
    }

    drop(server);
    let name = "causeway/ledger/0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
    let unsigned =
        format!("{name}\n9\n{}=\ntime 1\nseen\n\n\u{2014} {name} {}=\n", "A".repeat(43), "A".repeat(91));
    let forged = folder.data().join("forged");
    fs::write(&forged, unsigned).unwrap();
    let output = run(&["ledger", "verify", "--anchors", utf8(&forged), "--data", data]);
    assert_eq!(output.status.code(), Some(7), "a finding is not a success: {output:?}");
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

    assert_eq!(json(&["keys", "rotate", "--yes", "--reason", "a test", "--data", data])["root_key"], 2);
    assert!(key().starts_with(before.trim_end()) && key().lines().count() == 2);
    api.get("/config").send().await.expect(200);

    let pem = output_of(&["webhook-key", "show", "--data", data]);
    assert!(server.screen.contains(pem.trim_end()));
    drop(server);

    assert_eq!(
        json(&["keys", "rotate", "--yes", "--reason", "a test", "--data", data])["reencrypted"],
        3,
        "without a server too"
    );
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

    let statement_command = ["export", "statement", account, "--reason", "audit", "--data", data];
    let statement = output_of(&statement_command);
    assert_eq!(
        statement.lines().count(),
        8,
        "headings, one movement, three parts before it and after it: {statement}"
    );

    drop(server);
    assert_eq!(output_of(&statement_command), statement);

    let lines = output_of(&["export", "postings", "--format", "jsonl", "--reason", "audit", "--data", data]);
    let amounts: Vec<i64> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["amount"].as_i64().unwrap())
        .collect();
    assert_eq!(amounts.iter().sum::<i64>(), 0, "{lines}");
    assert!(amounts.contains(&250));

    let file = folder.beside("postings.jsonl");
    let to_file = ["export", "postings", "--format", "jsonl", "--reason", "audit", "--data", data];
    let done = output_of(&[&to_file[..], &["--output", utf8(&file)]].concat());
    assert!(
        done.contains("postings.jsonl\n") && done.contains(&format!("bytes  {}\n", lines.len())),
        "{done}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), lines);
}

#[test]
fn a_secret_is_printed_to_a_terminal_only() {
    let folder = Folder::new();
    let data = folder.data();
    let _server = folder.start();
    let arguments = ["token", "create", "--data", utf8(&data)];
    for json in [false, true] {
        let mut create = arguments.to_vec();
        create.extend(json.then_some("--json"));
        let printed = output_of(&create);
        let path = printed.split(['"', ' ', '\n']).find(|word| word.contains("/credentials-")).unwrap();
        let Credentials { id, secret } = read_credentials(Path::new(path));
        assert!(printed.contains(&id) && !printed.contains(&secret), "{printed}");
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    let files = || fs::read_dir(&data).unwrap().count();
    let before = files();
    let line = format!("'{PROGRAM}' {}", arguments.join(" "));
    let output = Command::new("script").args(["-qec", &line, "/dev/null"]).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.contains("client secret"), "{printed}");
    assert_eq!(files(), before, "a printed secret is not written to a file: {printed}");
}

#[test]
fn a_server_on_another_database_refuses_the_command() {
    let folder = Folder::new();
    let data = folder.data();
    let _server = folder.start();
    let other_database = "postgres://me:hush@127.0.0.1:1/elsewhere";
    let mut by_variable = command(&["platform", "list", "--data", utf8(&data)]);
    by_variable.env("SVC_DATABASE", other_database);
    let by_flag = command(&["platform", "list", "--data", utf8(&data), "--database", other_database]);
    let other = folder.beside("other.toml");
    fs::write(&other, format!("database = \"{other_database}\"\n")).unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o600)).unwrap();
    let by_file = command(&["platform", "list", "--data", utf8(&data), "--config", utf8(&other)]);

    for mut list in [by_variable, by_flag, by_file] {
        let (code, message) = refused(&mut list);
        assert!(
            code == 4 && message.contains("causeway.db, not on postgres://127.0.0.1:1/elsewhere"),
            "{code}: {message}"
        );
        assert!(!message.contains("hush"), "{message}");
    }

    output_of(&["platform", "list", "--data", utf8(&data)]);
}

/// Types an answer on a terminal, and returns the success of the command with everything that it printed.
fn answered(line: &str, answer: &str) -> (bool, String) {
    let mut script = Command::new("script");
    script.args(["-qec", line, "/dev/null"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = script.spawn().unwrap();
    let mut keyboard = running.stdin.take().unwrap();
    keyboard.write_all(answer.as_bytes()).unwrap();
    let output = running.wait_with_output().unwrap();
    drop(keyboard);
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn an_action_that_cannot_be_undone_is_confirmed() {
    let folder = Folder::new();
    let data = folder.data();
    let _server = folder.start();
    let accept = ["ledger", "accept", "--reason", "a test", "--data", utf8(&data)];
    let (code, message) = refused(&mut command(&accept));
    assert!(code == 2 && message.contains("--yes"), "{message}");
    let dry = output_of(&["ledger", "accept", "--dry-run", "--data", utf8(&data)]);
    assert!(dry.starts_with("Dry run of ledger accept: nothing has been changed."), "{dry}");
    output_of(&[&accept[..], &["--yes"]].concat());

    let line = format!("'{PROGRAM}' ledger accept --reason test --data '{}'", utf8(&data));
    let (is_done, printed) = answered(&line, "no\n");
    assert!(!is_done && printed.contains("ledger accept is not confirmed"), "{printed}");
    let (is_done, printed) = answered(&line, "yes\n");
    assert!(is_done && printed.contains("Type yes to go on"), "{printed}");
}

#[test]
fn errors_are_json_for_programs() {
    let folder = Folder::new();
    let data = folder.data();
    let _server = folder.start();
    for (arguments, expected, kind) in [
        (&["setting", "get", "regulatd"][..], 3, "not_found"),
        (&["clock", "advance", "soon"], 2, "invalid"),
        (&["clock", "stop"], 2, "invalid"),
        (&["account", "release"], 2, "invalid"),
        (&["ledger", "accept", "--reason", "a test"], 2, "invalid"),
        (&["serve", "--log-level", "warning"], 2, "invalid"),
        (&["backup", "/"], 1, "failed"),
    ] {
        let (code, error) = refused(command(arguments).args(["--json", "--data", utf8(&data)]));
        assert_eq!(error.lines().count(), 1, "{error}");
        let error: Value = serde_json::from_str(&error).unwrap();
        assert_eq!((code, &error["kind"]), (expected, &Value::from(kind)), "{arguments:?}: {error}");
        assert!(!error["message"].as_str().unwrap().is_empty(), "{arguments:?}: {error}");
    }

    for (arguments, problem, remedy) in [
        (&["payment", "lst"][..], "unrecognized subcommand 'lst'", "did you mean list?"),
        (&["platform", "show", "Sandbox"], "unexpected argument 'Sandbox' found", "--platform Sandbox"),
    ] {
        let (code, text) = refused(command(arguments).args(["--data", utf8(&data)]));
        assert_eq!((code, text.lines().next()), (2, Some(&*format!("causeway: {problem}"))), "{text}");
        assert!(text.lines().nth(1).is_some_and(|line| line.ends_with(remedy)), "{text}");
        let (_, error) = refused(command(arguments).args(["--json", "--data", utf8(&data)]));
        let error: Value = serde_json::from_str(&error).unwrap();
        assert_eq!(error["message"], problem);
    }

    let (_, error) =
        refused(command(&["setting", "get", "regulatd", "--json"]).args(["--data", utf8(&data)]));
    let error: Value = serde_json::from_str(&error).unwrap();
    assert_eq!(error["remedy"], "did you mean regulated?");
}
