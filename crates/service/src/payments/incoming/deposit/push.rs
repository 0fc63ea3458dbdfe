//! Money that a payer sends to the funding instructions of an account (money 3.5).

use causeway_domain::Amount;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail, estimated_settlement, network_of};
use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::{Direction, credited_amount};
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::payments::{OnChainTransfer, Originator, PaymentRecord};
use causeway_store::{Tx, internal_accounts};

use super::outcome::credit_or_suspend;
use super::record::{DepositTerms, record};
use super::{review, wait};
use crate::payments::errors;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// A transfer that a payer sends.
#[derive(Debug, Clone)]
pub(crate) struct PushRequest {
    /// The account with these funding instructions.
    pub(crate) account: InternalAccountId,
    /// In the smallest unit of the account's currency, or of the crypto asset on the chain.
    pub(crate) amount: i64,
    /// `None` if the partner does not report it.
    pub(crate) currency: Option<CurrencyCode>,
    /// One of the rails in the instructions; `None` means the fastest of them.
    pub(crate) rail: Option<PaymentRail>,
    /// As passed on by the payer's bank.
    pub(crate) payer: Option<String>,
    /// The chain of the crypto asset; `None` means the first in the instructions, if no bank leads there.
    pub(crate) network: Option<CryptoNetwork>,
    /// The sending address on the chain.
    pub(crate) from: Option<String>,
}

/// Receives money for an account: settled, or only announced if its rail settles later.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for an amount that is not positive or worth less than the account's
/// smallest unit, or a rail or chain that does not lead to the account; `INVALID_CURRENCY` for money that is
/// neither in the account's currency nor of the chain's crypto assets.
pub(crate) fn push(
    tx: &mut Tx<'_>,
    context: &Context,
    pushed: PushRequest,
) -> Result<PaymentRecord, ApiError> {
    let found = internal_accounts::lock(tx, context.platform, pushed.account)?;
    let mut account = found.ok_or_else(errors::account_not_found)?;
    if pushed.amount < 1 {
        return Err(ApiError::field("amount", "must be positive"));
    }
    let way = arrival(context, &account.account, &pushed)?;
    let expected = way.rail.and_then(|rail| estimated_settlement(rail, context.now));
    let named = pushed.currency;
    let money = money(context, &account, pushed, way);
    check_currency(named, money.amount.currency)?;
    if credited_amount(money.amount, account.account.currency).is_none() {
        return Err(ApiError::field("amount", "is worth less than the smallest unit of the account"));
    }
    let deposit_terms =
        DepositTerms { settles_at: expected, ..DepositTerms::account(&account, money.amount)? };
    let mut locked = record(tx, context, Direction::Credit, &money, deposit_terms)?;
    if expected.is_some() {
        locked.save(tx, context)?;
        return Ok(locked.payment);
    }
    credit_or_wait(tx, context, locked, &mut account)
}

/// Credits settled money to an account, or lets the deposit wait until its sender is known. The caller must
/// hold the account's row lock.
pub(in crate::payments) fn credit_or_wait(
    tx: &mut Tx<'_>,
    context: &Context,
    mut locked: LockedPayment,
    account: &mut LockedAccount,
) -> Result<PaymentRecord, ApiError> {
    match wait::first_reason(tx, context, &locked.payment)? {
        Some(reason) => review::begin(tx, context, &mut locked, reason)?,
        None => credit_or_suspend(tx, context, &mut locked, account)?,
    }
    Ok(locked.payment)
}

/// The route that money comes by.
struct Arrival {
    /// `None` if the money is a crypto asset, or if the coordinates name no rail.
    rail: Option<PaymentRail>,
    /// The chain and its crypto asset; `None` if the money comes from a bank.
    chain: Option<(CryptoNetwork, CurrencyCode)>,
}

/// Returns the route of the money. An account that banks lead to is paid by a bank unless a chain is named.
fn arrival(
    context: &Context,
    account: &InternalAccountRecord,
    pushed: &PushRequest,
) -> Result<Arrival, ApiError> {
    let names_chain = pushed.network.is_some() || pushed.from.is_some();
    if names_chain && pushed.rail.is_some() {
        return Err(ApiError::field("rail", "is not for crypto assets, which arrive over a network"));
    }
    let is_by_bank = account.account_type == InternalAccountType::Fiat && !names_chain;
    if is_by_bank || pushed.rail.is_some() {
        return Ok(Arrival { rail: rail(context, account, pushed.rail)?, chain: None });
    }
    Ok(Arrival { rail: None, chain: chain(account, pushed)? })
}

/// Returns the rail of the money, or `None` if the coordinates name no rail.
fn rail(
    context: &Context,
    account: &InternalAccountRecord,
    named: Option<PaymentRail>,
) -> Result<Option<PaymentRail>, ApiError> {
    let offered = rails(account);
    let Some(named) = named else {
        let instant = offered.iter().find(|rail| estimated_settlement(**rail, context.now).is_none());
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

/// Returns the chain and the crypto asset, or `None` if no chain leads to the account.
fn chain(
    account: &InternalAccountRecord,
    pushed: &PushRequest,
) -> Result<Option<(CryptoNetwork, CurrencyCode)>, ApiError> {
    let offered = chains(account);
    let Some(named) = pushed.network else {
        if offered.is_empty() && pushed.from.is_some() {
            return Err(ApiError::field(
                "from",
                "is for crypto assets only, and no network leads to this account",
            ));
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

/// Returns the chains in the funding instructions, each with its crypto asset.
fn chains(account: &InternalAccountRecord) -> Vec<(CryptoNetwork, CurrencyCode)> {
    let chains = account.doc.funding.iter().filter_map(|method| {
        let network = network_of(method.details.get("accountType")?.as_str()?)?;
        let asset = method.details.get("assetType").and_then(|asset| asset.as_str()?.parse().ok());
        Some((network, asset.unwrap_or(account.currency)))
    });
    chains.collect()
}

/// Returns the rails that lead to an account.
pub(in crate::payments) fn rails(account: &InternalAccountRecord) -> Vec<PaymentRail> {
    let named = account.doc.funding.iter().filter_map(|way| way.details.get("paymentRails")?.as_array());
    named.flatten().filter_map(|rail| rail.as_str()?.parse().ok()).collect()
}

/// Builds the report of the money that a partner would have made.
fn money(context: &Context, account: &LockedAccount, pushed: PushRequest, way: Arrival) -> IncomingMoney {
    let funding_port = &context.app.ports.of(context.environment).funding;
    let on_chain = way.chain.and_then(|(network, _)| {
        Some(OnChainTransfer { network, hash: funding_port.transfer_hash(network, context.ids())? })
    });
    let mut references =
        account.account.doc.funding.iter().filter_map(|way| way.details.get("reference")?.as_str());
    IncomingMoney {
        amount: Amount::new(pushed.amount, way.chain.map_or(account.account.currency, |(_, asset)| asset)),
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
