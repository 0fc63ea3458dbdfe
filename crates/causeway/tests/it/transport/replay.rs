//! Idempotency of every operation (conventions 9).

use causeway_testing::http::Response;
use causeway_wire::table::{Method, Operation};
use serde_json::{Value, json};

use super::call::Call;
use super::world::{World, groups, names};
use crate::harness::{journey, on_engines};

fn honouring() -> impl Iterator<Item = Operation> {
    Operation::all().filter(|operation| operation.row().takes_idempotency_key())
}

/// Writes the same JSON in other bytes: members from last to first, with white space between them.
fn rewritten(body: &Value) -> String {
    fn reversed(value: &Value) -> Value {
        match value {
            Value::Object(members) => {
                members.iter().rev().map(|(name, member)| (name.clone(), reversed(member))).collect()
            }
            Value::Array(items) => items.iter().map(reversed).collect(),
            scalar => scalar.clone(),
        }
    }
    serde_json::to_string_pretty(&reversed(body)).unwrap()
}

fn key_of(call: &Call) -> String {
    format!("key-of-{}", call.row.name)
}

/// Repeats a call in several spellings, which return the first response, and with another body, which is
/// refused.
async fn repeated(world: &World, call: &Call, first: &Response) {
    let client = world.client(call.row);
    let body = call.body.clone().unwrap_or_else(|| json!({}));
    let rewritten = call.head(&client).raw("application/json", rewritten(&body));
    let spelled = call.head(&client).json(&body).header("X-Other", "1");
    for again in [call.by(&client), rewritten, spelled, call.by(&client)] {
        let again = again.idempotency_key(&key_of(call)).send().await;
        assert_eq!((again.status, &again.body), (first.status, &first.body), "{again}");
        assert_eq!(again.header("idempotent-replayed"), Some("true"), "{again}");
    }
    // An operation without a body ignores a body, so another one makes no other request.
    if call.row.body.is_some() {
        let mut other = body;
        other["another"] = json!("member");
        let reused = call.head(&client).json(&other).idempotency_key(&key_of(call)).send().await;
        assert_eq!(reused.expect_error(409, "CONFLICT")["details"]["reason"], "IDEMPOTENCY_KEY_REUSED");
        assert_eq!(reused.header("x-should-retry"), Some("false"));
    }
}

journey! {
    async fn a_repeated_key_gets_the_first_answer_and_does_nothing(service) {
        let world = World::make(service).await;
        // Payouts do not progress, so that snapshots before and after are equal.
        world.platform.freeze().await;
        for group in &groups(honouring()) {
            let mut done = Vec::new();
            for operation in group {
                let call = world.prepare(*operation).await;
                let first = call.by(&world.client(call.row)).idempotency_key(&key_of(&call)).send().await;
                let heard = (first.status, first.header("idempotent-replayed"));
                assert_eq!(heard, (call.row.success.status, None), "{first}");
                done.push((call, first));
            }

            let after = world.freeze().await;
            let sent = world.webhooks.received().len();
            for (call, first) in &done {
                repeated(&world, call, first).await;
            }
            world.platform.settled().await;
            world.assert_as(&after, &format!("one of {} had an effect", names(group))).await;
            assert_eq!(world.webhooks.received().len(), sent, "one of {} sent an event", names(group));
        }
    }
}

on_engines! {
    async fn the_spelling_of_the_path_makes_no_second_key(service) {
        let world = World::make(service).await;
        for operation in honouring().filter(|operation| operation.row().path.contains('{')) {
            let call = world.prepare(operation).await;
            let first = call.by(&world.client(call.row)).idempotency_key("spelled").send().await;
            let mut encoded = call.clone();
            encoded.ids.iter_mut().for_each(|id| *id = id.replace(':', "%3a"));
            let again = encoded.by(&world.client(call.row)).idempotency_key("spelled").send().await;
            assert_eq!((again.status, &again.body), (first.status, &first.body), "{again}");
            assert_eq!(again.header("idempotent-replayed"), Some("true"), "{again}");
        }
    }
}

on_engines! {
    async fn refusals_are_remembered_unless_nothing_was_looked_at(service) {
        let world = World::make(service).await;
        for operation in honouring() {
            let mut call = world.prepare(operation).await;
            let key = format!("refused-{}", call.row.name);
            let client = || world.client(operation.row());
            if call.row.body.is_some() {
                let unread = call.head(&client()).raw("application/json", "{").idempotency_key(&key).send().await;
                unread.expect_error(400, "INVALID_REQUEST_FORMAT");
            }
            let done = call.by(&client()).idempotency_key(&key).send().await;
            assert_eq!((done.status, done.header("idempotent-replayed")), (call.row.success.status, None), "{done}");

            // Permanent refusals: an unknown resource, or a body without its members.
            let key = format!("for-good-{}", call.row.name);
            call.ids.iter_mut().for_each(|id| *id = id.replace(|c: char| c.is_ascii_digit(), "0"));
            let response = call.head(&client()).json(&json!({})).idempotency_key(&key).send().await;
            assert!((400..500).contains(&response.status), "{response}");
            let again = call.head(&client()).json(&json!({})).idempotency_key(&key).send().await;
            assert_eq!((again.status, &again.body), (response.status, &response.body), "{again}");
            assert_eq!(again.header("idempotent-replayed"), Some("true"), "{again}");
        }
    }
}

on_engines! {
    async fn a_key_is_ignored_where_it_means_nothing_and_checked_where_it_does(service) {
        let world = World::make(service).await;
        for operation in Operation::all() {
            let row = operation.row();
            let client = || world.client(operation.row());
            if !row.takes_idempotency_key() {
                for _ in 0..2 {
                    let response = world.prepare(operation).await.by(&client()).idempotency_key("two words").send().await;
                    let heard = (response.status, response.header("idempotent-replayed"));
                    assert_eq!(heard, (row.success.status, None), "{response}");
                }
                continue;
            }
            assert_eq!(row.method, Method::Post, "{}", row.name);
            let call = world.prepare(operation).await;
            for bad in ["", "two words", &"k".repeat(256), "schlüssel"] {
                let response = call.by(&client()).idempotency_key_bytes(bad.to_owned()).send().await;
                let error = response.expect_error(400, "INVALID_INPUT");
                assert_eq!(error["details"]["errors"][0]["field"], "Idempotency-Key");
            }
            let longest = call.by(&client()).idempotency_key(&"~".repeat(255)).send().await;
            assert_eq!(longest.status, row.success.status, "{longest}");
        }
    }
}
