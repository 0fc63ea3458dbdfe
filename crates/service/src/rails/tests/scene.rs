//! A production payment's view of one rail, whose adapter the test plays.

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, PlatformId, RailId, TransactionId};
use causeway_domain::{Amount, Country, CurrencyCode};
use causeway_rail_protocol::values::OrderKind;
use causeway_store::customers::PostalAddress;
use causeway_store::rails::{
    Cursor, EvidenceRecord, OrderName, RailAccountRecord, RailBindingRecord, RailDoc, RailItemRecord,
    RailKeyRecord, RailLimits, RailOrderRecord, RailRecord, RailRouteRecord, RailStatus, RouteDirection,
    SeenMemory, accounts, bindings, evidence, items, keys, orders, routes, state,
};
use causeway_store::{Tx, alerts, platforms, rails as rows};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::adapter::{MEMORY, TestAdapter, mark, memory};
use crate::fixture::{Fixture, START};
use crate::ports::{
    DebitAuthorization, DebitOrder, OrderParty, PayoutDestination, PayoutOrder, PayoutRail, PayoutStatus,
    RailError, RecallReason, RecallResponse, SubmitResponse,
};
use crate::rails::RailRouter;
use crate::runtime::api_error::ApiError;
use crate::runtime::keys::{Keyring, Keys};
use crate::runtime::rails::{RailParts, Rails, create_signing_key};

/// A process with one enabled rail for dollars, whose feed is read to its end.
pub(super) struct RailScene {
    pub(super) fixture: Fixture,
    pub(super) adapter: Arc<TestAdapter>,
    pub(super) rails: Arc<Rails>,
    pub(super) router: RailRouter,
    pub(super) rail: RailId,
}

/// The sequence up to which the feed of a new scene is read.
pub(super) const READ: u8 = 5;

impl RailScene {
    pub(super) async fn new() -> Self {
        Self::with_limits(RailLimits::default()).await
    }

    /// Creates a scene whose rail has limits for dollars.
    pub(super) async fn with_limits(limits: RailLimits) -> Self {
        let fixture = Fixture::new().await;
        let adapter = Arc::new(TestAdapter::new(&fixture.clock));
        let parts = RailParts {
            store: fixture.app.store.clone(),
            transport: Arc::<TestAdapter>::clone(&adapter),
            keys: Keys::new(Keyring::generate(&fixture.app.ids)),
            clock: fixture.clock.clone(),
            ids: fixture.app.ids.clone(),
            is_development: false,
            job_places: 16,
        };
        let rails = Rails::new(parts);
        let rail = RailId::from_uuid(Uuid::from_u128(1));
        let platform = fixture.platform;
        let public_key = adapter.public_key();
        let keyring = rails.parts().keys.current();
        let ids = fixture.app.ids.clone();
        let service = fixture.write(move |tx| {
            let (service_key, service) = create_signing_key(tx, &keyring, &ids)?;
            add_rail(tx, rail, service_key, limits)?;
            add_key(tx, rail, public_key)?;
            add_routes(tx, rail, platform)?;
            name_platform(tx, platform)?;
            Ok(service)
        });
        adapter.meet(rail, service.await);
        rails.reload().await.unwrap();
        let router = RailRouter::new(Arc::clone(&rails));
        Self { fixture, adapter, rails, router, rail }
    }

    /// Returns another process on the same database, which has just started.
    pub(super) async fn restart(&self) -> Arc<Rails> {
        let parts = self.rails.parts();
        let rails = Rails::new(RailParts {
            store: parts.store.clone(),
            transport: Arc::clone(&parts.transport),
            keys: parts.keys.clone(),
            clock: parts.clock.clone(),
            ids: parts.ids.clone(),
            is_development: false,
            job_places: 16,
        });
        rails.reload().await.unwrap();
        rails
    }

    pub(super) fn platform(&self) -> PlatformId {
        self.fixture.platform
    }

    pub(super) async fn submit(&self, order: &PayoutOrder) -> Result<SubmitResponse, RailError> {
        PayoutRail::submit(&self.router, order).await
    }

    pub(super) async fn status(&self, order: &PayoutOrder) -> Result<PayoutStatus, RailError> {
        PayoutRail::status(&self.router, order).await
    }

    pub(super) async fn recall(&self, order: &PayoutOrder) -> Result<RecallResponse, RailError> {
        PayoutRail::recall(&self.router, order, RecallReason::Cancelled).await
    }

