use causeway_wire::table::Stablecoins;
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE, Resource, TRANSACT, VIEW, World};
use crate::harness::Platform;
use crate::stablecoins::scene::{Scene, amount_from};
use crate::transport::call::Call;

/// Stablecoin resources of a world: each the whole response, accounts by id.
#[derive(Debug, Default)]
pub(in crate::transport) struct Coins {
    pub(super) wallet: Value,
    bank: Value,
    link: Value,
    token: Value,
    operation: Value,
    quote: Value,
}

impl Coins {
    /// Creates one of everything, for a provider account and a token of its own.
    pub(super) async fn make(platform: &Platform) -> Self {
        let scene = Scene::of(
            platform.clone(),
            "world-777",
            "WORLD",
            "btkn1qqqqqq",
            json!({ "ownershipType": "THIRD_PARTY" }),
        )
        .await;
        let operation = scene.mint(&scene.wire_mint()).await.expect(201);
        let mut body = scene.wire_mint();
        body["operationType"] = json!("MINT");
        let quote = scene.quote(&body).await.expect(201);
        let Scene { wallet, bank, link, token, .. } = scene;
        Self { wallet, bank, link, token, operation, quote }
    }

    fn mint(&self) -> Value {
        json!({ "amount": "1000000", "fundingSource": { "type": "ACH_DEBIT", "externalAccountId": self.bank },
            "destination": { "accountId": self.wallet }, "description": "first" })
    }

    fn burn(&self) -> Value {
        let destination =
            json!({ "type": "EXTERNAL_ACCOUNT", "externalAccountId": self.bank, "rail": "WIRE" });
        json!({ "amount": 1_000_000, "source": { "type": "EXTERNAL_ACCOUNT" }, "destination": destination })
    }
}

const fn info(resource: Resource, shown: fn(&World) -> Vec<String>) -> AreaInfo {
    AreaInfo { resource: Some(resource), shown, filters: |_| Vec::new() }
}

pub(super) const INFO: AreaInfo = info(
    Resource {
        type_name: "Stablecoin",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.coins.token["id"],
    },
    |_| vec!["/stablecoins".to_owned()],
);

pub(super) const LINKS: AreaInfo = info(
    Resource {
        type_name: "StablecoinProviderAccount",
        not_found: "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND",
        own: |world| &world.coins.link["id"],
    },
    |_| vec!["/stablecoin-provider-accounts".to_owned()],
);

pub(super) const OPERATIONS: AreaInfo = info(
    Resource {
        type_name: "StablecoinOperation",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.coins.operation["id"],
    },
    |world| vec![format!("/stablecoins/{}/operations", world.coins.token["id"].as_str().unwrap_or_default())],
);

pub(super) const QUOTES: AreaInfo = info(
    Resource {
        type_name: "StablecoinQuote",
        not_found: "QUOTE_NOT_FOUND",
        own: |world| &world.coins.quote["id"],
    },
    |_| Vec::new(),
);

pub(super) fn needed(operation: Stablecoins) -> &'static [&'static str] {
    match operation {
        Stablecoins::LinkStablecoinProviderAccount | Stablecoins::RegisterStablecoin => MANAGE,
        Stablecoins::CreateStablecoinMint
        | Stablecoins::CreateStablecoinBurn
        | Stablecoins::CreateStablecoinQuote
        | Stablecoins::ExecuteStablecoinQuote => TRANSACT,
        Stablecoins::ListStablecoinProviderAccounts
        | Stablecoins::GetStablecoinProviderAccount
        | Stablecoins::ListStablecoins
        | Stablecoins::GetStablecoin
        | Stablecoins::ListStablecoinOperations
        | Stablecoins::GetStablecoinOperation
        | Stablecoins::GetStablecoinQuote => VIEW,
    }
}

pub(super) async fn complete(operation: Stablecoins, world: &World, call: Call) -> Call {
    let coins = &world.coins;
    let token = &coins.token["id"];
    match operation {
        Stablecoins::LinkStablecoinProviderAccount => call.body(json!({
            "provider": "BRALE", "apiClientId": format!("world-{}-777", world.next()), "apiClientSecret": "s",
        })),
        Stablecoins::ListStablecoinProviderAccounts | Stablecoins::ListStablecoins => call,
        Stablecoins::GetStablecoinProviderAccount => call.at(&coins.link["id"]),
        Stablecoins::RegisterStablecoin => {
            let number = world.next();
            call.body(json!({
                "providerTokenIdentifier": format!("WORLD-{number}-X"),
                "networkTokenIdentifier": format!("btkn1{}", amount_from(number)),
                "network": "SPARK",
                "stablecoinProviderAccountId": coins.link["id"],
            }))
        }
        Stablecoins::GetStablecoin | Stablecoins::ListStablecoinOperations => call.at(token),
        Stablecoins::CreateStablecoinMint => {
            let mut wire = coins.mint();
            wire["fundingSource"] = json!({ "type": "WIRE" });
            call.at(token).body(wire)
        }
        Stablecoins::CreateStablecoinBurn => call.at(token).body(coins.burn()),
        Stablecoins::GetStablecoinOperation => call.at(&coins.operation["id"]),
        Stablecoins::CreateStablecoinQuote => {
            let mut mint = coins.mint();
            mint["operationType"] = json!("MINT");
            call.at(token).body(mint)
        }
        Stablecoins::GetStablecoinQuote => call.at(token).at(&coins.quote["id"]),
        Stablecoins::ExecuteStablecoinQuote => {
            let mint = world
                .perform(causeway_wire::table::Operation::Stablecoins(Stablecoins::CreateStablecoinQuote))
                .await;
            call.at(token).at(&mint["id"])
        }
    }
}
