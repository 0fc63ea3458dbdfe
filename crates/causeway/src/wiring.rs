//! Assembly of a process: database, keys, adapters to partners, service.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::{Clock, Ids};
use causeway_sandbox::PartnerFaults;
use causeway_service::lightning::{HttpNode, LnLayer};
use causeway_service::ports::{
    AllowList, EveryCheck, KeySets, ManualVerification, NoCardIssuer, NoCardScenarios, NoDebitRail,
    NoFunding, NoLivenessCheck, NoMessages, NoNameCheck, NoOffers, NoPayoutRail, NoRefundRail, NoScreening,
    NoStablecoinProvider, NoUmaPeers, OperatorRates, Ports, World,
};
use causeway_service::rails::RailRouter;
use causeway_service::runtime::anchors::{AnchorFile, Checkpoint, CheckpointReason, heads_after_restore};
use causeway_service::runtime::keys::{Keyring, Keys, stored};
use causeway_service::runtime::rails::{RailParts, Rails};
use causeway_service::runtime::settings::Deployment;
use causeway_service::runtime::signed_requests::SignedEndpoint;
use causeway_service::runtime::{outbound, timers};
use causeway_service::stablecoins::brale::{Brale, BraleHosts};
use causeway_service::wallets::PublishedKeys;
use causeway_service::{ApiError, App, Parts};
use causeway_store::platforms::Environment;
use causeway_store::{
    Database, DurableCommits, Error, Options, SchemaFault, Store, Tx, alert_notices, jobs, ledger,
    migrations, outbox, rails, secret_keys,
};
use causeway_wire::Contract;

use crate::config::{Config, SignedService, console_place};
use crate::data_folder::{self, FolderLock};
use crate::message_adapters::MessagesByChannel;
use crate::wallet_key_service;
pub use crate::wiring_error::WiringError;

/// The purpose of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Serves requests.
    Server,
    /// Runs one command.
    Command,
    /// Verifies the content of the database, and starts even if settings or wrapped keys cannot be read.
    Verification,
}

/// An assembled service.
#[derive(Debug)]
pub struct AssembledService {
    pub app: Arc<App>,
    /// Copy of an older database, made before it was migrated.
    pub copy: Option<PathBuf>,
}

/// Opens the database, migrates its schema where that is allowed, and assembles the service. `_lock` proves
/// that no other process works on a SQLite database in the folder. Blocks while it connects.
///
/// # Errors
/// Anything that prevents the process from working, as [`WiringError`].
pub async fn assemble(
    config: &Config,
    role: Role,
    _lock: &FolderLock,
) -> Result<AssembledService, WiringError> {
    let clock = Clock::system();
    let ids = Ids::system();
    let database = config.database();
    let is_new = is_new(&database)
        .map_err(|error| WiringError::Database { database: config.database_name(), error })?;
    let first_start = config.data.first_start();
    if is_new && let Database::Sqlite { path } = &database {
        check_first_start(config, path)?;
        // From here on, the first start can be interrupted at any point and repeated.
        data_folder::make_private(&first_start).map_err(WiringError::Folder)?;
    }
    let keys = Keys::new(root_keys(config, is_new, &ids)?);
    if is_new && let Database::Sqlite { path } = &database {
        data_folder::make_private(path).map_err(WiringError::Folder)?;
    }
    let prepared = migrations::prepare(&database, &clock, config.start_policy());
    let copy = prepared.map_err(WiringError::from_schema)?;
    data_folder::remove(&first_start).map_err(WiringError::Folder)?;
    let mut options = Options::new(clock.clone(), ids.clone(), Arc::new(keys.clone()));
    options.durable_commits = durable_commits(config, role);
    let store = open_store(&database, options, &keys, role).await?;
    let anchors = open_anchors(config, &keys.current())?;
    let deployment = stored_deployment(&store, config, role).await?;
    let outbound: Arc<dyn outbound::Transport> = Arc::new(outbound::Client::new());
    let faults = PartnerFaults::default();
    let rails = Rails::new(RailParts {
        store: store.clone(),
        transport: Arc::clone(&outbound),
        keys: keys.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        is_development: deployment.development_mode,
        job_places: config.limits.jobs,
    });
    if let Err(error) = rails.reload().await {
        tracing::error!(%error, "could not read the rails: no rail takes payments until they can be read");
    }
    let ports = configured_ports(&store, &faults, config, &outbound, &clock)?;
    let ports = with_rails(with_provider(ports, &deployment, &outbound), &rails);
    let messages = Arc::clone(&ports.production.messages);
    let issuers = PublishedKeys::new(Arc::clone(&outbound), clock.clone(), deployment.development_mode);
    let key_sets: Arc<dyn KeySets> = Arc::new(issuers);
    let times = deployment.wallet_times;
    let wallet_keys = wallet_key_service::open(config, &store, messages, key_sets, &clock, &ids, times).await;
    let wallet_keys = wallet_keys.map_err(WiringError::WalletKeyService)?;
    follow_sandbox_faults(&store, faults, role).await;
    let parts = Parts {
        handlers: causeway_service::background::HANDLERS,
        ports,
        wallet_keys,
        contract: Contract::get().map_err(WiringError::Contract)?,
        store,
        clock,
        ids,
        keys,
        deployment,
        requests_max: config.limits.requests,
        outbound,
        rails,
        anchors,
    };
    Ok(AssembledService { app: App::new(parts), copy })
}

