//! Attribution of incoming money that a partner reports (money 3.5). Reports are idempotent by the partner's
//! event id.

use causeway_domain::Amount;
use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_store::funding_identifiers::{self, FundingTarget};
use causeway_store::payments::{OnChainTransfer, Originator, PaymentRecord};
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Error, Tx, payments};

use crate::payments::incoming::deposit::{PushRequest, push};
use crate::payments::incoming::unmatched;
use crate::ports::{Funds, IncomingMoney};
use crate::quotes;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Maximum length of a payer's reference, in characters.
const REFERENCE: usize = 140;
/// Maximum length of an event id, in characters.
const EVENT: usize = 128;

/// A partner's report of incoming money.
#[derive(Debug, Clone)]
pub struct DepositReport {
    pub to: DepositTarget,
    /// In the smallest unit of the currency sent.
    pub amount: i64,
    /// Required for unmatched money.
    pub currency: Option<CurrencyCode>,
    pub rail: Option<PaymentRail>,
    /// Name of the payer.
    pub payer: Option<String>,
    /// Only for crypto assets.
    pub network: Option<CryptoNetwork>,
    /// The sending account or address.
    pub from: Option<String>,
    /// The partner's own id of the event.
    pub event: Option<String>,
}

/// The target of incoming money.
#[derive(Debug, Clone)]
pub enum DepositTarget {
    /// The deposit coordinates of this account.
    Account(InternalAccountId),
    /// The account number, address or reference that the payer gave.
    Reference(String),
}

/// The outcome of a report of incoming money.
#[derive(Debug, Clone)]
pub enum DepositOutcome {
    Payment(Box<PaymentRecord>),
    /// Unmatched money, in suspense.
    Unmatched(Box<UnmatchedRecord>),
}

impl DepositOutcome {
    fn id(&self) -> TransactionId {
        match self {
            Self::Payment(payment) => payment.id,
            Self::Unmatched(record) => record.id,
        }
    }
}

/// Records incoming money for the account or quote it leads to, or in suspense. An event that was reported
/// before returns its earlier outcome.
///
/// # Errors
/// The errors of a deposit into an account; `INVALID_INPUT` for a reference that is empty or too long, an
/// unknown or missing currency of unmatched money, or a reference of a quote that still waits for its money.
pub fn receive(
    tx: &mut Tx<'_>,
    context: &Context,
    report: DepositReport,
) -> Result<DepositOutcome, ApiError> {
    let Some(event) = report.event.clone() else { return receive_new(tx, context, report) };
    check_length("event", &event, EVENT)?;
    if let Some(known) = unmatched_deposits::find_event(tx, context.platform, &event)? {
        return known_as(tx, context, known);
    }
    let outcome = receive_new(tx, context, report)?;
    unmatched_deposits::record_event(tx, context.platform, &event, outcome.id())?;
    Ok(outcome)
}

/// Returns the outcome of an event that was reported before.
fn known_as(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<DepositOutcome, ApiError> {
    if let Some(payment) = payments::find(tx, context.platform, id)? {
        return Ok(DepositOutcome::Payment(Box::new(payment)));
    }
    let record = unmatched_deposits::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
    Ok(DepositOutcome::Unmatched(Box::new(record)))
}

fn receive_new(
    tx: &mut Tx<'_>,
    context: &Context,
    report: DepositReport,
) -> Result<DepositOutcome, ApiError> {
    let payment = match report.to.clone() {
        DepositTarget::Account(account) => push(tx, context, pushed(account, report))?,
        DepositTarget::Reference(reference) => {
            let reference = reference.trim().to_owned();
            check_length("reference", &reference, REFERENCE)?;
            match leads_to(tx, context, &reference)? {
                Some(FundingTarget::Account(account)) => push(tx, context, pushed(account, report))?,
                Some(FundingTarget::Quote(quote)) => {
                    quotes::late::apply(tx, context, quote, Some(report.amount))?
                }
                None => {
                    let event = report.event.clone();
                    let money = unmatched_money(context, report)?;
                    let record = unmatched::hold(tx, context, money, reference, event)?;
                    return Ok(DepositOutcome::Unmatched(Box::new(record)));
                }
            }
        }
    };
    Ok(DepositOutcome::Payment(Box::new(payment)))
}

/// Finds the target of a payer's reference. References are upper case, which payers do not always keep.
fn leads_to(tx: &mut Tx<'_>, context: &Context, reference: &str) -> Result<Option<FundingTarget>, Error> {
    let found = funding_identifiers::find(tx, context.platform, reference)?;
    let capitals = reference.to_ascii_uppercase();
    if found.is_some() || capitals == reference {
        return Ok(found);
    }
    funding_identifiers::find(tx, context.platform, &capitals)
}

fn pushed(account: InternalAccountId, report: DepositReport) -> PushRequest {
    let DepositReport { amount, currency, rail, payer, network, from, to: _, event: _ } = report;
    PushRequest { account, amount, currency, rail, payer, network, from }
}

/// Builds unmatched money, described by its partner's report alone.
fn unmatched_money(context: &Context, report: DepositReport) -> Result<IncomingMoney, ApiError> {
    let DepositReport { amount, currency, rail, payer, network, from, to: _, event: _ } = report;
    if amount < 1 {
        return Err(ApiError::field("amount", "must be positive"));
    }
    let code = currency.ok_or_else(|| {
        ApiError::field("currency", "is required: the reference leads to no account and no quote")
    })?;
    let known = currency::find(code).ok_or_else(|| ApiError::field("currency", "is not known here"))?;
    let is_fiat = known.kind == CurrencyKind::Fiat;
    if network.is_some() && is_fiat {
        return Err(ApiError::field("network", "is for crypto assets only, and the currency is none"));
    }
    if rail.is_some() && !is_fiat {
        return Err(ApiError::field("rail", "is not for crypto assets, which arrive over a network"));
    }
    let funding_port = &context.app.ports.of(context.environment).funding;
    let on_chain = network.and_then(|network| {
        Some(OnChainTransfer { network, hash: funding_port.transfer_hash(network, context.ids())? })
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
