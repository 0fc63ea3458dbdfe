//! Payouts over the environment's Lightning node: to invoices, and to Lightning addresses (money 4.7).

use causeway_domain::Amount;
use causeway_domain::external_accounts::Invoice;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::platforms::Environment;
use causeway_store::{Tx, lightning_invoices};

use super::pace::in_time;
use crate::lightning::LightningPayee;
use crate::ports::{
    ExactPayment, PayoutFailure, PayoutOrder, PayoutStatus, RailError, RecallResponse, SubmitResponse,
    UmaOrder, World,
};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::hex;
use crate::runtime::settings::{LIGHTNING_MAX_FEE_PERCENT, Settings};

/// A payout over the node. The payment's id is the node's idempotency key.
#[derive(Debug, Clone)]
pub(in crate::payments) struct LightningOrder {
    pub(in crate::payments) platform: PlatformId,
    pub(in crate::payments) environment: Environment,
    pub(in crate::payments) transaction: TransactionId,
    /// The amount that arrives.
    pub(in crate::payments) amount: Amount,
    step: LightningStep,
}

/// The next step of a payout over the node.
#[derive(Debug, Clone)]
enum LightningStep {
    /// The address has given no invoice yet: the node was not asked to pay.
    AskAddress(String),
    /// The invoice is known, and the node can be asked to pay it.
    Pay(UmaOrder),
    /// The environment has no node any more. Another rail must not have the order, because the node may have paid
    /// it.
    NoNode,
}

/// The least maximum of routing fees to a provider, in units of the layer: small payments have a route too.
const LEAST_FEE: i64 = 10_000;

/// Returns the maximum of routing fees in percent of the amount, by the operator's setting.
pub(super) fn fee_percent(tx: &mut Tx<'_>, context: &Context) -> Result<u32, ApiError> {
    Ok(Settings::of(tx, context)?.get(&LIGHTNING_MAX_FEE_PERCENT)?)
}

/// Returns the maximum of routing fees to a provider of UMA addresses, in units of the layer.
pub(super) fn max_fee_to_provider(amount: i64, percent: u32) -> i64 {
    (amount / 100).saturating_mul(percent.into()).max(LEAST_FEE)
}

/// Returns the maximum of routing fees to an invoice or an address, in units of the layer: half of that to a provider,
/// because a customer chooses the payee, and the operator pays the fees.
fn max_fee_of_payout(amount: i64, percent: u32) -> i64 {
    max_fee_to_provider(amount, percent) / 2
}

/// Returns `true` if a payout to the account goes over the environment's Lightning node.
pub(crate) fn goes_over_node(context: &Context, account: &ExternalAccountRecord) -> bool {
    let has_node = context.app.ports.of(context.environment).has_lightning_node();
    has_node
        && LightningPayee::of(context.environment, &account.account_type, &account.doc.account_info).is_some()
}

/// Returns `true` if only a node can pay the account, and the environment has none.
pub(super) fn lacks_node(context: &Context, account: &ExternalAccountRecord) -> bool {
    let has_node = context.app.ports.of(context.environment).has_lightning_node();
    !has_node
        && !context.offers.pays_invoices()
        && LightningPayee::of(context.environment, &account.account_type, &account.doc.account_info).is_some()
}

/// Builds the order for a payout that goes over the node, or returns `None` if it goes over another rail. A
/// payout with a stored invoice stays with the node, because the node may have paid it; so does one whose node was
/// removed, unless the payout rail pays invoices itself.
pub(super) fn order(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &PayoutOrder,
) -> Result<Option<LightningOrder>, ApiError> {
    let PayoutOrder { transaction, amount, destination, .. } = payout;
    let environment = context.environment;
    let payee = LightningPayee::of(environment, &destination.account_type, &destination.account_info);
    let invoice = match &payee {
        Some(LightningPayee::Address(_)) => {
            lightning_invoices::find(tx, context.platform, *transaction)?.map(|stored| stored.invoice)
        }
        Some(LightningPayee::Invoice(_)) | None => None,
    };
    let has_node = context.app.ports.of(environment).has_lightning_node();
    let rail_pays = context.offers.pays_invoices();
    let step = match (payee, invoice) {
        (Some(LightningPayee::Address(_)), Some(invoice)) => {
            LightningStep::Pay(node_order(payout, invoice, fee_percent(tx, context)?))
        }
        (Some(LightningPayee::Invoice(invoice)), _) if has_node => {
            LightningStep::Pay(node_order(payout, invoice, fee_percent(tx, context)?))
        }
        (Some(LightningPayee::Address(address)), None) if has_node => LightningStep::AskAddress(address),
        (Some(_), _) if !rail_pays => LightningStep::NoNode,
        (Some(_) | None, _) => return Ok(None),
    };
    let platform = context.platform;
    Ok(Some(LightningOrder { platform, environment, transaction: *transaction, amount: *amount, step }))
}

/// Builds the order to pay an invoice. The layer refuses it if the invoice is not over the amount.
fn node_order(payout: &PayoutOrder, invoice: String, fee_percent: u32) -> UmaOrder {
    UmaOrder {
        platform: payout.platform,
        transaction: payout.transaction,
        layer: LayerName::Ln,
        amount: payout.amount,
        receiver: payout.destination.identifier.clone(),
        exact: exact_payment(&invoice, payout.amount, fee_percent),
        pay_request: invoice,
        now: payout.now,
    }
}

