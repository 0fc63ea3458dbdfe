//! The keys of a running service.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_service::WalletKeyService;
use causeway_service::runtime::keys::Keyring;
use causeway_service::runtime::outbound;
use causeway_service::runtime::settings::WalletTimes;
use causeway_service::runtime::tombstones::Tombstones;
use causeway_service::wallets::PublishedKeys;
use causeway_wallet_keys::{CodeMarks, LocalWalletKeys, MasterKeys};

use super::Mailbox;

/// The key files that all processes of a service share.
pub(super) struct Secrets {
    pub(super) root_key: PathBuf,
    wallet_keys: PathBuf,
    tombstones: PathBuf,
}

impl Secrets {
    pub(super) fn make(folder: &Path) -> Self {
        let [root_key, wallet_keys, tombstones] =
            ["root.key", "wallet.keys", "wallet-tombstones"].map(|name| folder.join(name));
        Keyring::open_or_create(&root_key, &Ids::system()).expect("a root key");
        MasterKeys::generate(&Ids::system()).save(&wallet_keys).expect("the keys of wallets");
        Tombstones::create(tombstones.clone()).expect("a tombstone file");
        Self { root_key, wallet_keys, tombstones }
    }

    /// Adds a second master key of wallets for each environment.
    pub(super) fn add_wallet_keys(&self) {
        let mut lines = fs::read_to_string(&self.wallet_keys).expect("the keys that were created");
        for (environment, digit) in [("SANDBOX", "3"), ("PRODUCTION", "4")] {
            lines.push_str(&format!("{environment}.2:{}\n", digit.repeat(64)));
        }
        fs::write(&self.wallet_keys, lines).expect("the file can be written");
    }

    pub(super) fn wallet_keys(
        &self,
        mailbox: &Mailbox,
        outbound: &Arc<dyn outbound::Transport>,
        clock: &Clock,
        ids: &Ids,
    ) -> WalletKeyService {
        let tombstones =
            Arc::new(Tombstones::open(self.tombstones.clone()).expect("the file that was created"));
        let parts = causeway_wallet_keys::KeyServiceParts {
            keys: MasterKeys::read(&self.wallet_keys).expect("the keys that were created"),
            tombstones: Arc::clone(&tombstones),
            codes: CodeMarks::beside(&self.tombstones),
            messages: Arc::new(mailbox.clone()),
            // As in development mode: issuers may be on this machine.
            key_sets: Arc::new(PublishedKeys::new(Arc::clone(outbound), clock.clone(), true)),
            clock: clock.clone(),
            ids: ids.clone(),
            times: WalletTimes::default(),
        };
        let key_service = LocalWalletKeys::new(parts).expect("valid master keys");
        WalletKeyService { key_service: Arc::new(key_service), tombstones }
    }
}
