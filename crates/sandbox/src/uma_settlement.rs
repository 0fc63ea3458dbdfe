//! The simulated settlement layer between UMA providers (money 13.1): it pays out like the simulated rail,
//! and lets senders pay on the platform's clock.

use causeway_domain::currency;
use causeway_domain::customers::UmaAddress;
use causeway_domain::payments::LayerName;
use causeway_service::ports::{
    CancelResponse, IncomingUmaOrder, IncomingUmaStatus, InvoiceOrder, PaymentRequest, PayoutStatus,
    RailError, RecallResponse, RefundOrder, RefundRail, SettlementAsset, SettlementLayer, SubmitResponse,
    UmaInquiry, UmaOrder,
};
use causeway_store::Store;
use futures_util::future::{BoxFuture, FutureExt, ready};

use crate::faults::PartnerFaults;
use crate::magic::{
    PayoutScenario, SETTLEMENT, SLOW_SETTLEMENT, UmaScenario, uma_payout_scenario, uma_scenario,
};
use crate::payouts::{Instruction, SimulatedRail};
use crate::refunds::SimulatedRefunds;

/// A settlement layer that pays out through the simulated rail and refunds through the simulated bank; both
/// store their orders.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedSettlement {
    rail: SimulatedRail,
    refunds: SimulatedRefunds,
    faults: PartnerFaults,
    /// Every currency, moved as itself.
    assets: Vec<SettlementAsset>,
}

impl SimulatedSettlement {
    pub(crate) fn new(store: Store, faults: PartnerFaults) -> Self {
        Self {
            rail: SimulatedRail::new(store.clone(), faults.clone()),
            refunds: SimulatedRefunds::new(store, faults.clone()),
            faults,
            assets: currency::every().iter().map(asset).collect(),
        }
    }
}

fn asset(currency: &currency::CurrencyInfo) -> SettlementAsset {
    SettlementAsset {
        identifier: currency.code.to_string(),
        decimals: currency.decimals,
        booked_as: currency.code,
    }
}

/// Returns the payment request of an incoming payment: always the same one.
fn request_of(order: &InvoiceOrder) -> PaymentRequest {
    let InvoiceOrder { transaction, asset, exact, expiry, now, platform: _, description_hash: _ } = order;
    PaymentRequest {
        text: format!("sandbox:{transaction}:{asset}:{exact}"),
        reference: transaction.to_string(),
        expires_at: now.plus(*expiry),
    }
}

/// Returns the answer to the cancellation of a payment request. A counterparty does not pay a request whose
/// cancellation was recorded, because its payment is not asked about any more.
fn cancellation_of(order: &IncomingUmaOrder) -> CancelResponse {
    match incoming_status_of(order) {
        IncomingUmaStatus::Awaited { .. } | IncomingUmaStatus::Expired => CancelResponse::Cancelled,
        IncomingUmaStatus::Held { .. }
        | IncomingUmaStatus::Received { .. }
        | IncomingUmaStatus::Underpaid { .. }
        | IncomingUmaStatus::Rejected => CancelResponse::Received,
    }
}

fn scenario_of(address: &str) -> Option<UmaScenario> {
    UmaAddress::parse(address).ok().and_then(|address| uma_scenario(address.local()))
}

fn instruction(order: &UmaOrder) -> Instruction {
    let scenario = scenario_of(&order.receiver).map_or(PayoutScenario::AccountInvalid, uma_payout_scenario);
    Instruction { platform: order.platform, transaction: order.transaction, scenario, now: order.now }
}

/// Returns the status of an incoming UMA payment: the counterparty pays half a second after the approval.
fn incoming_status_of(order: &IncomingUmaOrder) -> IncomingUmaStatus {
    let comes_at = order.approved_at.plus(SETTLEMENT);
    let free_at = order.approved_at.plus(SLOW_SETTLEMENT);
    match scenario_of(&order.sender) {
        _ if order.now < comes_at => IncomingUmaStatus::Awaited { poll_at: comes_at },
        Some(UmaScenario::Slow) if order.now < free_at => IncomingUmaStatus::Held { poll_at: free_at },
        Some(UmaScenario::ComplianceRejected) => IncomingUmaStatus::Rejected,
        Some(UmaScenario::Succeeds(_) | UmaScenario::NeedsFields | UmaScenario::Slow) => {
            IncomingUmaStatus::Received { proof: None }
        }
        // No simulated counterparty has this address, so no payment comes.
        None => IncomingUmaStatus::Expired,
    }
}

impl SettlementLayer for SimulatedSettlement {
    fn name(&self) -> LayerName {
        LayerName::Sandbox
    }

