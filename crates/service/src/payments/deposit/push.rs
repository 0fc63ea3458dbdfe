//! `deposit push`: money that a payer sends into the funding instructions of an account (money 3.5).

use causeway_domain::Amount;
use causeway_domain::external_accounts::{PaymentRail, settles_at};
use causeway_domain::ids::InternalAccountId;
use causeway_domain::payments::{Direction, TransactionStatus};
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::payments::{Originator, PaymentRecord};
use causeway_store::{Tx, internal_accounts, payments};

use super::outcome::arrive;
use super::record::record;
use crate::payments::{LockedPayment, announce, errors};
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// What a payer sends.
#[derive(Debug, Clone)]
pub struct Pushed {
    /// The account whose coordinates it is sent to.
    pub account: InternalAccountId,
    /// In the smallest unit of the account's currency.
    pub amount: i64,
    /// One of the rails that the instructions show; none: the fastest of them.
    pub rail: Option<PaymentRail>,
    /// The payer's name, as its bank passes it on.
    pub payer: Option<String>,
}

/// Takes in money for an account: settled, or announced where its rail takes its time.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for an amount that is not positive, or a rail that does not lead to the account.
pub fn push(tx: &mut Tx<'_>, context: &Context, pushed: Pushed) -> Result<PaymentRecord, ApiError> {
    let found = internal_accounts::lock(tx, context.platform, pushed.account)?;
    let mut held = found.ok_or_else(errors::account_not_found)?;
    if pushed.amount < 1 {
        return Err(ApiError::field("amount", "must be positive"));
    }
    let rail = rail(context, &held.account, pushed.rail)?;
    let expected = rail.and_then(|rail| settles_at(rail, context.now));
    let money = money(&held, pushed, rail);
    let mut payment = record(tx, context, (Direction::Credit, TransactionStatus::Pending), &money, &held)?;
    payment.state.settles_at = expected;
    payments::insert(tx, context.platform, &payment)?;
    if expected.is_some() {
        announce::status(tx, context, &payment)?;
        return Ok(payment);
    }
    let mut locked = LockedPayment { payment, quote: None };
    arrive(tx, context, &mut locked, &mut held)?;
    Ok(locked.payment)
}

/// The rail that the money comes by; none where the coordinates name none.
fn rail(
    context: &Context,
    account: &InternalAccountRecord,
    named: Option<PaymentRail>,
) -> Result<Option<PaymentRail>, ApiError> {
    let offered = rails(account);
    let Some(named) = named else {
        let instant = offered.iter().find(|rail| settles_at(**rail, context.now).is_none());
        return Ok(instant.or(offered.first()).copied());
    };
    if offered.contains(&named) {
        return Ok(Some(named));
    }
    let names: Vec<_> = offered.iter().map(|rail| rail.as_str()).collect();
    Err(ApiError::field(
        "rail",
        format!("does not lead to this account; it is paid by: {}", names.join(", ")),
    ))
}

/// The rails by which an account can be paid.
pub(super) fn rails(account: &InternalAccountRecord) -> Vec<PaymentRail> {
    let named = account.doc.funding.iter().filter_map(|way| way.details.get("paymentRails")?.as_array());
    named.flatten().filter_map(|rail| rail.as_str()?.parse().ok()).collect()
}

/// What a partner would have reported of the money.
fn money(held: &LockedAccount, pushed: Pushed, rail: Option<PaymentRail>) -> IncomingMoney {
    let mut references =
        held.account.doc.funding.iter().filter_map(|way| way.details.get("reference")?.as_str());
    IncomingMoney {
        amount: Amount::new(pushed.amount, held.account.currency),
        funds: Funds::Received,
        originator: Originator { account_holder_name: pushed.payer, rail, ..Originator::default() },
        reference: references.next().map(ToOwned::to_owned),
        description: None,
        on_chain: None,
    }
}
