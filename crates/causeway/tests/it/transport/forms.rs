//! Forms of requests that are easily read in two ways (conventions 1, 5, 6).

use causeway_wire::table::{BodyKind, Operation};
use serde_json::json;

use super::world::World;
use crate::harness::on_engines;

on_engines! {
    async fn a_body_with_a_repeated_member_is_refused(service) {
        let world = World::make(service).await;
        let path = format!("/sandbox/internal-accounts/{}/fund", world.account.as_str().unwrap());
        for body in [r#"{"amount":1,"amount":100000}"#, r#"{"amount":1,"note":{"a":1,"\u0061":2}}"#] {
            let request = world.platform.post(&path).raw("application/json", body);
            let error = request.send().await.expect_error(400, "INVALID_REQUEST_FORMAT");
            assert!(error["message"].as_str().unwrap().contains("occurs twice in one object at line 1"), "{error}");
        }
        world.platform.post(&path).json(&json!({ "amount": 1 })).send().await.expect(200);
    }
}

on_engines! {
    /// Checks that an empty body is refused if a body is required, and accepted if it is optional.
    async fn a_body_that_must_be_there_is(service) {
        let world = World::make(service).await;
        for operation in Operation::all() {
            let Some(body) = operation.row().body else { continue };
            let call = world.prepare(operation).await;
            for sent in ["", " \n"] {
                let request = call.by(&world.client(call.row)).raw("application/json", sent);
                let response = request.send().await;
                match body.kind {
                    BodyKind::Json | BodyKind::Multipart { .. } => drop(response.expect_error(400, "INVALID_REQUEST_FORMAT")),
                    BodyKind::OptionalJson => {
                        assert_ne!(response.json()["code"], "INVALID_REQUEST_FORMAT", "{response}");
                    }
                }
            }
        }
    }
}

on_engines! {
    async fn an_id_in_a_path_that_is_no_text_is_unknown_like_any_other(service) {
        let world = World::make(service).await;
        let mut walked = 0;
        for operation in Operation::all().filter(|operation| operation.row().path.contains('{')) {
            let mut call = world.prepare(operation).await;
            call.ids.fill("%FF%FE".to_owned());
            let odd = call.by(&world.client(call.row)).send().await;
            call.ids.fill("nothing".to_owned());
            let malformed = call.by(&world.client(call.row)).send().await;
            assert_eq!((odd.status, odd.json()), (malformed.status, malformed.json()));
            // A malformed UMA address is refused without a lookup (money 7.1).
            let is_address = malformed.json()["code"] == "INVALID_UMA_ADDRESS";
            assert_eq!(odd.status, if is_address { 400 } else { 404 });
            walked += 1;
        }
        assert!(walked >= 9, "{walked}");
    }
}

on_engines! {
    async fn a_filter_holds_up_to_the_last_instant_of_the_calendar(service) {
        let world = World::make(service).await;
        let lists =
            [("/customers", "createdAfter"), ("/customers", "updatedAfter"), ("/tokens", "createdAfter"), ("/transactions", "startDate")];
        for (path, from) in lists {
            for instant in ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59", "2999-01-01T00:00:00.0123456789123Z"] {
                let list = world.platform.client().request("GET", path).query(from, instant).send().await.expect(200);
                assert_eq!(list["totalCount"], 0, "{path}?{from}={instant}");
            }
        }
    }
}

on_engines! {
    async fn equivalent_unicode_spellings_are_one_text(service) {
        let world = World::make(service).await;
        let body = |own: &str| json!({ "customerType": "INDIVIDUAL", "fullName": "Jose\u{301}", "platformCustomerId": own });
        let customer = world.platform.post("/customers").json(&body("caf\u{65}\u{301}")).send().await.expect(201);
        assert_eq!((&customer["fullName"], &customer["platformCustomerId"]), (&json!("Jos\u{e9}"), &json!("caf\u{e9}")));
        world.platform.post("/customers").json(&body("caf\u{e9}")).send().await.expect_error(409, "CONFLICT");
        for own in ["caf\u{65}\u{301}", "caf\u{e9}"] {
            let list = world.platform.client().request("GET", "/customers").query("platformCustomerId", own);
            assert_eq!(list.send().await.expect(200)["totalCount"], 1, "{own}");
        }
    }
}
