use causeway_domain::ids::{AccountRef, CustomerId, QuoteId};
use causeway_domain::payments::lifecycle::{Custody, Failure};
use causeway_domain::payments::{DebitStatus, OutgoingFailure, TransactionStatus};
use causeway_domain::quotes::funding_networks;
use causeway_store::payments::{ConversionTerms, PaymentRecord, PaymentTerms};
use causeway_store::quotes;
use causeway_wire::table::{Operation, Quotes};
use serde_json::{Value, json};

use super::area::{Area, ReadBack, text};
use super::{Caller, credit};
use crate::requests::{Expectation, Request};
use crate::violation::{CheckResult, Violation, ensure};
use crate::world::{External, Quote, UmaLookup, World, push_latest};

/// Percentage of quotes paid by debiting an external account, if there is one.
const DEBITED: u32 = 40;

/// Percentage of quotes funded by an incoming payment.
const PAID_IN: u32 = 25;

/// Percentage of quotes to UMA addresses, if one was looked up.
const TO_UMA: u32 = 25;

impl Area for Quotes {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateQuote | Self::ExecuteQuote => 20,
            Self::LookupUma => 6,
            Self::GetQuoteById | Self::LookupExternalAccount | Self::EstimateCryptoWithdrawalFee => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Quotes(*self);
        let quotes: Vec<_> = caller.tenant.quotes.keys().rev().collect();
        let open = caller
            .tenant
            .quotes
            .iter()
            .rev()
            .filter(|(_, quote)| !quote.is_executed && quote.pays_in.is_none());
        Some(match self {
            Self::LookupUma => {
                let users = [
                    "success.usd",
                    "success.eur",
                    "fail.compliance.usd",
                    "pending.long.usd",
                    "require.fields.usd",
                    "nobody",
                ];
                let request = caller.request(operation);
                on_behalf_of_customer(
                    caller,
                    request.of(format!("${}@sandbox.uma.test", caller.rng.pick(&users)?)),
                )
            }
            Self::LookupExternalAccount => on_behalf_of_customer(
                caller,
                caller.request(operation).of(caller.external(caller.rng.percent(70))?),
            ),
            Self::EstimateCryptoWithdrawalFee => caller.request(operation).json(withdrawal_estimate(caller)?),
            Self::CreateQuote => {
                let request = caller.request(operation).json(new_quote(caller)?);
                // Without an idempotency key, its execution could not be determined after a crash.
                if request.sent()["immediatelyExecute"] == true {
                    request.keyed(&caller.rng)
                } else {
                    request
                }
            }
            Self::GetQuoteById => {
                caller.request(operation).of(caller.rng.pick(&quotes)?).expecting(Expectation::Success)
            }
            Self::ExecuteQuote => {
                // Mostly one of the latest unexecuted quotes: older ones have expired.
                let latest: Vec<_> = open.map(|(id, _)| id).take(3).collect();
                let from = if caller.rng.percent(80) && !latest.is_empty() { latest } else { quotes };
                caller.request(operation).of(caller.rng.pick(&from)?)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::CreateQuote | Self::ExecuteQuote => {
                if body["status"] == "PENDING_AUTHORIZATION" {
                    push_latest(&mut world.tenants[request.tenant].sca.waiting, text(body, "id")?.parse()?);
                }
                // A payment that awaits authorization has moved no money.
                let waits = matches!(self, Self::ExecuteQuote) && body["status"] == "PENDING_AUTHORIZATION";
                if waits { Ok(()) } else { learn_quote(world, request.tenant, text(body, "id")?.parse()?) }
            }
            Self::LookupUma => {
                let id = text(body, "lookupId")?;
                let address = text(body, "receiverUmaAddress")?;
                let looked_up = UmaLookup { id: id.to_owned(), address: address.to_owned() };
                world.tenants[request.tenant].lookups.push(looked_up);
                Ok(())
            }
            Self::GetQuoteById | Self::LookupExternalAccount | Self::EstimateCryptoWithdrawalFee => Ok(()),
        }
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        match self {
            Self::CreateQuote | Self::ExecuteQuote => {
                let get = request.another(Operation::Quotes(Self::GetQuoteById));
                Some(ReadBack::Same(get.of(body["id"].as_str()?)))
            }
            Self::GetQuoteById
            | Self::LookupUma
            | Self::LookupExternalAccount
            | Self::EstimateCryptoWithdrawalFee => None,
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::ExecuteQuote, Ok(id)) => refresh_quote(world, request.tenant, id),
            (
                Self::ExecuteQuote
                | Self::CreateQuote
                | Self::GetQuoteById
                | Self::LookupUma
                | Self::LookupExternalAccount
                | Self::EstimateCryptoWithdrawalFee,
                _,
            ) => Ok(()),
        }
    }
}

