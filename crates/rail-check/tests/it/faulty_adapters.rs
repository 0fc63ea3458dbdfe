//! Each case can fail: an adapter with one fault is noticed by the case that is about it, and an honest adapter by none.
//!
//! Load, pushes, restarts and the log need an adapter that is a process: those cases are tried in the program's tests, on
//! the adapter of the examples with one fault.

use std::io;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_rail_check::{CheckPlan, Dial, Report, Stream, Verdict, run};
use causeway_rail_protocol::messages::Capabilities;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::signing::SigningKey;
use causeway_rail_protocol::values::ErrorCode;
use causeway_testing::rails::{Delivery, FakeAdapter, Lenience};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::net::TcpStream;

/// A mark that no item has.
const OTHER_MARK: &str = "AAAAAAAAAAAAAAAAAAAAAA";

#[derive(Debug)]
struct Loopback(SocketAddr);

impl Dial for Loopback {
    fn open(&self) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        Box::pin(async move { Ok(Box::new(TcpStream::connect(self.0).await?) as Box<dyn Stream>) })
    }
}

/// Compares decimals alone: the service's registries are not here.
fn has_decimals(told: &Capabilities) -> Result<(), String> {
    match told.accounts.iter().find(|account| account.decimals.get() != 2) {
        Some(account) => Err(format!("account {} has {} decimals", account.id, account.decimals.get())),
        None => Ok(()),
    }
}

async fn check(adapter: &FakeAdapter, cases: RangeInclusive<u32>) -> Report {
    let ids = Ids::system();
    let clock = Clock::system();
    let signer = Arc::new(SigningKey::from_seed(&ids.bytes()).unwrap());
    let rail = ids.next(clock.now());
    adapter.attach(rail, signer.verifying_key());
    let authority = adapter.url().trim_start_matches("http://").to_owned();
    let plan = CheckPlan {
        dial: Arc::new(Loopback(authority.parse().unwrap())),
        authority,
        base_path: String::new(),
        rail,
        signer,
        adapter_keys: vec![adapter.key().parse().unwrap()],
        clock,
        ids,
        registry: has_decimals,
        with_orders: true,
        restart: None,
        adapter_log: None,
        listen: None,
        cases,
    };
    run(plan, &mut |_| {}).await.unwrap()
}

/// Checks that the case notices the fault. Cases from `first` on prepare the adapter.
async fn notices(first: u32, case: u32, fault: impl FnOnce(&FakeAdapter)) {
    let adapter = FakeAdapter::start().await;
    fault(&adapter);
    let report = check(&adapter, first..=case).await;
    let outcome = report.outcomes().iter().find(|outcome| outcome.number == case).unwrap();
    assert!(matches!(outcome.verdict, Verdict::Failed(_)), "{outcome}");
}

/// Changes the body of each reply to calls of one operation.
fn change(
    name: &'static str,
    change: impl Fn(&mut Value) + Send + Sync + 'static,
) -> impl FnOnce(&FakeAdapter) {
    move |adapter: &FakeAdapter| {
        adapter.lie(move |exchange, reply| {
            if exchange.call.is_some_and(|call| call.operation().name() == name) {
                change(&mut reply.body);
            }
        });
    }
}

/// Replaces each error of one status by another one.
fn refuse(status: u16, code: ErrorCode) -> impl FnOnce(&FakeAdapter) {
    move |adapter: &FakeAdapter| {
        adapter.lie(move |_, reply| {
            if reply.status == status {
                reply.refuse(code);
            }
        });
    }
}

fn skip(lenience: Lenience) -> impl FnOnce(&FakeAdapter) {
    move |adapter: &FakeAdapter| adapter.skip(lenience)
}

/// Returns the answer about an order that never was.
fn invented(call: Call) -> Option<Value> {
    let Call::Status(kind, id) = call else { return None };
    Some(json!({
        "transactionId": id.to_string(), "kind": kind.as_str(),
        "orderDigest": "sha-256=:RkWcC9oirsEGUR/nY1OdCmzBE5Bm2cxYdrWmOpkJPHw=:",
        "amount": { "amount": 1, "currency": "USD" }, "state": "RECEIVED", "revision": 1,
        "updatedAt": "2026-01-01T00:00:00Z",
        "memory": { "id": "00000000-0000-4000-8000-000000000001", "sequence": 0, "mark": null },
    }))
}

