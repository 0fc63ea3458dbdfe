use causeway_domain::ids::{InternalAccountId, QuoteId};
use causeway_store::ledger;
use causeway_wire::table::{Operation, Sandbox};
use serde_json::{Value, json};

use super::area::{Area, text};
use super::quotes::{learn_quote, refresh_quote};
use super::{Caller, card_transactions, credit};
use crate::requests::Request;
use crate::violation::{CheckResult, Violation, ensure};
use crate::world::World;

impl Area for Sandbox {
    fn weight(&self) -> u32 {
        match self {
            Self::SandboxFundInternalAccount => 12,
            Self::SandboxSend => 8,
            Self::SandboxReceive => 10,
            Self::SimulateStablecoinFunding => 5,
            Self::SandboxSimulateCardAuthorization
            | Self::SandboxSimulateCardFinancialAuthorization
            | Self::SandboxSimulateCardAuthorizationAdvice
            | Self::SandboxSimulateCardClearing
            | Self::SandboxSimulateCardReturn
            | Self::SandboxSimulateCardReturnReversal => 8,
            Self::SandboxSimulateCardCreditAuthorization
            | Self::SandboxSimulateCardFinancialCreditAuthorization
            | Self::SandboxSimulateCardCreditAuthorizationAdvice
            | Self::SandboxSimulateCardBalanceInquiry => 3,
            Self::SendTestWebhook => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Sandbox(*self);
        Some(match self {
            Self::SandboxFundInternalAccount => {
                let amount = caller.rng.between(1, 20_000_000);
                caller.request(operation).of(caller.account(false)?).json(json!({ "amount": amount }))
            }
            Self::SandboxSend => caller.request(operation).json(payment(caller)?),
            Self::SandboxReceive => caller.request(operation).json(uma_payment(caller)?),
            Self::SimulateStablecoinFunding => {
                let events = ["FUNDS_RECEIVED", "FUNDS_RECEIVED", "FUNDING_EXPIRED", "FUNDING_REJECTED"];
                let latest = caller.tenant.coins.operations.last().filter(|_| caller.rng.percent(60));
                let id = latest.or_else(|| caller.rng.pick(&caller.tenant.coins.operations))?;
                caller.request(operation).of(id).json(json!({ "event": caller.rng.pick(&events)? }))
            }
            Self::SandboxSimulateCardAuthorization
            | Self::SandboxSimulateCardFinancialAuthorization
            | Self::SandboxSimulateCardCreditAuthorization
            | Self::SandboxSimulateCardFinancialCreditAuthorization
            | Self::SandboxSimulateCardCreditAuthorizationAdvice
            | Self::SandboxSimulateCardBalanceInquiry
            | Self::SandboxSimulateCardAuthorizationAdvice
            | Self::SandboxSimulateCardClearing
            | Self::SandboxSimulateCardReturn
            | Self::SandboxSimulateCardReturnReversal => card_transactions::request(*self, caller)?,
            Self::SendTestWebhook => caller.request(operation),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::SandboxFundInternalAccount => {
                let id = request.path_id().unwrap_or_default().parse()?;
                credit(world, request.tenant, id, amount(request)?)
            }
            Self::SandboxSend => learn_quote(world, request.tenant, quote(request)?),
            Self::SandboxReceive => {
                let id = text(body, "id")?.parse()?;
                world.tenants[request.tenant].incoming_uma.entry(id).or_insert(0);
                Ok(())
            }
            Self::SandboxSimulateCardAuthorization
            | Self::SandboxSimulateCardFinancialAuthorization
            | Self::SandboxSimulateCardCreditAuthorization
            | Self::SandboxSimulateCardFinancialCreditAuthorization
            | Self::SandboxSimulateCardCreditAuthorizationAdvice
            | Self::SandboxSimulateCardBalanceInquiry
            | Self::SandboxSimulateCardAuthorizationAdvice
            | Self::SandboxSimulateCardClearing
            | Self::SandboxSimulateCardReturn
            | Self::SandboxSimulateCardReturnReversal => card_transactions::learn(world, request, body),
            Self::SimulateStablecoinFunding | Self::SendTestWebhook => Ok(()),
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        match self {
            Self::SandboxFundInternalAccount => match request.path_id().unwrap_or_default().parse() {
                Ok(account) => refresh_account(world, request, account),
                Err(_) => Ok(()),
            },
            Self::SandboxSend => match quote(request) {
                Ok(id) => refresh_quote(world, request.tenant, id),
                Err(_) => Ok(()),
            },
            // Effects without a response are found with all others, in the next check.
            Self::SandboxReceive
            | Self::SimulateStablecoinFunding
            | Self::SandboxSimulateCardAuthorization
            | Self::SandboxSimulateCardFinancialAuthorization
            | Self::SandboxSimulateCardCreditAuthorization
            | Self::SandboxSimulateCardFinancialCreditAuthorization
            | Self::SandboxSimulateCardCreditAuthorizationAdvice
            | Self::SandboxSimulateCardBalanceInquiry
            | Self::SandboxSimulateCardAuthorizationAdvice
            | Self::SandboxSimulateCardClearing
            | Self::SandboxSimulateCardReturn
            | Self::SandboxSimulateCardReturnReversal
            | Self::SendTestWebhook => Ok(()),
        }
    }
}

/// Builds the payment that funds a quote, mostly the full amount and in time.
fn payment(caller: &Caller<'_>) -> Option<Value> {
    let is_late = caller.rng.percent(12);
    let quotes = caller.tenant.quotes.iter().rev();
    let waiting = quotes.filter_map(|(id, quote)| Some((id, quote, quote.pays_in?)));
    let waiting = waiting.filter(|(_, quote, _)| is_late || !quote.is_executed);
    let latest: Vec<_> = waiting.take(if is_late { 20 } else { 2 }).collect();
    let (id, _, quote_currency) = caller.rng.pick(&latest)?;
    let currency = if caller.rng.percent(92) { quote_currency.as_str() } else { caller.currency() };
    let mut body = json!({ "quoteId": id.to_string(), "currencyCode": currency });
    caller.sometimes(25, &mut body, "currencyAmount", caller.rng.between(1, 1_000_000));
    Some(body)
}

/// Builds a payment from a simulated counterparty to a customer, mostly in a currency that is accepted.
fn uma_payment(caller: &Caller<'_>) -> Option<Value> {
    let senders = [
        "success.usd",
        "success.usd",
        "success.eur",
        "fail.compliance.usd",
        "pending.long.usd",
        "require.fields.usd",
        "nobody",
    ];
    Some(json!({
        "senderUmaAddress": format!("${}@sandbox.uma.test", caller.rng.pick(&senders)?),
        "customerId": caller.live_customer()?.id,
        "receivingCurrencyCode": if caller.rng.percent(70) { "USD" } else { caller.currency() },
        "receivingCurrencyAmount": caller.rng.between(1, 1_000_000),
    }))
}

/// Returns the quote that the request funds.
fn quote(request: &Request) -> CheckResult<QuoteId> {
    Ok(request.sent()["quoteId"].as_str().unwrap_or_default().parse()?)
}

/// Returns the amount that the request credits to an account.
fn amount(request: &Request) -> CheckResult<i64> {
    let amount = request.sent()["amount"].clone();
    // An integer may be written as 5.0.
    let digits = amount.to_string();
    let whole = digits.strip_suffix(".0").unwrap_or(&digits).parse();
    whole.map_err(|_| Violation(format!("the invalid amount {amount} was accepted")))
}

fn refresh_account(world: &mut World, request: &Request, account: InternalAccountId) -> CheckResult {
    let platform = world.tenants[request.tenant].id;
    let Some(known) = world.tenants[request.tenant].accounts.get(&account).map(|known| known.balance) else {
        return Ok(());
    };
    let balance = world.read(move |tx| ledger::get(tx, platform, account))?;
    if balance.available == known {
        return Ok(());
    }
    let amount = amount(request)?;
    ensure(balance.available == known + amount, || {
        format!("{account} held {known}, was to be credited {amount}, but holds {}", balance.available)
    })?;
    credit(world, request.tenant, account, amount)
}
