//! Tests of submitting orders and finding them again.

use causeway_domain::stablecoins::{ProviderReport, StablecoinBurnRail, StablecoinSourceType};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{
    ACCOUNT, BANK, BASE, CUSTODIAL, Fail, Fit, GRANTED, Odd, ScriptedOutcome, TOKEN_URL, TRANSFER, WALLET,
    bank, burn, created, debit, listed, login, order, playing, reference, transfer,
};
use crate::ports::{OrderAnswer, OrderError, ProviderError, ProviderOrder, StablecoinProvider};
use crate::runtime::outbound::Failure;

/// Returns the body of the request with this number.
fn body(stub: &super::Stub, number: usize) -> Json {
    serde_json::from_slice(&stub.exchanges.lock().unwrap()[number].body).unwrap()
}

async fn submit(play: ScriptedOutcome) -> Result<OrderAnswer, ProviderError> {
    let (_, brale) = playing([listed(&[]), created(WALLET), play]);
    brale.submit(&order(None)).await
}

#[tokio::test]
async fn a_mint_by_wire_bears_its_key_and_reference_and_no_secret() {
    let plays = [listed(&[]), created(WALLET), created(TRANSFER), Fit(200, transfer(TRANSFER, "pending"))];
    let (stub, brale) = playing(plays);
    let Ok(OrderAnswer::Accepted(accepted)) = brale.submit(&order(None)).await else {
        panic!("not accepted")
    };
    assert_eq!((accepted.id.as_str(), accepted.report), (TRANSFER, ProviderReport::AwaitingFunds));
    let instructions = accepted.instructions.unwrap();
    assert_eq!((&instructions["amount"], &instructions["reference"]), (&json!("105"), &json!("M")));
    assert_eq!(
        body(&stub, 2),
        json!({ "name": "spark1q", "address": "spark1q", "transfer_types": ["spark"] })
    );
    assert_eq!(
        body(&stub, 3),
        json!({
            "amount": { "value": "1.05", "currency": "USD" },
            "source": { "value_type": "USD", "transfer_type": "wire" },
            "destination": { "address_id": WALLET, "value_type": "ACME", "transfer_type": "spark" },
            "note": reference(),
        })
    );
    let requests = stub.exchanges.lock().unwrap();
    assert_eq!(requests[0].target.as_str(), TOKEN_URL);
    assert_eq!(requests[3].target.as_str(), format!("{BASE}/accounts/{ACCOUNT}/transfers"));
    assert_eq!(requests[3].headers["idempotency-key"], Uuid::from_u128(7).to_string());
    for hidden in ["hidden", GRANTED, "seen by nobody else"] {
        assert!(!format!("{requests:?}{:?}", login()).contains(hidden), "{hidden}");
    }
}

#[tokio::test]
async fn a_wallet_that_is_registered_is_not_registered_again() {
    let known = |id: &str, status: &str, chains: Json| json!({ "id": id, "status": status, "name": "spark1q", "address": "spark1q", "transfer_types": chains });
    let addresses = [
        known("2Z0asmNK4TGVgT9a4loQzJx1rj", "active", json!(["spark"])),
        known(WALLET, "pending", json!(["spark", "base"])),
        known("1A0asmNK4TGVgT9a4loQzJx1rj", "archived", json!(["spark"])),
        known("1B0asmNK4TGVgT9a4loQzJx1rj", "active", json!(["base"])),
    ];
    let plays = [listed(&addresses), Odd(201, transfer(TRANSFER, "pending"))];
    let (stub, brale) = playing(plays);
    assert!(matches!(brale.submit(&order(None)).await, Ok(OrderAnswer::Accepted(_))));
    assert_eq!(body(&stub, 2)["destination"]["address_id"], WALLET);
}

