//! Money comes in, as its partner reports it: whose is it (money 3.5)? A partner may report twice; the second time changes
//! nothing.

use causeway_domain::Amount;
use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_store::funding_identifiers::{self, FundingTarget};
use causeway_store::payments::{OnChainTransfer, Originator, PaymentRecord};
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Error, Tx, payments};

use crate::payments::incoming::deposit::{Pushed, push};
use crate::payments::incoming::unmatched;
use crate::ports::{Funds, IncomingMoney};
use crate::quotes;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Longest reference that payers can give.
const REFERENCE: usize = 140;
/// Longest id of an event.
const EVENT: usize = 128;

/// What a partner reports of money.
#[derive(Debug, Clone)]
pub struct Notified {
    /// Where it was sent.
    pub to: To,
    /// In the smallest unit of what is sent.
    pub amount: i64,
    /// What is sent; needed where it fits nothing.
    pub currency: Option<CurrencyCode>,
    /// The rail that it has come by.
    pub rail: Option<PaymentRail>,
    /// The payer's name.
    pub payer: Option<String>,
    /// The chain that coins have come by.
    pub network: Option<CryptoNetwork>,
    /// The account or address that it comes from.
    pub from: Option<String>,
    /// The partner's own id of the event.
    pub event: Option<String>,
}

/// Where money was sent.
#[derive(Debug, Clone)]
pub enum To {
    /// To the coordinates of this account.
    Account(InternalAccountId),
    /// To the account number, address or reference that the payer has named.
    Reference(String),
}

/// What has become of money that came in.
#[derive(Debug, Clone)]
pub enum Taken {
    /// A payment.
    Payment(Box<PaymentRecord>),
    /// It fits nothing, and stands in suspense.
    Unmatched(Box<UnmatchedRecord>),
}

impl Taken {
    fn id(&self) -> TransactionId {
        match self {
            Self::Payment(payment) => payment.id,
            Self::Unmatched(record) => record.id,
        }
    }
}

/// Takes money in, for the account or quote that it leads to, or into suspense. An event that was reported before gives what has
/// become of it.
///
/// # Errors
/// Those of a deposit into an account; `INVALID_INPUT` for a reference that is empty or too long, an unknown or missing currency where it
/// leads nowhere, or one of a quote that is still to be paid in for.
pub fn take(tx: &mut Tx<'_>, context: &Context, notified: Notified) -> Result<Taken, ApiError> {
    let Some(event) = notified.event.clone() else { return take_new(tx, context, notified) };
    check_length("event", &event, EVENT)?;
    if let Some(known) = unmatched_deposits::find_event(tx, context.platform, &event)? {
        return known_as(tx, context, known);
    }
    let taken = take_new(tx, context, notified)?;
    unmatched_deposits::record_event(tx, context.platform, &event, taken.id())?;
    Ok(taken)
}

/// What has become of what was reported before.
fn known_as(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Taken, ApiError> {
    if let Some(payment) = payments::find(tx, context.platform, id)? {
        return Ok(Taken::Payment(Box::new(payment)));
    }
    let record = unmatched_deposits::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
    Ok(Taken::Unmatched(Box::new(record)))
}

fn take_new(tx: &mut Tx<'_>, context: &Context, notified: Notified) -> Result<Taken, ApiError> {
    let payment = match notified.to.clone() {
        To::Account(account) => push(tx, context, pushed(account, notified))?,
        To::Reference(reference) => {
            let reference = reference.trim().to_owned();
            check_length("reference", &reference, REFERENCE)?;
            match leads_to(tx, context, &reference)? {
                Some(FundingTarget::Account(account)) => push(tx, context, pushed(account, notified))?,
                Some(FundingTarget::Quote(quote)) => {
                    quotes::late::apply(tx, context, quote, Some(notified.amount))?
                }
                None => {
                    let event = notified.event.clone();
                    let money = unmatched_money(context, notified)?;
                    let record = unmatched::hold(tx, context, money, reference, event)?;
                    return Ok(Taken::Unmatched(Box::new(record)));
                }
            }
        }
    };
    Ok(Taken::Payment(Box::new(payment)))
}

/// What the payer's words lead to. References are written in capitals, which payers do not always keep.
fn leads_to(tx: &mut Tx<'_>, context: &Context, reference: &str) -> Result<Option<FundingTarget>, Error> {
    let found = funding_identifiers::find(tx, context.platform, reference)?;
    let capitals = reference.to_ascii_uppercase();
    if found.is_some() || capitals == reference {
        return Ok(found);
    }
    funding_identifiers::find(tx, context.platform, &capitals)
}

fn pushed(account: InternalAccountId, notified: Notified) -> Pushed {
    let Notified { amount, currency, rail, payer, network, from, to: _, event: _ } = notified;
    Pushed { account, amount, currency, rail, payer, network, from }
}

/// Money that leads nowhere: what it is, is what its partner says alone.
fn unmatched_money(context: &Context, notified: Notified) -> Result<IncomingMoney, ApiError> {
    let Notified { amount, currency, rail, payer, network, from, to: _, event: _ } = notified;
    if amount < 1 {
        return Err(ApiError::field("amount", "must be positive"));
    }
    let code = currency.ok_or_else(|| {
        ApiError::field("currency", "is required: the reference leads to no account and no quote")
    })?;
    let known = currency::find(code).ok_or_else(|| ApiError::field("currency", "is not known here"))?;
    let is_fiat = known.kind == CurrencyKind::Fiat;
    if network.is_some() && is_fiat {
        return Err(ApiError::field("network", "is for coins, and the currency is not one"));
    }
    if rail.is_some() && !is_fiat {
        return Err(ApiError::field("rail", "is not for coins, which come by a chain"));
    }
    let source = &context.app.ports.of(context.environment).funding;
    let on_chain = network.and_then(|network| {
        Some(OnChainTransfer { network, hash: source.transfer_hash(network, context.ids())? })
    });
    Ok(IncomingMoney {
        amount: Amount::new(amount, code),
        funds: Funds::Received,
        originator: Originator {
            account_holder_name: payer,
            account_identifier: from,
            rail,
            ..Originator::default()
        },
        reference: None,
        description: None,
        on_chain,
    })
}

fn check_length(field: &'static str, text: &str, most: usize) -> Result<(), ApiError> {
    if text.is_empty() || text.chars().count() > most {
        return Err(ApiError::field(field, format!("must have 1 to {most} characters")));
    }
    Ok(())
}
