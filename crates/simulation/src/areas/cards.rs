use causeway_wire::table::{Cards, Operation};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, learn_cursor, text};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::{Card, World};

impl Area for Cards {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateCard | Self::UpdateCardById => 8,
            Self::ListCards | Self::GetCardById | Self::RevealCard => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Cards(*self);
        let card = || caller.rng.pick(&caller.tenant.cards).map(|card| &card.id);
        Some(match self {
            Self::CreateCard => caller.request(operation).json(issue(caller)?),
            Self::ListCards => caller.list(operation, &[("state", "ACTIVE".to_owned())]),
            Self::GetCardById => caller.request(operation).of(card()?).expecting(Expectation::Success),
            Self::RevealCard => caller.request(operation).of(card()?),
            Self::UpdateCardById => caller.request(operation).of(card()?).json(change(caller)?),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::CreateCard => {
                let cards = &mut world.tenants[request.tenant].cards;
                let id = text(body, "id")?.to_owned();
                let sources = body["fundingSources"].as_array().into_iter().flatten();
                let sources = sources.filter_map(|account| account.as_str().map(str::to_owned)).collect();
                if cards.iter().all(|known| known.id != id) {
                    cards.push(Card { id, sources });
                }
            }
            Self::ListCards => learn_cursor(world, request, body),
            Self::GetCardById | Self::UpdateCardById | Self::RevealCard => {}
        }
        Ok(())
    }
}

/// Builds a card request, mostly one that the issuer accepts; the suffix of the name decides (cards 10.1).
fn issue(caller: &Caller<'_>) -> Option<Value> {
    let account = caller.wallet_account()?;
    let mut body = json!({
        "cardholderId": caller.owner(account)?, "form": "VIRTUAL", "fundingSources": [account],
    });
    let end = caller.rng.pick(&["001", "002", "005"]).filter(|_| caller.rng.percent(20));
    let name = format!("card-{}-{}", caller.rng.between(0, 1_000_000), end.copied().unwrap_or("777"));
    caller.sometimes(70, &mut body, "platformCardId", name);
    caller.sometimes(30, &mut body, "maxSpendPerTransaction", caller.rng.between(1, 100_000));
    Some(body)
}

fn change(caller: &Caller<'_>) -> Option<Value> {
    let mut body = json!({});
    match caller.rng.between(0, 9) {
        0..=1 => body["state"] = json!("FROZEN"),
        2..=5 => body["state"] = json!("ACTIVE"),
        6 => body["state"] = json!("CLOSED"),
        7 => body["fundingSources"] = json!([caller.wallet_account()?]),
        8 => body["maxSpendPerTransaction"] = Value::Null,
        _ => body["maxSpendPerTransaction"] = json!(caller.rng.between(1, 100_000)),
    }
    Some(body)
}