#[tokio::test]
async fn a_debit_and_a_burn_name_bank_accounts_whole() {
    let mut taken = transfer(TRANSFER, "processing");
    taken["source"]["transfer_type"] = json!("ach_debit");
    let plays = [listed(&[]), created(BANK), created(WALLET), created(TRANSFER), Fit(200, taken)];
    let (stub, brale) = playing(plays);
    assert!(matches!(brale.submit(&debit()).await, Ok(OrderAnswer::Accepted(_))));
    let registered = body(&stub, 2);
    assert_eq!((&registered["owner"], &registered["account_type"]), (&json!("Jane Doe"), &json!("checking")));
    assert_eq!(
        (&registered["bank_address"]["zip"], &registered["transfer_types"]),
        (&json!("10001"), &json!(["ach_debit"]))
    );
    assert_eq!(body(&stub, 4)["source"]["address_id"], BANK);

    let own = json!({ "id": CUSTODIAL, "status": "active", "type": "internal", "name": "Custodial",
        "address": "spark1own", "transfer_types": ["spark"] });
    let other = json!({ "id": WALLET, "status": "active", "type": "external", "name": "w", "address": "spark1q",
        "transfer_types": ["spark"] });
    let mut paid = transfer(TRANSFER, "pending");
    paid["source"] = json!({ "address_id": CUSTODIAL, "value_type": "ACME", "transfer_type": "spark" });
    paid["destination"] = json!({ "address_id": BANK, "value_type": "USD", "transfer_type": "rtp_credit" });
    let plays = [listed(&[other, own]), created(BANK), created(TRANSFER), Fit(200, paid)];
    let (stub, brale) = playing(plays);
    let Ok(OrderAnswer::Accepted(accepted)) = brale.submit(&burn()).await else { panic!("not accepted") };
    assert_eq!((accepted.report, accepted.instructions), (ProviderReport::Pending, None));
    assert_eq!(
        body(&stub, 3)["source"],
        json!({ "address_id": CUSTODIAL, "value_type": "ACME", "transfer_type": "spark" })
    );
}

#[tokio::test]
async fn an_unsupported_order_is_not_submitted() {
    let missing = |what| ProviderError::Unsupported(OrderError::BankAccount(what));
    let without = |member: &str| {
        let mut account = bank(true);
        account.details.remove(member);
        ProviderOrder { destination: account, ..burn() }
    };
    let mut abroad = bank(true);
    abroad.details["beneficiary"]["address"]["country"] = json!("CA");
    let cases = [
        (
            ProviderOrder { source: StablecoinSourceType::ExternalAccount, ..burn() },
            ProviderError::Unsupported(OrderError::Source),
        ),
        (ProviderOrder { destination: bank(false), ..burn() }, missing("the address of its bank")),
        (without("bankAccountType"), missing("bankAccountType")),
        (without("beneficiary"), missing("beneficiary")),
        (
            ProviderOrder { destination: abroad, rail: Some(StablecoinBurnRail::Wire), ..burn() },
            missing("beneficiary.address"),
        ),
    ];
    for (order, error) in cases {
        let (stub, brale) = playing([]);
        assert_eq!(brale.submit(&order).await, Err(error));
        assert_eq!(stub.exchanges.lock().unwrap().len(), 0, "{error:?}");
    }
    let (_, brale) = playing([listed(&[])]);
    assert_eq!(brale.submit(&burn()).await, Ok(OrderAnswer::Refused), "nothing is in custody");
}

#[tokio::test]
async fn a_late_or_broken_answer_is_unclear_and_an_unsent_order_is_not() {
    let unclear = [
        Fail(Failure::Timeout),
        Fail(Failure::ConnectionFailed),
        Odd(500, json!({})),
        Odd(503, json!({})),
        Odd(409, json!({})),
        Odd(201, json!("garbage")),
        Odd(201, json!({ "id": "" })),
        Odd(201, transfer(TRANSFER, "surprising")),
        Odd(201, {
            let mut silent = transfer(TRANSFER, "pending");
            silent["wire_instructions"] = Json::Null;
            silent
        }),
        created(TRANSFER),
    ];
    for play in unclear {
        assert_eq!(submit(play.clone()).await, Err(ProviderError::OutcomeUnknown), "{play:?}");
    }
    for play in [Fail(Failure::Unconnected), Fail(Failure::Dns), Fail(Failure::Tls), Odd(429, json!({}))] {
        assert_eq!(submit(play.clone()).await, Err(ProviderError::NotExecuted), "{play:?}");
    }
    for status in [400, 404, 422] {
        assert_eq!(submit(Odd(status, json!({}))).await, Ok(OrderAnswer::Refused), "{status}");
    }
    assert_eq!(submit(Odd(401, json!({}))).await, Err(ProviderError::CredentialsRejected));
    for plays in [vec![Fail(Failure::Timeout)], vec![listed(&[]), Odd(500, json!({}))]] {
        let (_, brale) = playing(plays);
        assert_eq!(brale.submit(&order(None)).await, Err(ProviderError::NotExecuted), "no order was sent");
    }
}

