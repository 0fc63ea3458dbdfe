//! The table of rails and routes: the offers of one instant.

use std::collections::BTreeSet;
use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::ids::{PlatformId, RailId};
use causeway_rail_protocol::messages::{Capabilities, CorridorCapabilities};
use causeway_rail_protocol::signing::SigningKey;
use causeway_rail_protocol::values::{AdapterMode, RailService};
use causeway_store::rails::{
    RailBindingRecord, RailKeyRecord, RailRecord, RailRouteRecord, RailStatus, RouteDirection,
};
use uuid::Uuid;

use super::fit::{carries, fits, is_of, meets};
use super::obstacle::RouteObstacle;
use crate::ports::{Offer, OfferQuery, Offers};

/// The rails and routes of the deployment at one instant. A deployment without rails has an empty one.
#[derive(Debug, Default)]
pub struct RailTable {
    /// The version of the rows that the table was read from; `None` before the first change.
    pub version: Option<Uuid>,
    pub rails: Vec<Arc<KnownRail>>,
    /// The first that fits is chosen.
    pub routes: Vec<RailRouteRecord>,
    /// Platforms with a legal name and an address: others get no offers, because orders name the payer (rails 19.4).
    pub payers: BTreeSet<PlatformId>,
    /// `true` if adapters in the mode `TEST` serve the deployment too (rails 6).
    pub is_development: bool,
}

/// A rail with its keys, its accounts and its last valid capabilities.
#[derive(Debug)]
pub struct KnownRail {
    pub record: RailRecord,
    /// The adapter's keys, also revoked ones.
    pub keys: Vec<RailKeyRecord>,
    pub bindings: Vec<RailBindingRecord>,
    /// `None` before the adapter has told valid ones.
    pub capabilities: Option<Capabilities>,
    /// `true` while the adapter does not answer: it still offers payments, which wait (rails 12).
    pub is_degraded: bool,
    /// Id of the adapter's database.
    pub memory: Option<Uuid>,
    /// The service's own key; `None` if it cannot be read, so that the adapter cannot be asked.
    pub signer: Option<Arc<SigningKey>>,
}

/// A route with its rail, and the rail account that the money leaves or enters.
#[derive(Debug, Clone)]
pub struct ChosenRoute {
    pub rail: Arc<KnownRail>,
    pub route: RailRouteRecord,
    pub account: Uuid,
}

impl RailTable {
    /// Returns the first route that takes the payment, or `None` if there is none (rails 17.2).
    #[must_use]
    pub fn route(&self, direction: RouteDirection, query: &OfferQuery<'_>) -> Option<ChosenRoute> {
        if !self.payers.contains(&query.platform) {
            return None;
        }
        self.routes.iter().find_map(|route| self.try_route(route, direction, query).ok())
    }

    /// Returns the choice of a route for a payment of a platform that has a legal name and an address.
    ///
    /// # Errors
    /// The first condition that the route or its rail does not meet.
    pub fn try_route(
        &self,
        route: &RailRouteRecord,
        direction: RouteDirection,
        query: &OfferQuery<'_>,
    ) -> Result<ChosenRoute, RouteObstacle> {
        fits(route, direction, query)?;
        self.choice(route, query.amount)
    }

    /// Returns the rail with this id.
    #[must_use]
    pub fn rail(&self, id: RailId) -> Option<Arc<KnownRail>> {
        self.rails.iter().find(|rail| rail.record.id == id).map(Arc::clone)
    }

