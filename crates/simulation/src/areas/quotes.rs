use causeway_domain::ids::{AccountRef, QuoteId};
use causeway_domain::quotes::QuoteStatus;
use causeway_store::payments::{ConversionTerms, PaymentTerms};
use causeway_store::quotes;
use causeway_wire::table::{Operation, Quotes};
use serde_json::{Value, json};

use super::area::{Area, Shown, text};
use super::{Caller, credit};
use crate::requests::{Expects, Request};
use crate::violation::{Checked, Violation, ensure};
use crate::world::{Quote, World};

/// Of a hundred quotes so many are paid by external accounts, where there are any.
const DEBITED: u32 = 40;

impl Area for Quotes {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateQuote | Self::ExecuteQuote => 20,
            Self::GetQuoteById => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Quotes(*self);
        let quotes: Vec<_> = caller.tenant.quotes.keys().rev().collect();
        let open = caller.tenant.quotes.iter().rev().filter(|(_, quote)| !quote.is_executed);
        Some(match self {
            Self::CreateQuote => {
                let request = caller.request(operation).json(new_quote(caller)?);
                // Without a key nobody could tell afterwards whether it was executed.
                if request.sent()["immediatelyExecute"] == true {
                    request.keyed(&caller.rng)
                } else {
                    request
                }
            }
            Self::GetQuoteById => {
                caller.request(operation).of(caller.rng.pick(&quotes)?).expecting(Expects::Success)
            }
            Self::ExecuteQuote => {
                // Mostly one of the latest that nobody has executed: older ones have expired.
                let latest: Vec<_> = open.map(|(id, _)| id).take(3).collect();
                let from = if caller.rng.percent(80) && !latest.is_empty() { latest } else { quotes };
                caller.request(operation).of(caller.rng.pick(&from)?)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked {
        match self {
            Self::CreateQuote | Self::ExecuteQuote => {
                learn_quote(world, request.tenant, text(body, "id")?.parse()?)
            }
            Self::GetQuoteById => Ok(()),
        }
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<Shown> {
        match self {
            Self::CreateQuote | Self::ExecuteQuote => {
                let get = request.another(Operation::Quotes(Self::GetQuoteById));
                Some(Shown::Same(get.of(body["id"].as_str()?)))
            }
            Self::GetQuoteById => None,
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> Checked {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::ExecuteQuote, Ok(id)) => look_at_quote(world, request.tenant, id),
            (Self::ExecuteQuote | Self::CreateQuote | Self::GetQuoteById, _) => Ok(()),
        }
    }
}

fn new_quote(caller: &Caller<'_>) -> Option<Value> {
    let debited = caller.debitable().filter(|_| caller.rng.percent(DEBITED));
    let (source, owner, balance) = match debited {
        Some(account) => (account.id.to_string(), account.customer, caller.rng.between(1, 1_000_000)),
        None => {
            let id = caller.account(true)?;
            let balance = caller.tenant.accounts.get(&id).map_or(0, |account| account.balance);
            (id.to_string(), caller.owner(id), balance)
        }
    };
    let destination = if caller.rng.percent(70) {
        caller.rng.pick(&caller.tenant.externals)?.id.to_string()
    } else {
        caller.account(false)?.to_string()
    };
    let side = if caller.rng.percent(60) { "SENDING" } else { "RECEIVING" };
    let most = if caller.rng.percent(90) { balance / 2 } else { balance.saturating_mul(3) };
    let mut body = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": side,
        "lockedCurrencyAmount": caller.rng.between(1, most.max(500)),
    });
    if owner.is_none()
        && let Some(customer) = caller.live_customer().filter(|_| caller.rng.percent(30))
    {
        body["source"]["customerId"] = customer.id.to_string().into();
    }
    let fee = json!({ "platformFixedFee": { "amount": caller.rng.between(0, 100), "currency": "USD" },
        "platformVariableFeeBps": caller.rng.between(0, 200) });
    caller.sometimes(15, &mut body, "platformFeeOverride", fee);
    caller.sometimes(25, &mut body, "immediatelyExecute", true);
    caller.sometimes(30, &mut body, "description", "Invoice 7");
    Some(body)
}

/// Looks at a quote that was made or executed: one that is on its way has moved money, once, unless that has to be
/// debited first.
fn learn_quote(world: &mut World, tenant: usize, id: QuoteId) -> Checked {
    let platform = world.tenants[tenant].id;
    let record = world.read(move |tx| quotes::find(tx, platform, id))?;
    let (record, payment) =
        record.ok_or_else(|| Violation(format!("{id} was answered with success and is not there")))?;
    let is_executed = has_moved(record.status);
    let terms = &payment.terms;
    let paid_here = match terms.source.account() {
        Some(AccountRef::Internal(account)) => Some(account).filter(|_| is_executed),
        Some(AccountRef::External(_)) | None => None,
    };
    let is_converted = paid_here.is_some();
    let fresh = Quote { transaction: record.transaction, is_executed, is_converted, refund: None };
    let known = world.tenants[tenant].quotes.insert(id, fresh);
    let was_executed = known.is_some_and(|known| known.is_executed);
    ensure(!was_executed, || format!("{id} was executed twice"))?;
    ensure(known.is_none() || is_executed, || format!("{id} was executed, and is {}", record.status))?;
    let Some(account) = paid_here else { return Ok(()) };
    credit(world, tenant, account, -conversion(terms)?.price.total_sending)?;
    convert(world, tenant, terms)
}

/// What the postings of a payment are made from.
pub(crate) fn conversion(terms: &PaymentTerms) -> Checked<&ConversionTerms> {
    terms.conversion.as_ref().ok_or_else(|| Violation(format!("without a price: {terms:?}")))
}

/// The money of a quote is converted: what stays within the service is there.
pub(crate) fn convert(world: &mut World, tenant: usize, terms: &PaymentTerms) -> Checked {
    let conversion = conversion(terms)?;
    if let Some(AccountRef::Internal(account)) = terms.destination.account() {
        credit(world, tenant, account, conversion.price.total_receiving)?;
    }
    match conversion.platform_fee_account {
        Some(account) => credit(world, tenant, account, conversion.price.platform_fee),
        None => Ok(()),
    }
}

/// Whether a quote of this status was executed. In this world none fails before.
pub(crate) const fn has_moved(status: QuoteStatus) -> bool {
    matches!(status, QuoteStatus::Processing | QuoteStatus::Completed | QuoteStatus::Failed)
}

fn look_at_quote(world: &mut World, tenant: usize, id: QuoteId) -> Checked {
    let platform = world.tenants[tenant].id;
    let Some(known) = world.tenants[tenant].quotes.get(&id).copied() else { return Ok(()) };
    let found = world.read(move |tx| quotes::find(tx, platform, id))?;
    let is_executed = found.is_some_and(|(quote, _)| has_moved(quote.status));
    if is_executed && !known.is_executed { learn_quote(world, tenant, id) } else { Ok(()) }
}
