//! Payouts to Lightning addresses and invoices over a node (money 4.7).

use causeway::wiring::release_work;
use causeway_service::platforms::NewPlatform;
use causeway_service::runtime::jobs;
use causeway_store::platforms::Environment;
use causeway_testing::receiver::Answer;
use causeway_testing::wait;
use causeway_uma::bolt11::{Bolt11Network, Bolt11Terms};
use causeway_uma::hex;
use causeway_uma::keys::PrivateKey;
use serde_json::json;

use super::lightning_payer::{
    ADDRESS, BALANCE, EXPIRY, Payer, about, description_hash, json_body, refusal, with_invoice,
};
use super::scene::transfer;
use crate::harness::{Service, Setup, journey, on_engines};
use crate::operator::acting::{act, with};
use crate::quotes::bolt11::written;

/// An offer of a tea, by a payee whose key is one byte repeated.
const OFFER: &str = "lno1pgphgetpzcssyzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgf";

/// The answer of a server with an invoice over this amount in millisatoshis.
type InvoiceAnswer = fn(u64) -> Answer;

/// Returns the current time in seconds since 1970.
fn now() -> u64 {
    u64::try_from(causeway_domain::Clock::system().now().millis() / 1_000).expect("a time after 1970")
}

/// Returns the terms of an invoice that could be paid, of a payee that the node does not know.
fn terms(amount: u64) -> Bolt11Terms {
    Bolt11Terms {
        network: Bolt11Network::Regtest,
        amount,
        timestamp: now(),
        expiry: EXPIRY,
        payment_hash: [1; 32],
        payment_secret: [2; 32],
        description_hash: description_hash(),
    }
}

fn signed(terms: &Bolt11Terms) -> Answer {
    let key = PrivateKey::from_bytes(&[5; 32]).expect("a key");
    with_invoice(&terms.sign(&key).expect("an invoice"))
}

fn unasked(amount: u64) -> Answer {
    panic!("no invoice over {amount} is asked for")
}

journey! {
    async fn a_lightning_address_is_paid_once(service) {
        let payer = Payer::new(service).await;
        payer.answer_well();
        let to = payer.account("lightningAddress", ADDRESS).await;
        let sent = payer.send(&to, Some(1_010)).await;
        let paid = payer.completed(&sent).await;
        payer.scene.platform.settled().await;

        assert_eq!(paid["receivedAmount"]["amount"], 1_000);
        let [invoice] = &payer.node.book()[..] else { panic!("one invoice") };
        assert_eq!((invoice.msat, invoice.times_paid), (1_000_000, 1));
        assert_eq!(paid["reconciliationInstructions"]["transactionHash"], invoice.hash.as_str());
        let stored = payer.stored(&sent).await.expect("a stored invoice");
        assert!(stored.starts_with("lnbcrt10u"), "{stored}");
        assert_eq!((payer.server.received().len(), payer.orders()), (2, 1));
        assert_eq!(payer.balance().await, BALANCE - 1_010);
    }
}

journey! {
    async fn an_address_is_paid_by_a_quote(service) {
        let payer = Payer::new(service).await;
        payer.answer_well();
        let scene = &payer.scene;
        let to = payer.account("lightningAddress", ADDRESS).await;
        let body = transfer(&payer.own, &to, "RECEIVING", 1_000);
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&quote).send().await.expect(200);
        let paid = payer.completed(&json!({ "id": quote["transactionId"] })).await;
        assert_eq!(paid["receivedAmount"]["amount"], 1_000);
        let [invoice] = &payer.node.book()[..] else { panic!("one invoice") };
        assert_eq!((invoice.msat, invoice.times_paid), (1_000_000, 1));
        assert_eq!(payer.balance().await, BALANCE - 1_010);
    }
}

journey! {
    async fn an_order_to_the_node_without_an_answer_is_not_repeated(service) {
        let payer = Payer::new(service).await;
        payer.answer_well();
        let to = payer.account("lightningAddress", ADDRESS).await;
        payer.node.lose_answers(1);
        let sent = payer.send(&to, Some(1_010)).await;
        payer.completed(&sent).await;
        assert_eq!(payer.orders(), 1, "the node is asked before it is told again");
        let [invoice] = &payer.node.book()[..] else { panic!("one invoice") };
        assert_eq!(invoice.times_paid, 1);
    }
}