/// Checks that an adapter without a fault passes all cases that need no process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_honest_adapter_passes() {
    let adapter = FakeAdapter::start().await;
    let report = check(&adapter, 1..=45).await;
    assert!(report.has_passed(), "{}", report.text());
    let is_not_tried = |verdict: &Verdict| matches!(verdict, Verdict::NotTried(_));
    assert!(!report.outcomes().iter().any(|outcome| is_not_tried(&outcome.verdict)), "{}", report.text());
}

/// Declares a test for each fault: the first case that is tried, the case that notices it, and the fault.
macro_rules! faults {
    ($($name:ident: $first:literal to $case:literal, $fault:expr;)+) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            notices($first, $case, $fault).await;
        }
    )+};
}

faults! {
    case_01_notices_an_unknown_mode: 1 to 1, change("capabilities", |body| body["mode"] = json!("SOMETIMES"));
    case_02_notices_an_unsigned_query: 2 to 2, skip(Lenience::NoQuery);
    case_03_notices_unbound_answers: 3 to 3, |adapter: &FakeAdapter| {
        adapter.lie(|exchange, reply| {
            if matches!(exchange.call, Some(Call::Status(..))) {
                reply.delivery = Delivery::Unbound;
            }
        });
    };
    case_04_notices_another_rail: 4 to 4, skip(Lenience::AnyRail);
    case_05_notices_a_changed_body: 5 to 5, skip(Lenience::AnyBody);
    case_06_notices_stale_requests: 6 to 6, skip(Lenience::AnyTime);
    case_07_notices_replays: 7 to 7, skip(Lenience::StoresAgain);
    case_08_notices_a_missing_limit: 8 to 8, refuse(413, ErrorCode::Malformed);
    case_09_notices_lenient_json: 9 to 9, |adapter: &FakeAdapter| {
        adapter.lie(|_, reply| if matches!(reply.status, 400 | 422) { reply.status = 200 });
    };
    case_10_notices_another_code: 10 to 10, refuse(404, ErrorCode::OrderNotFound);
    case_11_notices_other_decimals: 11 to 11, change("capabilities", |body| body["accounts"][0]["decimals"] = json!(3));
    case_13_notices_a_precheck_beyond_the_range: 13 to 13, change("precheck", |body| body["available"] = json!(true));
    case_14_notices_another_amount: 14 to 14, change("submit", |body| body["amount"]["amount"] = json!(1));
    case_15_notices_a_second_item: 15 to 15, skip(Lenience::StoresAgain);
    case_16_notices_two_orders: 16 to 16, skip(Lenience::StoresAgain);
    case_17_notices_a_taken_amount: 17 to 17, skip(Lenience::AnyBytes);
    case_18_notices_taken_bytes: 18 to 18, skip(Lenience::AnyBytes);
    case_19_notices_another_record: 19 to 19, change("status", |body| body["partnerText"] = json!("another one"));
    case_20_notices_another_code: 20 to 20, refuse(404, ErrorCode::UnknownOperation);
    case_21_notices_a_lost_order: 21 to 21, |adapter: &FakeAdapter| {
        adapter.lie(|exchange, reply| if matches!(exchange.call, Some(Call::Status(..))) {
            reply.refuse(ErrorCode::OrderNotFound);
        });
    };
    case_22_notices_half_an_order: 22 to 22, |adapter: &FakeAdapter| {
        adapter.lie(|exchange, reply| {
            if let (404, Some(body)) = (reply.status, exchange.call.and_then(invented)) {
                (reply.status, reply.body) = (200, body);
            }
        });
    };
    case_23_notices_a_second_order: 23 to 23, |adapter: &FakeAdapter| {
        adapter.skip(Lenience::StoresAgain);
        adapter.lie(|exchange, reply| if matches!(exchange.call, Some(Call::Status(..))) {
            reply.refuse(ErrorCode::OrderNotFound);
        });
    };
    case_24_notices_a_missing_time: 24 to 24, change("status", |body| body["settledAt"] = Value::Null);
    case_25_notices_a_missing_reason: 25 to 25, |adapter: &FakeAdapter| {
        adapter.lie(|_, reply| if reply.body["state"] == "FAILED" { reply.body["reason"] = Value::Null });
    };
    case_26_notices_another_reason: 26 to 26, |adapter: &FakeAdapter| {
        adapter.lie(|_, reply| if reply.body["state"] == "FAILED" { reply.body["reason"] = json!("OTHER") });
    };
    case_27_notices_that_it_was_never_taken: 27 to 27, change("changes", |body| {
        for item in body["items"].as_array_mut().into_iter().flatten() {
            if item["order"]["state"] == "ACCEPTED" {
                item["order"]["state"] = json!("SENT");
            }
        }
    });
    case_28_notices_a_larger_return: 28 to 28, |adapter: &FakeAdapter| {
        adapter.lie(|_, reply| if reply.body["state"] == "RETURNED" {
            reply.body["returnedAmount"]["amount"] = json!(99_999_999);
        });
    };
    case_29_notices_an_invented_end: 29 to 29, change("status", |body| body["state"] = json!("SETTLED"));
    case_30_notices_a_revision_that_does_not_rise: 28 to 30, change("changes", |body| {
        for item in body["items"].as_array_mut().into_iter().flatten() {
            item["order"]["revision"] = json!(1);
        }
    });
    case_31_notices_a_refused_maximum: 31 to 31, change("status", |body| {
        if body["amount"]["amount"] == 100_000_000 {
            body["state"] = json!("FAILED");
        }
    });
    case_32_notices_a_text_that_is_too_long: 32 to 32, skip(Lenience::AnyText);
    case_34_notices_mixed_kinds: 34 to 34, change("submit", |body| body["kind"] = json!("PAYOUT"));
    case_35_notices_a_missing_tombstone: 35 to 35, skip(Lenience::NoTombstone);
    case_36_notices_another_end: 36 to 36, change("cancel", |body| {
        body["order"]["state"] = json!("FAILED");
        body["order"]["reason"] = json!("OTHER");
    });
    case_37_notices_another_outcome: 37 to 37, |adapter: &FakeAdapter| {
        adapter.lie(|exchange, reply| if matches!(exchange.call, Some(Call::Cancel(..))) {
            reply.body["order"]["partnerText"] = json!(exchange.number.to_string());
        });
    };
    case_38_notices_a_kept_order: 38 to 38, change("cancel", |body| {
        body["outcome"] = json!("KEPT");
        body["order"]["state"] = json!("SETTLED");
    });
    case_39_notices_a_released_payment: 39 to 39, skip(Lenience::ReleasesSettled);
    case_40_notices_both_outcomes: 40 to 40, change("status", |body| body["state"] = json!("SETTLED"));
    case_41_notices_a_gap: 40 to 41, change("changes", |body| {
        if let Some(items) = body["items"].as_array_mut() && items.len() > 1 {
            items.remove(0);
        }
    });
    case_42_notices_a_missing_mark: 40 to 42, change("changes", |body| body["previousMark"] = Value::Null);
    case_43_notices_changing_items: 43 to 43, |adapter: &FakeAdapter| {
        adapter.lie(|exchange, reply| {
            for item in reply.body["items"].as_array_mut().into_iter().flatten() {
                item["at"] = json!(format!("2026-01-01T00:00:00.{:03}Z", exchange.number % 1000));
            }
        });
    };
    case_44_notices_an_end_that_is_not_told: 39 to 44, change("changes", |body| {
        for item in body["items"].as_array_mut().into_iter().flatten() {
            item["order"]["partnerText"] = json!("another one");
        }
    });
    case_45_notices_a_mark_past_the_end: 45 to 45, change("changes", |body| body["previousMark"] = json!(OTHER_MARK));
}

/// Checks that the case notices a mark beside an answer that no item has, once there are items.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn case_12_notices_another_mark() {
    let adapter = FakeAdapter::start().await;
    check(&adapter, 14..=14).await;
    change("capabilities", |body| body["memory"]["mark"] = json!(OTHER_MARK))(&adapter);
    let report = check(&adapter, 12..=12).await;
    assert!(!report.has_passed(), "{}", report.text());
}