/// Returns the exact payment of an invoice: its amount, or if it has none that of the payment. `None` if the
/// invoice is not over the amount of the payment.
fn exact_payment(invoice: &str, amount: Amount, fee_percent: u32) -> Option<ExactPayment> {
    let invoice = Invoice::parse(invoice).ok()?;
    let is_owed = amount.currency == CurrencyCode::BTC
        && invoice.satoshis().is_none_or(|satoshis| satoshis == amount.minor);
    let exact = match invoice.millisatoshis() {
        Some(fixed) => fixed,
        None => amount.minor.checked_mul(1_000)?,
    };
    let payment_hash = hex::encode(invoice.payment_hash());
    let max_fee = max_fee_of_payout(exact, fee_percent);
    is_owed.then_some(ExactPayment { payment_hash, amount: exact, max_fee })
}

impl LightningOrder {
    /// Returns the address that has to give an invoice first, or `None` if the invoice is known.
    pub(in crate::payments) fn address(&self) -> Option<&str> {
        match &self.step {
            LightningStep::AskAddress(address) => Some(address),
            LightningStep::Pay(_) | LightningStep::NoNode => None,
        }
    }

    /// Instructs the node to pay the invoice.
    pub(super) async fn submit(&self, world: &World) -> Result<SubmitResponse, RailError> {
        let LightningStep::Pay(order) = &self.step else { return Err(RailError::NotAvailable) };
        Ok(match in_time(world.layer(order.layer)?.submit(order)).await? {
            SubmitResponse::Refused(_) => SubmitResponse::Refused(PayoutFailure::LightningFailed),
            answer @ (SubmitResponse::Accepted { .. } | SubmitResponse::Queued { .. }) => answer,
        })
    }

    /// Asks the node for the outcome of the payment.
    pub(super) async fn status(&self, world: &World) -> Result<PayoutStatus, RailError> {
        let order = match &self.step {
            LightningStep::AskAddress(_) => return Ok(PayoutStatus::Unknown),
            LightningStep::Pay(order) => order,
            LightningStep::NoNode => return Err(RailError::NotAvailable),
        };
        Ok(match in_time(world.layer(order.layer)?.status(order)).await? {
            PayoutStatus::Failed(_) => PayoutStatus::Failed(PayoutFailure::LightningFailed),
            status => status,
        })
    }

    /// Asks the node about the money. A payment without an invoice has not left: its invoice is stored only
    /// while the payment is under way.
    pub(super) async fn recall(&self, world: &World) -> Result<RecallResponse, RailError> {
        let order = match &self.step {
            LightningStep::AskAddress(_) => return Ok(RecallResponse::Released),
            LightningStep::Pay(order) => order,
            LightningStep::NoNode => return Err(RailError::NotAvailable),
        };
        in_time(world.layer(order.layer)?.recall(order)).await
    }
}

#[cfg(test)]
mod tests {
    use causeway_uma::bolt11::{Bolt11Network, Bolt11Terms};
    use causeway_uma::keys::PrivateKey;

    use super::*;

    fn exact(millisatoshis: u64, amount: Amount) -> Option<(i64, i64)> {
        let terms = Bolt11Terms {
            network: Bolt11Network::Regtest,
            amount: millisatoshis,
            timestamp: 1_700_000_000,
            expiry: 300,
            payment_hash: [1; 32],
            payment_secret: [2; 32],
            description_hash: [3; 32],
        };
        let invoice = terms.sign(&PrivateKey::from_bytes(&[1; 32]).unwrap()).unwrap();
        exact_payment(&invoice, amount, 1).map(|exact| {
            assert_eq!(exact.payment_hash, "01".repeat(32));
            (exact.amount, exact.max_fee)
        })
    }

    fn satoshis(minor: i64) -> Amount {
        Amount::new(minor, CurrencyCode::BTC)
    }

    #[test]
    fn the_amount_of_the_invoice_is_paid_with_half_a_percent_for_routing() {
        assert_eq!(exact(2_000_000, satoshis(2_000)), Some((2_000_000, 10_000)));
        // A fraction of a satoshi counts as a whole one, and is not paid.
        assert_eq!(exact(1_500, satoshis(2)), Some((1_500, 5_000)));
    }

    #[test]
    fn routing_fees_to_providers_are_bounded_by_the_setting() {
        for (amount, percent, fee) in
            [(2_000_000, 1, 20_000), (2_000_000, 3, 60_000), (2_000_000, 0, 10_000), (1, 10, 10_000)]
        {
            assert_eq!(max_fee_to_provider(amount, percent), fee);
        }
    }

    #[test]
    fn an_invoice_over_another_amount_is_not_paid() {
        assert_eq!(exact(2_000_000, satoshis(1_999)), None);
        assert_eq!(exact(2_000_000, Amount::new(2_000, CurrencyCode::USD)), None);
        assert_eq!(exact_payment("lnbcrt1", satoshis(1), 1), None);
    }
}
