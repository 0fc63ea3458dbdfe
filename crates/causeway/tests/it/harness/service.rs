//! A running service of one or two processes.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::Request;
use axum::middleware;
use causeway::router::{BASE_PATH, Peer, router};
use causeway_domain::{Clock, Ids, MachineClock};
use causeway_sandbox::PartnerFaults;
use causeway_service::background::Background;
use causeway_service::platforms::{NewPlatform, create};
use causeway_service::runtime::anchors::AnchorFile;
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_service::runtime::rails::{RailParts, Rails};
use causeway_service::runtime::settings::{ConsoleListener, ConsolePlace, Deployment};
use causeway_service::runtime::{heartbeat, upkeep};
use causeway_service::{ApiError, App, Parts};
use causeway_store::platforms::Environment;
use causeway_store::{Database, Error, FaultInjector, Options, Store, Tx, ledger, migrations};
use causeway_testing::http::Client;
use causeway_testing::postgres::{Durability, TestDatabase, with_tables};
use causeway_wire::validate::Contract;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::card_numbers::{CardNumber, ServiceStorage};
use super::order::Order;
use super::partners::Partners;
use super::secrets::Secrets;
use super::settling::settled;
use super::{Lightning, Mailbox, Platform, Setup, conformance, log};

/// Options for starting the processes of a service.
#[derive(Clone)]
struct StartOptions {
    faults: Option<Arc<dyn FaultInjector>>,
    /// Concurrent jobs of a process.
    jobs: usize,
    /// Concurrent requests of a process.
    requests: usize,
    /// Clock of the processes.
    machine: MachineClock,
    /// Host of UMA addresses, if other deployments reach it.
    uma_host: Option<String>,
}

impl Default for StartOptions {
    fn default() -> Self {
        Self { faults: None, jobs: 16, requests: 512, machine: MachineClock::default(), uma_host: None }
    }
}

/// One process of the service.
struct Process {
    app: Arc<App>,
    base: String,
}

/// A running service. [`Service::platform`] creates its platforms.
pub(crate) struct Service {
    processes: Vec<Process>,
    turn: AtomicUsize,
    stop: watch::Sender<bool>,
    background: Vec<Background>,
    /// Reads the faults that operators set.
    following: Option<JoinHandle<()>>,
    /// Faults of the simulated payout rail.
    pub(crate) rail: PartnerFaults,
    /// The node of its sandbox platforms.
    pub(crate) lightning: Lightning,
    /// Messages that production platforms have sent.
    pub(crate) mailbox: Mailbox,
    /// Personal data sent to it, which must not be logged.
    private: log::PrivateData,
    /// Card numbers that it has shown, which must not be stored.
    numbers: Mutex<Vec<CardNumber>>,
    database: Database,
    start: StartOptions,
    secrets: Secrets,
    // Dropped last, because the processes use the key folder and the database.
    keys: TempDir,
    _storage: TestStorage,
}

enum TestStorage {
    File { _folder: TempDir },
    Server { _database: TestDatabase },
}

impl Service {
    /// Starts the service in this setup, on a new database.
    pub(crate) async fn start(setup: Setup) -> Self {
        Self::start_as(setup, StartOptions::default()).await
    }

    /// Starts the service with processes that run no jobs.
    pub(crate) async fn start_without_jobs(setup: Setup) -> Self {
        Self::start_as(setup, StartOptions { jobs: 0, ..StartOptions::default() }).await
    }

    /// Starts the service with processes that accept this number of concurrent requests.
    pub(crate) async fn start_with_request_limit(setup: Setup, requests: usize) -> Self {
        Self::start_as(setup, StartOptions { requests, ..StartOptions::default() }).await
    }

    /// Starts the service with a store in which these faults are injected.
    pub(crate) async fn start_with_faults(setup: Setup, faults: Arc<dyn FaultInjector>) -> Self {
        Self::start_as(setup, StartOptions { faults: Some(faults), ..StartOptions::default() }).await
    }

    /// Starts the service on the clock of this machine.
    pub(crate) async fn start_on_clock(setup: Setup, machine: &MachineClock) -> Self {
        let machine = machine.clone();
        Self::start_as(setup, StartOptions { machine, ..StartOptions::default() }).await
    }

    /// Starts the service with the node for production platforms too.
    pub(crate) async fn start_with_production_node(setup: Setup) -> Self {
        let lightning = Lightning::start().await.for_production();
        Self::start_on_node(setup, StartOptions::default(), lightning).await
    }

    /// Starts the service with this node, and UMA addresses at this host.
    pub(super) async fn start_at_host(setup: Setup, lightning: Lightning, host: &str) -> Self {
        let start = StartOptions { uma_host: Some(host.to_owned()), ..StartOptions::default() };
        Self::start_on_node(setup, start, lightning).await
    }

    async fn start_as(setup: Setup, start: StartOptions) -> Self {
        Self::start_on_node(setup, start, Lightning::start().await).await
    }