    /// Returns the rail with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Arc<KnownRail>> {
        self.rails.iter().find(|rail| rail.record.name == name).map(Arc::clone)
    }

    /// Returns the choice of a route whose rail takes the amount now.
    fn choice(&self, route: &RailRouteRecord, amount: Option<Amount>) -> Result<ChosenRoute, RouteObstacle> {
        let rail = self.rail(route.rail).ok_or(RouteObstacle::NoRail)?;
        let status = rail.record.status;
        let service = match route.direction {
            RouteDirection::Payout => RailService::Payout,
            RouteDirection::Collection => RailService::Collection,
        };
        meets(status == RailStatus::Enabled, RouteObstacle::Status(status))?;
        let told = rail.capabilities.as_ref().ok_or(RouteObstacle::NoCapabilities)?;
        meets(self.serves(told.mode), RouteObstacle::TestMode)?;
        meets(told.offers(service), RouteObstacle::NoService)?;
        let corridor = told.corridor(route.direction.order_kind(), &route.corridor);
        let corridor = corridor.ok_or(RouteObstacle::NoCorridor)?;
        meets(is_of(corridor, route), RouteObstacle::OtherCorridor)?;
        meets(amount.is_none_or(|amount| carries(corridor, amount)), RouteObstacle::CorridorAmount)?;
        let theirs = corridor.account.as_str();
        let binding = rail.bindings.iter().find(|binding| binding.theirs == theirs);
        let account = binding.ok_or(RouteObstacle::NoAccount)?.account;
        Ok(ChosenRoute { rail, route: route.clone(), account })
    }

    /// Returns `true` if adapters in this mode serve the deployment.
    #[must_use]
    pub const fn serves(&self, mode: AdapterMode) -> bool {
        match mode {
            AdapterMode::Live => true,
            AdapterMode::Test => self.is_development,
        }
    }
}

impl ChosenRoute {
    /// Returns the corridor of the route, as the adapter has told it.
    #[must_use]
    pub fn corridor(&self) -> Option<&CorridorCapabilities> {
        self.rail.capabilities.as_ref()?.corridor(self.route.direction.order_kind(), &self.route.corridor)
    }

    /// Returns the data that an order of the route must have.
    fn needs(&self) -> Vec<String> {
        let needs = self.corridor().into_iter().flat_map(|corridor| &corridor.needs);
        needs.map(|need| need.as_str().to_owned()).collect()
    }

    /// Returns the length of the longest text that an order of the route can have, in characters.
    fn remittance_maximum(&self) -> usize {
        let told = self.corridor().and_then(|corridor| corridor.remittance_maximum);
        told.map_or(0, |maximum| usize::try_from(maximum.get()).unwrap_or(usize::MAX))
    }
}

impl Offers for RailTable {
    fn payout(&self, query: &OfferQuery<'_>) -> Option<Offer> {
        self.route(RouteDirection::Payout, query).map(|chosen| Offer {
            needs: chosen.needs(),
            remittance_maximum: Some(chosen.remittance_maximum()),
        })
    }

    fn debit(&self, query: &OfferQuery<'_>) -> Option<Offer> {
        let needs = self.route(RouteDirection::Collection, query)?.needs();
        Some(Offer { needs, remittance_maximum: None })
    }

    fn needs_of(&self, platform: PlatformId, account_type: &str) -> Vec<String> {
        let is_for = |route: &&RailRouteRecord| {
            route.account_type == account_type && route.platform.is_none_or(|named| named == platform)
        };
        let open = self.routes.iter().filter(is_for).filter_map(|route| self.choice(route, None).ok());
        let needs: BTreeSet<String> = open.flat_map(|chosen| chosen.needs()).collect();
        needs.into_iter().collect()
    }

    fn wants_parties(&self) -> bool {
        !self.routes.is_empty()
    }

