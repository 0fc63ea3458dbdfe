//! A service for unit tests: in memory, with a manual clock and partners scripted by the test.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_domain::{Clock, Ids, Time};
use causeway_store::platforms::{self, Environment};
use causeway_store::{Options, Store, Tx};
use causeway_wire::Contract;
use causeway_wire::webhooks::{EventType, TestData};
use futures_util::future::{BoxFuture, ready};
use tokio::sync::watch;

use crate::platforms::NewPlatform;
use crate::ports::{
    AllowList, EveryCheck, ManualVerification, NoCardIssuer, NoCardScenarios, NoDebitRail, NoFunding,
    NoLivenessCheck, NoMessages, NoNameCheck, NoOffers, NoPayoutRail, NoRefundRail, NoScreening,
    NoStablecoinProvider, NoUmaPeers, NoWalletKeys, Ports, RateError, RateSource, World,
};
use crate::runtime::anchors::AnchorFile;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::{App, Parts, WalletKeyService};
use crate::runtime::context::Context;
use crate::runtime::keys::{Keyring, Keys};
use crate::runtime::outbound::{Failure, OutboundRequest, OutboundResponse, Transport};
use crate::runtime::rails::{RailParts, Rails};
use crate::runtime::settings::Deployment;
use crate::runtime::tombstones::Tombstones;

/// The initial time of every fixture's clock.
pub(crate) const START: Time = Time::from_millis(1_760_000_000_000);

/// A service with one sandbox platform.
pub(crate) struct Fixture {
    pub(crate) app: Arc<App>,
    pub(crate) platform: PlatformId,
    pub(crate) clock: Clock,
    pub(crate) transport: Arc<ScriptedTransport>,
    keys: Keys,
}

impl Fixture {
    pub(crate) async fn new() -> Self {
        let clock = Clock::manual(START);
        let ids = Ids::seeded(42);
        let transport = Arc::new(ScriptedTransport::default());
        let keys = Keys::new(Keyring::generate(&ids));
        let options = Options::new(clock.clone(), ids.clone(), Arc::new(keys.clone()));
        let store = Store::inline(None, options).unwrap();
        let app = process(store, &keys, &clock, &ids, &transport);
        let platform = add_platform(&app, Environment::Sandbox).await;
        Self { app, platform, clock, transport, keys }
    }

    /// Returns another process on the same database.
    pub(crate) fn other_process(&self) -> Arc<App> {
        process(self.app.store.clone(), &self.keys, &self.clock, &self.app.ids, &self.transport)
    }

    /// Creates a further platform.
    pub(crate) async fn add_platform(&self, environment: Environment) -> PlatformId {
        add_platform(&self.app, environment).await
    }

    pub(crate) async fn set_endpoint(&self, platform: PlatformId, url: Option<&str>) {
        let url = url.map(str::to_owned);
        self.write(move |tx| {
            let mut record = platforms::lock(tx, platform)?;
            record.webhook_endpoint.clone_from(&url);
            Ok(platforms::update(tx, &record)?)
        })
        .await;
    }

    /// Emits an event about `resource` of the platform.
    pub(crate) async fn emit(&self, platform: PlatformId, event: EventType, resource: &'static str) {
        let app = Arc::clone(&self.app);
        self.write(move |tx| {
            let context = Context::read(tx, &app, platform)?;
            crate::runtime::events::emit(tx, &context, event, &resource, &TestData {})
        })
        .await;
    }

