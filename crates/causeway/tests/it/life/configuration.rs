//! Settings that the program is given, and those that it refuses.

use std::fs;

use serde_json::Value;

use super::process::{Folder, Server, command, output_of, refused, succeeded, utf8};

#[test]
fn a_misspelt_setting_keeps_the_server_from_starting() {
    let folder = Folder::new();
    fs::create_dir(folder.data()).unwrap();
    fs::write(folder.data().join("causeway.toml"), "behind_prox = true\n").unwrap();
    let (code, complaint) = refused(&mut folder.serve());
    assert_eq!(code, 2);
    assert!(
        complaint.contains("behind_prox") && complaint.contains("did you mean behind_proxy?"),
        "{complaint}"
    );
    let files: Vec<_> = fs::read_dir(folder.data()).unwrap().collect();
    assert_eq!(files.len(), 1, "no file was created: {files:?}");
}

#[test]
fn keys_of_another_form_are_refused_before_anything_is_written() {
    for (variable, value) in
        [("SVC_ROOT_KEY", "abc"), ("SVC_ROOT_KEY", "1:zz"), ("SVC_WALLET_KEYS", "SANDBOX:1b")]
    {
        let folder = Folder::new();
        let mut serve = folder.serve();
        serve.env(variable, value).env("SVC_JOBS_MAX", "many");
        let (code, complaint) = refused(&mut serve);
        assert_eq!(code, 2, "{complaint}");
        assert!(complaint.contains(variable) && complaint.contains("SVC_JOBS_MAX"), "{complaint}");
        assert!(!folder.data().exists(), "{complaint}");
    }
}

#[test]
fn a_data_folder_that_cannot_be_used_is_named() {
    let folder = Folder::new();
    fs::write(folder.data(), "a note").unwrap();
    let (code, complaint) = refused(&mut folder.serve());
    let reason = format!("data (flag --data): {} is not a folder", folder.data().display());
    assert!(code == 2 && complaint.contains(&reason), "{complaint}");
    assert!(!complaint.contains("causeway.toml"), "{complaint}");

    let mut serve = command(&["serve", "--data", "/proc/causeway"]);
    let (code, complaint) = refused(serve.env("SVC_LISTEN", "127.0.0.1:0"));
    assert!(code == 1 && complaint.contains("cannot create the data folder /proc/causeway: "), "{complaint}");
    assert!(complaint.contains("--data or SVC_DATA"), "{complaint}");
}

#[test]
fn the_configuration_is_shown_with_its_origins() {
    let folder = Folder::new();
    let file = folder.beside("mine.toml");
    fs::write(&file, "requests_max = 9\nrate_limit_burst = 7\n").unwrap();
    let mut show = command(&["config", "show", "--json", "--config", utf8(&file), "--listen", "127.0.0.1:1"]);
    show.env("SVC_DATABASE", "postgres://user:hush@127.0.0.1/db");
    let output = show.output().unwrap();
    let config: Value = serde_json::from_slice(&output.stdout).unwrap();

    let entry = |name: &str| {
        let settings = config["settings"].as_array().unwrap();
        let setting = settings.iter().find(|one| one["name"] == name).unwrap();
        (setting["value"].as_str().unwrap().to_owned(), setting["origin"].as_str().unwrap().to_owned())
    };

    assert_eq!(entry("listen"), ("127.0.0.1:1".to_owned(), "flag --listen".to_owned()));
    assert_eq!(entry("requests_max"), ("9".to_owned(), format!("file {}", file.display())));
    assert_eq!(entry("rate_limit_burst").0, "7");
    assert_eq!(
        entry("database"),
        ("postgres://user:…@127.0.0.1/db".to_owned(), "environment SVC_DATABASE".to_owned())
    );
    assert!(!String::from_utf8_lossy(&output.stdout).contains("hush"));
}

#[test]
fn the_only_process_on_a_database_cannot_leave_its_jobs_to_others() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve.env("SVC_JOBS_MAX", "0");
    let (code, complaint) = refused(&mut serve);
    assert_eq!(code, 2);
    let reason = "jobs_max (environment SVC_JOBS_MAX): must be 1 or more on SQLite: only one process works";
    assert!(complaint.contains(reason), "{complaint}");

    let mut show = command(&["config", "show", "--database", "postgres://127.0.0.1/db"]);
    show.env("SVC_JOBS_MAX", "0");
    let text = succeeded(show);
    assert!(
        text.lines().any(|line| line.starts_with("jobs_max") && line.ends_with("environment SVC_JOBS_MAX")),
        "{text}"
    );
}

#[tokio::test]
async fn a_network_service_sends_webhooks_to_private_addresses_only_if_allowed() {
    for (listen, allowed, expected) in [
        ("127.0.0.1:0", None, 200),
        ("0.0.0.0:0", None, 400),
        ("0.0.0.0:0", Some("on"), 200),
        ("127.0.0.1:0", Some("off"), 400),
    ] {
        let folder = Folder::new();
        let mut serve = folder.serve();
        serve.env("SVC_LISTEN", listen);
        if let Some(allowed) = allowed {
            serve.env("SVC_WEBHOOK_PRIVATE_HOSTS_ALLOWED", allowed);
        }
        let mut server = Server::start(serve);
        let change = serde_json::json!({ "webhookEndpoint": "https://10.1.2.3/hook" });
        let answer = server.api().patch("/config").json(&change).send().await;
        assert_eq!(answer.status, expected, "{listen} {allowed:?}: {answer}");
        server.stop();
    }
}

#[test]
fn the_readable_form_has_a_line_per_setting() {
    let text = output_of(&["config", "show"]);
    assert!(text.lines().any(|line| line.starts_with("listen ") && line.ends_with(" default")), "{text}");
}

#[test]
fn a_database_that_cannot_be_used_is_named_without_its_password() {
    let folder = Folder::new();
    let mut serve = folder.serve();
    serve
        .env("SVC_DATABASE", "postgres://user:hush@127.0.0.1:1/db")
        .env("SVC_ROOT_KEY", "1:".to_owned() + &"5a".repeat(32));
    let (_, complaint) = refused(&mut serve);
    assert!(complaint.contains("postgres://user:…@127.0.0.1:1/db: database unavailable"), "{complaint}");

    fs::create_dir_all(folder.data()).unwrap();
    let file = folder.data().join("causeway.db");
    fs::write(&file, "not a database, but long enough to be looked at as one").unwrap();
    let (_, complaint) = refused(&mut folder.serve());
    assert!(complaint.contains(utf8(&file)), "{complaint}");
}

#[test]
fn an_address_in_use_is_reported_before_the_folder_is_created() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    for flag in ["--listen", "--admin"] {
        let folder = Folder::new();
        let mut serve = folder.serve();
        serve.args([flag, &listener.local_addr().unwrap().to_string()]);
        let (code, complaint) = refused(&mut serve);
        assert_eq!(code, 1);
        assert!(complaint.contains(flag), "{complaint}");
        assert!(!folder.data().exists());
    }
}
