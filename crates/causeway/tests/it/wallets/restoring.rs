//! A backup is restored with all files that belong to it, or not at all; a database that is older than its
//! revocations is reported.

use std::fs;
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
async fn an_incomplete_backup_is_refused_and_a_complete_one_is_restored() {
    let folder = Folder::new();
    let mut server = folder.start();
    let api = server.api();
    let served = ServedWallet::new(&api).await;
    served.challenge(&api).await;
    let copy = folder.beside("copy.db");
    output_of(&["backup", utf8(&copy), "--with-root-key", "--data", utf8(&folder.data())]);
    server.stop();

    let other_folder = Folder::new();
    let data = other_folder.data();
    let restore = ["restore", utf8(&copy), "--data", utf8(&data)];
    let check_refused = |said: &str| {
        let (code, complaint) = refused(&mut command(&restore));
        assert_eq!(code, 1, "{complaint}");
        assert!(complaint.contains(said) && complaint.contains("nothing was restored"), "{complaint}");
        for name in ["causeway.db", "root.key", "wallet.keys", "wallet-tombstones", "causeway.db.restoring"] {
            assert!(!data.join(name).exists(), "{name}: {complaint}");
        }
    };

    let beside = |ending: &str| folder.beside(&format!("copy.db.{ending}"));
    let other_wallets = format!("SANDBOX:{},PRODUCTION:{}", "1b".repeat(32), "2c".repeat(32));
    let others = [
        ("key", None, "the root key of this database is missing"),
        ("key", Some(format!("1:{}\n", "ab".repeat(32))), "the root key is not the one"),
        ("wallet-keys", None, "their master keys are missing"),
        ("wallet-keys", Some(other_wallets), "those of another deployment"),
        ("tombstones", None, "the file of their revocations is missing"),
    ];

    for (ending, other, said) in others {
        let file = beside(ending);
        let aside = folder.beside("aside");
        fs::rename(&file, &aside).unwrap();
        if let Some(other) = other {
            fs::write(&file, other).unwrap();
        }
        check_refused(said);
        fs::rename(&aside, &file).unwrap();
    }

    let taken: Value = serde_json::from_str(&output_of(&[&restore[..], &["--json"]].concat())).unwrap();
    let all = ["key", "wallet-keys", "tombstones"].map(|ending| json!(beside(ending)));
    assert_eq!(taken["taken"], json!(all), "{taken}");
    assert!(taken["age_seconds"].is_u64() && taken["newest_change"].is_string(), "{taken}");
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
