use causeway_domain::ids::{AccountRef, CustomerId, QuoteId};
use causeway_domain::payments::lifecycle::{Custody, Failure};
use causeway_domain::payments::{DebitStatus, OutgoingFailure, TransactionStatus};
use causeway_domain::quotes::funding_networks;
use causeway_store::payments::{ConversionTerms, PaymentRecord, PaymentTerms};
use causeway_store::quotes;
use causeway_wire::table::{Operation, Quotes};
use serde_json::{Value, json};

use super::area::{Area, Shown, text};
use super::{Caller, credit};
use crate::requests::{Expects, Request};
use crate::violation::{Checked, Violation, ensure};
use crate::world::{External, LookedUp, Quote, World, keep};

/// Of a hundred quotes so many are paid by external accounts, where there are any.
const DEBITED: u32 = 40;

/// Of a hundred quotes so many are paid in for.
const PAID_IN: u32 = 25;

/// Of a hundred quotes so many go to UMA addresses, where one was looked up.
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
                looking_up(caller, request.of(format!("${}@sandbox.uma.test", caller.rng.pick(&users)?)))
            }
            Self::LookupExternalAccount => {
                looking_up(caller, caller.request(operation).of(caller.external(caller.rng.percent(70))?))
            }
            Self::EstimateCryptoWithdrawalFee => caller.request(operation).json(withdrawal(caller)?),
            Self::CreateQuote => {
                let request = caller.request(operation).json(new_quote(caller)?);
                // Without a key nobody could see afterwards whether it was executed.
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
                if body["status"] == "PENDING_AUTHORIZATION" {
                    keep(&mut world.tenants[request.tenant].sca.waiting, text(body, "id")?.parse()?);
                }
                // Nothing has moved yet.
                let waits = matches!(self, Self::ExecuteQuote) && body["status"] == "PENDING_AUTHORIZATION";
                if waits { Ok(()) } else { learn_quote(world, request.tenant, text(body, "id")?.parse()?) }
            }
            Self::LookupUma => {
                let (id, address) = (text(body, "lookupId")?, text(body, "receiverUmaAddress")?);
                let looked_up = LookedUp { id: id.to_owned(), address: address.to_owned() };
                world.tenants[request.tenant].lookups.push(looked_up);
                Ok(())
            }
            Self::GetQuoteById | Self::LookupExternalAccount | Self::EstimateCryptoWithdrawalFee => Ok(()),
        }
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<Shown> {
        match self {
            Self::CreateQuote | Self::ExecuteQuote => {
                let get = request.another(Operation::Quotes(Self::GetQuoteById));
                Some(Shown::Same(get.of(body["id"].as_str()?)))
            }
            Self::GetQuoteById
            | Self::LookupUma
            | Self::LookupExternalAccount
            | Self::EstimateCryptoWithdrawalFee => None,
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> Checked {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::ExecuteQuote, Ok(id)) => look_at_quote(world, request.tenant, id),
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

/// On behalf of the platform, or of one of its customers.
fn looking_up(caller: &Caller<'_>, request: Request) -> Request {
    match caller.live_customer().filter(|_| caller.rng.percent(50)) {
        Some(customer) => request.query("customerId", customer.id),
        None => request,
    }
}

/// Mostly from an account that holds what the network carries.
fn withdrawal(caller: &Caller<'_>) -> Option<Value> {
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
        return paid_in_for(caller);
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

/// At times the money goes to one of the addresses that were looked up last; the others have expired.
fn to_uma(caller: &Caller<'_>, body: &mut Value) {
    let latest: Vec<&LookedUp> = caller.tenant.lookups.iter().rev().take(3).collect();
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

/// Mostly a bank account that whoever pays may pay.
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

/// A quote that somebody pays in for, by bank or in coins.
fn paid_in_for(caller: &Caller<'_>) -> Option<Value> {
    let currency = caller.currency();
    let mut source = json!({ "sourceType": "REALTIME_FUNDING", "currency": currency });
    if let Some(network) = caller.rng.pick(funding_networks(currency.parse().ok()?)) {
        source["cryptoNetwork"] = network.as_str().into();
    }
    // Coins come into an account of whoever pays.
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

/// Looks at a quote that was made, executed or paid in for: one that is on its way has moved money, once, unless that
/// has to be debited first.
pub(super) fn learn_quote(world: &mut World, tenant: usize, id: QuoteId) -> Checked {
    let platform = world.tenants[tenant].id;
    let record = world.read(move |tx| quotes::find(tx, platform, id))?;
    let (record, payment) =
        record.ok_or_else(|| Violation(format!("{id} was answered with success and is not there")))?;
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
    ensure(known.is_none() || is_executed, || format!("{id} was executed, and is {}", payment.status()))?;
    if let Some(account) = paid_here {
        credit(world, tenant, account, -conversion(terms)?.price.total_sending)?;
    }
    // Coins come into an account and leave it again.
    if is_converted { convert(world, tenant, terms) } else { Ok(()) }
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

/// Whether the quote of this payment was executed or paid in for. In this world only those of agents fail before, and
/// those that their customers did not authorize.
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

/// Whether anything was begun for a payment that may have failed before. In this world only what agents ask for does.
pub(crate) fn was_begun(payment: &PaymentRecord) -> bool {
    payment.state().refund.is_some() || debit_of(payment).is_some() || payment.terms.agent.is_none()
}

/// Where the direct debit of a payment stands.
pub(crate) fn debit_of(payment: &PaymentRecord) -> Option<DebitStatus> {
    payment.phase().debit_status(payment.course())
}

/// Whether what was paid in for a payment has carried it out.
pub(crate) fn is_paid_in(payment: &PaymentRecord) -> bool {
    let is_refused = matches!(payment.phase().custody(), Some(Custody::Suspense | Custody::PayersAccount));
    payment.state().funding.is_some() && !is_refused
}

/// Whether a payment has failed because its customer did not authorize it.
pub(crate) const fn was_not_authorized(payment: &PaymentRecord) -> bool {
    matches!(payment.phase().failure(), Some(Failure::Outgoing(OutgoingFailure::ScaNotCompleted)))
}

pub(super) fn look_at_quote(world: &mut World, tenant: usize, id: QuoteId) -> Checked {
    let platform = world.tenants[tenant].id;
    if world.tenants[tenant].quotes.get(&id).is_none_or(|known| known.is_executed) {
        return Ok(());
    }
    let found = world.read(move |tx| quotes::find(tx, platform, id))?;
    let is_executed = found.is_some_and(|(_, payment)| has_moved(&payment));
    if is_executed { learn_quote(world, tenant, id) } else { Ok(()) }
}
