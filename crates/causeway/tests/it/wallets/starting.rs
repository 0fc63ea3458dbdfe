//! A server with wallet keys does not start without the master keys and the tombstone file (wallet 1.1).

use std::fs;

use super::served::ServedWallet;
use crate::life::process::{Folder, refused};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_does_not_start_without_master_keys_or_tombstones() {
    let folder = Folder::new();
    let mut server = folder.start();
    let api = server.api();
    let served = ServedWallet::new(&api).await;
    served.challenge(&api).await;
    server.stop();
    for (name, said) in
        [("wallet.keys", "their master keys are missing"), ("wallet-tombstones", "put it back at")]
    {
        let file = folder.data().join(name);
        let aside = folder.beside(name);
        fs::rename(&file, &aside).unwrap();
        let (_, complaint) = refused(&mut folder.serve());
        assert!(complaint.contains(said), "{complaint}");
        assert!(!file.exists(), "the deleted key file is not created again");
        fs::rename(&aside, &file).unwrap();
    }

    let server = folder.start();
    let api = api.at(&server.base_url());
    served.login(&api).await.expect(200);
}
