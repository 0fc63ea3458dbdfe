//! Wallets move to newer master keys (decision 0063).

use std::fs;

use serde_json::{Value, json};

use super::device::{exported_words, text};
use super::served::ServedWallet;
use crate::life::process::{Folder, command, output_of, refused, utf8};

const NEWER: &str = "SANDBOX.2:3333333333333333333333333333333333333333333333333333333333333333\n\
                     PRODUCTION.2:4444444444444444444444444444444444444444444444444444444444444444\n";

/// Runs a server with the older keys, with both, and with the newer ones. If the older keys are removed too
/// early, wallets cannot be opened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wallets_open_under_newer_master_keys() {
    let folder = Folder::new();
    let data = folder.data();
    let keys = data.join("wallet.keys");
    let rotate = ["wallet-keys", "rotate", "--json", "--yes", "--reason", "a test", "--data", utf8(&data)];
    let mut server = folder.start();
    let api = server.api();
    let served = ServedWallet::new(&api).await;
    served.login(&api).await.expect(200);
    let own = exported_words(text(&served.wallet), |path| api.post(path)).await;

    let (_, complaint) = refused(&mut command(&rotate));
    assert!(complaint.contains("SANDBOX.2:$(openssl rand -hex 32)"), "{complaint}");
    server.stop();

    let older = fs::read_to_string(&keys).unwrap();
    fs::write(&keys, NEWER).unwrap();
    let mut server = folder.start();
    let api = api.at(&server.base_url());
    let early_challenge = api.post(&format!("{}/challenge", served.credential)).send().await;
    assert_ne!(early_challenge.status, 200, "the newer keys cannot open the older data yet");
    server.stop();

    fs::write(&keys, format!("{older}{NEWER}")).unwrap();
    let mut server = folder.start();
    let api = api.at(&server.base_url());
    served.login(&api).await.expect(200);
    for _ in ["once", "again"] {
        let rotated: Value = serde_json::from_str(&output_of(&rotate)).unwrap();
        assert_eq!((&rotated["wallets"], &rotated["left_out"]), (&json!(1), &json!(0)));
    }
    served.login(&api).await.expect(200);
    server.stop();

    fs::write(&keys, NEWER).unwrap();
    let server = folder.start();
    let api = api.at(&server.base_url());
    served.login(&api).await.expect(200);
    assert_eq!(exported_words(text(&served.wallet), |path| api.post(path)).await, own);
}