/// Opens the database of a process with these root keys, and releases the work of the processes before it if it is the
/// only one.
async fn open_store(
    database: &Database,
    options: Options,
    keys: &Keys,
    role: Role,
) -> Result<Store, WiringError> {
    let store = Store::open(database, options)?;
    match check_root_key(&store, &keys.current()).await {
        Err(WiringError::Store(error @ Error::Data(_))) if role == Role::Verification => {
            tracing::warn!(%error, "could not check that the root key belongs to the database");
        }
        outcome => outcome?,
    }
    if matches!(database, Database::Sqlite { .. }) && role != Role::Verification {
        release_work(&store).await?;
    }
    Ok(store)
}

/// Returns the settings of the deployment: those of the configuration, with those that operators have stored.
async fn stored_deployment(store: &Store, config: &Config, role: Role) -> Result<Deployment, WiringError> {
    let mut deployment = match stored_settings(store, config.deployment.clone()).await {
        Err(error) if role == Role::Verification => {
            tracing::warn!(%error, "stored settings cannot be read and are ignored");
            config.deployment.clone()
        }
        outcome => outcome?,
    };
    deployment.requires_durable_commits = !config.allow_asynchronous_commit;
    deployment.serves_production = role != Role::Server || config.behind_proxy || deployment.development_mode;
    deployment.console = console_place(config, &deployment);
    Ok(deployment)
}

/// Reads the faults of the sandbox's partners that operators have set; a server goes on reading them.
async fn follow_sandbox_faults(store: &Store, faults: PartnerFaults, role: Role) {
    if let Err(error) = causeway_sandbox::read_faults(store, &faults).await {
        tracing::warn!(%error, "could not read the faults of the sandbox's partners");
    }
    match role {
        Role::Server => drop(tokio::spawn(causeway_sandbox::follow_faults(store.clone(), faults))),
        Role::Command | Role::Verification => {}
    }
}

/// Returns the adapters of both environments without those of a configuration and of rails: in production, an operator
/// decides, or the operation responds that it is not available.
#[must_use]
pub fn ports(store: &Store) -> Ports {
    ports_with(store, &PartnerFaults::default())
}

/// Returns the adapters of both environments, with the sandbox's partners under these faults.
fn ports_with(store: &Store, faults: &PartnerFaults) -> Ports {
    Ports {
        sandbox: causeway_sandbox::world(store, faults),
        production: World {
            verification: Arc::new(ManualVerification),
            account_checks: Arc::new(EveryCheck),
            funding: Arc::new(NoFunding),
            name_check: Arc::new(NoNameCheck),
            liveness: Arc::new(NoLivenessCheck),
            messages: Arc::new(NoMessages),
            screening: Arc::new(NoScreening),
            uma_policy: Arc::new(AllowList),
            uma_peers: Arc::new(NoUmaPeers),
            uma_layers: Vec::new(),
            rates: Arc::new(OperatorRates::new(store.clone())),
            payouts: Arc::new(NoPayoutRail),
            offers: Arc::new(NoOffers),
            debits: Arc::new(NoDebitRail),
            refunds: Arc::new(NoRefundRail),
            stablecoins: Arc::new(NoStablecoinProvider),
            cards: Arc::new(NoCardIssuer),
            card_scenarios: Arc::new(NoCardScenarios),
        },
    }
}