    /// Returns a payout of this number, created now.
    pub(super) fn payout(&self, number: u128, minor: i64) -> PayoutOrder {
        let now = self.fixture.clock.now();
        PayoutOrder {
            platform: self.platform(),
            transaction: TransactionId::from_uuid(Uuid::from_u128(number)),
            quote: None,
            amount: Amount::new(minor, CurrencyCode::USD),
            rail: Some(PaymentRail::Ach),
            destination: destination(),
            originator: Some(originator()),
            remittance_information: Some("Invoice 17".to_owned()),
            purpose_of_payment: None,
            ordered_at: now,
            now,
        }
    }

    /// Returns a debit of this number, created now.
    pub(super) fn debit(&self, number: u128, minor: i64) -> DebitOrder {
        let now = self.fixture.clock.now();
        let source = destination();
        DebitOrder {
            platform: self.platform(),
            transaction: TransactionId::from_uuid(Uuid::from_u128(number)),
            amount: Amount::new(minor, CurrencyCode::USD),
            authorization: DebitAuthorization { reference: source.id, given_at: START },
            source,
            originator: Some(originator()),
            ordered_at: now,
            now,
        }
    }

    /// Returns the row of a payout.
    pub(super) async fn stored(&self, order: &PayoutOrder) -> Option<RailOrderRecord> {
        let platform = self.platform();
        let name = OrderName { transaction: order.transaction, kind: OrderKind::Payout };
        self.fixture.write(move |tx| Ok(orders::find(tx, platform, name)?)).await
    }

    /// Returns the evidence about a payout.
    pub(super) async fn evidence(&self, order: &PayoutOrder) -> Vec<EvidenceRecord> {
        let platform = self.platform();
        let stored = self.stored(order).await.unwrap().id;
        self.fixture.write(move |tx| Ok(evidence::of_order(tx, platform, stored)?)).await
    }

    /// Records that the feed was read up to a sequence.
    pub(super) async fn read_feed(&self, sequence: u8) {
        let rail = self.rail;
        self.fixture.write(move |tx| Ok(set_read(tx, rail, sequence)?)).await;
    }

    /// Stores an item of the feed about a payout.
    pub(super) async fn add_item(&self, order: &PayoutOrder, sequence: u8, amount: Option<Amount>) {
        let item = RailItemRecord {
            rail: self.rail,
            sequence: sequence.into(),
            mark: mark(sequence),
            kind: "ORDER".to_owned(),
            subject: Some(OrderName { transaction: order.transaction, kind: OrderKind::Payout }),
            revision: Some(1),
            state: Some("CANCELLED".to_owned()),
            amount,
            at: START,
        };
        self.fixture.write(move |tx| Ok(items::append(tx, std::slice::from_ref(&item))?)).await;
    }

    /// Sets the status of the rail.
    pub(super) async fn set_status(&self, status: RailStatus) {
        let rail = self.rail;
        self.fixture
            .write(move |tx| {
                let record = rows::lock(tx, rail)?.unwrap();
                Ok(rows::update(tx, &RailRecord { status, ..record })?)
            })
            .await;
    }

    /// Returns the status of the rail in the database.
    pub(super) async fn rail_status(&self) -> RailStatus {
        let rail = self.rail;
        self.fixture.write(move |tx| Ok(rows::lock(tx, rail)?.unwrap().status)).await
    }

    /// Returns the kinds and subjects of the open alerts.
    pub(super) async fn alerts(&self) -> Vec<(String, String)> {
        let open = self.fixture.write(|tx| Ok(alerts::list(tx, false, 100)?)).await;
        open.into_iter().map(|alert| (alert.kind, alert.subject)).collect()
    }

    /// Returns the detail of the only open alert of a kind.
    pub(super) async fn detail(&self, kind: AlertKind) -> Json {
        let open = self.fixture.write(|tx| Ok(alerts::list(tx, false, 100)?)).await;
        let of_kind = open.into_iter().filter(|alert| alert.kind == kind.as_str());
        let found: Vec<Json> = of_kind.map(|alert| alert.detail).collect();
        let [detail] = &found[..] else { panic!("{kind}: {found:?}") };
        detail.clone()
    }

    /// Removes all routes.
    pub(super) async fn remove_routes(&self) {
        self.fixture
            .write(|tx| {
                for route in routes::all(tx)? {
                    routes::remove(tx, route.id)?;
                }
                Ok(())
            })
            .await;
    }

    /// Returns the number of open alerts of a kind.
    pub(super) async fn count(&self, kind: AlertKind) -> usize {
        self.alerts().await.iter().filter(|(open, _)| open == kind.as_str()).count()
    }
}

