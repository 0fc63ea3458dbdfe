//! The running service: everything an operation may need, created once at start.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::{Clock, Ids, Time};
use causeway_store::alerts::AlertRecord;
use causeway_store::jobs::JobRecord;
use causeway_store::{Error, Store, Tx};
use causeway_wire::validate::Contract;
use futures_util::future::BoxFuture;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::ports::{Ports, WalletKeys};
use crate::runtime::anchors::AnchorFile;
use crate::runtime::api_error::ApiError;
use crate::runtime::clock::AdvancingClocks;
use crate::runtime::decision_waits::DecisionWaits;
use crate::runtime::failed_attempts::FailedAttempts;
use crate::runtime::http::{Bodies, RequestPermits};
use crate::runtime::keys::{Keyring, Keys};
use crate::runtime::keys_in_use::KeysInUse;
use crate::runtime::outbound::Transport;
use crate::runtime::rails::Rails;
use crate::runtime::rate_limit::RateLimit;
use crate::runtime::settings::{Deployment, Settings};
use crate::runtime::tombstones::Tombstones;
use crate::runtime::uma_domain_proofs::DomainProofs;
use crate::runtime::uma_key_cache::UmaKeyCache;
use crate::runtime::versioned_cache::VersionedCache;
use crate::runtime::webhook_endpoint::WebhookEndpoint;

/// Maximum number of failed sign-ins to the console in a minute, of all addresses together.
const MAX_FAILED_SIGN_INS: u32 = 100;

/// The running service.
pub struct App {
    pub store: Store,
    pub clock: Clock,
    pub ids: Ids,
    /// The id of this process among those on the database.
    pub process: Uuid,
    /// The start of this process, in wall time.
    pub started_at: Time,
    /// External services, by environment.
    pub ports: Ports,
    /// The compiled request validator.
    pub contract: &'static Contract,
    pub rate_limit: RateLimit,
    /// The failed attempts to install an agent, by where they come from.
    pub redemptions: FailedAttempts,
    /// The failed attempts to sign in to the console, by where they come from.
    pub sign_ins: FailedAttempts,
    /// Limits the requests that run at a time.
    pub request_permits: RequestPermits,
    /// Accounts for the memory that request bodies take.
    pub bodies: Bodies,
    /// The idempotency keys that requests of this process are writing under.
    pub keys_in_use: KeysInUse,
    pub deployment: Deployment,
    /// The HTTP client for other services.
    pub outbound: Arc<dyn Transport>,
    /// The rails of the deployment.
    pub rails: Arc<Rails>,
    /// Cached settings of platforms.
    pub settings: VersionedCache<Settings>,
    /// Cached webhook endpoints of platforms.
    pub webhook_endpoints: VersionedCache<Arc<WebhookEndpoint>>,
    /// Keys of UMA providers.
    pub uma_keys: UmaKeyCache,
    /// Proofs of the domains that platforms claim.
    pub uma_domain_proofs: DomainProofs,
    /// Pay requests that wait for a decision.
    pub decision_waits: DecisionWaits,
    pub handlers: JobHandlers,
    /// Platform clocks that are being advanced.
    pub advancing: AdvancingClocks,
    /// Ledger heads that this process has seen.
    pub anchors: AnchorFile,
    /// Held while an operator's command verifies the ledger: one at a time.
    pub verifying: Arc<Mutex<()>>,
    /// Held while an operator's command rotates keys: one at a time.
    pub rotating: Arc<Mutex<()>>,
    /// The key service.
    pub wallet_keys: Arc<dyn WalletKeys>,
    /// Revoked credentials, sessions and delegated keys.
    pub tombstones: Arc<Tombstones>,
    keys: Keys,
}

impl App {
    #[must_use]
    pub fn new(parts: Parts) -> Arc<Self> {
        let rate = parts.deployment.rate_limit;
        let started_at = parts.clock.now();
        let process = parts.ids.uuid(started_at);
        Arc::new(Self {
            store: parts.store,
            clock: parts.clock,
            ids: parts.ids,
            process,
            started_at,
            ports: parts.ports,
            contract: parts.contract,
            rate_limit: RateLimit::new(rate.per_second, rate.burst),
            redemptions: FailedAttempts::default(),
            sign_ins: FailedAttempts::with_total(MAX_FAILED_SIGN_INS),
            request_permits: RequestPermits::new(parts.requests_max),
            bodies: Bodies::default(),
            keys_in_use: KeysInUse::default(),
            deployment: parts.deployment,
            outbound: parts.outbound,
            rails: parts.rails,
            settings: VersionedCache::default(),
            webhook_endpoints: VersionedCache::default(),
            uma_keys: UmaKeyCache::default(),
            uma_domain_proofs: DomainProofs::default(),
            decision_waits: DecisionWaits::default(),
            handlers: parts.handlers,
            advancing: AdvancingClocks::default(),
            anchors: parts.anchors,
            verifying: Arc::default(),
            rotating: Arc::default(),
            wallet_keys: parts.wallet_keys.key_service,
            tombstones: parts.wallet_keys.tombstones,
            keys: parts.keys,
        })
    }

    /// Returns the root keys and the keys derived from them.
    #[must_use]
    pub fn keys(&self) -> Arc<Keyring> {
        self.keys.current()
    }

    /// Switches to other root keys, after a rotation.
    pub fn replace_keys(&self, keyring: Keyring) {
        self.keys.replace(keyring);
    }
}

/// Job entry points. They know the areas, which the job machinery does not.
#[derive(Debug, Clone, Copy)]
pub struct JobHandlers {
    /// Runs a job that this process has claimed, and saves its outcome.
    pub run: fn(Arc<App>, JobRecord) -> BoxFuture<'static, Result<(), ApiError>>,
    /// Lists the operator's remedies for a job that was given up, besides retrying it.
    pub remedies: fn(&mut Tx<'_>, &JobRecord) -> Result<Vec<String>, Error>,
    /// Returns `true` if the condition that an alert waits for has been met.
    pub is_settled: fn(&mut Tx<'_>, PlatformId, &AlertRecord) -> Result<bool, Error>,
}

/// The constructor arguments of [`App`].
#[derive(Debug)]
pub struct Parts {
    pub store: Store,
    pub clock: Clock,
    pub ids: Ids,
    /// The root keys, also used to open the database.
    pub keys: Keys,
    /// External services, by environment.
    pub ports: Ports,
    pub contract: &'static Contract,
    pub deployment: Deployment,
    /// Maximum number of concurrent requests; further ones are refused.
    pub requests_max: usize,
    /// The HTTP client for other services.
    pub outbound: Arc<dyn Transport>,
    /// The rails of the deployment.
    pub rails: Arc<Rails>,
    pub handlers: JobHandlers,
    /// The file of ledger heads.
    pub anchors: AnchorFile,
    pub wallet_keys: WalletKeyService,
}

/// The key service and the record of its revocations.
pub struct WalletKeyService {
    pub key_service: Arc<dyn WalletKeys>,
    /// Permanent revocations.
    pub tombstones: Arc<Tombstones>,
}

impl std::fmt::Debug for WalletKeyService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WalletKeyService")
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("App")
    }
}