/// Adds the configured adapters: of messages for production platforms, and of Lightning nodes.
fn configured_ports(
    store: &Store,
    faults: &PartnerFaults,
    config: &Config,
    outbound: &Arc<dyn outbound::Transport>,
    clock: &Clock,
) -> Result<Ports, WiringError> {
    let mut ports = ports_with(store, faults);
    let messages = MessagesByChannel::configured(config, outbound, clock).map_err(WiringError::Mail)?;
    ports.production.messages = Arc::new(messages);
    if let Some(adapter) = &config.lightning.production {
        let layer = lightning(Environment::Production, adapter, outbound, clock);
        ports.production.uma_layers.push(Arc::new(layer));
    }
    if let Some(adapter) = &config.lightning.sandbox {
        let layer = lightning(Environment::Sandbox, adapter, outbound, clock);
        ports.sandbox = causeway_sandbox::with_lightning(ports.sandbox, Arc::new(layer));
    }
    Ok(ports)
}

/// Creates the settlement layer over a Lightning node, without connecting to its adapter.
fn lightning(
    environment: Environment,
    adapter: &SignedService,
    outbound: &Arc<dyn outbound::Transport>,
    clock: &Clock,
) -> LnLayer {
    let node = HttpNode::new(SignedEndpoint {
        transport: Arc::clone(outbound),
        clock: clock.clone(),
        url: adapter.url.clone(),
        secrets: adapter.secrets.clone(),
        limit: timers::RAIL,
    });
    LnLayer::new(environment, Arc::new(node), clock.clone())
}

/// Adds the deployment's stablecoin provider to the ports. Requests to it contain secrets, so TLS is
/// required, except in development mode.
fn with_provider(ports: Ports, deployment: &Deployment, outbound: &Arc<dyn outbound::Transport>) -> Ports {
    let hosts = (&deployment.stablecoin_provider_url, &deployment.stablecoin_provider_token_url);
    let provider = match hosts {
        (None, None) => return ports,
        (Some(api_url), Some(token_url)) => {
            let limit = Duration::from_secs(deployment.stablecoin_provider_timeout_seconds.into());
            Brale::try_new(outbound, BraleHosts { api_url, token_url }, deployment.development_mode, limit)
        }
        (Some(_), None) | (None, Some(_)) => None,
    };
    let Some(provider) = provider else {
        tracing::error!(
            "stablecoin_provider_url and stablecoin_provider_token_url are not both https addresses: \
             no stablecoin provider is connected"
        );
        return ports;
    };
    Ports { production: World { stablecoins: Arc::new(provider), ..ports.production }, ..ports }
}

/// Adds the rails of the deployment to the ports of production platforms.
#[must_use]
pub fn with_rails(ports: Ports, rails: &Arc<Rails>) -> Ports {
    let router = Arc::new(RailRouter::new(Arc::clone(rails)));
    let production = World {
        payouts: Arc::<RailRouter>::clone(&router),
        debits: router,
        offers: Arc::<Rails>::clone(rails),
        ..ports.production
    };
    Ports { production, ..ports }
}

/// Returns the durability of commits. Once a production platform exists, all commits are durable, whichever
/// process makes them; those of a server behind a proxy are durable from the start.
const fn durable_commits(config: &Config, role: Role) -> DurableCommits {
    match role {
        _ if config.allow_asynchronous_commit => DurableCommits::Optional,
        Role::Server if config.behind_proxy => DurableCommits::Always,
        Role::Server | Role::Command | Role::Verification => DurableCommits::WithProduction,
    }
}

