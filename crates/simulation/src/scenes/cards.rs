//! Cards that can be used: issued, and with the keys of the wallets that fund them.

use causeway_domain::ids::{CustomerId, InternalAccountId};
use causeway_wire::table::{Cards, Operation, Wallets};
use serde_json::json;

use super::act::{call, carry_out, work};
use crate::violation::{Checked, Violation};
use crate::world::World;

const CARDS: usize = 2;

/// How accounts end that fund no card.
const MAGIC: &[&str] = &["002", "003"];

/// Requests until there is a key, each but the first one signed for (cards 7.1).
const SIGNED: usize = 2;

/// Cards of a customer, funded by its wallet.
pub(super) fn issue(world: &mut World, tenant: usize, holder: CustomerId) -> Checked {
    let wallet = wallet_of(world, tenant, holder)?;
    // An id may happen to say that its account funds no card (cards 10.2).
    if MAGIC.iter().any(|end| wallet.to_string().ends_with(end)) {
        return Ok(());
    }
    for number in 0..CARDS {
        let wanted = json!({
            "cardholderId": holder, "form": "VIRTUAL", "fundingSources": [wallet],
            "platformCardId": format!("first-{number}-777"),
        });
        let request = call(world, tenant, Operation::Cards(Cards::CreateCard)).json(wanted);
        carry_out(world, &request)?;
    }
    work(world)?;
    let cards: Vec<String> = world.tenants[tenant].cards.iter().map(|card| card.id.clone()).collect();
    cards.iter().try_for_each(|card| make_key(world, tenant, card, wallet))
}

fn make_key(world: &mut World, tenant: usize, card: &str, wallet: InternalAccountId) -> Checked {
    let wanted = json!({ "cardId": card, "internalAccountId": wallet, "nickname": "key" });
    let request = call(world, tenant, Operation::Wallets(Wallets::CreateDelegatedKey)).json(wanted);
    carry_out(world, &request)?;
    for _ in 0..SIGNED {
        let signed = world.tenants[tenant].signed.pop();
        let signed = signed.ok_or_else(|| Violation(format!("nothing is to be signed for {card}")))?;
        carry_out(world, &signed)?;
    }
    Ok(())
}

fn wallet_of(world: &World, tenant: usize, holder: CustomerId) -> Checked<InternalAccountId> {
    let tenant = &world.tenants[tenant];
    let is_theirs =
        |id: &&InternalAccountId| tenant.accounts.get(*id).is_some_and(|one| one.customer == Some(holder));
    let wallet = tenant.wallets.keys().find(is_theirs).copied();
    wallet.ok_or_else(|| Violation(format!("{holder} has no wallet")))
}
