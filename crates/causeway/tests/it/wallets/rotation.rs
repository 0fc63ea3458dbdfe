//! Wallets move to newer master keys (decision 0063).

use std::fs;

use causeway_testing::http::Client;
use causeway_wallet_crypto::{PublicKey, WalletExport};
use serde_json::{Value, json};

use super::device::{Device, literal, text};
use super::served::Served;
use crate::life::process::{Folder, command, output_of, refused, utf8};

const NEWER: &str = "SANDBOX.2:3333333333333333333333333333333333333333333333333333333333333333\n\
                     PRODUCTION.2:4444444444444444444444444444444444444444444444444444444444444444\n";

/// The words of a wallet, as its user takes them with the sandbox's literal.
async fn words(api: &Client, served: &Served) -> String {
    let taker = Device::new();
    let path = format!("/internal-accounts/{}/export", text(&served.wallet));
    let export = || api.post(&path).json(&json!({ "clientPublicKey": taker.uncompressed() }));
    let challenge = export().send().await.expect(202);
    let done = literal(export(), &challenge).send().await.expect(200);
    let payload: Value = serde_json::from_str(text(&challenge["payloadToSign"])).unwrap();
    let bundle = text(&done["encryptedWalletCredentials"]);
    let opened = WalletExport::open(bundle, &taker.0, text(&payload["organizationId"]), None::<&PublicKey>);
    opened.expect("twelve words").expose().to_owned()
}

/// A server that has been through it: with the older keys, with both, and with the newer ones. Whoever takes the older ones away
/// too early finds them missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wallets_open_under_newer_master_keys() {
    let folder = Folder::new();
    let data = folder.data();
    let (keys, rotate) =
        (data.join("wallet.keys"), ["wallet-keys", "rotate", "--json", "--data", utf8(&data)]);
    let mut server = folder.start();
    let api = server.api();
    let served = Served::new(&api).await;
    served.login(&api).await.expect(200);
    let own = words(&api, &served).await;
    let (_, complaint) = refused(&mut command(&rotate));
    assert!(complaint.contains("SANDBOX.2:$(openssl rand -hex 32)"), "{complaint}");
    server.stop();

    let older = fs::read_to_string(&keys).unwrap();
    fs::write(&keys, NEWER).unwrap();
    let mut server = folder.start();
    let api = api.at(&server.base_url());
    let early = api.post(&format!("{}/challenge", served.credential)).send().await;
    assert_ne!(early.status, 200, "nothing is under the newer keys yet");
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
    assert_eq!(words(&api, &served).await, own);
}