    async fn start_on_node(setup: Setup, start: StartOptions, lightning: Lightning) -> Self {
        let private = log::begin();
        let (database, storage) = fresh(setup).await;
        let folder = TempDir::new().expect("a folder for the root key");
        let mut service = Self {
            processes: Vec::new(),
            turn: AtomicUsize::new(0),
            stop: watch::Sender::new(false),
            background: Vec::new(),
            following: None,
            rail: PartnerFaults::default(),
            lightning,
            mailbox: Mailbox::default(),
            private,
            numbers: Mutex::default(),
            database,
            start,
            secrets: Secrets::make(folder.path()),
            keys: folder,
            _storage: storage,
        };
        service.launch(if setup == Setup::TwoProcesses { 2 } else { 1 }).await;
        service
    }

    async fn launch(&mut self, count: usize) {
        let Self { database, start, secrets, rail, lightning, mailbox, .. } = self;
        let clock = Clock::of(&start.machine);
        let stopping = self.stop.subscribe();
        for _ in 0..count {
            let partners = Partners { rail, lightning, mailbox };
            let process = Process::start(database, &clock, secrets, partners, start).await;
            self.background.push(Background::start(&process.app, start.jobs, &stopping));
            self.processes.push(process);
        }
        // Both processes share the partners.
        if let Some(process) = self.processes.first() {
            let follow = causeway_sandbox::follow_faults(process.app.store.clone(), self.rail.clone());
            self.following = Some(tokio::spawn(follow));
        }
    }

    /// Stops all processes in order and starts the same number of new ones.
    pub(crate) async fn restart(&mut self) {
        self.stop_background().await;
        let processes = std::mem::take(&mut self.processes);
        for process in &processes {
            process.app.store.close();
        }
        self.stop = watch::Sender::new(false);
        self.launch(processes.len()).await;
    }

    /// Adds newer master keys of wallets, which the processes use after a restart.
    pub(crate) fn add_wallet_keys(&self) {
        self.secrets.add_wallet_keys();
    }

    /// Returns a platform with the URLs of the service after a restart.
    pub(crate) fn reconnected(&self, platform: &Platform) -> Platform {
        platform.at(self.bases(), Arc::clone(self.app()), &self.private)
    }

    /// Returns the next process, in turn.
    pub(crate) fn app(&self) -> &Arc<App> {
        &self.next().app
    }

    fn next(&self) -> &Process {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.processes[turn % self.processes.len()]
    }

    /// Returns the base URLs of all processes.
    pub(crate) fn bases(&self) -> Vec<String> {
        self.processes.iter().map(|process| process.base.clone()).collect()
    }

    /// Returns a client without credentials.
    pub(crate) fn anonymous(&self) -> Client {
        Client::new(&self.next().base)
            .observed_by(conformance::check_answer)
            .observed_by(self.private.observer())
    }

    /// Creates a default platform of this environment, with the credentials of its first token.
    pub(crate) async fn platform(&self, environment: Environment) -> Platform {
        self.platform_like(NewPlatform::default_of(environment, "Test platform")).await
    }

    /// Creates a default sandbox platform with these currencies.
    pub(crate) async fn platform_with(&self, currencies: &[&str]) -> Platform {
        let mut new = NewPlatform::default_of(Environment::Sandbox, "Test platform");
        new.currencies = currencies.iter().map(|code| code.parse().unwrap()).collect();
        self.platform_like(new).await
    }

    /// Creates a platform with these options.
    pub(crate) async fn platform_like(&self, new: NewPlatform) -> Platform {
        let app = Arc::clone(self.app());
        let created = self.app().store.write(&[], move |tx| create(tx, &app, &new)).await;
        let created = created.unwrap_or_else(|error: ApiError| panic!("no platform: {error:?}"));
        Platform::new(self.bases(), Arc::clone(self.app()), created, &self.private)
    }

    /// Registers a text that must not be in the log at the end.
    pub(crate) fn must_not_log(&self, text: &str) {
        self.private.forbid(text);
    }

