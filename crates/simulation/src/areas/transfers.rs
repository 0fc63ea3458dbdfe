use causeway_domain::ids::{AccountRef, InternalAccountId, TransactionId};
use causeway_domain::payments::{DebitStatus, RefundStatus, TransactionStatus, TransactionType};
use causeway_store::payments::{self, PaymentRecord};
use causeway_wire::table::{Operation, Transactions, Transfers};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, ReadBack, text};
use super::quotes::debit_of;
use crate::requests::Request;
use crate::violation::{CheckResult, Violation};
use crate::world::{AccountEffect, World};

impl Area for Transfers {
    fn weight(&self) -> u32 {
        12
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        // Without an idempotency key, its start could not be determined after a crash.
        let request = caller.request(Operation::Transfers(*self)).keyed(&caller.rng);
        Some(request.json(match self {
            Self::CreateTransferIn => transfer_in(caller)?,
            Self::CreateTransferOut => transfer_out(caller)?,
        }))
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        learn_transfer(world, request.tenant, text(body, "id")?.parse()?)
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        let get = request.another(Operation::Transactions(Transactions::GetTransactionById));
        Some(ReadBack::Same(get.of(body["id"].as_str()?)))
    }
}

fn transfer_in(caller: &Caller<'_>) -> Option<Value> {
    let source = caller.debitable()?;
    let own = caller.account_of(source.customer, &source.currency);
    let destination = own.filter(|_| caller.rng.percent(90)).or_else(|| caller.account(false));
    Some(json!({
        "source": { "accountId": source.id },
        "destination": { "accountId": destination? },
        "amount": caller.rng.between(1, 1_000_000),
    }))
}

fn transfer_out(caller: &Caller<'_>) -> Option<Value> {
    // Mostly an account whose owner has a payee.
    let source = (0..3).find_map(|_| payer(caller)).or_else(|| caller.account(true))?;
    let account = caller.tenant.accounts.get(&source)?;
    let payee = caller.payee(account.customer, &account.currency).filter(|_| caller.rng.percent(90));
    let destination = payee.or_else(|| caller.rng.pick(&caller.tenant.externals)).map(|one| one.id);
    let most = if caller.rng.percent(90) { account.balance / 4 } else { account.balance.saturating_mul(3) };
    let mut body = json!({
        "source": { "accountId": source },
        "destination": { "accountId": destination? },
        "amount": caller.rng.between(1, most.max(500)),
    });
    // Transfers over slow rails can be cancelled under way.
    let often = if account.currency == "USD" { 70 } else { 10 };
    if caller.rng.percent(often) {
        let rail = caller.rng.weighted(65, "ACH", &[(30, "WIRE"), (5, "SEPA")]);
        body["destination"]["paymentRail"] = rail.into();
    }
    Some(body)
}

/// Picks an account with money whose owner has a payee in its currency.
fn payer(caller: &Caller<'_>) -> Option<InternalAccountId> {
    let id = caller.account(true)?;
    let account = caller.tenant.accounts.get(&id)?;
    caller.payee(account.customer, &account.currency).map(|_| id)
}

/// Records the money that a transfer has moved since it was last read.
pub(crate) fn learn_transfer(world: &mut World, tenant: usize, id: TransactionId) -> CheckResult {
    let platform = world.tenants[tenant].id;
    let found = world.read(move |tx| payments::find(tx, platform, id))?;
    let payment =
        found.ok_or_else(|| Violation(format!("{id} was answered with success but does not exist")))?;
    let (account, now) = moved(&payment)?;
    let before = world.tenants[tenant].transfers.insert(id, now).unwrap_or_default();
    let known = world.tenants[tenant].accounts.get_mut(&account);
    let known =
        known.ok_or_else(|| Violation(format!("{id} changes {account}, which no response has shown")))?;
    known.balance += now.available - before.available;
    known.unsettled += now.unsettled - before.unsettled;
    Ok(())
}

/// Returns the internal account of a transfer, and the money moved in it so far.
fn moved(payment: &PaymentRecord) -> CheckResult<(InternalAccountId, AccountEffect)> {
    let terms = &payment.terms;
    let no_transfer = || Violation(format!("{} is not a transfer", payment.id));
    let waits = payment.phase().awaits_approval();
    match (payment.kind, terms.source.account(), terms.destination.account()) {
        (TransactionType::Outgoing, Some(AccountRef::Internal(account)), _) => {
            let total = terms.sent.ok_or_else(no_transfer)?.minor;
            let refund = payment.state().refund.as_ref().map(|refund| refund.status);
            // A transfer that the rail refused at submission has moved no money and has no refund.
            let was_paid = !waits && (payment.status() != TransactionStatus::Failed || refund.is_some());
            let is_back = refund == Some(RefundStatus::Completed);
            let available = if was_paid && !is_back { -total } else { 0 };
            Ok((account, AccountEffect { available, unsettled: 0 }))
        }
        (TransactionType::Incoming, _, Some(AccountRef::Internal(account))) => {
            let amount = terms.received.ok_or_else(no_transfer)?.minor;
            let is_here = payment.status() == TransactionStatus::Completed;
            let unsettled = if debit_of(payment) == Some(DebitStatus::Pending) { amount } else { 0 };
            Ok((account, AccountEffect { available: if is_here { amount } else { 0 }, unsettled }))
        }
        (TransactionType::Outgoing | TransactionType::Incoming, ..) => Err(no_transfer()),
    }
}
