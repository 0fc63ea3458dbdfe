//! What the simulated network does with cards.

use causeway_wire::table::{Operation, Sandbox};
use serde_json::{Value, json};

use super::Caller;
use super::area::text;
use crate::requests::Request;
use crate::violation::Checked;
use crate::world::World;

/// A request that could succeed.
pub(super) fn request(operation: Sandbox, caller: &Caller<'_>) -> Option<Request> {
    use Sandbox as S;
    // Mostly what wallets can pay.
    let amount = caller.rng.between(1, if caller.rng.percent(80) { 200 } else { 20_000 });
    let request = caller.request(Operation::Sandbox(operation));
    Some(match operation {
        S::SandboxSimulateCardBalanceInquiry => {
            request.of(&card(caller)?).json(json!({ "merchant": merchant(caller) }))
        }
        S::SandboxSimulateCardAuthorizationAdvice
        | S::SandboxSimulateCardClearing
        | S::SandboxSimulateCardReturn => {
            let (card, transaction) = transaction(caller)?;
            let nothing = operation == S::SandboxSimulateCardClearing && caller.rng.percent(20);
            let amount = if nothing { 0 } else { amount / caller.rng.between(1, 4) + 1 };
            request.of(card).json(json!({ "cardTransactionId": transaction, "amount": amount }))
        }
        S::SandboxSimulateCardReturnReversal => {
            let (card, transaction) = transaction(caller)?;
            request.of(card).json(json!({ "cardTransactionId": transaction }))
        }
        _ => request.of(&card(caller)?).json(json!({
            "amount": amount, "currency": { "code": "USD" }, "merchant": merchant(caller),
        })),
    })
}

/// The id of one of the cards.
fn card(caller: &Caller<'_>) -> Option<String> {
    caller.rng.pick(&caller.tenant.cards).map(|card| card.id.clone())
}

/// Mostly one of the latest: older ones have ended.
fn transaction<'a>(caller: &Caller<'a>) -> Option<&'a (String, String)> {
    let all = &caller.tenant.card_transactions;
    let latest = &all[all.len().saturating_sub(8)..];
    caller.rng.pick(latest)
}

/// Now and then one whose name says what is to happen (cards 10.3).
fn merchant(caller: &Caller<'_>) -> Value {
    let ends = ["002", "003", "005", "006", "102", "105", "106"];
    let end = caller.rng.pick(&ends).filter(|_| caller.rng.percent(15)).copied().unwrap_or("CAFE");
    let mut merchant = json!({ "descriptor": format!("CORNER {end}") });
    if caller.rng.percent(30) {
        merchant["mcc"] = json!(if caller.rng.percent(50) { "7011" } else { "5814" });
    }
    merchant
}

/// Takes in the transaction that was begun, or has moved; of what was declined nothing comes, and only the first is kept.
pub(super) fn learn(world: &mut World, request: &Request, body: &Value) -> Checked {
    let known = (text(body, "cardId")?.to_owned(), text(body, "id")?.to_owned());
    let all = &mut world.tenants[request.tenant].card_transactions;
    let is_over = body["declineReason"].is_string() && !all.is_empty();
    if !is_over && !all.contains(&known) {
        all.push(known);
    }
    Ok(())
}