fn add_rail(tx: &mut Tx<'_>, rail: RailId, service_key: Uuid, limits: RailLimits) -> Result<(), ApiError> {
    let doc = RailDoc {
        v: 1,
        url: "https://adapter.example.com/base".to_owned(),
        allow: None,
        push_from: None,
        limits: BTreeMap::from([(CurrencyCode::USD, limits)]),
        service_key,
    };
    let name = "test".to_owned();
    let status = RailStatus::Enabled;
    rows::insert(tx, &RailRecord { id: rail, name, status, doc, created_at: START, changed_at: START })?;
    let corridor = |name: &str| {
        json!({
            "corridor": name, "accountType": "USD_ACCOUNT", "rail": "ACH", "currency": "USD",
            "account": "main", "countries": ["*"], "minimum": 1, "maximum": 10_000_000,
            "confirmation": "POSITIVE", "cancel": "UNTIL_SETTLED", "needs": [], "precheck": "REMOTE",
        })
    };
    let told = json!({
        "protocol": ["1.0"], "adapter": { "name": "a", "version": "1" }, "mode": "LIVE",
        "memory": memory(READ), "services": ["PAYOUT", "COLLECTION"],
        "accounts": [{ "id": "main", "currency": "USD", "decimals": 2, "identifiers": {} }],
        "payouts": [corridor("ach")], "collections": [corridor("debit")], "limits": {}, "push": false,
    });
    state::save_capabilities(tx, rail, &told, START)?;
    Ok(set_read(tx, rail, READ)?)
}

fn set_read(tx: &mut Tx<'_>, rail: RailId, sequence: u8) -> Result<(), causeway_store::Error> {
    let seen = SeenMemory { id: MEMORY, sequence: sequence.into(), mark: Some(mark(sequence)) };
    state::note_top(tx, rail, &seen)?;
    state::skip_to(tx, rail, &Cursor { sequence: sequence.into(), mark: Some(mark(sequence)) })?;
    let now = tx.database_time()?;
    state::set_feed_read(tx, rail, now)
}

fn add_key(tx: &mut Tx<'_>, rail: RailId, public_key: [u8; 32]) -> Result<(), ApiError> {
    let id = Uuid::from_u128(10);
    let key = RailKeyRecord { id, rail, public_key, added_at: START, revoked_at: None };
    Ok(keys::insert(tx, &key)?)
}

fn add_routes(tx: &mut Tx<'_>, rail: RailId, home: PlatformId) -> Result<(), ApiError> {
    let account = Uuid::from_u128(20);
    let currency = CurrencyCode::USD;
    let name = "main-usd".to_owned();
    accounts::insert(tx, &RailAccountRecord { id: account, name, currency, home, created_at: START })?;
    let theirs = "main".to_owned();
    let id = Uuid::from_u128(21);
    bindings::insert(tx, &RailBindingRecord { id, rail, theirs, account, created_at: START })?;
    for (number, direction, corridor) in
        [(30, RouteDirection::Payout, "ach"), (31, RouteDirection::Collection, "debit")]
    {
        let route = RailRouteRecord {
            id: Uuid::from_u128(number),
            platform: None,
            account_type: "USD_ACCOUNT".to_owned(),
            payment_rail: Some("ACH".to_owned()),
            currency,
            direction,
            minimum: 1,
            maximum: None,
            rank: 1,
            rail,
            corridor: corridor.to_owned(),
            created_at: START,
        };
        routes::insert(tx, &route)?;
    }
    Ok(())
}

/// Gives the platform the name and address without which it gets no offers.
fn name_platform(tx: &mut Tx<'_>, platform: PlatformId) -> Result<(), ApiError> {
    let mut record = platforms::lock(tx, platform)?;
    record.doc.legal_name = Some("Ada Pay Ltd".to_owned());
    record.doc.address = Some(address());
    Ok(platforms::update(tx, &record)?)
}

fn address() -> PostalAddress {
    PostalAddress {
        line1: "1 Main Street".to_owned(),
        line2: None,
        city: Some("Springfield".to_owned()),
        state: None,
        postal_code: "62701".to_owned(),
        country: "US".parse::<Country>().unwrap(),
    }
}

fn originator() -> OrderParty {
    let reference = CustomerId::from_uuid(Uuid::from_u128(40)).to_string();
    OrderParty { is_business: false, name: "Ada Payer".to_owned(), reference, address: Some(address()) }
}

fn destination() -> PayoutDestination {
    let info = json!({
        "accountType": "USD_ACCOUNT", "accountNumber": "12345678901", "routingNumber": "021000021",
        "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Bob Payee" },
    });
    PayoutDestination {
        id: ExternalAccountId::from_uuid(Uuid::from_u128(50)),
        account_type: "USD_ACCOUNT".to_owned(),
        rail_details: vec![("accountNumber".to_owned(), "12345678901".to_owned())],
        account_info: info.as_object().cloned().unwrap(),
        identifier: "12345678901".to_owned(),
    }
}
