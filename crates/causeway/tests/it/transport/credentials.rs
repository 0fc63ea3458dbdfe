//! Authentication (conventions 3): a caller without valid credentials learns nothing.

use std::time::Duration;

use causeway_testing::http::Client;
use causeway_wire::table::{Auth, Operation};
use serde_json::Value;

use super::call::Call;
use super::world::{World, groups, names};
use crate::harness::{Service, on_engines};

/// Returns clients with credentials that an operation of this scheme must not accept.
fn strangers(service: &Service, world: &World, auth: Auth) -> Vec<Client> {
    let anonymous = service.anonymous();
    let platform = &world.platform;
    let mut strangers = vec![
        anonymous.clone(),
        anonymous.basic(&platform.client_id, "wrong"),
        anonymous.basic("0190a1b2c3d47e8f9a0b1c2d3e4f5a6b", &platform.secret),
        anonymous.authorization("Basic !!!"),
        anonymous.authorization(&format!("Bearer {}", platform.secret)),
        anonymous.authorization("Bearer sat_0000000000000000000000000000000000000000"),
        anonymous.basic(&platform.client_id, &world.agent.token),
    ];
    // The credentials of the other scheme are not valid.
    strangers.push(match auth {
        Auth::Agent => platform.client().clone(),
        Auth::Platform | Auth::None => world.agent.client().clone(),
    });
    strangers
}

/// Another operation with the scheme of a call, and the challenge of that scheme.
struct SameScheme {
    path: &'static str,
    challenge: &'static str,
}

const AGENT: SameScheme = SameScheme { path: "/agents/me", challenge: r#"Bearer realm="svc""# };

const BASIC: SameScheme = SameScheme { path: "/config", challenge: r#"Basic realm="svc""# };

fn same_scheme(call: &Call) -> SameScheme {
    match call.row.auth {
        Auth::Agent => AGENT,
        Auth::Platform | Auth::None => BASIC,
    }
}

/// Returns the refusal that a caller without credentials gets from another operation of the same scheme.
async fn refusal(service: &Service, call: &Call) -> Value {
    service.anonymous().get(same_scheme(call).path).send().await.expect_error(401, "UNAUTHORIZED")
}

async fn refused_to_strangers(service: &Service, world: &World, call: &Call) {
    let challenge = same_scheme(call).challenge;
    let first = refusal(service, call).await;
    for client in &strangers(service, world, call.row.auth) {
        let whole = call.by(client).idempotency_key("once").send().await;
        assert_eq!(whole.expect_error(401, "UNAUTHORIZED"), first, "{whole}");
        assert_eq!(whole.header("www-authenticate"), Some(challenge), "{whole}");
        let broken = call.head(client).raw("text/plain", "{").send().await;
        assert_eq!(broken.expect_error(401, "UNAUTHORIZED"), first, "{broken}");
    }
}

on_engines! {
    async fn no_operation_answers_without_credentials(service) {
        let world = World::make(service).await;
        let platform = &world.platform;
        // A payment under way must not arrive between two snapshots.
        platform.freeze().await;
        let operations = Operation::all().filter(|operation| operation.row().auth != Auth::None);
        for group in &groups(operations) {
            let calls = world.prepare_all(group).await;
            let before = world.freeze().await;
            for call in &calls {
                refused_to_strangers(service, &world, call).await;
            }
            world.assert_as(&before, &format!("one of {} did something", names(group))).await;

            // The calls are prepared anew: approvals that expire after five seconds may have ended meanwhile.
            for operation in group {
                let mut call = world.prepare(*operation).await;
                let served = call.by(&world.client(call.row)).idempotency_key("once").send().await;
                let heard = (served.status, served.header("idempotent-replayed"));
                assert_eq!(heard, (call.row.success.status, None), "a 401 leaves the key free\n{served}");
                // Approved payments are credited.
                platform.advance(Duration::from_secs(1)).await;
                platform.settled().await;

                call.ids.iter_mut().for_each(|id| "nonsense".clone_into(id));
                let unknown = call.by(&service.anonymous()).send().await;
                assert_eq!(unknown.expect_error(401, "UNAUTHORIZED"), refusal(service, &call).await, "{unknown}");
            }
        }
    }
}

on_engines! {
    async fn operations_without_authentication_accept_any_credentials(service) {
        let world = World::make(service).await;
        for operation in Operation::all().filter(|operation| operation.row().auth == Auth::None) {
            for client in strangers(service, &world, Auth::None) {
                let response = world.prepare(operation).await.by(&client).send().await;
                assert_eq!(response.status, operation.row().success.status, "{response}");
            }
        }
    }
}