    fn has_return_path(&self) -> bool {
        true
    }

    fn assets(&self) -> &[SettlementAsset] {
        &self.assets
    }

    fn precheck<'a>(&'a self, inquiry: &'a UmaInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        ready(self.faults.precheck(inquiry.platform)).boxed()
    }

    fn create<'a>(&'a self, order: &'a InvoiceOrder) -> BoxFuture<'a, Result<PaymentRequest, RailError>> {
        ready(Ok(request_of(order))).boxed()
    }

    fn submit<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
        self.rail.submit_order(instruction(order)).boxed()
    }

    fn status<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        self.rail.look_up(instruction(order)).boxed()
    }

    fn incoming_status<'a>(
        &'a self,
        order: &'a IncomingUmaOrder,
    ) -> BoxFuture<'a, Result<IncomingUmaStatus, RailError>> {
        ready(Ok(incoming_status_of(order))).boxed()
    }

    fn cancel<'a>(&'a self, order: &'a IncomingUmaOrder) -> BoxFuture<'a, Result<CancelResponse, RailError>> {
        ready(Ok(cancellation_of(order))).boxed()
    }

    fn refund<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        self.refunds.refund(order)
    }

    fn recall<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        self.rail.release(instruction(order)).boxed()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use causeway_domain::ids::{Id, PlatformId, TransactionId};
    use causeway_domain::{Amount, CurrencyCode, Time};
    use uuid::Uuid;

    use super::*;

    fn order(sender: &str, millis: i64) -> IncomingUmaOrder {
        IncomingUmaOrder {
            platform: PlatformId::from_uuid(Uuid::nil()),
            transaction: TransactionId::from_uuid(Uuid::nil()),
            layer: LayerName::Sandbox,
            amount: Amount::new(1, CurrencyCode::USD),
            exact: None,
            sender: format!("${sender}@sandbox.uma.test"),
            approved_at: Time::from_millis(1_000),
            now: Time::from_millis(millis),
        }
    }

    fn at(sender: &str, millis: i64) -> IncomingUmaStatus {
        incoming_status_of(&order(sender, millis))
    }

    #[test]
    fn a_payment_that_has_arrived_is_not_cancelled() {
        let cancelled = |sender: &str, millis: i64| cancellation_of(&order(sender, millis));
        assert_eq!(cancelled("success.usd", 1_499), CancelResponse::Cancelled);
        assert_eq!(cancelled("nobody", 1_500), CancelResponse::Cancelled);
        for sender in ["success.usd", "pending.long.usd", "fail.compliance.usd"] {
            assert_eq!(cancelled(sender, 1_500), CancelResponse::Received, "{sender}");
        }
    }

    #[test]
    fn a_repeated_order_gets_the_same_request() {
        let order = InvoiceOrder {
            platform: PlatformId::from_uuid(Uuid::nil()),
            transaction: TransactionId::from_uuid(Uuid::nil()),
            asset: "EUR".to_owned(),
            exact: 500,
            description_hash: [0; 32],
            expiry: Duration::from_mins(5),
            now: Time::from_millis(1_000),
        };
        let later = InvoiceOrder { now: Time::from_millis(2_000), ..order.clone() };
        let first = request_of(&order);
        let second = request_of(&later);
        assert_eq!(first.expires_at, Time::from_millis(301_000));
        assert_eq!((&first.text, &first.reference), (&second.text, &second.reference));
        assert!(first.text.starts_with("sandbox:"), "{}", first.text);
    }

    #[test]
    fn a_counterparty_pays_half_a_second_after_the_approval() {
        let poll_at = Time::from_millis(1_500);
        for sender in
            ["success.usd", "pending.long.usd", "fail.compliance.usd", "require.fields.usd", "nobody"]
        {
            assert_eq!(at(sender, 1_499), IncomingUmaStatus::Awaited { poll_at }, "{sender}");
        }
        assert_eq!(at("success.usd", 1_500), IncomingUmaStatus::Received { proof: None });
        assert_eq!(at("require.fields.usd", 1_500), IncomingUmaStatus::Received { proof: None });
        assert_eq!(at("fail.compliance.usd", 1_500), IncomingUmaStatus::Rejected);
        assert_eq!(at("nobody", 1_500), IncomingUmaStatus::Expired);
        let free_at = Time::from_millis(361_000);
        assert_eq!(at("pending.long.usd", 1_500), IncomingUmaStatus::Held { poll_at: free_at });
        assert_eq!(at("pending.long.usd", 361_000), IncomingUmaStatus::Received { proof: None });
    }
}
