//! Usable cards: issued, and with delegated keys of the wallets that fund them.

use causeway_domain::ids::{CustomerId, InternalAccountId};
use causeway_wire::table::{Cards, Operation, Wallets};
use serde_json::json;

use super::act::{call, perform, work};
use crate::violation::{CheckResult, Violation};
use crate::world::World;

const CARDS: usize = 2;

/// Id suffixes of accounts that cannot fund a card.
const MAGIC: &[&str] = &["002", "003"];

/// Number of signed requests until a delegated key is active (cards 7.1).
const SIGNED: usize = 2;

/// Issues cards of a customer, funded by its wallet.
pub(super) fn issue(world: &mut World, tenant: usize, holder: CustomerId) -> CheckResult {
    let wallet = wallet_of(world, tenant, holder)?;
    // A random id may end with a magic value, so that its account cannot fund a card (cards 10.2).
    if MAGIC.iter().any(|end| wallet.to_string().ends_with(end)) {
        return Ok(());
    }
    for number in 0..CARDS {
        let body = json!({
            "cardholderId": holder, "form": "VIRTUAL", "fundingSources": [wallet],
            "platformCardId": format!("first-{number}-777"),
        });
        let request = call(world, tenant, Operation::Cards(Cards::CreateCard)).json(body);
        perform(world, &request)?;
    }
    work(world)?;
    let cards: Vec<String> = world.tenants[tenant].cards.iter().map(|card| card.id.clone()).collect();
    cards.iter().try_for_each(|card| make_key(world, tenant, card, wallet))
}

fn make_key(world: &mut World, tenant: usize, card: &str, wallet: InternalAccountId) -> CheckResult {
    let body = json!({ "cardId": card, "internalAccountId": wallet, "nickname": "key" });
    let request = call(world, tenant, Operation::Wallets(Wallets::CreateDelegatedKey)).json(body);
    perform(world, &request)?;
    for _ in 0..SIGNED {
        let signed = world.tenants[tenant].signed.pop();
        let signed = signed.ok_or_else(|| Violation(format!("no signature is requested for {card}")))?;
        perform(world, &signed)?;
    }
    Ok(())
}

fn wallet_of(world: &World, tenant: usize, holder: CustomerId) -> CheckResult<InternalAccountId> {
    let tenant = &world.tenants[tenant];
    let is_theirs =
        |id: &&InternalAccountId| tenant.accounts.get(*id).is_some_and(|one| one.customer == Some(holder));
    let wallet = tenant.wallets.keys().find(is_theirs).copied();
    wallet.ok_or_else(|| Violation(format!("{holder} has no wallet")))
}
