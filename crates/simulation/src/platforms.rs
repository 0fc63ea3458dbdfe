//! The platforms of a run: two in the sandbox, one in production without rails, and in some runs one with rails.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use causeway_service::ApiError;
use causeway_service::platforms::{CreatedPlatform, NewPlatform, create};
use causeway_store::platforms::Environment;
use causeway_store::settings;
use causeway_wire::table::{Operation, Platforms};
use serde_json::json;

use crate::areas::{ORIGIN, RELYING_PARTY, learn_accounts};
use crate::requests::{Request, Token};
use crate::rng::Rng;
use crate::violation::{CheckResult, Violation};
use crate::world::{ScaState, StablecoinResources, Tenant, World, send};

const PLATFORMS: &[(Environment, &[&str], &str)] = &[
    (Environment::Sandbox, &["USD", "EUR", "USDC", "USDB"], "127.0.0.1:7001"),
    (Environment::Sandbox, &["USD", "EUR"], "127.0.0.1:7002"),
    (Environment::Production, &["USD", "EUR"], "127.0.0.1:7003"),
];

/// Creates the platforms; those of the sandbox get a webhook endpoint.
pub(crate) fn create_platforms(world: &mut World) -> CheckResult {
    for (environment, currencies, authority) in PLATFORMS {
        create_platform(world, *environment, currencies, authority)?;
    }
    Ok(())
}

/// Creates a platform, and returns its index.
pub(crate) fn create_platform(
    world: &mut World,
    environment: Environment,
    currencies: &[&'static str],
    authority: &str,
) -> CheckResult<usize> {
    let number = world.tenants.len();
    let mut new = NewPlatform::default_of(environment, &format!("Platform {number}"));
    new.currencies =
        currencies.iter().map(|code| code.parse()).collect::<Result<_, _>>().map_err(not_a_code)?;
    let app = Arc::clone(&world.process.app);
    let shared = Arc::clone(&app);
    let created: Result<CreatedPlatform, ApiError> = world.run(app.store.write(&[], move |tx| {
        let created = create(tx, &shared, &new)?;
        let platform = settings::Scope::Platform(created.platform.id);
        if number < PLATFORMS.len() {
            settings::set(tx, platform, "counterparty_requirements", &json!(true))?;
        }
        if number == 0 {
            settings::set(tx, platform, "sca_enabled", &json!(true))?;
            settings::set(tx, platform, "sca_allowed_origins", &json!([ORIGIN]))?;
            settings::set(tx, platform, "sca_relying_party_id", &json!(RELYING_PARTY))?;
        }
        Ok(created)
    }));
    let created = created?;
    world.host.receivers.add(authority, &created.webhook_public_pem)?;
    world.tenants.push(tenant(&created, environment, currencies, authority));
    world.tenants[number].sca.is_asked = number == 0;
    learn_accounts(world, number, None)?;
    if environment == Environment::Sandbox {
        install_receiver(world, number)?;
    }
    Ok(number)
}

/// Picks a platform at random, the production one less often.
pub(crate) fn any_tenant(rng: &Rng) -> usize {
    rng.weighted(50, 0, &[(40, 1), (10, 2)])
}

fn not_a_code(_: impl std::fmt::Debug) -> Violation {
    Violation("a platform with an unknown currency".to_owned())
}

fn tenant(
    created: &CreatedPlatform,
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
        coins: StablecoinResources::default(),
        cards: Vec::new(),
        keys: Vec::new(),
        card_transactions: Vec::new(),
        issuer_events: Vec::new(),
        spent_by_card: BTreeMap::new(),
        documents: Vec::new(),
        imports: Vec::new(),
        invitations: Vec::new(),
        owners: Vec::new(),
        verifications: Vec::new(),
        quotes: BTreeMap::new(),
        lookups: Vec::new(),
        incoming_uma: BTreeMap::new(),
        deposits: BTreeMap::new(),
        unmatched: BTreeMap::new(),
        transfers: BTreeMap::new(),
        wallets: BTreeMap::new(),
        signed: Vec::new(),
        agents: Vec::new(),
        actions: Vec::new(),
        sca: ScaState::default(),
        remembered: Vec::new(),
        carried_out: BTreeSet::new(),
        cursors: BTreeMap::new(),
        clock: created.platform.created_at,
    }
}

fn install_receiver(world: &mut World, number: usize) -> CheckResult {
    let url = format!("http://{}/events", world.tenants[number].authority);
    let operation = Operation::Platforms(Platforms::UpdatePlatformConfig);
    let token = world.tenants[number].first_token();
    let request = Request::new(number, operation, token).json(json!({ "webhookEndpoint": url }));
    let response = send(world, &request)?;
    response.expect_status(200, &request)
}
