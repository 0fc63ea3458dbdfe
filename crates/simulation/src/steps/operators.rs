//! Operators' actions.

use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_store::card_transactions::{self, Filter};
use causeway_store::listing::{Order, Page};
use serde_json::json;

use crate::areas::learn_accounts;
use crate::violation::CheckResult;
use crate::world::{World, operate, platform_choice};

/// Approves, rejects, holds or releases a customer.
pub(super) fn verdict(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let number = rng.index(world.ordinary_tenants());
    let Some(customer) = rng.pick(&world.tenants[number].customers).map(|customer| customer.id) else {
        return Ok(());
    };
    let verb = rng.weighted(40, "approve", &[(10, "reject"), (20, "hold"), (30, "release")]);
    operate(
        world,
        "customer",
        verb,
        json!({ "customer": customer, "platform": platform_choice(world, number) }),
    )?;
    // The decision may activate or deactivate its accounts.
    world.without_faults(|world| learn_accounts(world, number, Some(customer)))
}

/// Freezes or releases an account.
pub(super) fn move_account(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let number = rng.index(world.ordinary_tenants());
    let accounts: Vec<_> = world.tenants[number].accounts.keys().copied().collect();
    let Some(account) = rng.pick(&accounts) else { return Ok(()) };
    let verb = rng.weighted(30, "freeze", &[(70, "release")]);
    operate(
        world,
        "account",
        verb,
        json!({ "account": account, "platform": platform_choice(world, number) }),
    )?;
    let owner = world.tenants[number].accounts.get(account).and_then(|known| known.customer);
    world.without_faults(|world| learn_accounts(world, number, owner))
}

/// Reports the outcome of a payment or of its refund in place of the rail, or resolves a failed refund.
pub(super) fn move_payment(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let number = rng.index(world.ordinary_tenants());
    let executed = world.tenants[number].quotes.values().rev().filter(|quote| quote.is_executed);
    let executed = executed.map(|quote| quote.transaction).take(8);
    let transfers = world.tenants[number].transfers.keys().rev().copied().take(8);
    let deposits = world.tenants[number].deposits.keys().rev().copied().take(4);
    let executed: Vec<_> = executed.chain(transfers).chain(deposits).collect();
    let Some(transaction) = rng.pick(&executed) else { return Ok(()) };
    let arguments = json!({ "transaction": transaction, "platform": platform_choice(world, number) });
    let verbs =
        [(15, "fail"), (15, "return"), (15, "refund"), (10, "release"), (10, "keep"), (40, "resolve")];
    match rng.weighted(15, "settle", &verbs) {
        "resolve" => operate(world, "suspense", "resolve", arguments),
        verb => operate(world, "payment", verb, arguments),
    }
}

/// Collects a card transaction's shortfall; sometimes closes a card, or makes its simulated issuer ask for a
/// code.
pub(super) fn move_card(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let number = rng.index(world.ordinary_tenants());
    let verb = rng.weighted(60, "collect", &[(15, "close"), (25, "tokenize")]);
    if verb != "collect" {
        let Some(card) = rng.pick(&world.tenants[number].cards).map(|card| card.id.clone()) else {
            return Ok(());
        };
        return operate(
            world,
            "card",
            verb,
            json!({ "card": card, "platform": platform_choice(world, number) }),
        );
    }
    let platform = world.tenants[number].id;
    let filter = Filter { status: Some(CardTransactionStatus::Exception), ..Filter::default() };
    let page = Page { after: None, limit: 20, order: Order::Descending };
    let found = world.read(move |tx| card_transactions::list(tx, platform, &filter, &page))?.0;
    let carried: Vec<_> = found.iter().filter(|record| record.figures.shortfall > 0).collect();
    let Some(transaction) = rng.pick(&carried).map(|record| record.id) else { return Ok(()) };
    let arguments = json!({ "transaction": transaction, "platform": platform_choice(world, number) });
    operate(world, "card-transaction", "collect", arguments)
}
