//! The running service: everything an operation may need, made once at start.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::{Clock, Ids};
use causeway_store::alerts::AlertRecord;
use causeway_store::jobs::JobRecord;
use causeway_store::{Error, Store, Tx};
use causeway_wire::validate::Contract;
use futures_util::future::BoxFuture;

use crate::ports::{Ports, WalletKeys};
use crate::runtime::anchors::AnchorFile;
use crate::runtime::api_error::ApiError;
use crate::runtime::clock::Advancing;
use crate::runtime::failed_attempts::FailedAttempts;
use crate::runtime::http::{Bodies, Places};
use crate::runtime::keys::{Keyring, Keys};
use crate::runtime::keys_in_use::KeysInUse;
use crate::runtime::outbound::Transport;
use crate::runtime::rate_limit::RateLimit;
use crate::runtime::settings::{Deployment, Settings};
use crate::runtime::tombstones::Tombstones;
use crate::runtime::versioned::Versioned;
use crate::runtime::webhook_endpoint::WebhookEndpoint;

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
    pub contract: &'static Contract,
    /// The general request rate of each token and each agent.
    pub rate_limit: RateLimit,
    /// The failed attempts to install an agent, by where they come from.
    pub redemptions: FailedAttempts,
    /// The places of requests that are worked on.
    pub places: Places,
    /// The memory that the bodies of requests take.
    pub bodies: Bodies,
    /// The idempotency keys that requests are writing under.
    pub keys_in_use: KeysInUse,
    /// Settings of the deployment.
    pub deployment: Deployment,
    /// The way to other HTTP services.
    pub outbound: Arc<dyn Transport>,
    /// The settings of platforms, as they were read last.
    pub settings: Versioned<Settings>,
    /// The endpoints of platforms, as they were read last.
    pub webhook_endpoints: Versioned<Arc<WebhookEndpoint>>,
    /// What runs the jobs.
    pub handlers: JobHandlers,
    /// The clocks that are being advanced.
    pub advancing: Advancing,
    /// The heads of the ledgers that this process has seen.
    pub anchors: AnchorFile,
    /// The keeper of the wallets' keys.
    pub wallet_keys: Arc<dyn WalletKeys>,
    /// What was revoked of wallets for good.
    pub tombstones: Arc<Tombstones>,
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
            redemptions: FailedAttempts::default(),
            places: Places::new(parts.requests_max),
            bodies: Bodies::default(),
            keys_in_use: KeysInUse::default(),
            deployment: parts.deployment,
            outbound: parts.outbound,
            settings: Versioned::default(),
            webhook_endpoints: Versioned::default(),
            handlers: parts.handlers,
            advancing: Advancing::default(),
            anchors: parts.anchors,
            wallet_keys: parts.wallet_keys.keeper,
            tombstones: parts.wallet_keys.tombstones,
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
    /// Whether what an alert waits for has come.
    pub is_settled: fn(&mut Tx<'_>, PlatformId, &AlertRecord) -> Result<bool, Error>,
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
    pub contract: &'static Contract,
    /// Settings of the deployment.
    pub deployment: Deployment,
    /// How many requests are worked on at a time; further ones are refused.
    pub requests_max: usize,
    /// The way to other HTTP services.
    pub outbound: Arc<dyn Transport>,
    /// What runs the jobs.
    pub handlers: JobHandlers,
    /// Where the heads of the ledgers are kept.
    pub anchors: AnchorFile,
    /// Who keeps the keys of wallets, and what was revoked of them.
    pub wallet_keys: WalletKeeping,
}

/// Who keeps the keys of wallets.
pub struct WalletKeeping {
    /// The keeper.
    pub keeper: Arc<dyn WalletKeys>,
    /// What it has revoked for good.
    pub tombstones: Arc<Tombstones>,
}

impl std::fmt::Debug for WalletKeeping {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WalletKeeping")
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("App")
    }
}