journey! {
    async fn a_payment_that_the_node_cannot_make_is_refunded(service) {
        let payer = Payer::new(service).await;
        payer.answer_well();
        let to = payer.account("lightningAddress", ADDRESS).await;
        payer.node.fail_next(1);
        let sent = payer.send(&to, Some(1_010)).await;
        assert_eq!(payer.refunded(&sent).await, "LIGHTNING_PAYMENT_FAILED");
        let [invoice] = &payer.node.book()[..] else { panic!("one invoice") };
        assert_eq!((invoice.times_paid, payer.orders()), (0, 1));
    }
}

on_engines! {
    async fn an_address_that_gives_no_good_invoice_is_not_paid(service) {
        let payer = Payer::new(service).await;
        let to = payer.account("lightningAddress", ADDRESS).await;
        let good = || about(1_000, 100_000_000);
        let other_tag = json_body(&json!({ "tag": "withdrawRequest" }));
        let cases: [(&str, Answer, InvoiceAnswer, &str); 13] = [
            ("unknown", Answer::status(404), unasked, "ACCOUNT_INVALID"),
            ("refused", refusal(), unasked, "ACCOUNT_INVALID"),
            ("too small", about(1_000_001, 2_000_000), unasked, "ACCOUNT_CANNOT_RECEIVE"),
            ("too large", about(1, 999_999), unasked, "ACCOUNT_CANNOT_RECEIVE"),
            ("no payment", other_tag, unasked, "QUOTE_EXECUTION_FAILED"),
            ("elsewhere", Answer::redirect("https://b.example.com/"), unasked, "QUOTE_EXECUTION_FAILED"),
            ("no answer", Answer::broken(), unasked, "QUOTE_EXECUTION_FAILED"),
            ("no invoice", good(), |_| refusal(), "ACCOUNT_CANNOT_RECEIVE"),
            ("no answer with an invoice", good(), |_| Answer::status(500), "QUOTE_EXECUTION_FAILED"),
            ("another amount", good(), |amount| signed(&terms(amount + 1)), "QUOTE_EXECUTION_FAILED"),
            (
                "another network",
                good(),
                |amount| signed(&Bolt11Terms { network: Bolt11Network::Bitcoin, ..terms(amount) }),
                "QUOTE_EXECUTION_FAILED",
            ),
            (
                "another description",
                good(),
                |amount| signed(&Bolt11Terms { description_hash: [3; 32], ..terms(amount) }),
                "QUOTE_EXECUTION_FAILED",
            ),
            (
                "expired",
                good(),
                |amount| signed(&Bolt11Terms { timestamp: now() - EXPIRY, ..terms(amount) }),
                "QUOTE_EXECUTION_FAILED",
            ),
        ];
        for (case, about, invoice, reason) in cases {
            payer.answer(about, invoice);
            let sent = payer.send(&to, Some(1_010)).await;
            assert_eq!(payer.refunded(&sent).await, reason, "{case}");
            assert_eq!(payer.stored(&sent).await, None, "{case}");
        }
        assert_eq!(payer.orders(), 0);
    }
}

journey! {
    async fn an_invoice_of_another_payment_is_not_paid_again(service) {
        let payer = Payer::new(service).await;
        let invoice = payer.node.invoice("always", 1_000_000, &hex::encode(&description_hash()), EXPIRY);
        payer.answer(about(1_000, 100_000_000), move |_| with_invoice(&invoice));
        let to = payer.account("lightningAddress", ADDRESS).await;
        let first = payer.send(&to, Some(1_010)).await;
        payer.completed(&first).await;
        payer.scene.platform.fund(&payer.own, 1_010).await;
        let second = payer.send(&to, Some(1_010)).await;
        assert_eq!(payer.refunded(&second).await, "QUOTE_EXECUTION_FAILED");
        let [paid] = &payer.node.book()[..] else { panic!("one invoice") };
        assert_eq!((paid.times_paid, payer.orders()), (1, 1));
    }
}

journey! {
    async fn an_invoice_is_paid_over_the_node_with_its_own_amount(service) {
        let payer = Payer::new(service).await;
        // A fraction of a satoshi counts as a whole one.
        let fixed = payer.node.invoice("fixed", 2_500_500, &hex::encode(&[3; 32]), EXPIRY);
        let to = payer.account("invoice", &fixed).await;
        let sent = payer.send(&to, None).await;
        let paid = payer.completed(&sent).await;
        assert_eq!(paid["receivedAmount"]["amount"], 2_501);
        let [entry] = &payer.node.book()[..] else { panic!("one invoice") };
        assert_eq!(entry.times_paid, 1);
        assert_eq!(paid["reconciliationInstructions"]["transactionHash"], entry.hash.as_str());
        assert_eq!(payer.balance().await, BALANCE - 2_511);
        let body = json!({ "source": { "accountId": payer.own }, "destination": { "accountId": to } });
        payer.scene.platform.post("/transfer-out").json(&body).send().await.expect_error(409, "CONFLICT");
    }
}

