//! A token that can be minted and burned, with a wallet and a bank account for it.

use causeway_wire::table::{Operation, Stablecoins};
use serde_json::json;

use super::act::{call, perform, work};
use super::people::{dollars, register};
use crate::violation::CheckResult;
use crate::world::World;

/// Links a provider and registers a token.
pub(super) fn register_token(world: &mut World, tenant: usize) -> CheckResult {
    let rng = world.rng();
    let link = Operation::Stablecoins(Stablecoins::LinkStablecoinProviderAccount);
    let login = json!({ "provider": "BRALE", "apiClientId": "first-777", "apiClientSecret": "secret" });
    let request = call(world, tenant, link).json(login).keyed(&rng);
    let linked = perform(world, &request)?;
    let token = json!({
        "providerTokenIdentifier": "FIRST", "networkTokenIdentifier": "btkn1qw508d6qejxtdg4y5r3zarvary0c5xw7k",
        "network": "SPARK", "stablecoinProviderAccountId": linked["id"],
    });
    let request = call(world, tenant, Operation::Stablecoins(Stablecoins::RegisterStablecoin));
    let request = request.json(token).keyed(&rng);
    perform(world, &request)?;
    let person =
        json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe", "countryOfResidence": "US" });
    let info = json!({ "accountType": "SPARK_WALLET", "beneficiary": person,
        "address": "spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5rq777" });
    register(
        world,
        tenant,
        json!({ "currency": "BTC", "ownershipType": "THIRD_PARTY", "accountInfo": info }),
    )?;
    register(world, tenant, dollars("000123456789"))?;
    work(world)
}
