//! Operations that each token may call (conventions 4), and operations for sandbox platforms only
//! (conventions 2).

use causeway_store::platforms::Environment;
use causeway_wire::table::{Auth, Operation};
use serde_json::json;

use super::call::Call;
use super::world::{World, needed};
use crate::harness::{Platform, on_engines};

async fn token(platform: &Platform, permission: &str) -> Platform {
    let body = json!({ "name": permission, "permissions": [permission] });
    let token = platform.post("/tokens").json(&body).send().await.expect(201);
    platform.with_token(token["clientId"].as_str().unwrap(), token["clientSecret"].as_str().unwrap())
}

/// Builds a call about resources that do not exist, to be sent with an unreadable body.
fn hollow(operation: Operation) -> Call {
    let call = Call::of(operation);
    call.row.path_parameters().fold(call, |call, _| call.at(&json!("nonsense")))
}

on_engines! {
    async fn permission_comes_before_the_request_is_looked_at(service) {
        let world = World::make(service).await;
        for permission in ["VIEW", "TRANSACT", "MANAGE"] {
            let caller = token(&world.platform, permission).await;
            for operation in Operation::all().filter(|operation| operation.row().auth == Auth::Platform) {
                let call = hollow(operation);
                let response = call.head(caller.client()).raw("application/json", "{").send().await;
                let needed = needed(operation);
                if needed.contains(&permission) {
                    assert!(![401, 403].contains(&response.status), "{permission} is enough\n{response}");
                    continue;
                }
                let error = response.expect_error(403, "FORBIDDEN");
                let named: Vec<&str> =
                    error["details"]["requiredPermission"].as_str().unwrap().split(',').collect();
                assert_eq!(named, needed, "{response}");
                let whole = world.prepare(operation).await.by(caller.client()).send().await;
                whole.expect_error(403, "FORBIDDEN");
            }
        }
    }
}

on_engines! {
    async fn sandbox_operations_do_not_exist_for_production(service) {
        let platform = service.platform(Environment::Production).await;
        for operation in Operation::all() {
            let call = hollow(operation);
            let is_for_sandbox = call.row.path.starts_with("/sandbox/") && call.row.path != "/sandbox/webhooks/test";
            let response = call.head(platform.client()).raw("application/json", "{").send().await;
            if is_for_sandbox {
                response.expect_error(403, "FORBIDDEN");
            } else {
                assert_ne!(response.status, 403, "{response}");
            }
        }
    }
}