on_engines! {
    async fn an_invoice_without_an_amount_is_for_the_node_too(service) {
        let payer = Payer::new(service).await;
        let to = payer.account("invoice", &written("lnbcrt", now(), EXPIRY, 9)).await;
        let sent = payer.send(&to, Some(1_010)).await;
        // The node finds no route to this payee.
        assert_eq!(payer.refunded(&sent).await, "LIGHTNING_PAYMENT_FAILED");
        assert_eq!(payer.orders(), 1);
    }
}

on_engines! {
    async fn offers_and_other_invoices_are_paid_by_the_simulated_rail(service) {
        let payer = Payer::new(service).await;
        for (member, value) in [("bolt12", OFFER.to_owned()), ("invoice", written("lnbc", now(), EXPIRY, 8))] {
            let to = payer.account(member, &value).await;
            let sent = payer.send(&to, Some(1_010)).await;
            payer.completed(&sent).await;
        }
        assert_eq!(payer.orders(), 0);
    }
}

/// Simulates processes that die after the invoice was stored, and after the node has paid it.
async fn die_on_the_way(setup: Setup) {
    let mut service = Service::start(setup).await;
    let payer = Payer::new(&service).await;
    payer.answer_well();
    let to = payer.account("lightningAddress", ADDRESS).await;
    service.stop_background().await;
    let sent = payer.send(&to, Some(1_010)).await;
    jobs::run_due(&payer.app, None, 10).await.expect("the jobs can be read");
    let stored = payer.stored(&sent).await;
    assert!(stored.is_some(), "the invoice is stored before the node is asked");
    assert_eq!(payer.orders(), 0);

    payer.node.withhold_answers(1);
    tokio::select! {
        _ = jobs::run_due(&payer.app, None, 10) => panic!("the node has answered"),
        () = wait::until("the node has paid", wait::PATIENCE, || async {
            if payer.orders() == 1 { Ok(()) } else { Err("no order".to_owned()) }
        }) => {}
    }
    release_work(&payer.app.store).await.expect("abandoned work can be released");
    for _ in ["the node is asked", "it has paid"] {
        jobs::run_due(&payer.app, None, 10).await.expect("the jobs can be read");
    }
    assert_eq!(payer.scene.transaction(&sent["id"]).await["status"], "COMPLETED");
    assert_eq!((payer.orders(), payer.stored(&sent).await), (1, stored));
    assert_eq!(payer.server.received().len(), 2, "the address is asked for one invoice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dying_process_pays_one_invoice_once_on_sqlite() {
    die_on_the_way(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dying_process_pays_one_invoice_once_on_postgres() {
    die_on_the_way(Setup::Postgres).await;
}

/// Checks that a production platform with a node can pay addresses and invoices, and nothing else.
async fn pay_in_production(setup: Setup) {
    let service = Service::start_with_production_node(setup).await;
    let mut new = NewPlatform::default_of(Environment::Production, "Test platform");
    new.currencies = ["USD", "BTC"].map(|code| code.parse().expect("a currency")).into();
    let platform = service.platform_like(new).await;
    let own = platform.own_account("BTC").await;
    for (member, value, status, code) in [
        ("lightningAddress", ADDRESS.to_owned(), 400, "INSUFFICIENT_BALANCE"),
        ("invoice", written("lnbc", now(), EXPIRY, 8), 400, "INSUFFICIENT_BALANCE"),
        ("bolt12", OFFER.to_owned(), 501, "NOT_IMPLEMENTED"),
    ] {
        let body = json!({ "currency": "BTC", "accountInfo": { "accountType": "LIGHTNING", member: value } });
        let account = platform.post("/platform/external-accounts").json(&body).send().await.expect(201);
        if account["status"] != "ACTIVE" {
            act(&service, "external-account enable", with(&platform, json!({ "account": account["id"] })))
                .await;
        }
        let body = json!({ "source": { "accountId": own }, "destination": { "accountId": account["id"] }, "amount": 1_010 });
        platform.post("/transfer-out").json(&body).send().await.expect_error(status, code);
    }
    assert_eq!(platform.get("/transactions").send().await.expect(200)["totalCount"], 0);
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_production_node_pays_no_offers_on_sqlite() {
    pay_in_production(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_production_node_pays_no_offers_on_postgres() {
    pay_in_production(Setup::Postgres).await;
}
