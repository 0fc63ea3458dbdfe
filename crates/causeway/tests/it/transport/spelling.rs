//! Requests as clients in use spell them (conventions 5.3, 6, 8).

use causeway_store::platforms::Environment;
use causeway_wire::table::{BodyKind, Method, Operation};
use serde_json::{Value, json};

use super::world::World;
use crate::harness::{Service, on_engines};

/// Writes JSON in which every whole number has a fraction of zeros, or an exponent if it ends in a zero.
fn decimals(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| format!("{}:{}", json!(name), decimals(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(decimals).collect::<Vec<_>>().join(",")),
        Value::Number(number) => match number.as_i64() {
            Some(whole) if whole % 10 == 0 && whole != 0 => format!("{}e1", whole / 10),
            Some(whole) => format!("{whole}.00"),
            None => number.to_string(),
        },
        scalar => scalar.to_string(),
    }
}

fn takes_json(operation: Operation) -> bool {
    let body = operation.row().body;
    body.is_some_and(|body| !matches!(body.kind, BodyKind::Multipart { .. }))
}

on_engines! {
    /// Checks that a byte-order mark and numbers as decimals make the same request.
    async fn every_body_may_begin_with_a_mark_and_spell_its_numbers_as_decimals(service) {
        let world = World::make(service).await;
        let mut numbers = 0;
        for operation in Operation::all().filter(|operation| takes_json(*operation)) {
            let call = world.prepare(operation).await;
            let Some(body) = &call.body else { continue };
            let spelled = decimals(body);
            numbers += spelled.matches(".00").count() + spelled.matches("e1").count();
            let key = format!("spelled-{}", call.row.name);
            let client = world.client(call.row);
            let request = call.head(&client).raw("application/json", format!("\u{feff}{spelled}"));
            request.idempotency_key(&key).send().await.expect(call.row.success.status);
            if call.row.takes_idempotency_key() {
                let again = call.by(&client).idempotency_key(&key).send().await;
                assert_eq!(again.header("idempotent-replayed"), Some("true"), "{again}");
            }
        }
        assert!(numbers > 10, "there were {numbers} numbers");
    }
}

