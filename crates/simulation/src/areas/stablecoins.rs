use causeway_wire::table::{Operation, Stablecoins};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, ReadBack, learn_cursor, text};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::World;

impl Area for Stablecoins {
    fn weight(&self) -> u32 {
        match self {
            Self::LinkStablecoinProviderAccount | Self::RegisterStablecoin => 6,
            Self::CreateStablecoinMint | Self::CreateStablecoinBurn => 14,
            Self::CreateStablecoinQuote | Self::ExecuteStablecoinQuote => 6,
            Self::ListStablecoinProviderAccounts
            | Self::GetStablecoinProviderAccount
            | Self::ListStablecoins
            | Self::GetStablecoin
            | Self::ListStablecoinOperations
            | Self::GetStablecoinOperation
            | Self::GetStablecoinQuote => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Stablecoins(*self);
        let request = || caller.request(operation).keyed(&caller.rng);
        let coins = &caller.tenant.coins;
        let token = || caller.rng.pick(&coins.tokens);
        Some(match self {
            Self::LinkStablecoinProviderAccount => request().json(link(caller)?),
            Self::ListStablecoinProviderAccounts => {
                caller.list(operation, &[("status", "ACTIVE".to_owned())])
            }
            Self::GetStablecoinProviderAccount => {
                request().of(caller.rng.pick(&coins.links)?).expecting(Expectation::Success)
            }
            Self::RegisterStablecoin => request().json(registration(caller)?),
            Self::ListStablecoins => caller.list(operation, &[("issuanceStatus", "PROVISIONED".to_owned())]),
            Self::GetStablecoin => request().of(token()?).expecting(Expectation::Success),
            Self::CreateStablecoinMint => request().of(token()?).json(mint(caller)?),
            Self::CreateStablecoinBurn => request().of(token()?).json(burn(caller)?),
            Self::ListStablecoinOperations => {
                caller.list(operation, &[("operationType", "BURN".to_owned())]).of(coins.tokens.first()?)
            }
            Self::GetStablecoinOperation => {
                request().of(caller.rng.pick(&coins.operations)?).expecting(Expectation::Success)
            }
            Self::CreateStablecoinQuote => {
                let is_mint = caller.rng.percent(50);
                let mut body = if is_mint { mint(caller)? } else { burn(caller)? };
                body["operationType"] = json!(if is_mint { "MINT" } else { "BURN" });
                request().of(token()?).json(body)
            }
            Self::GetStablecoinQuote | Self::ExecuteStablecoinQuote => {
                let latest = coins.quotes.last().filter(|_| caller.rng.percent(60));
                let (token, quote) = latest.or_else(|| caller.rng.pick(&coins.quotes))?;
                request().of(token).of(quote)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        let coins = &mut world.tenants[request.tenant].coins;
        let known = |list: &mut Vec<String>, id: &str| {
            if list.iter().all(|one| one != id) {
                list.push(id.to_owned());
            }
        };
        match self {
            Self::LinkStablecoinProviderAccount => known(&mut coins.links, text(body, "id")?),
            Self::RegisterStablecoin => known(&mut coins.tokens, text(body, "id")?),
            Self::CreateStablecoinMint | Self::CreateStablecoinBurn | Self::ExecuteStablecoinQuote => {
                known(&mut coins.operations, text(body, "id")?);
            }
            Self::CreateStablecoinQuote => {
                let quote = (text(body, "stablecoinId")?.to_owned(), text(body, "id")?.to_owned());
                if !coins.quotes.contains(&quote) {
                    coins.quotes.push(quote);
                }
            }
            Self::ListStablecoinProviderAccounts | Self::ListStablecoins | Self::ListStablecoinOperations => {
                learn_cursor(world, request, body);
            }
            Self::GetStablecoinProviderAccount
            | Self::GetStablecoin
            | Self::GetStablecoinOperation
            | Self::GetStablecoinQuote => {}
        }
        Ok(())
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        let get = |operation| request.another(Operation::Stablecoins(operation));
        match self {
            Self::LinkStablecoinProviderAccount => {
                Some(ReadBack::Same(get(Self::GetStablecoinProviderAccount).of(body["id"].as_str()?)))
            }
            Self::RegisterStablecoin => {
                Some(ReadBack::Same(get(Self::GetStablecoin).of(body["id"].as_str()?)))
            }
            // Mints and burns progress by themselves, and quotes expire by themselves.
            Self::CreateStablecoinMint
            | Self::CreateStablecoinBurn
            | Self::CreateStablecoinQuote
            | Self::ExecuteStablecoinQuote
            | Self::ListStablecoinProviderAccounts
            | Self::GetStablecoinProviderAccount
            | Self::ListStablecoins
            | Self::GetStablecoin
            | Self::ListStablecoinOperations
            | Self::GetStablecoinOperation
            | Self::GetStablecoinQuote => None,
        }
    }
}

/// Builds provider credentials, mostly valid ones; the suffix of the client id decides (stablecoins 9.1).
fn link(caller: &Caller<'_>) -> Option<Value> {
    let end = caller.rng.pick(&["001", "002", "003", "004", "005"]).filter(|_| caller.rng.percent(15));
    let client = format!("client-{}{}", caller.rng.between(0, 9), end.copied().unwrap_or("777"));
    Some(json!({ "provider": "BRALE", "apiClientId": client, "apiClientSecret": "secret" }))
}

fn registration(caller: &Caller<'_>) -> Option<Value> {
    let end = caller.rng.pick(&["001", "002", "003", "004", "009"]).filter(|_| caller.rng.percent(20));
    let letters: Vec<char> = "qpzry9x8gf2tvdw0".chars().collect();
    let drawn: String = (0..6).filter_map(|_| caller.rng.pick(&letters).copied()).collect();
    let token = format!("T{drawn}{}", end.copied().unwrap_or("X"));
    let mut body = json!({
        "providerTokenIdentifier": token, "networkTokenIdentifier": format!("btkn1q{drawn}"), "network": "SPARK",
    });
    let link = caller.rng.pick(&caller.tenant.coins.links)?;
    caller.sometimes(80, &mut body, "stablecoinProviderAccountId", link.as_str());
    Some(body)
}

/// Draws an amount, mostly of whole cents.
fn amount(caller: &Caller<'_>) -> Value {
    let cents = caller.rng.between(1, 500_000_000);
    let units = if caller.rng.percent(90) { cents * 10_000 } else { cents };
    if caller.rng.percent(80) { json!(units.to_string()) } else { json!(units) }
}

fn mint(caller: &Caller<'_>) -> Option<Value> {
    let wallet = caller.token_wallet()?;
    let debited = caller.debitable().filter(|_| caller.rng.percent(50));
    let source = match debited {
        Some(bank) => json!({ "type": "ACH_DEBIT", "externalAccountId": bank.id }),
        None => json!({ "type": "WIRE" }),
    };
    // No magic description for an unreachable provider: it would be retried forever. Lost answers are
    // injected as faults.
    Some(json!({ "amount": amount(caller), "fundingSource": source, "destination": { "accountId": wallet } }))
}

fn burn(caller: &Caller<'_>) -> Option<Value> {
    let sources = ["EXTERNAL_ACCOUNT", "PROVIDER_INTERNAL_BALANCE", "PROVIDER_INTERNAL_BALANCE"];
    let rails = ["WIRE", "ACH_CREDIT", "SAME_DAY_ACH_CREDIT", "RTP_CREDIT"];
    let bank = caller.debitable()?.id;
    Some(json!({
        "amount": amount(caller),
        "source": { "type": caller.rng.pick(&sources)? },
        "destination": { "type": "EXTERNAL_ACCOUNT", "externalAccountId": bank, "rail": caller.rng.pick(&rails)? },
    }))
}