/// Makes the request on behalf of the platform, or of one of its customers.
fn on_behalf_of_customer(caller: &Caller<'_>, request: Request) -> Request {
    match caller.live_customer().filter(|_| caller.rng.percent(50)) {
        Some(customer) => request.query("customerId", customer.id),
        None => request,
    }
}

/// Builds a fee estimate request, mostly from an account in the currency of the network.
fn withdrawal_estimate(caller: &Caller<'_>) -> Option<Value> {
    let (currency, network, address) = *caller.rng.pick(&[
        ("USDC", "SOLANA", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
        ("USDC", "BASE", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ("USDB", "SPARK", "spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5rq002"),
    ])?;
    let holders = caller.tenant.accounts.iter().filter(|(_, account)| account.currency == currency);
    let holders: Vec<_> = holders.map(|(id, _)| *id).collect();
    let holder = caller.rng.pick(&holders).copied().filter(|_| caller.rng.percent(80));
    Some(json!({
        "internalAccountId": holder.or_else(|| caller.account(false))?,
        "currency": currency,
        "cryptoNetwork": network,
        "amount": caller.rng.between(1, 100_000),
        "destinationAddress": address,
    }))
}

fn new_quote(caller: &Caller<'_>) -> Option<Value> {
    if caller.rng.percent(PAID_IN) {
        return funded_quote(caller);
    }
    let debited = caller.debitable().filter(|_| caller.rng.percent(DEBITED));
    let (source, owner, balance) = match debited {
        Some(account) => (account.id.to_string(), account.customer, caller.rng.between(1, 1_000_000)),
        None => {
            let id = caller.account(true)?;
            let balance = caller.tenant.accounts.get(&id).map_or(0, |account| account.balance);
            (id.to_string(), caller.owner(id), balance)
        }
    };
    let destination = destination(caller, owner)?;
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
    if debited.is_none() {
        to_uma(caller, &mut body);
    }
    Some(body)
}

/// Sends the money, in some cases, to one of the latest looked-up UMA addresses; older lookups have expired.
fn to_uma(caller: &Caller<'_>, body: &mut Value) {
    let latest: Vec<&UmaLookup> = caller.tenant.lookups.iter().rev().take(3).collect();
    let Some(to) = caller.rng.pick(&latest).filter(|_| caller.rng.percent(TO_UMA)) else { return };
    body["lookupId"] = to.id.as_str().into();
    body["destination"] = json!({ "destinationType": "UMA_ADDRESS", "umaAddress": to.address });
    caller.sometimes(
        60,
        body,
        "senderCustomerInfo",
        json!({ "FULL_NAME": "Ada", "BIRTH_DATE": "1985-06-15" }),
    );
}

/// Picks a destination, mostly a bank account that this owner may pay.
fn destination(caller: &Caller<'_>, owner: Option<CustomerId>) -> Option<String> {
    if caller.rng.percent(30) {
        return caller.account(false).map(|id| id.to_string());
    }
    let banks = caller.tenant.externals.iter().filter(|one| !one.is_wallet && !one.takes_tokens);
    let banks: Vec<_> = banks.collect();
    let is_payable = |one: &&&External| !one.is_deleted && (owner.is_none() || one.customer == owner);
    let payable: Vec<_> = banks.iter().filter(is_payable).copied().collect();
    let among = if caller.rng.percent(90) && !payable.is_empty() { payable } else { banks };
    caller.rng.pick(&among).map(|one| one.id.to_string())
}

/// Builds a quote that is funded by an incoming payment, by bank or on-chain.
fn funded_quote(caller: &Caller<'_>) -> Option<Value> {
    let currency = caller.currency();
    let mut source = json!({ "sourceType": "REALTIME_FUNDING", "currency": currency });
    if let Some(network) = caller.rng.pick(funding_networks(currency.parse().ok()?)) {
        source["cryptoNetwork"] = network.as_str().into();
    }
    // Coins pass through an internal account of the payer.
    let accounts = caller.tenant.accounts.values();
    let payers = accounts.filter(|account| account.is_active && account.currency == currency);
    let payers: Vec<_> = payers.map(|account| account.customer).collect();
    let owner = caller.rng.pick(&payers).copied().flatten().filter(|_| caller.rng.percent(80));
    if let Some(customer) = owner {
        source["customerId"] = customer.to_string().into();
    }
    Some(json!({
        "source": source,
        "destination": { "destinationType": "ACCOUNT", "accountId": destination(caller, owner)? },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": caller.rng.between(1_000, 1_000_000),
    }))
}

/// Reads a quote that was created, executed or funded, and records the money that it moved. An executed quote
/// has moved money exactly once, unless the money must be debited first.
pub(super) fn learn_quote(world: &mut World, tenant: usize, id: QuoteId) -> CheckResult {
    let platform = world.tenants[tenant].id;
    let record = world.read(move |tx| quotes::find(tx, platform, id))?;
    let (record, payment) =
        record.ok_or_else(|| Violation(format!("{id} was answered with success but does not exist")))?;
    let is_executed = has_moved(&payment);
    let terms = &payment.terms;
    let paid_here = match terms.source.account() {
        Some(AccountRef::Internal(account)) => Some(account).filter(|_| is_executed),
        Some(AccountRef::External(_)) | None => None,
    };
    let is_converted = paid_here.is_some() || is_paid_in(&payment);
    let pays_in = terms.funding.as_ref().and(terms.sent).map(|sent| sent.currency);
    let fresh = Quote {
        transaction: record.transaction,
        agent: terms.agent,
        pays_in,
        is_executed,
        is_converted,
        refund: None,
    };
    let known = world.tenants[tenant].quotes.insert(id, fresh);
    let was_executed = known.is_some_and(|known| known.is_executed);
    ensure(!was_executed, || format!("{id} was executed twice"))?;
    ensure(known.is_none() || is_executed, || format!("{id} was executed, but is {}", payment.status()))?;
    if let Some(account) = paid_here {
        credit(world, tenant, account, -conversion(terms)?.price.total_sending)?;
    }
    // Coins are credited to an account and debited again.
    if is_converted { convert(world, tenant, terms) } else { Ok(()) }
}

/// Returns the conversion terms of a payment, which every quoted payment has.
pub(crate) fn conversion(terms: &PaymentTerms) -> CheckResult<&ConversionTerms> {
    terms.conversion.as_ref().ok_or_else(|| Violation(format!("without a price: {terms:?}")))
}

/// Credits the results of a conversion that stay within the service: the received amount and the platform's
/// fee.
pub(crate) fn convert(world: &mut World, tenant: usize, terms: &PaymentTerms) -> CheckResult {
    let conversion = conversion(terms)?;
    if let Some(AccountRef::Internal(account)) = terms.destination.account() {
        credit(world, tenant, account, conversion.price.total_receiving)?;
    }
    match conversion.platform_fee_account {
        Some(account) => credit(world, tenant, account, conversion.price.platform_fee),
        None => Ok(()),
    }
}

/// Returns `true` if the payment's quote was executed or funded. In this simulation, only agents' payments
/// and unauthorized ones fail before that.
pub(crate) fn has_moved(payment: &PaymentRecord) -> bool {
    match payment.status() {
        TransactionStatus::Processing | TransactionStatus::Completed | TransactionStatus::Refunded => true,
        TransactionStatus::Failed => was_begun(payment) && !was_not_authorized(payment),
        TransactionStatus::Created
        | TransactionStatus::Pending
        | TransactionStatus::PendingAuthorization
        | TransactionStatus::Rejected
        | TransactionStatus::Expired => false,
    }
}

/// Returns `true` if anything was begun for the payment. In this simulation, only payments requested by
/// agents can fail before that.
pub(crate) fn was_begun(payment: &PaymentRecord) -> bool {
    payment.state().refund.is_some() || debit_of(payment).is_some() || payment.terms.agent.is_none()
}

pub(crate) fn debit_of(payment: &PaymentRecord) -> Option<DebitStatus> {
    payment.phase().debit_status(payment.course())
}

/// Returns `true` if incoming money funded the payment, and was not refused.
pub(crate) fn is_paid_in(payment: &PaymentRecord) -> bool {
    let is_refused = matches!(payment.phase().custody(), Some(Custody::Suspense | Custody::PayersAccount));
    payment.state().funding.is_some() && !is_refused
}

/// Returns `true` if the payment failed because its customer did not authorize it.
pub(crate) const fn was_not_authorized(payment: &PaymentRecord) -> bool {
    matches!(payment.phase().failure(), Some(Failure::Outgoing(OutgoingFailure::ScaNotCompleted)))
}

pub(super) fn refresh_quote(world: &mut World, tenant: usize, id: QuoteId) -> CheckResult {
    let platform = world.tenants[tenant].id;
    if world.tenants[tenant].quotes.get(&id).is_none_or(|known| known.is_executed) {
        return Ok(());
    }
    let found = world.read(move |tx| quotes::find(tx, platform, id))?;
    let is_executed = found.is_some_and(|(_, payment)| has_moved(&payment));
    if is_executed { learn_quote(world, tenant, id) } else { Ok(()) }
}