on_engines! {
    async fn a_whole_number_is_exact_however_it_is_spelled(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        let path = format!("/sandbox/internal-accounts/{account}/fund");
        let fund = async |amount: &str| {
            platform.post(&path).raw("application/json", format!(r#"{{"amount":{amount}}}"#)).send().await
        };
        let mut balance = 0;
        for (amount, units) in [("25.0", 25), ("3E2", 300), ("1250e-1", 125), ("0.07e+2", 7)] {
            balance += units;
            assert_eq!(fund(amount).await.expect(200)["balance"]["amount"], balance, "{amount}");
        }
        for wrong in ["25.5", "25.00000000000000000001", "1e-1", "\"25.0\"", "-3.0", "0.0", "9223372036854775808.0", "1e30"] {
            fund(wrong).await.expect_error(400, "INVALID_AMOUNT");
        }

        let long = "4".repeat(3_000);
        for vast in ["7E401", "-7e+401", long.as_str()] {
            fund(vast).await.expect_error(400, "INVALID_AMOUNT");
            balance += 1;
            let beside = fund(&format!(r#"1,"unknown":[{vast},-0]"#)).await.expect(200);
            assert_eq!(beside["balance"]["amount"], balance, "{vast}");
        }

        fund("-0").await.expect_error(400, "INVALID_AMOUNT");
        for no_json in ["025.0", "25.", ".5e1", "+25.0", "25.0.0", "1e", "07e401", "7.e401"] {
            fund(no_json).await.expect_error(400, "INVALID_REQUEST_FORMAT");
        }

        let accounts = platform.get(&format!("/customers/internal-accounts?customerId={}", customer["id"].as_str().unwrap()));
        assert_eq!(accounts.send().await.expect(200)["data"][0]["balance"]["amount"], balance);
        let limited = platform.get("/customers?limit=1e1").send().await.expect(200);
        assert_eq!(limited["totalCount"], 1);
        platform.get("/customers?limit=1.5").send().await.expect_error(400, "INVALID_INPUT");
    }
}

on_engines! {
    async fn a_plus_that_was_not_encoded_is_one_in_a_time(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.customer(&["USD"]).await;
        let count = async |query: &str| platform.get(&format!("/customers?{query}")).send().await;
        for (offset, found) in [("+02:00", 1), ("%2B02:00", 1), ("%2002:00", 1), ("Z", 1)] {
            let found_by = count(&format!("createdAfter=2019-06-01T10:30:00{offset}")).await.expect(200);
            assert_eq!(found_by["totalCount"], found, "{offset}");
            let before = count(&format!("createdBefore=2019-06-01T10:30:00.25{offset}")).await.expect(200);
            assert_eq!(before["totalCount"], 0, "{offset}");
        }

        for wrong in ["2019-06-01+10:30:00Z", "2019-06-01T10:30:00++02:00", "2019-06-01T10:30:00+0200", "+"] {
            count(&format!("updatedAfter={wrong}")).await.expect_error(400, "INVALID_INPUT");
        }

        // A cursor is bound to the meaning of the filter, not to its spelling.
        platform.customer(&["USD"]).await;
        let page = count("limit=1&createdAfter=2019-06-01T10:30:00+02:00").await.expect(200);
        let cursor = page["nextCursor"].as_str().unwrap();
        count(&format!("limit=1&createdAfter=2019-06-01T10:30:00%2B02:00&cursor={cursor}")).await.expect(200);
    }
}

on_engines! {
    async fn a_time_range_includes_its_ends(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let at = customer["createdAt"].as_str().unwrap().strip_suffix('Z').unwrap();
        let count = async |query: &str| {
            let found = platform.get(&format!("/customers?{query}")).send().await.expect(200);
            found["totalCount"].as_i64().unwrap()
        };
        for (finer, after, before) in [("", 1, 1), ("000000000001", 0, 1), ("9", 0, 1), ("00", 1, 1)] {
            assert_eq!(count(&format!("createdAfter={at}{finer}Z")).await, after, "{finer}");
            assert_eq!(count(&format!("createdBefore={at}{finer}Z")).await, before, "{finer}");
        }
        assert_eq!(count("createdAfter=2008-12-31T23:59:60Z").await, 1);
        platform.get("/customers?createdAfter=2009-12-31T23:59:60Z").send().await.expect_error(400, "INVALID_INPUT");
    }
}

/// Returns the query parameters of an operation in the served document, each with `true` if an empty value is
/// waived.
fn parameters(service: &Service, operation: Operation) -> Vec<(String, bool)> {
    let row = operation.row();
    let method = row.method.as_str().to_ascii_lowercase();
    let described = &service.app().contract.document()["paths"][row.path][method]["parameters"];
    let query = described.as_array().into_iter().flatten().filter(|parameter| parameter["in"] == "query");
    let read = |parameter: &Value| {
        (parameter["name"].as_str().unwrap().to_owned(), parameter["allowEmptyValue"] == true)
    };
    query.map(read).collect()
}

on_engines! {
    /// Checks that an empty id is refused: a caller that has lost an id does not mean all of them.
    async fn an_empty_parameter_is_waived_only_where_the_document_says_so(service) {
        let world = World::make(service).await;
        let mut waived = Vec::new();
        let mut refused = Vec::new();
        for operation in Operation::all().filter(|operation| operation.row().method == Method::Get) {
            for (name, is_waived) in parameters(service, operation) {
                let call = world.prepare(operation).await.with(&name, "");
                let response = call.by(&world.client(call.row)).send().await;
                if is_waived {
                    assert_eq!(response.status, call.row.success.status, "{response}");
                    waived.push(name);
                } else {
                    let errors = &response.expect_error(400, "INVALID_INPUT")["details"]["errors"];
                    assert_eq!(errors[0]["field"], name, "{response}");
                    refused.push(name);
                }
            }
        }

        for names in [&mut waived, &mut refused] {
            names.sort_unstable();
            names.dedup();
        }

        for name in ["customerId", "platformCustomerId", "accountId", "cardId", "agentId", "umaAddress", "reference"] {
            assert!(refused.iter().any(|other| other == name), "{name} is waived");
        }
        for name in ["currency", "status", "limit", "cursor", "startDate", "isPaused", "destinationCurrency"] {
            assert!(waived.iter().any(|other| other == name), "{name} is not waived");
        }

        let half = [("customerId", ""), ("customerId", world.customer["id"].as_str().unwrap())];
        let accounts = world.platform.get("/customers/internal-accounts");
        let both = half.iter().fold(accounts, |request, (name, value)| request.query(name, value));
        both.send().await.expect_error(400, "INVALID_INPUT");
    }
}
