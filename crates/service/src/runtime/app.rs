//! The running service: everything an operation may need, made once at start.

use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_store::jobs::JobRecord;
use causeway_store::{Error, Store, Tx};
use causeway_wire::validate::Contract;
use futures_util::future::BoxFuture;

use crate::ports::Ports;
use crate::runtime::anchors::AnchorFile;
use crate::runtime::api_error::ApiError;
use crate::runtime::clock::Advancing;
use crate::runtime::keys::{Keyring, Keys, SigningKeys};
use crate::runtime::keys_in_use::KeysInUse;
use crate::runtime::outbound::Transport;
use crate::runtime::rate_limit::RateLimit;
use crate::runtime::settings::Deployment;

/// The running service.
pub struct App {
    /// The database.
    pub store: Store,
    /// The wall clock.
    pub clock: Clock,
    /// The source of ids and random bytes.
    pub ids: Ids,
    /// The outside world, by environment.
    pub ports: Ports,
    /// The compiled request validator.
    pub contract: Contract,
    /// The general request rate of each token.
    pub rate_limit: RateLimit,
    /// The idempotency keys that requests are writing under.
    pub keys_in_use: KeysInUse,
    /// Settings of the deployment.
    pub deployment: Deployment,
    /// The way to other HTTP services.
    pub outbound: Arc<dyn Transport>,
    /// The keys that sign webhooks, opened.
    pub signing_keys: SigningKeys,
    /// What runs the jobs.
    pub handlers: JobHandlers,
    /// The clocks that are being advanced.
    pub advancing: Advancing,
    /// The heads of the ledgers that this process has seen.
    pub anchors: AnchorFile,
    keys: Keys,
}

impl App {
    /// Puts the parts together.
    #[must_use]
    pub fn new(parts: Parts) -> Arc<Self> {
        let rate = parts.deployment.rate_limit;
        Arc::new(Self {
            store: parts.store,
            clock: parts.clock,
            ids: parts.ids,
            ports: parts.ports,
            contract: parts.contract,
            rate_limit: RateLimit::new(rate.per_second, rate.burst),
            keys_in_use: KeysInUse::default(),
            deployment: parts.deployment,
            outbound: parts.outbound,
            signing_keys: SigningKeys::default(),
            handlers: parts.handlers,
            advancing: Advancing::default(),
            anchors: parts.anchors,
            keys: parts.keys,
        })
    }

    /// The root keys and what is derived from them.
    #[must_use]
    pub fn keys(&self) -> Arc<Keyring> {
        self.keys.current()
    }

    /// Uses other root keys from now on: after a rotation.
    pub fn replace_keys(&self, keyring: Keyring) {
        self.keys.replace(keyring);
    }
}

/// What runs the jobs: it knows the areas, which the machinery of jobs does not.
#[derive(Debug, Clone, Copy)]
pub struct JobHandlers {
    /// Runs a job that this process has claimed, and writes its outcome.
    pub run: fn(Arc<App>, JobRecord) -> BoxFuture<'static, Result<(), ApiError>>,
    /// What an operator can do about a job that was given up, beside having it tried again.
    pub remedies: fn(&mut Tx<'_>, &JobRecord) -> Result<Vec<String>, Error>,
}

/// What a running service is made of.
#[derive(Debug)]
pub struct Parts {
    /// The database.
    pub store: Store,
    /// The wall clock.
    pub clock: Clock,
    /// The source of ids and random bytes.
    pub ids: Ids,
    /// The root keys, with which the database is opened too.
    pub keys: Keys,
    /// The outside world, by environment.
    pub ports: Ports,
    /// The compiled request validator.
    pub contract: Contract,
    /// Settings of the deployment.
    pub deployment: Deployment,
    /// The way to other HTTP services.
    pub outbound: Arc<dyn Transport>,
    /// What runs the jobs.
    pub handlers: JobHandlers,
    /// Where the heads of the ledgers are kept.
    pub anchors: AnchorFile,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("App")
    }
}
