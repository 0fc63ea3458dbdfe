//! The platforms of a run: two in the sandbox, one in production.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use causeway_service::ApiError;
use causeway_service::platform::{Created, NewPlatform, create};
use causeway_store::platforms::Environment;
use serde_json::json;

use super::tenant::{Tenant, Token};
use super::universe::World;
use crate::broken::{Broken, Holds};
use crate::checks;
use crate::requests::{self, Shot};

const PLATFORMS: &[(Environment, &[&str], &str)] = &[
    (Environment::Sandbox, &["USD", "EUR", "USDC"], "127.0.0.1:7001"),
    (Environment::Sandbox, &["USD", "EUR"], "127.0.0.1:7002"),
    (Environment::Production, &["USD", "EUR"], "127.0.0.1:7003"),
];

/// Creates them, and gives the sandbox's their receivers.
pub(super) fn found(world: &mut World) -> Holds {
    for (number, (environment, currencies, authority)) in PLATFORMS.iter().enumerate() {
        let mut new = NewPlatform::default_of(*environment, &format!("Platform {number}"));
        new.currencies =
            currencies.iter().map(|code| code.parse()).collect::<Result<_, _>>().map_err(not_a_code)?;
        let app = Arc::clone(&world.process.app);
        let shared = Arc::clone(&app);
        let created: Result<Created, ApiError> =
            world.run(app.store.write(&[], move |tx| create(tx, &shared, &new)));
        let created = created?;
        world.lasting.outside.add(authority, &created.webhook_public_pem)?;
        world.tenants.push(tenant(&created, *environment, currencies, authority));
        checks::learn_accounts(world, number, None)?;
        if *environment == Environment::Sandbox {
            install_receiver(world, number)?;
        }
    }
    Ok(())
}

fn not_a_code(_: impl std::fmt::Debug) -> Broken {
    Broken("a platform with a currency that there is not".to_owned())
}

fn tenant(
    created: &Created,
    environment: Environment,
    currencies: &[&'static str],
    authority: &str,
) -> Tenant {
    let token = Token {
        id: created.token.token.id,
        client_id: created.token.token.client_id.clone(),
        secret: created.token.secret.expose().to_owned(),
        permissions: ["VIEW", "TRANSACT", "MANAGE"].map(str::to_owned).to_vec(),
    };
    Tenant {
        id: created.platform.id,
        environment,
        authority: authority.to_owned(),
        tokens: vec![token],
        dead_tokens: Vec::new(),
        currencies: currencies.to_vec(),
        customers: Vec::new(),
        accounts: BTreeMap::new(),
        externals: Vec::new(),
        quotes: BTreeMap::new(),
        remembered: Vec::new(),
        carried_out: BTreeSet::new(),
        cursors: BTreeMap::new(),
        clock: created.platform.created_at,
    }
}

fn install_receiver(world: &mut World, number: usize) -> Holds {
    let url = format!("http://{}/events", world.tenants[number].authority);
    let shot = Shot::patch_config(&world.tenants[number], number, json!({ "webhookEndpoint": url }));
    let answer = requests::send(world, &shot)?;
    answer.must_be(200, &shot)
}
