//! `deposit push`: money that a payer sends into the funding instructions of an account (money 3.5).

use causeway_domain::Amount;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail, network_of, settles_at};
use causeway_domain::ids::InternalAccountId;
use causeway_domain::payments::{Direction, TransactionStatus};
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::payments::{OnChainTransfer, Originator, PaymentRecord};
use causeway_store::{Tx, internal_accounts, payments};

use super::outcome::arrive;
use super::record::record;
use super::{review, wait};
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
    /// The chain that coins come by; none: the first of those that the instructions show.
    pub network: Option<CryptoNetwork>,
    /// The address that coins come from.
    pub from: Option<String>,
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
    let network = network(&held.account, &pushed)?;
    let money = money(context, &held, pushed, (rail, network));
    let mut payment = record(tx, context, (Direction::Credit, TransactionStatus::Pending), &money, &held)?;
    payment.state.settles_at = expected;
    payments::insert(tx, context.platform, &payment)?;
    if expected.is_some() {
        announce::status(tx, context, &payment)?;
        return Ok(payment);
    }
    let mut locked = LockedPayment { payment, quote: None };
    if let Some(reason) = wait::first_reason(tx, context, &locked.payment)? {
        review::begin(tx, context, &mut locked, reason)?;
        return Ok(locked.payment);
    }
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

/// The chain that coins come by; none into an account that is paid by banks.
fn network(account: &InternalAccountRecord, pushed: &Pushed) -> Result<Option<CryptoNetwork>, ApiError> {
    let types = account.doc.funding.iter().filter_map(|way| way.details.get("accountType")?.as_str());
    let offered: Vec<CryptoNetwork> = types.filter_map(network_of).collect();
    match (pushed.network, offered.first()) {
        (None, None) if pushed.from.is_some() => {
            Err(ApiError::field("from", "is for coins, and no chain leads to this account"))
        }
        (None, first) => Ok(first.copied()),
        (Some(named), _) if offered.contains(&named) => Ok(Some(named)),
        (Some(_), _) => {
            let names: Vec<_> = offered.iter().map(|network| network.as_str()).collect();
            let message = format!("does not lead to this account; it is paid by: {}", names.join(", "));
            Err(ApiError::field("network", message))
        }
    }
}

/// The rails by which an account can be paid.
pub(super) fn rails(account: &InternalAccountRecord) -> Vec<PaymentRail> {
    let named = account.doc.funding.iter().filter_map(|way| way.details.get("paymentRails")?.as_array());
    named.flatten().filter_map(|rail| rail.as_str()?.parse().ok()).collect()
}

/// What a partner would have reported of the money.
fn money(
    context: &Context,
    held: &LockedAccount,
    pushed: Pushed,
    (rail, network): (Option<PaymentRail>, Option<CryptoNetwork>),
) -> IncomingMoney {
    let source = &context.app.ports.of(context.environment).funding;
    let on_chain = network.and_then(|network| {
        Some(OnChainTransfer { network, hash: source.transfer_hash(network, context.ids())? })
    });
    let mut references =
        held.account.doc.funding.iter().filter_map(|way| way.details.get("reference")?.as_str());
    IncomingMoney {
        amount: Amount::new(pushed.amount, held.account.currency),
        funds: Funds::Received,
        originator: Originator {
            account_holder_name: pushed.payer,
            account_identifier: pushed.from,
            rail,
            ..Originator::default()
        },
        reference: references.next().map(ToOwned::to_owned),
        description: None,
        on_chain,
    }
}
