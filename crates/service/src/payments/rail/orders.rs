//! Orders to rails, built from a payment's terms.

use causeway_domain::external_accounts::{PaymentRail, debit_rail};
use causeway_domain::ids::AccountRef;
use causeway_domain::payments::TransactionType;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::payments::{PaymentRecord, PaymentTerms, Side};
use causeway_store::{Error, Tx};
use causeway_wire::accounts::AccountDetails;
use causeway_wire::external_accounts::AccountType;

use super::rail_order::{InternalOrder, RailOrder};
use super::{lightning, party};
use crate::ports::{
    DebitAuthorization, DebitOrder, ExactPayment, IncomingUmaOrder, PayoutDestination, PayoutOrder,
    RefundOrder, UmaOrder,
};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Builds the order for a payment that leaves the service, or returns `None` if its money stays.
pub(in crate::payments) fn rail_order(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<RailOrder>, ApiError> {
    Ok(match to_uma(tx, context, payment)? {
        Some(order) => Some(order),
        None => to_account(tx, context, payment)?,
    })
}

/// Builds the order for a payment to an external account: to the Lightning node, or to the payout rail.
fn to_account(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<RailOrder>, ApiError> {
    let Some(order) = payout(tx, context, payment)? else { return Ok(None) };
    Ok(Some(match lightning::order(tx, context, &order)? {
        Some(order) => RailOrder::Lightning(Box::new(order)),
        None => RailOrder::Payout(Box::new(order)),
    }))
}

/// Builds the order to the settlement layer for a payment to a UMA address.
fn to_uma(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<RailOrder>, ApiError> {
    let terms = &payment.terms;
    let (TransactionType::Outgoing, Side::Uma { address, .. }, Some(amount)) =
        (payment.kind, &terms.destination, terms.received)
    else {
        return Ok(None);
    };
    let platform = context.platform;
    let transaction = payment.id;
    if let Some(invoice) = terms.internal_invoice() {
        return Ok(Some(RailOrder::Internal(InternalOrder { platform, transaction, amount, invoice })));
    }
    let Some(pay_request) = terms.uma.as_ref().and_then(|uma| uma.pay_request.clone()) else {
        return Ok(None);
    };
    Ok(Some(RailOrder::Uma(UmaOrder {
        platform,
        transaction,
        layer: terms.layer(),
        amount,
        receiver: address.clone(),
        pay_request,
        exact: exact_payment(tx, context, terms)?,
        now: context.now,
    })))
}

/// Builds the exact payment of a payment request with a payment hash, or returns `None` if the layer of the
/// payment moves currencies.
fn exact_payment(
    tx: &mut Tx<'_>,
    context: &Context,
    terms: &PaymentTerms,
) -> Result<Option<ExactPayment>, ApiError> {
    let settlement = terms.uma.as_ref().and_then(|uma| uma.settlement);
    let (Some(settlement), Some(invoice)) = (settlement, &terms.invoice) else { return Ok(None) };
    let amount = settlement.exact;
    let max_fee = lightning::max_fee_to_provider(amount, lightning::fee_percent(tx, context)?);
    Ok(Some(ExactPayment { payment_hash: invoice.id.clone(), amount, max_fee }))
}

/// Builds the inquiry to the settlement layer about an incoming UMA payment, once the platform has approved
/// it.
pub(in crate::payments) fn incoming_uma(
    context: &Context,
    payment: &PaymentRecord,
) -> Option<IncomingUmaOrder> {
    Some(IncomingUmaOrder {
        platform: context.platform,
        transaction: payment.id,
        layer: payment.terms.layer(),
        amount: payment.incoming_uma().ok()?.settled,
        exact: payment.terms.uma.as_ref()?.settlement.map(|settlement| settlement.exact),
        sender: payment.terms.uma.as_ref()?.sender.clone()?,
        approved_at: payment.state().incoming_uma.as_ref()?.approved_at?,
        now: context.now,
    })
}

/// Builds the payout order to an external account, or returns `None` if the payment goes to none.
pub(in crate::payments) fn payout(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<PayoutOrder>, Error> {
    let terms = &payment.terms;
    // An incoming UMA payment may go on to an external account.
    let account = terms.destination.account().or(payment.credit());
    let (Some(AccountRef::External(account)), Some(amount)) = (account, terms.received) else {
        return Ok(None);
    };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    let rail = terms.rail.map(|chosen| chosen.rail);
    let originator = party::of_payment(tx, context, payment)?;
    Ok(Some(PayoutOrder {
        platform: context.platform,
        transaction: payment.id,
        quote: payment.quote,
        amount,
        rail,
        destination: destination(account, rail),
        originator,
        remittance_information: terms.remittance_information.clone(),
        purpose_of_payment: terms.purpose_of_payment.clone(),
        ordered_at: payment.created_at,
        now: context.now,
    }))
}

/// Builds the order for a payment's direct debit, or returns `None` if it has none.
pub(in crate::payments) fn debit(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<DebitOrder>, Error> {
    let Some(AccountRef::External(source)) = payment.terms.source.account() else { return Ok(None) };
    let account = external_accounts::find(tx, context.platform, source)?.ok_or(Error::Missing)?;
    let originator = party::of_payment(tx, context, payment)?;
    // The rail in the terms of a quote is that of its payout.
    let rail = debit_rail(&account.account_type);
    Ok(Some(DebitOrder {
        platform: context.platform,
        transaction: payment.id,
        amount: payment.total()?,
        authorization: DebitAuthorization { reference: account.id, given_at: account.created_at },
        source: destination(account, rail),
        originator,
        ordered_at: payment.created_at,
        now: context.now,
    }))
}

/// Builds the refund order to the payer.
pub(in crate::payments) fn refund(context: &Context, payment: &PaymentRecord) -> Result<RefundOrder, Error> {
    Ok(RefundOrder {
        platform: context.platform,
        transaction: payment.id,
        amount: payment.refundable()?,
        now: context.now,
    })
}

/// Returns the account with the payment method that the rail uses.
pub(crate) fn destination(account: ExternalAccountRecord, rail: Option<PaymentRail>) -> PayoutDestination {
    let ExternalAccountRecord { id, account_type, doc, .. } = account;
    let details = AccountDetails(doc.account_info);
    let row = AccountType::find(&account_type);
    let method = row.and_then(|row| row.method_of(&details, rail));
    let members = method.into_iter().flat_map(|method| method.members());
    let named = members.filter_map(|name| Some((name.to_owned(), details.text(name)?.to_owned())));
    let rail_details = named.collect();
    PayoutDestination { id, account_type, rail_details, account_info: details.0, identifier: doc.identifier }
}

#[cfg(test)]
mod tests {
    use causeway_domain::external_accounts::ExternalAccountStatus;
    use causeway_domain::ids::{ExternalAccountId, Id};
    use causeway_domain::{CurrencyCode, Revision, Time};
    use causeway_store::external_accounts::ExternalAccountDoc;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    /// Returns an Indian account that can be paid by UPI and by bank.
    fn account() -> ExternalAccountRecord {
        let info = json!({
            "accountType": "INR_ACCOUNT",
            "vpa": "asha@upi",
            "accountNumber": "12345678901",
            "ifsc": "HDFC0001234",
            "rail": "RTGS",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Asha Rao" },
        });
        let doc = ExternalAccountDoc {
            v: 1,
            platform_account_id: None,
            ownership_type: None,
            account_info: info.as_object().cloned().unwrap(),
            rails: vec![PaymentRail::Upi, PaymentRail::Rtgs],
            identifier: "12345678901".to_owned(),
            beneficiary_verification: None,
            verified_name: None,
        };
        let at = Time::from_millis(0);
        ExternalAccountRecord {
            id: ExternalAccountId::from_uuid(Uuid::from_u128(1)),
            customer: None,
            currency: CurrencyCode::USD,
            account_type: "INR_ACCOUNT".to_owned(),
            status: ExternalAccountStatus::Active,
            fingerprint: String::new(),
            is_deleted: false,
            is_default_deposit: false,
            doc,
            created_at: at,
            updated_at: Revision::created(at),
        }
    }

    #[test]
    fn an_order_contains_the_rails_own_coordinates_and_all_other_data() {
        for (rail, way) in [
            (PaymentRail::Upi, vec![("vpa", "asha@upi")]),
            (
                PaymentRail::Rtgs,
                vec![("accountNumber", "12345678901"), ("ifsc", "HDFC0001234"), ("rail", "RTGS")],
            ),
        ] {
            let destination = destination(account(), Some(rail));
            let used = destination.rail_details.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            assert_eq!(used.collect::<Vec<_>>(), way, "{rail}");
            assert_eq!(destination.beneficiary().unwrap()["fullName"], "Asha Rao");
            assert_eq!(destination.account_info, account().doc.account_info);
            assert_eq!(
                destination.identifier, "12345678901",
                "the sandbox looks at it, whichever way is taken"
            );
        }
    }
}
