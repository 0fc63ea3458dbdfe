//! Copies of the database, and their restoration.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use causeway_testing::http::Client;
use serde_json::{Value, json};

use super::process::{Credentials, Folder, command, output_of, refused, utf8};

#[tokio::test]
async fn a_copy_of_a_running_server_is_restored_with_its_keys() {
    let folder = Folder::new();
    let server = folder.start();
    let Credentials { id, secret } = server.credentials();
    let early_token = server.api().post("/tokens").json(&json!({"name": "early", "permissions": ["VIEW"]}));
    let early_token = early_token.send().await.expect(201);

    let archive = folder.beside("copy.tar");
    let data = folder.data();
    let backup = ["backup", utf8(&archive), "--with-keys", "--json", "--data", utf8(&data)];
    let report: Value = serde_json::from_str(&output_of(&backup)).unwrap();
    assert_eq!((&report["file"], &report["engine"]), (&json!(archive), &json!("sqlite")), "{report}");
    let parts: Vec<&str> = report["parts"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    for part in ["causeway.db", "root.key", "wallet.keys", "wallet-tombstones"] {
        assert!(parts.contains(&part), "{part}: {report}");
    }
    assert_eq!(fs::metadata(&archive).unwrap().permissions().mode() & 0o777, 0o600);

    let late_token = server.api().post("/tokens").json(&json!({"name": "late", "permissions": ["VIEW"]}));
    let late_token = late_token.send().await.expect(201);

    let other_folder = Folder::new();
    let text = output_of(&["restore", utf8(&archive), "--data", utf8(&other_folder.data())]);
    assert!(text.contains("The root key fits.") && text.contains("causeway ledger verify"), "{text}");
    for name in ["causeway.db", "root.key", "wallet.keys", "wallet-tombstones"] {
        let file = other_folder.data().join(name);
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{} is for its owner only", file.display());
    }
    assert_eq!(
        fs::read(other_folder.data().join("wallet.keys")).unwrap(),
        fs::read(folder.data().join("wallet.keys")).unwrap()
    );

    let restored = other_folder.start();
    let api = Client::new(&restored.base_url()).basic(&id, &secret);
    api.get(&format!("/tokens/{}", early_token["id"].as_str().unwrap())).send().await.expect(200);
    api.get(&format!("/tokens/{}", late_token["id"].as_str().unwrap()))
        .send()
        .await
        .expect_error(404, "TOKEN_NOT_FOUND");
}

#[test]
fn keys_are_in_an_archive_only_if_requested_and_nothing_is_overwritten() {
    let folder = Folder::new();
    let mut server = folder.start();
    let archive = folder.beside("copy.tar");
    let data = folder.data();
    let backup = ["backup", utf8(&archive), "--data", utf8(&data)];
    assert!(output_of(&backup).contains("The keys are not in it"));
    let key = fs::read_to_string(data.join("root.key")).unwrap();
    let bytes = fs::read(&archive).unwrap();
    assert!(!bytes.windows(64).any(|part| key.as_bytes().windows(64).any(|secret| part == secret)));

    let (_, complaint) = refused(&mut command(&backup));
    assert!(complaint.contains("exists"), "{complaint}");
    assert_eq!(fs::read(&archive).unwrap(), bytes);
    let with_keys = folder.beside("with-keys.tar");
    let text = output_of(&["backup", utf8(&with_keys), "--with-keys", "--data", utf8(&data)]);
    assert!(text.contains("WARNING") && text.contains("unencrypted"), "{text}");

    let restore = ["restore", utf8(&archive), "--data", utf8(&data)];
    let (_, complaint) = refused(&mut command(&restore));
    assert!(complaint.contains("in use"), "{complaint}");

    server.stop();
    let (_, complaint) = refused(&mut command(&restore));
    assert!(complaint.contains("--replace"), "{complaint}");
    let text = output_of(&[&restore[..], &["--replace"]].concat());
    assert!(text.contains("is kept as"), "{text}");
    folder.start().stop();
}

#[test]
fn a_database_without_its_root_key_is_not_served() {
    let folder = Folder::new();
    folder.start().stop();
    let key = folder.data().join("root.key");
    let text = fs::read_to_string(&key).unwrap();
    fs::remove_file(&key).unwrap();
    let (_, complaint) = refused(&mut folder.serve());
    assert!(complaint.contains("root key") && complaint.contains("missing"), "{complaint}");
    assert!(!key.exists(), "a fresh key would hide the loss");

    fs::write(&key, format!("1:{}\n", "ab".repeat(32))).unwrap();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    let (_, complaint) = refused(&mut folder.serve());
    assert!(complaint.contains("not the one"), "{complaint}");

    fs::write(&key, text).unwrap();
    folder.start().stop();
}

#[test]
fn a_key_file_that_cannot_be_used_is_named() {
    let folder = Folder::new();
    folder.start().stop();
    let data = folder.data();
    let archive = folder.beside("copy.tar");
    output_of(&["backup", utf8(&archive), "--data", utf8(&data)]);
    let fresh = folder.beside("fresh");
    let key = folder.beside("kept.key");
    let restore = ["restore", utf8(&archive), "--data", utf8(&fresh), "--root-key", utf8(&key)];

    let (_, complaint) = refused(&mut command(&restore));
    assert!(complaint.contains(&format!("cannot read the key file {}: ", utf8(&key))), "{complaint}");
    fs::copy(data.join("root.key"), &key).unwrap();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let (code, complaint) = refused(&mut command(&restore));
    assert!(code == 1 && complaint.contains(&format!("chmod 600 {}", utf8(&key))), "{complaint}");
    assert!(!fresh.exists());

    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    output_of(&restore);
}

/// Checks that wallet keys are not needed before a wallet has keys, and that nothing about them is silent.
#[test]
fn wallet_keys_that_no_wallet_needs_are_reported() {
    const CREATED: &str = "wallet keys created";
    let folder = Folder::new();
    let mut server = folder.start();
    server.stop();
    assert!(server.log().contains(CREATED), "{}", server.log());
    let archive = folder.beside("copy.tar");
    let key = folder.data().join("root.key");
    output_of(&["backup", utf8(&archive), "--data", utf8(&folder.data())]);

    let other_folder = Folder::new();
    let to = other_folder.data();
    let restore = ["restore", utf8(&archive), "--data", utf8(&to), "--root-key", utf8(&key)];
    let text = output_of(&restore);
    assert!(text.contains("No wallet has keys yet: the database needs no wallet keys."), "{text}");
    assert!(!to.join("wallet.keys").exists(), "{text}");
    for is_created in [true, false] {
        let mut server = other_folder.start();
        server.stop();
        assert_eq!(server.log().contains(CREATED), is_created, "{}", server.log());
    }
}

#[test]
fn a_missing_path_is_named() {
    let folder = Folder::new();
    folder.start().stop();
    let missing = folder.beside("no/copy.tar");
    let data = folder.data();
    let (_, complaint) = refused(&mut command(&["backup", utf8(&missing), "--data", utf8(&data)]));
    assert!(complaint.contains("there is no folder") && complaint.contains("/no"), "{complaint}");

    let fresh = folder.beside("fresh");
    let (_, complaint) = refused(&mut command(&["restore", utf8(&missing), "--data", utf8(&fresh)]));
    assert!(complaint.contains("there is no archive at") && complaint.contains("copy.tar"), "{complaint}");
    assert!(!fresh.exists());
}

#[test]
fn a_file_that_is_no_archive_is_not_restored() {
    let folder = Folder::new();
    let other = folder.beside("copy.db");
    fs::write(&other, "not an archive, but long enough to be looked at as one").unwrap();
    let (code, complaint) = refused(&mut command(&["restore", utf8(&other), "--data", utf8(&folder.data())]));
    assert_eq!(code, 1);
    assert!(complaint.contains("is not an archive"), "{complaint}");
    assert!(!folder.data().exists());
}
