//! A backup is restored with all keys that belong to it, or not at all; a database that is older than its
//! revocations is reported.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use causeway_service::runtime::tombstones::Tombstones;
use causeway_testing::postgres;
use causeway_testing::wait;
use serde_json::{Value, json};
use uuid::Uuid;

use super::device::text;
use super::served::ServedWallet;
use crate::life::process::{Folder, Server, command, output_of, refused, succeeded, utf8};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_without_its_keys_is_refused_and_a_complete_one_is_restored() {
    let folder = Folder::new();
    let mut server = folder.start();
    let api = server.api();
    let served = ServedWallet::new(&api).await;
    served.challenge(&api).await;
    let data = folder.data();
    let archive = folder.beside("copy.tar");
    output_of(&["backup", utf8(&archive), "--data", utf8(&data)]);
    server.stop();

    let other_folder = Folder::new();
    let to = other_folder.data();
    let own_root = data.join("root.key");
    let own_wallets = data.join("wallet.keys");
    let other_root = folder.beside("other-root.key");
    let other_wallets = folder.beside("other-wallet.keys");
    fs::write(&other_root, format!("1:{}\n", "ab".repeat(32))).unwrap();
    let text = format!("SANDBOX:{},PRODUCTION:{}", "1b".repeat(32), "2c".repeat(32));
    fs::write(&other_wallets, text).unwrap();
    for key in [&other_root, &other_wallets] {
        fs::set_permissions(key, fs::Permissions::from_mode(0o600)).unwrap();
    }
    let restore = |root: Option<&Path>, wallets: Option<&Path>| {
        let mut restore = command(&["restore", utf8(&archive), "--json", "--data", utf8(&to)]);
        restore.args(root.into_iter().flat_map(|file| ["--root-key", utf8(file)]));
        restore.args(wallets.into_iter().flat_map(|file| ["--wallet-keys", utf8(file)]));
        restore
    };

    for (root, wallets, said) in [
        (None, Some(&own_wallets), "the root key of the archive is missing: give it with --root-key"),
        (Some(&other_root), Some(&own_wallets), "was not made with this root key"),
        (Some(&own_root), None, "their master keys are missing"),
        (Some(&own_root), Some(&other_wallets), "those of another deployment"),
    ] {
        let mut refusal = restore(root.map(PathBuf::as_path), wallets.map(PathBuf::as_path));
        let (code, complaint) = refused(&mut refusal);
        assert_eq!(code, 1, "{complaint}");
        assert!(complaint.contains(said) && complaint.contains("nothing was restored"), "{complaint}");
        assert!(!to.exists(), "{complaint}");
    }

    let report = succeeded(restore(Some(&own_root), Some(&own_wallets)));
    let report: Value = serde_json::from_str(&report).unwrap();
    let files = report["files"].as_array().unwrap();
    for name in ["causeway.db", "root.key", "wallet.keys", "wallet-tombstones"] {
        assert!(files.contains(&json!(name)) && to.join(name).exists(), "{name}: {report}");
    }
    assert_eq!(report["wallet_key_state"], "fits", "{report}");
    assert!(report["age_seconds"].is_u64() && report["newest_change"].is_string(), "{report}");
    let server = other_folder.start();
    served.login(&api.at(&server.base_url())).await.expect(200);
}

/// Checks that a revocation which the database has lost is reported. Revocations are recorded outside of the
/// database too: if a revoked row is still active, the database is older.
async fn a_revocation_lost_by_the_database_raises_an_alert(variables: &[(&str, &str)]) {
    let folder = Folder::new();
    let with = |mut command: Command| {
        command.envs(variables.iter().copied());
        command
    };
    let mut server = Server::start(with(folder.serve()));
    let api = server.api();
    let session = ServedWallet::new(&api).await.login(&api).await.expect(200);
    let session: Uuid = text(&session["id"]).rsplit(':').next().unwrap().parse().unwrap();
    server.stop();
    let mut server = Server::start(with(folder.serve()));
    server.stop();

    // The fault is planted here: the file says that the session was revoked.
    assert_eq!(older_state_alerts(&with(command(&[])), &folder), Vec::<Value>::new());
    Tombstones::open(folder.data().join("wallet-tombstones")).unwrap().add(&[session]).unwrap();
    let server = Server::start(with(folder.serve()));
    wait::until("the alert is raised", wait::PATIENCE, || async {
        let told = older_state_alerts(&with(command(&[])), &folder);
        match told.first() {
            Some(alert) if alert["detail"]["revoked"] == json!([session]) => Ok(()),
            _ => Err(json!(told)),
        }
    })
    .await;
    drop(server);
}

/// Returns the alerts about an older state.
fn older_state_alerts(like: &Command, folder: &Folder) -> Vec<Value> {
    let mut list = command(&["alert", "list", "--json", "--data", utf8(&folder.data())]);
    list.envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let all: Vec<Value> = serde_json::from_str(&succeeded(list)).unwrap();
    all.into_iter().filter(|alert| alert["kind"] == "OLDER_STATE_RESTORED").collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revocation_lost_by_the_database_raises_an_alert_on_sqlite() {
    a_revocation_lost_by_the_database_raises_an_alert(&[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revocation_lost_by_the_database_raises_an_alert_on_postgres() {
    let database = postgres::database().await.unwrap();
    let root = format!("1:{}", "5a".repeat(32));
    let wallets = format!("SANDBOX:{},PRODUCTION:{}", "1b".repeat(32), "2c".repeat(32));
    let variables = [("SVC_DATABASE", &database.url), ("SVC_ROOT_KEY", &root), ("SVC_WALLET_KEYS", &wallets)];
    a_revocation_lost_by_the_database_raises_an_alert(&variables.map(|(name, value)| (name, value.as_str())))
        .await;
}
