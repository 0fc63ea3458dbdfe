use causeway_domain::ids::{AccountRef, InternalAccountId, TransactionId};
use causeway_domain::payments::{DebitStatus, RefundStatus, TransactionStatus, TransactionType};
use causeway_store::payments::{self, PaymentRecord};
use causeway_wire::table::{Operation, Transactions, Transfers};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, Shown, text};
use crate::requests::Request;
use crate::violation::{Checked, Violation};
use crate::world::{Moved, World};

impl Area for Transfers {
    fn weight(&self) -> u32 {
        12
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        // Without a key nobody could tell afterwards whether it was begun.
        let request = caller.request(Operation::Transfers(*self)).keyed(&caller.rng);
        Some(request.json(match self {
            Self::CreateTransferIn => transfer_in(caller)?,
            Self::CreateTransferOut => transfer_out(caller)?,
        }))
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked {
        learn_transfer(world, request.tenant, text(body, "id")?.parse()?)
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<Shown> {
        let get = request.another(Operation::Transactions(Transactions::GetTransactionById));
        Some(Shown::Same(get.of(body["id"].as_str()?)))
    }
}

fn transfer_in(caller: &Caller<'_>) -> Option<Value> {
    let source = caller.debitable()?;
    let own = caller.tenant.accounts.iter().filter(|(_, account)| account.customer == source.customer);
    let own: Vec<InternalAccountId> = own.map(|(id, _)| *id).collect();
    let destination =
        if caller.rng.percent(80) { caller.rng.pick(&own).copied() } else { caller.account(false) };
    Some(json!({
        "source": { "accountId": source.id },
        "destination": { "accountId": destination? },
        "amount": caller.rng.between(1, 1_000_000),
    }))
}

fn transfer_out(caller: &Caller<'_>) -> Option<Value> {
    let source = caller.account(true)?;
    let owner = caller.owner(source);
    let theirs = caller.tenant.externals.iter().filter(|one| one.customer == owner && !one.is_deleted);
    let theirs: Vec<_> = theirs.map(|one| one.id).collect();
    let any: Vec<_> = caller.tenant.externals.iter().map(|one| one.id).collect();
    let destination = caller.rng.pick(if caller.rng.percent(80) { &theirs } else { &any }).copied();
    let balance = caller.tenant.accounts.get(&source).map_or(0, |account| account.balance);
    let most = if caller.rng.percent(90) { balance / 2 } else { balance.saturating_mul(3) };
    let mut body = json!({
        "source": { "accountId": source },
        "destination": { "accountId": destination? },
        "amount": caller.rng.between(1, most.max(500)),
    });
    if caller.rng.percent(40) {
        let rail = caller.rng.weighted((60, "ACH"), &[(30, "WIRE"), (10, "SEPA")]);
        body["destination"]["paymentRail"] = rail.into();
    }
    Some(body)
}

/// Takes in what a transfer has moved since the last look.
pub(crate) fn learn_transfer(world: &mut World, tenant: usize, id: TransactionId) -> Checked {
    let platform = world.tenants[tenant].id;
    let found = world.read(move |tx| payments::find(tx, platform, id))?;
    let payment =
        found.ok_or_else(|| Violation(format!("{id} was answered with success and is not there")))?;
    let (account, now) = moved(&payment)?;
    let before = world.tenants[tenant].transfers.insert(id, now).unwrap_or_default();
    let known = world.tenants[tenant].accounts.get_mut(&account);
    let known = known.ok_or_else(|| Violation(format!("{id} moves {account}, which nobody was told of")))?;
    known.balance += now.available - before.available;
    known.unsettled += now.unsettled - before.unsettled;
    Ok(())
}

/// What a transfer has moved so far in the internal account that it is about.
fn moved(payment: &PaymentRecord) -> Checked<(InternalAccountId, Moved)> {
    let terms = &payment.terms;
    let no_transfer = || Violation(format!("{} is no transfer", payment.id));
    let waits = payment.state.awaits_approval;
    match (payment.kind, terms.source.account(), terms.destination.account()) {
        (TransactionType::Outgoing, Some(AccountRef::Internal(account)), _) => {
            let total = terms.sent.ok_or_else(no_transfer)?.minor;
            let refund = payment.state.refund.as_ref().map(|refund| refund.status);
            // One that the rail refused beforehand has moved nothing, and has nothing to refund.
            let was_paid = !waits && (payment.status != TransactionStatus::Failed || refund.is_some());
            let is_back = refund == Some(RefundStatus::Completed);
            let available = if was_paid && !is_back { -total } else { 0 };
            Ok((account, Moved { available, unsettled: 0 }))
        }
        (TransactionType::Incoming, _, Some(AccountRef::Internal(account))) => {
            let amount = terms.received.ok_or_else(no_transfer)?.minor;
            let is_here = payment.status == TransactionStatus::Completed;
            let debit = payment.state.debit.map(|debit| debit.status);
            let unsettled = if debit == Some(DebitStatus::Pending) { amount } else { 0 };
            Ok((account, Moved { available: if is_here { amount } else { 0 }, unsettled }))
        }
        (TransactionType::Outgoing | TransactionType::Incoming, ..) => Err(no_transfer()),
    }
}
