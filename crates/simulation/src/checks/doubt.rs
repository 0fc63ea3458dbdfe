//! Requests that the process died over: nobody knows what became of them, until somebody looks.

use causeway_domain::ids::{CustomerId, ExternalAccountId, InternalAccountId, QuoteId, TokenId};
use causeway_store::{customers, external_accounts, ledger, quotes, tokens};
use causeway_wire::table::{Customers, ExternalAccounts, Operation, Platform, Quotes, Sandbox, Tokens};

use super::learn::{self, has_moved, learn_accounts, learn_quote};
use super::verdict::{Circumstances, judge};
use crate::broken::{Holds, must};
use crate::requests::{Expects, Shot, send};
use crate::world::World;

/// Finds out what became of a request. A keyed one is simply repeated.
pub(super) fn resolve(world: &mut World, shot: &Shot) -> Holds {
    match shot.expects {
        Expects::Answer | Expects::Success | Expects::Replay { .. } | Expects::KeyReused => {}
        // It cannot have been carried out.
        Expects::ApiError | Expects::Status(_) => return Ok(()),
    }
    if shot.method != shot.operation.meta().method.as_str() {
        return Ok(());
    }
    match shot.honoured_key() {
        Some(key) => repeat(world, shot, key),
        None => look(world, shot),
    }
}

fn repeat(world: &mut World, shot: &Shot, key: &str) -> Holds {
    let mut again = shot.clone();
    // Its own token may have been deleted meanwhile.
    again.authorization = Some(world.tenants[shot.tenant].first_token().authorization());
    let mut answer = send(world, &again)?;
    let is_known = world.tenants[shot.tenant].carried_out.contains(&(shot.path.clone(), key.to_owned()));
    if matches!(shot.expects, Expects::Answer | Expects::Success) && !is_known {
        // Its first answer was lost: this one tells the same.
        answer.is_replayed = false;
    }
    let circumstances = Circumstances { is_disturbed: false, is_alone: false, events_before: 0 };
    judge(world, &again, &answer, &circumstances)
}

/// Looks whether a request without a key was carried out.
fn look(world: &mut World, shot: &Shot) -> Holds {
    let id = shot.path_id().unwrap_or_default().to_owned();
    match shot.operation {
        Operation::Sandbox(Sandbox::SandboxFundInternalAccount) => match id.parse() {
            Ok(account) => look_at_account(world, shot, account),
            Err(_) => Ok(()),
        },
        Operation::Quotes(Quotes::ExecuteQuote) => match id.parse() {
            Ok(quote) => look_at_quote(world, shot.tenant, quote),
            Err(_) => Ok(()),
        },
        Operation::Tokens(Tokens::DeleteTokenById) => {
            let (platform, parsed) = (world.tenants[shot.tenant].id, id.parse::<TokenId>());
            let Ok(token) = parsed else { return Ok(()) };
            if world.read(move |tx| tokens::find(tx, platform, token))?.is_none() {
                learn::forget_token(world, shot);
            }
            Ok(())
        }
        Operation::Customers(Customers::DeleteCustomerById | Customers::UpdateCustomerById) => {
            match id.parse() {
                Ok(customer) => look_at_customer(world, shot.tenant, customer),
                Err(_) => Ok(()),
            }
        }
        Operation::ExternalAccounts(
            ExternalAccounts::DeleteCustomerExternalAccountById
            | ExternalAccounts::DeletePlatformExternalAccountById,
        ) => match id.parse() {
            Ok(account) => look_at_external(world, shot, account),
            Err(_) => Ok(()),
        },
        Operation::Platform(Platform::UpdatePlatformConfig) => learn_accounts(world, shot.tenant, None),
        // Whatever else it may have made, nobody was told of it.
        _ => Ok(()),
    }
}

fn look_at_account(world: &mut World, shot: &Shot, account: InternalAccountId) -> Holds {
    let platform = world.tenants[shot.tenant].id;
    let Some(known) = world.tenants[shot.tenant].accounts.get(&account).map(|known| known.balance) else {
        return Ok(());
    };
    let balance = world.read(move |tx| ledger::get(tx, platform, account))?;
    if balance.available == known {
        return Ok(());
    }
    let amount = learn::amount(shot)?;
    must(balance.available == known + amount, || {
        format!("{account} held {known}, was to get {amount} more, and holds {}", balance.available)
    })?;
    learn::credit(world, shot.tenant, account, amount)
}

fn look_at_quote(world: &mut World, tenant: usize, id: QuoteId) -> Holds {
    let platform = world.tenants[tenant].id;
    let Some(known) = world.tenants[tenant].quotes.get(&id).copied() else { return Ok(()) };
    let found = world.read(move |tx| quotes::find(tx, platform, id))?;
    let is_executed = found.is_some_and(|quote| has_moved(quote.status));
    if is_executed && !known.is_executed { learn_quote(world, tenant, id) } else { Ok(()) }
}

fn look_at_external(world: &mut World, shot: &Shot, id: ExternalAccountId) -> Holds {
    let platform = world.tenants[shot.tenant].id;
    let found = world.read(move |tx| external_accounts::find(tx, platform, id))?;
    if found.is_some_and(|found| found.is_deleted) {
        learn::forget_external(world, shot);
    }
    Ok(())
}

fn look_at_customer(world: &mut World, tenant: usize, id: CustomerId) -> Holds {
    let platform = world.tenants[tenant].id;
    let Some(record) = world.read(move |tx| customers::find(tx, platform, id))? else { return Ok(()) };
    if record.is_deleted {
        learn::delete_customer(world, tenant, id);
    }
    learn_accounts(world, tenant, Some(id))
}