    fn has_rail_accounts(&self) -> bool {
        !self.rails.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use causeway_domain::external_accounts::PaymentRail;
    use causeway_domain::ids::Id;
    use causeway_domain::{CurrencyCode, Time};
    use causeway_rail_protocol::Message;
    use causeway_store::rails::RailDoc;
    use serde_json::json;

    use super::*;

    const AT: Time = Time::from_millis(1_760_000_000_000);

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    /// Returns the capabilities of an adapter with two corridors for dollars.
    fn capabilities(mode: &str) -> Capabilities {
        let corridor = |name: &str, rail: &str, maximum: u64| {
            json!({
                "corridor": name, "accountType": "USD_ACCOUNT", "rail": rail, "currency": "USD",
                "account": "main", "countries": ["*"], "minimum": 100, "maximum": maximum,
                "confirmation": "POSITIVE", "cancel": "NEVER", "needs": ["beneficiary.fullName"],
                "precheck": "LOCAL",
            })
        };
        let told = json!({
            "protocol": ["1.0"], "adapter": { "name": "a", "version": "1" }, "mode": mode,
            "memory": { "id": id(9), "sequence": 0 }, "services": ["PAYOUT"],
            "accounts": [{ "id": "main", "currency": "USD", "decimals": 2, "identifiers": {} }],
            "payouts": [corridor("ach", "ACH", 100_000), corridor("rtp", "RTP", 1_000_000)],
            "collections": [], "limits": {}, "push": false,
        });
        Capabilities::parse(told.to_string().as_bytes()).unwrap()
    }

    fn rail(number: u128, status: RailStatus, mode: &str) -> KnownRail {
        let doc = RailDoc {
            v: 1,
            url: "https://rail.example.com".to_owned(),
            allow: None,
            push_from: None,
            limits: BTreeMap::new(),
            service_key: id(8),
        };
        let rail = RailId::from_uuid(id(number));
        let name = format!("rail-{number}");
        KnownRail {
            record: RailRecord { id: rail, name, status, doc, created_at: AT, changed_at: AT },
            keys: Vec::new(),
            bindings: vec![RailBindingRecord {
                id: id(7),
                rail,
                theirs: "main".to_owned(),
                account: id(100 + number),
                created_at: AT,
            }],
            capabilities: Some(capabilities(mode)),
            is_degraded: false,
            memory: None,
            signer: None,
        }
    }

    fn route(number: u128, rail: u128, payment_rail: PaymentRail) -> RailRouteRecord {
        RailRouteRecord {
            id: id(number),
            platform: None,
            account_type: "USD_ACCOUNT".to_owned(),
            payment_rail: Some(payment_rail.as_str().to_owned()),
            currency: CurrencyCode::USD,
            direction: RouteDirection::Payout,
            minimum: 1,
            maximum: None,
            rank: 1,
            rail: RailId::from_uuid(id(rail)),
            corridor: payment_rail.as_str().to_lowercase(),
            created_at: AT,
        }
    }

    fn platform(number: u128) -> PlatformId {
        PlatformId::from_uuid(id(number))
    }

    /// Returns a table with two enabled rails.
    fn table(routes: Vec<RailRouteRecord>) -> RailTable {
        let rails = [1, 2].map(|number| Arc::new(rail(number, RailStatus::Enabled, "LIVE")));
        RailTable { rails: rails.into(), routes, payers: [platform(1)].into(), ..RailTable::default() }
    }

    fn query(rail: Option<PaymentRail>, minor: i64) -> OfferQuery<'static> {
        OfferQuery {
            platform: platform(1),
            account_type: "USD_ACCOUNT",
            currency: CurrencyCode::USD,
            rail,
            amount: Some(Amount::new(minor, CurrencyCode::USD)),
        }
    }

    /// Returns the number of the chosen route, and of its rail account.
    fn chosen(table: &RailTable, query: &OfferQuery<'_>) -> Option<(u128, u128)> {
        let chosen = table.route(RouteDirection::Payout, query)?;
        Some((chosen.route.id.as_u128(), chosen.account.as_u128()))
    }

    #[test]
    fn the_first_route_whose_corridor_carries_the_amount_is_chosen() {
        let table = table(vec![route(1, 1, PaymentRail::Ach), route(2, 2, PaymentRail::Rtp)]);
        assert_eq!(chosen(&table, &query(None, 100_000)), Some((1, 101)));
        assert_eq!(chosen(&table, &query(None, 100_001)), Some((2, 102)));
        assert_eq!(chosen(&table, &query(None, 99)), None);
        assert_eq!(chosen(&table, &query(Some(PaymentRail::Rtp), 500)), Some((2, 102)));
        assert_eq!(chosen(&table, &query(Some(PaymentRail::Wire), 500)), None);
        let other = OfferQuery { currency: CurrencyCode::EUR, amount: None, ..query(None, 1) };
        assert_eq!(chosen(&table, &other), None);
        let offer = table.payout(&query(None, 500)).unwrap();
        assert_eq!(offer.needs, ["beneficiary.fullName"]);
        assert_eq!(offer.remittance_maximum, Some(0), "a corridor without a maximum carries no text");
        assert_eq!(table.debit(&query(None, 500)), None, "another direction");
        assert_eq!(table.needs_of(platform(1), "USD_ACCOUNT"), ["beneficiary.fullName"]);
        assert!(table.needs_of(platform(1), "EUR_ACCOUNT").is_empty());
    }

