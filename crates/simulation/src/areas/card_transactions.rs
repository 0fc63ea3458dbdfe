//! Card transactions by the simulated card network.

use causeway_wire::table::{Operation, Sandbox};
use serde_json::{Value, json};

use super::Caller;
use super::area::text;
use crate::requests::Request;
use crate::violation::CheckResult;
use crate::world::{CardTransaction, World};

/// Builds a request that can succeed.
pub(super) fn request(operation: Sandbox, caller: &Caller<'_>) -> Option<Request> {
    use Sandbox as S;
    // Mostly amounts that wallets can pay.
    let amount = caller.rng.between(1, if caller.rng.percent(80) { 200 } else { 20_000 });
    let request = caller.request(Operation::Sandbox(operation));
    Some(match operation {
        S::SandboxSimulateCardBalanceInquiry => {
            request.of(&card(caller)?).json(json!({ "merchant": merchant(caller) }))
        }
        S::SandboxSimulateCardAuthorizationAdvice
        | S::SandboxSimulateCardClearing
        | S::SandboxSimulateCardReturn => {
            let used = transaction(operation, caller)?;
            let nothing = operation == S::SandboxSimulateCardClearing && caller.rng.percent(20);
            let amount = if nothing { 0 } else { amount / caller.rng.between(1, 4) + 1 };
            request.of(&used.card).json(json!({ "cardTransactionId": used.id, "amount": amount }))
        }
        S::SandboxSimulateCardReturnReversal => {
            let used = transaction(operation, caller)?;
            request.of(&used.card).json(json!({ "cardTransactionId": used.id }))
        }
        _ => request.of(&card(caller)?).json(json!({
            "amount": amount, "currency": { "code": "USD" }, "merchant": merchant(caller),
        })),
    })
}

fn card(caller: &Caller<'_>) -> Option<String> {
    caller.rng.pick(&caller.tenant.cards).map(|card| card.id.clone())
}

/// Picks one of the latest card transactions, mostly one in a state for this operation.
fn transaction<'a>(operation: Sandbox, caller: &Caller<'a>) -> Option<&'a CardTransaction> {
    let all = &caller.tenant.card_transactions;
    let latest = &all[all.len().saturating_sub(8)..];
    let is_suitable = |used: &&CardTransaction| match operation {
        Sandbox::SandboxSimulateCardReturn => used.is_cleared,
        Sandbox::SandboxSimulateCardReturnReversal => used.is_returned,
        _ => used.is_open,
    };
    let fitting: Vec<&CardTransaction> = latest.iter().filter(is_suitable).collect();
    let is_chosen = caller.rng.percent(90);
    caller.rng.pick(&fitting).copied().filter(|_| is_chosen).or_else(|| caller.rng.pick(latest))
}

/// Builds a merchant, sometimes with a magic descriptor (cards 10.3).
fn merchant(caller: &Caller<'_>) -> Value {
    let ends = ["002", "003", "005", "006", "102", "105", "106"];
    let end = caller.rng.pick(&ends).filter(|_| caller.rng.percent(15)).copied().unwrap_or("CAFE");
    let mut merchant = json!({ "descriptor": format!("CORNER {end}") });
    if caller.rng.percent(30) {
        merchant["mcc"] = json!(if caller.rng.percent(50) { "7011" } else { "5814" });
    }
    merchant
}

/// Records a new or changed card transaction. A declined one, which has no further effect, is recorded only
/// if it is the first.
pub(super) fn learn(world: &mut World, request: &Request, body: &Value) -> CheckResult {
    let status = text(body, "status")?;
    let is_debit = body["direction"] == "DEBIT";
    let used = CardTransaction {
        card: text(body, "cardId")?.to_owned(),
        id: text(body, "id")?.to_owned(),
        is_open: matches!(status, "AUTHORIZED" | "PARTIALLY_SETTLED"),
        is_cleared: is_debit && matches!(status, "PARTIALLY_SETTLED" | "SETTLED" | "REFUNDED"),
        is_returned: is_debit && status == "REFUNDED",
    };
    let all = &mut world.tenants[request.tenant].card_transactions;
    let is_over = body["declineReason"].is_string() && !all.is_empty();
    match all.iter_mut().find(|known| known.id == used.id) {
        Some(known) => *known = used,
        None if !is_over => all.push(used),
        None => {}
    }
    Ok(())
}