    pub(crate) async fn write<T: Send + 'static>(
        &self,
        write: impl FnMut(&mut Tx<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> T {
        self.app.store.write(&[], write).await.unwrap()
    }
}

fn process(
    store: Store,
    keys: &Keys,
    clock: &Clock,
    ids: &Ids,
    transport: &Arc<ScriptedTransport>,
) -> Arc<App> {
    let rails = Rails::new(RailParts {
        store: store.clone(),
        transport: Arc::<ScriptedTransport>::clone(transport),
        keys: keys.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        is_development: false,
        job_places: 16,
    });
    App::new(Parts {
        handlers: crate::background::HANDLERS,
        rails,
        store,
        keys: keys.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        ports: Ports { sandbox: nowhere(), production: nowhere() },
        contract: Contract::get().unwrap(),
        deployment: Deployment::default(),
        requests_max: 512,
        outbound: Arc::<ScriptedTransport>::clone(transport),
        anchors: AnchorFile::in_memory(),
        wallet_keys: WalletKeyService {
            key_service: Arc::new(NoWalletKeys),
            tombstones: Arc::new(Tombstones::in_memory()),
        },
    })
}

async fn add_platform(app: &Arc<App>, environment: Environment) -> PlatformId {
    let shared = Arc::clone(app);
    let new = NewPlatform::default_of(environment, "Test");
    let created: Result<_, ApiError> =
        app.store.write(&[], move |tx| crate::platforms::create(tx, &shared, &new)).await;
    created.unwrap().platform.id
}

/// Returns a set of ports without any partner.
fn nowhere() -> World {
    World {
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
        rates: Arc::new(NoRates),
        payouts: Arc::new(NoPayoutRail),
        offers: Arc::new(NoOffers),
        debits: Arc::new(NoDebitRail),
        refunds: Arc::new(NoRefundRail),
        stablecoins: Arc::new(NoStablecoinProvider),
        cards: Arc::new(NoCardIssuer),
        card_scenarios: Arc::new(NoCardScenarios),
    }
}

struct NoRates;

impl RateSource for NoRates {
    fn rate(&self, _: CurrencyCode, _: CurrencyCode) -> BoxFuture<'_, Result<Rate, RateError>> {
        Box::pin(ready(Err(RateError::NoRate)))
    }
}

/// The scripted outcome of one exchange.
#[derive(Clone)]
pub(crate) enum ScriptedOutcome {
    /// An immediate response with this status.
    Status(u16),
    /// A response with 200 and this body.
    Body(String),
    /// A failure for this reason, without a response.
    Failure(Failure),
    /// A panic of the client.
    Panic,
    /// A response with 200, once the gate is open.
    Blocked(watch::Receiver<bool>),
}

type Script = Box<dyn FnMut(&OutboundRequest) -> ScriptedOutcome + Send>;

/// A transport for all outgoing calls. It answers 200 by default.
pub(crate) struct ScriptedTransport {
    exchanges: Mutex<Vec<OutboundRequest>>,
    script: Mutex<Script>,
}

impl Default for ScriptedTransport {
    fn default() -> Self {
        Self { exchanges: Mutex::default(), script: Mutex::new(Box::new(|_| ScriptedOutcome::Status(200))) }
    }
}

impl ScriptedTransport {
    pub(crate) fn play(&self, script: impl FnMut(&OutboundRequest) -> ScriptedOutcome + Send + 'static) {
        *self.script.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(script);
    }

    pub(crate) fn play_in_order(&self, plays: impl IntoIterator<Item = ScriptedOutcome>) {
        let mut left: VecDeque<ScriptedOutcome> = plays.into_iter().collect();
        self.play(move |_| left.pop_front().unwrap_or(ScriptedOutcome::Status(200)));
    }

    pub(crate) fn exchanges(&self) -> Vec<OutboundRequest> {
        self.exchanges.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the bodies seen so far, as text.
    pub(crate) fn bodies(&self) -> Vec<String> {
        self.exchanges().iter().map(|one| String::from_utf8(one.body.to_vec()).unwrap()).collect()
    }

    /// Waits until this many exchanges have begun, and returns them.
    pub(crate) async fn wait_for(&self, count: usize) -> Vec<OutboundRequest> {
        let limit = causeway_testing::wait::PATIENCE;
        causeway_testing::wait::until("exchanges", limit, || async {
            let requests = self.exchanges();
            if requests.len() >= count { Ok(requests) } else { Err(format!("{} of {count}", requests.len())) }
        })
        .await
    }
}

impl Transport for ScriptedTransport {
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
        let play = (self.script.lock().unwrap_or_else(PoisonError::into_inner))(&request);
        self.exchanges.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        Box::pin(async move {
            let status = match play {
                ScriptedOutcome::Status(status) => status,
                ScriptedOutcome::Body(body) => return Ok(OutboundResponse::of(200, body)),
                ScriptedOutcome::Failure(failure) => return Err(failure),
                ScriptedOutcome::Panic => panic!("planted"),
                ScriptedOutcome::Blocked(mut gate) => {
                    gate.wait_for(|open| *open).await.map(|_| 200).unwrap_or(500)
                }
            };
            Ok(OutboundResponse::of(status, Bytes::from_static(b"seen")))
        })
    }
}

impl fmt::Debug for ScriptedTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.bodies()).finish()
    }
}

/// Converts milliseconds to a duration.
pub(crate) const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}
