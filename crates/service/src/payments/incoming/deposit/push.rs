//! Money that a payer sends into the funding instructions of an account (money 3.5).

use causeway_domain::Amount;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail, network_of, settles_at};
use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::{Direction, credited_for};
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::payments::{OnChainTransfer, Originator, PaymentRecord};
use causeway_store::{Tx, internal_accounts};

use super::outcome::arrive;
use super::record::{For, record};
use super::{review, wait};
use crate::payments::errors;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// What a payer sends.
#[derive(Debug, Clone)]
pub(crate) struct Pushed {
    /// The account whose coordinates it is sent to.
    pub(crate) account: InternalAccountId,
    /// In the smallest unit of what is sent: of the account's currency, or of the coins that come by a chain.
    pub(crate) amount: i64,
    /// What is sent, where the partner says it.
    pub(crate) currency: Option<CurrencyCode>,
    /// One of the rails that the instructions show; none: the fastest of them.
    pub(crate) rail: Option<PaymentRail>,
    /// The payer's name, as its bank passes it on.
    pub(crate) payer: Option<String>,
    /// The chain that coins come by; none: the first of those that the instructions show, where no bank leads there.
    pub(crate) network: Option<CryptoNetwork>,
    /// The address that coins come from.
    pub(crate) from: Option<String>,
}

/// Takes in money for an account: settled, or announced where its rail takes its time.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for an amount that is not positive or worth nothing there, or a rail or chain
/// that does not lead to the account; `INVALID_CURRENCY` for money that is not in the account's currency, nor of the coins
/// that the chain brings.
pub(crate) fn push(tx: &mut Tx<'_>, context: &Context, pushed: Pushed) -> Result<PaymentRecord, ApiError> {
    let found = internal_accounts::lock(tx, context.platform, pushed.account)?;
    let mut held = found.ok_or_else(errors::account_not_found)?;
    if pushed.amount < 1 {
        return Err(ApiError::field("amount", "must be positive"));
    }
    let way = arrival(context, &held.account, &pushed)?;
    let expected = way.rail.and_then(|rail| settles_at(rail, context.now));
    let named = pushed.currency;
    let money = money(context, &held, pushed, way);
    check_currency(named, money.amount.currency)?;
    if credited_for(money.amount, held.account.currency).is_none() {
        return Err(ApiError::field("amount", "is worth less than the smallest unit of the account"));
    }
    let whose = For { settles_at: expected, ..For::account(&held, money.amount)? };
    let mut locked = record(tx, context, Direction::Credit, &money, whose)?;
    if expected.is_some() {
        locked.save(tx, context)?;
        return Ok(locked.payment);
    }
    take_in(tx, context, locked, &mut held)
}

/// Takes in what has settled for an account, which is locked, unless it has to wait until more is known of its sender.
pub(in crate::payments) fn take_in(
    tx: &mut Tx<'_>,
    context: &Context,
    mut locked: LockedPayment,
    held: &mut LockedAccount,
) -> Result<PaymentRecord, ApiError> {
    match wait::first_reason(tx, context, &locked.payment)? {
        Some(reason) => review::begin(tx, context, &mut locked, reason)?,
        None => arrive(tx, context, &mut locked, held)?,
    }
    Ok(locked.payment)
}

/// How money comes.
struct Arrival {
    /// The rail; none by a chain, and where the coordinates name none.
    rail: Option<PaymentRail>,
    /// The chain, and the coins that come by it.
    chain: Option<(CryptoNetwork, CurrencyCode)>,
}

/// The way that the money comes by. An account that banks lead to is paid by a bank where no chain is named.
fn arrival(context: &Context, account: &InternalAccountRecord, pushed: &Pushed) -> Result<Arrival, ApiError> {
    let names_chain = pushed.network.is_some() || pushed.from.is_some();
    if names_chain && pushed.rail.is_some() {
        return Err(ApiError::field("rail", "is not for coins, which come by a chain"));
    }
    let is_by_bank = account.account_type == InternalAccountType::Fiat && !names_chain;
    if is_by_bank || pushed.rail.is_some() {
        return Ok(Arrival { rail: rail(context, account, pushed.rail)?, chain: None });
    }
    Ok(Arrival { rail: None, chain: chain(account, pushed)? })
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

/// The chain that coins come by, and which coins; none into an account that no chain leads to.
fn chain(
    account: &InternalAccountRecord,
    pushed: &Pushed,
) -> Result<Option<(CryptoNetwork, CurrencyCode)>, ApiError> {
    let offered = chains(account);
    let Some(named) = pushed.network else {
        if offered.is_empty() && pushed.from.is_some() {
            return Err(ApiError::field("from", "is for coins, and no chain leads to this account"));
        }
        return Ok(offered.first().copied());
    };
    if let Some(found) = offered.iter().find(|(network, _)| *network == named) {
        return Ok(Some(*found));
    }
    let names: Vec<_> = offered.iter().map(|(network, _)| network.as_str()).collect();
    let message = format!("does not lead to this account; it is paid by: {}", names.join(", "));
    Err(ApiError::field("network", message))
}

/// The chains that the instructions show, each with the coins that are sent over it.
fn chains(account: &InternalAccountRecord) -> Vec<(CryptoNetwork, CurrencyCode)> {
    let chains = account.doc.funding.iter().filter_map(|method| {
        let network = network_of(method.details.get("accountType")?.as_str()?)?;
        let asset = method.details.get("assetType").and_then(|asset| asset.as_str()?.parse().ok());
        Some((network, asset.unwrap_or(account.currency)))
    });
    chains.collect()
}

/// The rails by which an account can be paid.
pub(in crate::payments) fn rails(account: &InternalAccountRecord) -> Vec<PaymentRail> {
    let named = account.doc.funding.iter().filter_map(|way| way.details.get("paymentRails")?.as_array());
    named.flatten().filter_map(|rail| rail.as_str()?.parse().ok()).collect()
}

/// What a partner would have reported of the money.
fn money(context: &Context, held: &LockedAccount, pushed: Pushed, way: Arrival) -> IncomingMoney {
    let source = &context.app.ports.of(context.environment).funding;
    let on_chain = way.chain.and_then(|(network, _)| {
        Some(OnChainTransfer { network, hash: source.transfer_hash(network, context.ids())? })
    });
    let mut references =
        held.account.doc.funding.iter().filter_map(|way| way.details.get("reference")?.as_str());
    IncomingMoney {
        amount: Amount::new(pushed.amount, way.chain.map_or(held.account.currency, |(_, coin)| coin)),
        funds: Funds::Received,
        originator: Originator {
            account_holder_name: pushed.payer,
            account_identifier: pushed.from,
            rail: way.rail,
            ..Originator::default()
        },
        reference: references.next().map(ToOwned::to_owned),
        description: None,
        on_chain,
    }
}

/// Refuses money in another currency than the account takes.
fn check_currency(named: Option<CurrencyCode>, is: CurrencyCode) -> Result<(), ApiError> {
    match named {
        Some(named) if named != is => Err(errors::other_currency(is.as_str(), named.as_str())),
        Some(_) | None => Ok(()),
    }
}