/// Returns a page with this number of other transfers, then the given ones.
fn page(others: usize, own: &[Json], next: Option<&str>) -> ScriptedOutcome {
    let other = |number: usize| {
        let mut other = transfer(&format!("{number:026}"), "complete");
        other["note"] =
            if number.is_multiple_of(2) { Json::Null } else { json!(format!("{} ", reference())) };
        other
    };
    let transfers: Vec<Json> = (0..others).map(other).chain(own.iter().cloned()).collect();
    Fit(200, json!({ "pagination": { "page_size": 25, "next": next, "prev": null }, "transfers": transfers }))
}

#[tokio::test]
async fn an_order_is_found_by_its_reference_alone() {
    let find = async |plays: Vec<ScriptedOutcome>| playing(plays).1.status(&order(None)).await;
    let own = || transfer(TRANSFER, "complete");
    assert_eq!(find(vec![page(24, &[], None)]).await, Ok(None));
    let found = find(vec![page(25, &[], Some("g3Q=")), page(3, &[own()], Some("more"))]).await;
    assert_eq!(found.unwrap().unwrap().id, TRANSFER);
    let twice = [own(), transfer("30NoY6R1Ns2tRBcx1Kb16SnuX1", "complete")];
    assert_eq!(find(vec![page(0, &twice, None)]).await, Err(ProviderError::OutcomeUnknown));
    assert_eq!(
        find(vec![page(25, &[], Some("next")), Fail(Failure::Timeout)]).await,
        Err(ProviderError::OutcomeUnknown)
    );

    // A bare list, as on this path, does not say that it is cut off.
    let mut of_somebody = own();
    of_somebody["note"] = json!("rent");
    let bare = |count: usize| Fit(200, Json::Array(vec![of_somebody.clone(); count]));
    assert_eq!(find(vec![bare(99)]).await, Ok(None));
    assert_eq!(find(vec![bare(100)]).await, Err(ProviderError::OutcomeUnknown));

    let (stub, brale) = playing([page(25, &[], Some("a/b=")), page(0, &[], None)]);
    assert_eq!(brale.status(&order(None)).await, Ok(None));
    let requests = stub.exchanges.lock().unwrap();
    let list = format!("{BASE}/accounts/{ACCOUNT}/transfers?value_type=ACME&page%5Bsize%5D=100");
    assert_eq!(
        [requests[1].target.as_str(), requests[2].target.as_str()],
        [list.clone(), format!("{list}&page%5Bnext%5D=a%2Fb%3D")]
    );
}

/// Returns a page of other transfers, created at these times, with a further page after it.
fn page_created_at(times: &[&str]) -> ScriptedOutcome {
    let transfers = times.iter().enumerate().map(|(number, time)| {
        let mut other = transfer(&format!("{number:026}"), "complete");
        other["note"] = json!("rent");
        other["created_at"] = json!(time);
        other
    });
    let pagination = json!({ "page_size": 100, "next": "more", "prev": null });
    Fit(200, json!({ "pagination": pagination, "transfers": transfers.collect::<Vec<_>>() }))
}

#[tokio::test]
async fn the_search_ends_at_transfers_that_are_older_than_the_operation() {
    let find = async |plays: Vec<ScriptedOutcome>| playing(plays).1.status(&order(None)).await;
    let newer = "2026-01-02T00:01:00Z";
    let older = "2025-12-31T00:00:00Z";

    assert_eq!(find(vec![page_created_at(&[newer, newer, older])]).await, Ok(None));
    let own = page(0, &[transfer(TRANSFER, "complete")], None);
    for unsure in [&[older, newer, older][..], &["2026-01-01T00:00:00Z"], &[older, "today"], &["", older]] {
        let found = find(vec![page_created_at(unsure), own.clone()]).await;
        assert_eq!(found.unwrap().unwrap().id, TRANSFER, "{unsure:?}: the next page was read");
    }
}

#[tokio::test]
async fn nothing_is_cancelled_and_the_transfer_is_looked_at() {
    let (stub, brale) = playing([Fit(200, transfer(TRANSFER, "pending"))]);
    let stands = brale.cancel(&order(Some(TRANSFER))).await.unwrap().unwrap();
    assert_eq!(stands.report, ProviderReport::AwaitingFunds);
    assert_eq!(stub.exchanges.lock().unwrap()[1].method, "GET");
}
