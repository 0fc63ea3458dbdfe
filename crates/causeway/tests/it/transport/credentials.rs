//! Who may call at all (conventions 3): nobody learns anything without credentials.

use causeway_wire::table::{Auth, Operation};
use serde_json::Value;

use super::world::World;
use crate::harness::journey;

journey! {
    async fn no_operation_answers_without_credentials(service) {
        let world = World::make(service).await;
        let (anonymous, platform) = (service.anonymous(), &world.platform);
        // A payment that is under way must not arrive between two looks at everything.
        platform.freeze().await;
        let strangers = [
            anonymous.clone(),
            anonymous.basic(&platform.client_id, "wrong"),
            anonymous.basic("0190a1b2c3d47e8f9a0b1c2d3e4f5a6b", &platform.secret),
            anonymous.authorization("Basic !!!"),
            anonymous.authorization(&format!("Bearer {}", platform.secret)),
        ];
        let first: Value = anonymous.get("/config").send().await.refused(401, "UNAUTHORIZED");
        for operation in Operation::all().filter(|operation| operation.meta().auth == Auth::Basic) {
            let mut ask = world.ask(operation).await;
            let before = world.everything().await;
            for client in &strangers {
                let whole = ask.by(client).idempotency_key("once").send().await;
                assert_eq!(whole.refused(401, "UNAUTHORIZED"), first, "{whole}");
                assert_eq!(whole.header("www-authenticate"), Some(r#"Basic realm="svc""#), "{whole}");
                let broken = ask.head(client).raw("text/plain", "{").send().await;
                assert_eq!(broken.refused(401, "UNAUTHORIZED"), first, "{broken}");
            }
            assert_eq!(world.everything().await, before, "{} did something", ask.meta.name);
            let served = ask.by(platform.client()).idempotency_key("once").send().await;
            let heard = (served.status, served.header("idempotent-replayed"));
            assert_eq!(heard, (ask.meta.success.status, None), "a 401 leaves the key free\n{served}");
            platform.settled().await;
            ask.ids.iter_mut().for_each(|id| "nonsense".clone_into(id));
            let unknown = ask.by(&anonymous).send().await;
            assert_eq!(unknown.refused(401, "UNAUTHORIZED"), first, "{unknown}");
        }
    }
}