/// Returns `true` if the database has no tables yet.
fn is_new(database: &Database) -> Result<bool, Error> {
    match migrations::state(database) {
        Err(Error::Schema(SchemaFault::Empty)) => Ok(true),
        Ok(()) | Err(Error::Schema(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Refuses a first start if a root key or anchor file is present: the database that they belong to was lost.
fn check_first_start(config: &Config, database: &Path) -> Result<(), WiringError> {
    if config.data.first_start().exists() {
        return Ok(());
    }
    let files = [config.data.root_key(), config.data.anchors()];
    match files.into_iter().find(|path| std::fs::metadata(path).is_ok_and(|file| file.len() > 0)) {
        Some(beside) => Err(WiringError::DatabaseMissing { database: database.to_owned(), beside }),
        None => Ok(()),
    }
}

/// Returns the root keys: those of the configuration, else those in the data folder. They are only created
/// together with a SQLite database: a key created beside an old database would decrypt nothing in it, and one
/// created by each process of a PostgreSQL database would differ from the others.
fn root_keys(config: &Config, is_new: bool, ids: &Ids) -> Result<Keyring, WiringError> {
    let path = config.data.root_key();
    let keys = match (&config.root_key, config.database()) {
        (Some(text), _) => Keyring::parse(text.expose()),
        (None, Database::Postgres { .. }) if path.exists() => {
            Keyring::open_or_create(&path, ids).map(Keyring::shared)
        }
        (None, Database::Sqlite { .. }) if is_new || path.exists() => Keyring::open_or_create(&path, ids),
        (None, Database::Sqlite { .. }) => return Err(WiringError::RootKeyMissing(path)),
        (None, Database::Postgres { .. }) => return Err(WiringError::RootKeyNotGiven(path)),
    };
    keys.map_err(WiringError::RootKey)
}

/// Releases all leases in a database that no other process works on. Their holders have ended, so waiting for
/// expiry is not necessary.
pub async fn release_work(store: &Store) -> Result<(), Error> {
    let release = |tx: &mut Tx<'_>| {
        jobs::release_all(tx)?;
        alert_notices::release_all(tx)?;
        rails::state::release_all(tx)?;
        outbox::release_all(tx)
    };
    store.write(&[], release).await
}

async fn stored_settings(store: &Store, deployment: Deployment) -> Result<Deployment, ApiError> {
    store.read(move |tx| deployment.with_stored(tx)).await
}

/// Checks that the root key decrypts the stored secrets. A wrong key would otherwise only show when a webhook
/// is signed, or when a caller is told that its secret is wrong.
///
/// # Errors
/// [`WiringError::OtherRootKey`].
pub(crate) async fn check_root_key(store: &Store, keys: &Keyring) -> Result<(), WiringError> {
    let sample: Result<_, Error> = store.read(secret_keys::newest).await;
    match sample?.map(|record| stored::open(keys, &record)) {
        None | Some(Ok(_)) => Ok(()),
        Some(Err(_)) => Err(WiringError::OtherRootKey),
    }
}

/// Opens the anchor file, with the ledger heads that this process has recorded.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn open_anchors(config: &Config, keyring: &Keyring) -> Result<AnchorFile, WiringError> {
    let path = config.anchor_file.clone().unwrap_or_else(|| config.data.anchors());
    AnchorFile::open(path.clone(), keyring).map_err(|error| WiringError::Anchors { path, error })
}

/// Records in the anchor file that the ledgers continue from their present heads in the database. Requires
/// the database's root key. Blocks while it connects.
///
/// # Errors
/// [`WiringError::RootKeyMissing`], [`WiringError::OtherRootKey`]; [`WiringError::MigrateFirst`] if the
/// database is older than this program and cannot be read yet; anything that prevents opening the database.
pub async fn accept_restored(config: &Config) -> Result<(), WiringError> {
    let database = config.database();
    let clock = Clock::system();
    let ids = Ids::system();
    migrations::state(&database).map_err(WiringError::from_schema)?;
    let keys = Keys::new(root_keys(config, false, &ids)?);
    let options = Options::new(clock, ids, Arc::new(keys.clone()));
    let store = Store::open(&database, Options { readers: 1, writers: 1, lanes: 0, ..options })?;
    let key_check = check_root_key(&store, &keys.current()).await;
    let heads: Result<_, Error> = store.read(ledger::heads).await;
    store.close();
    key_check?;
    let anchors = open_anchors(config, &keys.current())?;
    let heads = heads_after_restore(&heads?, &anchors.newest()).into_iter();
    let at = Clock::system().now();
    let occasion = CheckpointReason::Restored;
    let lines: Vec<Checkpoint> = heads.map(|head| Checkpoint { head, at, occasion }).collect();
    let path = config.anchor_file.clone().unwrap_or_else(|| config.data.anchors());
    anchors.append(&lines, &keys.current()).map_err(|error| WiringError::Anchors { path, error })
}
