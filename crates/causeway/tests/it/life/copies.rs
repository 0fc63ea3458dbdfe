//! Copies of the database, and their restoration.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use causeway_testing::http::Client;
use serde_json::{Value, json};

use super::process::{Credentials, Folder, command, output_of, refused, run, utf8};

#[tokio::test]
async fn a_copy_of_a_running_server_is_restored_with_its_key() {
    let folder = Folder::new();
    let server = folder.start();
    let Credentials { id, secret } = server.credentials();
    let early_token = server.api().post("/tokens").json(&json!({"name": "early", "permissions": ["VIEW"]}));
    let early_token = early_token.send().await.expect(201);

    let copy = folder.beside("copy.db");
    let data = folder.data();
    let backup = ["backup", utf8(&copy), "--with-root-key", "--json", "--data", utf8(&data)];
    let report: Value = serde_json::from_str(&output_of(&backup)).unwrap();
    assert_eq!(report["file"], utf8(&copy));

    let late_token = server.api().post("/tokens").json(&json!({"name": "late", "permissions": ["VIEW"]}));
    let late_token = late_token.send().await.expect(201);

    let other_folder = Folder::new();
    let beside = |ending: &str| folder.beside(&format!("copy.db.{ending}"));
    let key = beside("key");
    let wallets = beside("wallet-keys");
    let tombstones = beside("tombstones");
    assert_eq!((&report["wallet_keys"], &report["tombstones"]), (&json!(wallets), &json!(tombstones)));
    let copies =
        ["--root-key", utf8(&key), "--wallet-keys", utf8(&wallets), "--tombstones", utf8(&tombstones)];
    let restore = ["restore", utf8(&copy), "--data", utf8(&other_folder.data())].map(str::to_owned);
    let restore: Vec<&str> = restore.iter().map(String::as_str).chain(copies).collect();

    let text = output_of(&restore);
    assert!(text.contains("The root key fits."), "{text}");
    assert_eq!(
        fs::read(other_folder.data().join("wallet.keys")).unwrap(),
        fs::read(folder.data().join("wallet.keys")).unwrap()
    );

    let files = [copy.clone(), wallets, tombstones, other_folder.data().join("causeway.db")];
    for file in
        files.iter().chain(&["wallet.keys", "wallet-tombstones"].map(|name| other_folder.data().join(name)))
    {
        let mode = fs::metadata(file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{} is for its owner only", file.display());
    }

    let restored = other_folder.start();
    let api = Client::new(&restored.base_url()).basic(&id, &secret);
    api.get(&format!("/tokens/{}", early_token["id"].as_str().unwrap())).send().await.expect(200);
    api.get(&format!("/tokens/{}", late_token["id"].as_str().unwrap()))
        .send()
        .await
        .expect_error(404, "TOKEN_NOT_FOUND");
}

#[test]
fn a_copy_says_that_the_root_key_is_not_in_it_and_nothing_is_overwritten() {
    let folder = Folder::new();
    let mut server = folder.start();
    let copy = folder.beside("copy.db");
    let data = folder.data();
    let backup = ["backup", utf8(&copy), "--data", utf8(&data)];
    assert!(output_of(&backup).contains("root key is not in the copy"));

    let (_, complaint) = refused(&mut command(&backup));
    assert!(complaint.contains("exists"), "{complaint}");

    let restore = ["restore", utf8(&copy), "--data", utf8(&data)];
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
fn a_missing_path_is_named() {
    let folder = Folder::new();
    folder.start().stop();
    let missing = folder.beside("no/copy.db");
    let data = folder.data();
    let (_, complaint) = refused(&mut command(&["backup", utf8(&missing), "--data", utf8(&data)]));
    assert!(complaint.contains("there is no folder") && complaint.contains("/no"), "{complaint}");

    let fresh = folder.beside("fresh");
    let (_, complaint) = refused(&mut command(&["restore", utf8(&missing), "--data", utf8(&fresh)]));
    assert!(complaint.contains("there is no database at") && complaint.contains("copy.db"), "{complaint}");
    assert!(!fresh.exists());
}

#[test]
fn a_damaged_copy_is_not_restored() {
    let folder = Folder::new();
    let damaged = folder.beside("copy.db");
    fs::write(&damaged, "not a database, but long enough to be looked at as one").unwrap();
    let output = run(&["restore", utf8(&damaged), "--data", utf8(&folder.data())]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!folder.data().join("causeway.db").exists());
}
