//! Tests of secrets in files: their modes, and files whose content is a secret.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use super::{HUSH, ROOT_KEY, Scratch, WALLET_KEYS, origin};

#[test]
fn a_file_with_secrets_that_others_may_read_is_refused() {
    let key = format!("root_key = \"{ROOT_KEY}\"\n");
    let wallets = format!("wallet_keys = \"{WALLET_KEYS}\"\n");
    let gateway = format!("text_messages_url = \"https://sms.example\"\ntext_messages_secret = \"{HUSH}\"\n");
    let node = "sandbox_lightning_url = \"https://ln.example\"\n";
    let node = format!("{node}sandbox_lightning_secret = \"{HUSH}\"\n");
    let secrets = [
        (key.as_str(), "root_key"),
        (wallets.as_str(), "wallet_keys"),
        ("database = \"postgres://me:secret@db.example/x\"\n", "database"),
        ("database = \"postgres://db.example/x?user=me&password=secret\"\n", "database"),
        ("database = \"postgres://me:se?cret@db.example/x\"\n", "database"),
        ("mail_server = \"smtps://me:secret@mail.example\"\nmail_sender = \"a@b.example\"\n", "mail_server"),
        (gateway.as_str(), "text_messages_secret"),
        (node.as_str(), "sandbox_lightning_secret"),
    ];
    let plain = [
        ("database = \"postgres://me@db.example/x\"\n", ""),
        ("mail_server = \"smtps://mail.example\"\nmail_sender = \"a@b.example\"\n", ""),
    ];
    for (file, name) in secrets.into_iter().chain(plain) {
        let scratch = Scratch::new(file, &[]);
        let path = scratch.folder.path().join("causeway.toml");
        for (mode, is_open) in [(0o600, false), (0o644, true), (0o604, true), (0o660, true)] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let outcome = scratch.load().map(drop).map_err(|error| error.to_string());
            let is_refused = outcome.as_ref().is_err_and(|error| {
                error.contains(name) && error.contains("chmod 600") && error.contains("causeway.toml")
            });
            assert_eq!(is_refused, is_open && !name.is_empty(), "{name} {mode:o}: {outcome:?}");
        }
    }
}

#[test]
fn every_secret_can_be_the_content_of_a_file() {
    let database = "postgres://me:hush@db.example/x";
    let line = format!("{database}\n");
    let keys = format!("{ROOT_KEY}\n2:{}\n", "6b".repeat(32));
    let wallets = format!("{WALLET_KEYS}\r\n");
    for (name, content, rest) in [
        ("root_key", keys.as_str(), &[][..]),
        ("wallet_keys", wallets.as_str(), &[]),
        ("database", line.as_str(), &[]),
        ("mail_server", "smtps://me:hush@mail.example\n", &[("SVC_MAIL_SENDER", "a@b.example")]),
        ("bootstrap_client_secret", "hush", &[("SVC_BOOTSTRAP_CLIENT_ID", "me")]),
        ("text_messages_secret", HUSH, &[("SVC_TEXT_MESSAGES_URL", "https://sms.example")]),
        ("lightning_secret", HUSH, &[("SVC_LIGHTNING_URL", "https://ln.example")]),
        ("sandbox_lightning_secret", HUSH, &[("SVC_SANDBOX_LIGHTNING_URL", "https://ln.example")]),
    ] {
        let mut scratch = Scratch::new("", rest);
        let path = scratch.folder.path().join("secret");
        fs::write(&path, content).unwrap();
        let variable = format!("SVC_{}_FILE", name.to_uppercase());
        scratch.variables.push((variable.clone(), path.to_str().unwrap().to_owned()));
        let config = scratch.load().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(origin(&config, name), format!("environment {variable}"));
        match name {
            "root_key" => assert_eq!(config.root_key.unwrap().expose(), keys.trim_end()),
            "wallet_keys" => assert_eq!(config.wallet_keys.unwrap().expose(), WALLET_KEYS),
            "database" => assert_eq!(config.database_url.unwrap().expose(), database),
            "bootstrap_client_secret" => {
                assert_eq!(config.bootstrap.unwrap().client_secret.expose(), "hush");
            }
            _ => {}
        }
    }
}

#[test]
fn a_secret_in_a_file_is_refused_with_its_variable() {
    let id = ("SVC_BOOTSTRAP_CLIENT_ID", "me");
    let missing = ("SVC_BOOTSTRAP_CLIENT_SECRET_FILE", "missing/secret");
    let twice = [("SVC_ROOT_KEY", ROOT_KEY), ("SVC_ROOT_KEY_FILE", "missing/key")];
    let empty = [("SVC_DATABASE_FILE", "/dev/null")];
    for (variables, problem) in [
        (
            &[id, missing][..],
            "bootstrap_client_secret (environment SVC_BOOTSTRAP_CLIENT_SECRET_FILE): cannot read missing/secret",
        ),
        (
            &twice[..],
            "root_key (environment SVC_ROOT_KEY_FILE): SVC_ROOT_KEY is set as well; set one of the two",
        ),
        (&empty[..], "database (environment SVC_DATABASE_FILE): /dev/null is empty"),
        (&[("SVC_LISTEN_FILE", "x")][..], "there is no setting listen_file (environment SVC_LISTEN_FILE)"),
    ] {
        let problems = Scratch::new("", variables).problems();
        assert!(problems.len() == 1 && problems[0].starts_with(problem), "{problems:?}");
    }
}