    /// Registers a card number that must not be in the log or the storage at the end.
    pub(crate) fn must_not_store(&self, number: CardNumber) {
        number.texts().iter().for_each(|text| self.must_not_log(text));
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner).push(number);
    }

    /// Returns the columns and files that contain a registered card number, or its code.
    pub(crate) async fn places_with_card_numbers(&self) -> Vec<String> {
        let numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if numbers.is_empty() {
            return Vec::new();
        }
        let store = &self.app().store;
        ServiceStorage { store, database: &self.database, keys: self.keys.path() }.places_of(&numbers).await
    }

    /// Waits until no job or delivery is due, then verifies the ledger and the events, and stops.
    pub(crate) async fn finish(mut self) {
        let app = Arc::clone(self.app());
        settled(&app).await;
        upkeep::seal_ledger(&app).await.expect("the ledger can be sealed");
        let verify = app.store.read(|tx| ledger::verify(tx, &ledger::Anchors::default()));
        let report = verify.await.expect("the ledger can be read");
        assert!(report.is_sound(), "the ledger is not sound: {report:#?}");
        check_events(&app).await;
        self.stop_background().await;
        self.private.check();
        assert_eq!(self.places_with_card_numbers().await, [""; 0], "the number of a card is stored");
    }

    /// Stops the background work of all processes. They still serve requests, whose costs can then be
    /// counted.
    pub(crate) async fn stop_background(&mut self) {
        self.stop.send_replace(true);
        if let Some(following) = self.following.take() {
            following.abort();
        }
        for background in self.background.drain(..) {
            background.ended().await;
        }
        for process in &self.processes {
            heartbeat::leave(&process.app).await;
        }
    }
}

/// Sets the client address as behind a proxy: from the address in the header.
async fn with_client_address(mut request: Request) -> Request {
    let address =
        request.headers().get("x-forwarded-for").and_then(|value| value.to_str().ok()?.parse().ok());
    if let Some(address) = address {
        request.extensions_mut().insert(Peer(address));
    }
    request
}

/// Checks that all recorded events, delivered or not, conform to the document and can be ordered.
async fn check_events(app: &Arc<App>) {
    let events = |tx: &mut Tx<'_>| {
        let sql = "SELECT platform_id, resource, body FROM outbox /* all platforms */ ORDER BY seq";
        tx.query(sql, &[], |row| {
            Ok((row.get("platform_id")?, row.get("resource")?, row.get::<Vec<u8>>("body")?))
        })
    };
    let mut order = Order::default();
    for (platform, resource, body) in
        app.store.read::<_, Error, _>(events).await.expect("the events can be read")
    {
        let event: Value = serde_json::from_slice(&body).expect("an event is JSON");
        conformance::check_event(event["type"].as_str().expect("a type"), &event);
        order.follow(platform, resource, &event);
    }
}

async fn fresh(setup: Setup) -> (Database, TestStorage) {
    match setup {
        Setup::Sqlite => {
            let folder = TempDir::new().expect("a folder for the database");
            let database = Database::Sqlite { path: folder.path().join("causeway.db") };
            migrations::migrate(&database, &Clock::system()).expect("an empty database can be migrated");
            (database, TestStorage::File { _folder: folder })
        }
        Setup::Postgres | Setup::TwoProcesses => {
            let migrate = |url: &str| {
                let database = Database::Postgres { url: url.to_owned() };
                migrations::migrate(&database, &Clock::system())
            };
            let database = with_tables(Durability::Relaxed, migrate).await.expect("a PostgreSQL database");
            (Database::Postgres { url: database.url.clone() }, TestStorage::Server { _database: database })
        }
    }
}

impl Process {
    async fn start(
        database: &Database,
        clock: &Clock,
        secrets: &Secrets,
        partners: Partners<'_>,
        start: &StartOptions,
    ) -> Self {
        let ids = Ids::system();
        let root_key = Keyring::open_or_create(&secrets.root_key, &ids);
        let keys = Keys::new(root_key.expect("the root key that was just created"));
        let mut options = Options::new(clock.clone(), ids.clone(), Arc::new(keys.clone()));
        (options.writers, options.readers) = (2, 1);
        options.faults.clone_from(&start.faults);
        let store = Store::open(database, options).expect("the database opens");
        let outbound = partners.lightning.hosts.transport();
        let wallet_keys = secrets.wallet_keys(partners.mailbox, &outbound, clock, &ids);
        let mut settings = BTreeMap::from([("rate_limit_per_second", json!(0))]);
        settings.extend(start.uma_host.as_ref().map(|host| ("uma_service_host", json!(host))));
        let mut deployment = Deployment::new(settings);
        let origin = "http://localhost".to_owned();
        deployment.console = Some(ConsolePlace { listener: ConsoleListener::Public, origin });
        let rails = Rails::new(RailParts {
            store: store.clone(),
            transport: Arc::clone(&outbound),
            keys: keys.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            is_development: deployment.development_mode,
            job_places: start.jobs,
        });
        let ports = partners.ports(&rails, &outbound, clock);
        let app = App::new(Parts {
            handlers: causeway_service::background::HANDLERS,
            rails,
            ports,
            contract: Contract::get().expect("the contract compiles"),
            store,
            clock: clock.clone(),
            ids: ids.clone(),
            keys,
            outbound,
            anchors: AnchorFile::in_memory(),
            wallet_keys,
            deployment,
            requests_max: start.requests,
        });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let base = format!("http://{}{BASE_PATH}", listener.local_addr().expect("a bound port"));
        let router = router(Arc::clone(&app)).layer(middleware::map_request(with_client_address));
        tokio::spawn(axum::serve(listener, router).into_future());
        Self { app, base }
    }
}