    #[test]
    fn a_route_counts_for_its_platform_and_its_range() {
        let of_other = RailRouteRecord { platform: Some(platform(2)), ..route(1, 1, PaymentRail::Ach) };
        let small = RailRouteRecord { maximum: Some(499), ..route(2, 1, PaymentRail::Ach) };
        let large = RailRouteRecord { minimum: 500, ..route(3, 2, PaymentRail::Ach) };
        let table = table(vec![of_other, small, large]);
        assert_eq!(chosen(&table, &query(None, 499)), Some((2, 101)));
        assert_eq!(chosen(&table, &query(None, 500)), Some((3, 102)));
        let of_other = OfferQuery { platform: platform(2), ..query(None, 500) };
        assert_eq!(chosen(&table, &of_other), None, "a platform without a legal name");
    }

    #[test]
    fn only_an_enabled_rail_with_a_fitting_mode_and_an_account_takes_payments() {
        let with = |rail: KnownRail, is_development| {
            let table = table(vec![route(1, 1, PaymentRail::Ach)]);
            let table = RailTable { rails: vec![Arc::new(rail)], is_development, ..table };
            chosen(&table, &query(None, 500)).is_some()
        };
        assert!(with(rail(1, RailStatus::Enabled, "LIVE"), false));
        assert!(with(KnownRail { is_degraded: true, ..rail(1, RailStatus::Enabled, "LIVE") }, false));
        assert!(!with(rail(1, RailStatus::Paused, "LIVE"), false));
        assert!(!with(rail(1, RailStatus::Suspended, "LIVE"), false));
        assert!(!with(rail(1, RailStatus::Enabled, "TEST"), false));
        assert!(with(rail(1, RailStatus::Enabled, "TEST"), true));
        assert!(!with(KnownRail { bindings: Vec::new(), ..rail(1, RailStatus::Enabled, "LIVE") }, false));
        assert!(!with(KnownRail { capabilities: None, ..rail(1, RailStatus::Enabled, "LIVE") }, false));
        assert!(!with(rail(3, RailStatus::Enabled, "LIVE"), false), "another rail");
    }

    #[test]
    fn the_first_condition_that_is_not_met_is_named() {
        let table = table(Vec::new());
        let ach = route(1, 1, PaymentRail::Ach);
        let obstacle = |route: &RailRouteRecord, query: &OfferQuery<'_>| {
            table.try_route(route, RouteDirection::Payout, query).err()
        };
        assert_eq!(obstacle(&ach, &query(None, 500)), None);
        assert_eq!(obstacle(&ach, &query(None, 100_001)), Some(RouteObstacle::CorridorAmount));
        assert_eq!(obstacle(&ach, &query(Some(PaymentRail::Rtp), 500)), Some(RouteObstacle::PaymentRail));
        for (changed, expected) in [
            (RailRouteRecord { maximum: Some(499), ..ach.clone() }, RouteObstacle::Amount),
            (RailRouteRecord { platform: Some(platform(2)), ..ach.clone() }, RouteObstacle::Platform),
            (
                RailRouteRecord { direction: RouteDirection::Collection, ..ach.clone() },
                RouteObstacle::Direction,
            ),
            (RailRouteRecord { corridor: "wire".to_owned(), ..ach.clone() }, RouteObstacle::NoCorridor),
            (RailRouteRecord { corridor: "rtp".to_owned(), ..ach.clone() }, RouteObstacle::OtherCorridor),
            (RailRouteRecord { rail: RailId::from_uuid(id(3)), ..ach.clone() }, RouteObstacle::NoRail),
        ] {
            assert_eq!(obstacle(&changed, &query(None, 500)), Some(expected), "{changed:?}");
        }
    }

    #[test]
    fn an_empty_table_offers_nothing_and_costs_nothing() {
        let table = RailTable::default();
        assert_eq!(table.payout(&query(None, 500)), None);
        assert!(!table.wants_parties() && !table.has_rail_accounts() && !table.pays_invoices());
    }
}
