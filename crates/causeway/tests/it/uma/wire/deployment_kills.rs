//! One of two deployments is killed between the legs of a payment, again and again: each payment is made once or not
//! at all, on both sides, and both ledgers agree with the book of the node (uma U11).

use std::collections::BTreeSet;

use causeway_testing::lightning::{BookEntry, SimulatedNode};
use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::deployment_process::{DeploymentProcess, Engine, PATIENCE, expected};
use crate::payments::scene::text;
use crate::transport::damage::{Rng, seed};
use crate::uma::receiving::{PENDING, decides};

/// Kills on each engine, unless [`KILLS_VARIABLE`] sets another number.
const KILLS: usize = 4;
/// Environment variable with the number of kills; `cargo xtask kill` sets it.
const KILLS_VARIABLE: &str = "CAUSEWAY_KILLS";
/// Requests for one quote: a provider that was killed may not answer the first one.
const TRIES: usize = 5;
/// Balance of the payer, in cents.
const FUNDS: i64 = 10_000_000;
/// Amount that arrives with each payment, in cents.
const AMOUNT: i64 = 5_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    kill_and_audit(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    kill_and_audit(Engine::Postgres).await;
}

/// The payer is killed after the node was told to pay, and before the answer is recorded.
mod uma_u11_crash_safety {
    use super::*;

    async fn kill_the_payer(engine: Engine) {
        let mut scene = Scene::new(engine).await;
        assert!(scene.pay(Kill { leg: Leg::Payment, side: Side::Payer }).await);
        scene.audit(1).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        kill_the_payer(Engine::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        kill_the_payer(Engine::Postgres).await;
    }
}

/// The leg of a payment after which a deployment is killed.
#[derive(Debug, Clone, Copy)]
enum Leg {
    Discovery,
    /// The receiver's platform is asked.
    PayRequest,
    Invoice,
    /// The node works on the payment.
    Payment,
    /// The money has arrived, and is not credited yet.
    Arrival,
}

#[derive(Debug, Clone, Copy)]
enum Side {
    Payer,
    Receiver,
}

#[derive(Debug, Clone, Copy)]
struct Kill {
    leg: Leg,
    side: Side,
}

/// Returns the kills in an order by the seed: each leg once in five.
fn schedule(kills: usize) -> Vec<Kill> {
    let mut rng = Rng::new(seed());
    let mut legs = Vec::new();
    let mut schedule = Vec::new();
    while schedule.len() < kills {
        if legs.is_empty() {
            legs = vec![Leg::Discovery, Leg::PayRequest, Leg::Invoice, Leg::Payment, Leg::Arrival];
        }
        let leg = legs.swap_remove(rng.below(legs.len()));
        let side = if rng.below(2) == 0 { Side::Payer } else { Side::Receiver };
        schedule.push(Kill { leg, side });
    }
    schedule
}

async fn kill_and_audit(engine: Engine) {
    let kills =
        std::env::var(KILLS_VARIABLE).map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    let mut scene = Scene::new(engine).await;
    let mut paid = 0;
    for kill in schedule(kills) {
        paid += usize::from(scene.pay(kill).await);
    }
    scene.audit(paid).await;
}

/// Alice pays Bob, who is a customer of the other deployment.
struct Scene {
    payer: DeploymentProcess,
    receiver: DeploymentProcess,
    node: SimulatedNode,
    webhooks: Receiver,
    alice: String,
    /// Alice's account in dollars.
    account: String,
    /// Bob's address.
    address: String,
}

impl Scene {
    async fn new(engine: Engine) -> Self {
        let node = SimulatedNode::start().await;
        let payer = DeploymentProcess::start(engine, &node, "p1").await;
        let receiver = DeploymentProcess::start(engine, &node, "p2").await;
        let webhooks = Receiver::start().await;
        approve(&webhooks);
        let ours = json!({ "umaDomain": payer.domain });
        payer.client.patch("/config").json(&ours).send().await.expect(200);
        let theirs = json!({
            "umaDomain": receiver.domain,
            "webhookEndpoint": webhooks.url(),
            "supportedCurrencies": [{ "currencyCode": "EUR", "minAmount": 100, "maxAmount": 1_000_000,
                "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
                "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": true }] }],
        });
        receiver.client.patch("/config").json(&theirs).send().await.expect(200);
        payer.run(&["uma-provider", "allow", &receiver.domain, "--reason", "a test"]);
        receiver.run(&["uma-provider", "allow", &payer.domain, "--reason", "a test"]);

        let person =
            json!({ "customerType": "INDIVIDUAL", "fullName": "Alice Example", "currencies": ["USD"] });
        let alice = payer.client.post("/customers").json(&person).send().await.expect(201);
        let alice = text(&alice["id"]).to_owned();
        let accounts =
            payer.get(&format!("/customers/internal-accounts?currency=USD&customerId={alice}")).await;
        let account = text(&accounts["data"][0]["id"]).to_owned();
        let fund = payer.client.post(&format!("/sandbox/internal-accounts/{account}/fund"));
        fund.json(&json!({ "amount": FUNDS })).send().await.expect(200);
        let address = format!("$bob@{}", receiver.domain);
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Bob Example", "currencies": ["EUR"],
            "umaAddress": address });
        receiver.client.post("/customers").json(&person).send().await.expect(201);
        Self { payer, receiver, node, webhooks, alice, account, address }
    }

    fn kill(&mut self, side: Side) {
        match side {
            Side::Payer => self.payer.kill(),
            Side::Receiver => self.receiver.kill(),
        }
    }

    /// Begins a payment, kills one side after a leg of it, and waits for its end. Returns `true` if it was made.
    async fn pay(&mut self, kill: Kill) -> bool {
        let Kill { leg, side } = kill;
        let lookup = self.look_up().await;
        match leg {
            Leg::Discovery => self.kill(side),
            Leg::PayRequest => {
                self.kill_at_question(&lookup, side).await;
                return false;
            }
            Leg::Invoice | Leg::Payment | Leg::Arrival => {}
        }
        let quote = self.quote(lookup).await;
        let before = self.paid().len();
        match (leg, side) {
            (Leg::Invoice, _) => self.kill(side),
            // The node pays, and its answer is lost.
            (Leg::Payment, Side::Payer) => self.node.withhold_answers(1),
            (Leg::Payment, Side::Receiver) => self.node.stall(),
            (Leg::Discovery | Leg::PayRequest | Leg::Arrival, _) => {}
        }
        self.payer.execute(&quote).await;
        match leg {
            Leg::Payment => {
                self.is_submitted(&quote).await;
                self.kill(side);
                self.node.release();
            }
            Leg::Arrival => {
                self.is_paid(before + 1).await;
                self.kill(side);
            }
            Leg::Discovery | Leg::PayRequest | Leg::Invoice => {}
        }
        self.is_completed(&quote, before + 1).await;
        true
    }

    /// Looks Bob up for Alice.
    async fn look_up(&self) -> Value {
        let address = self.address.replace('$', "%24").replace('@', "%40").replace(':', "%3A");
        self.payer.get(&format!("/receiver/uma/{address}?customerId={}", self.alice)).await
    }

    /// Builds the body of a quote from dollars to euro.
    fn body(&self, lookup: &Value) -> Value {
        json!({
            "lookupId": lookup["lookupId"],
            "source": { "sourceType": "ACCOUNT", "accountId": self.account },
            "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": self.address, "currency": "EUR" },
            "lockedCurrencySide": "RECEIVING",
            "lockedCurrencyAmount": AMOUNT,
        })
    }

    /// Creates a quote, with another look-up after each failure.
    async fn quote(&self, mut lookup: Value) -> Value {
        let mut failures = Vec::new();
        while failures.len() < TRIES {
            let asked = self.payer.client.post("/quotes").json(&self.body(&lookup));
            match expected(asked.try_send().await, 201) {
                Ok(quote) => return quote,
                Err(failure) => failures.push(failure),
            }
            lookup = self.look_up().await;
        }
        panic!("no quote: {failures:#?}")
    }

    /// Kills one side while the receiver's platform decides: there is no quote, and no payment.
    async fn kill_at_question(&mut self, lookup: &Value, side: Side) {
        self.webhooks.forget();
        decides(&self.webhooks, Answer::status(202));
        let asked = self.payer.client.post("/quotes").json(&self.body(lookup));
        let asking = tokio::spawn(asked.try_send());
        let is_asked = |all: &[ReceivedRequest]| all.iter().any(|one| one.event() == PENDING);
        self.webhooks.wait_for("the question", wait::PATIENCE, is_asked).await;
        self.kill(side);
        let answered = asking.await.expect("the caller ends");
        assert!(!answered.is_ok_and(|response| response.status == 201), "a quote without a decision");
        approve(&self.webhooks);
    }

    /// Returns the invoices that are paid.
    fn paid(&self) -> Vec<BookEntry> {
        self.node.book().into_iter().filter(|invoice| invoice.times_paid > 0).collect()
    }

    /// Waits until the node is instructed to pay.
    async fn is_submitted(&self, quote: &Value) {
        let submission = format!("payments:{}", text(&quote["transactionId"]));
        wait::until("the payment is submitted", PATIENCE, || async {
            let requests = self.node.requests();
            if requests.contains(&submission) { Ok(()) } else { Err(format!("{requests:?}")) }
        })
        .await;
    }

    /// Waits until this number of invoices is paid.
    async fn is_paid(&self, count: usize) {
        wait::until("the invoice is paid", PATIENCE, || async {
            let paid = self.paid().len();
            if paid == count { Ok(()) } else { Err(format!("{paid} of {count}")) }
        })
        .await;
    }

    /// Waits until a payment is completed on both sides, with this number of payments to Bob.
    async fn is_completed(&self, quote: &Value, count: usize) {
        let path = format!("/transactions/{}", text(&quote["transactionId"]));
        wait::until("the payment is completed", PATIENCE, || async {
            let payment = self.payer.get(&path).await;
            if payment["status"] == "COMPLETED" { Ok(()) } else { Err(payment.to_string()) }
        })
        .await;
        wait::until("the payment is credited", PATIENCE, || async {
            let credited = self.receiver.get("/transactions?type=INCOMING&status=COMPLETED&limit=100").await;
            let credited = credited["data"].as_array().expect("a list").len();
            if credited == count { Ok(()) } else { Err(format!("{credited} of {count}")) }
        })
        .await;
    }

    /// Compares both sides with the book of the node once all payments have ended.
    async fn audit(mut self, count: usize) {
        // Quotes that were not executed, and their invoices, end with their time.
        self.payer.run(&["clock", "advance", "10m"]);
        self.receiver.run(&["clock", "advance", "10m"]);
        let paid = self.paid();
        assert!(paid.iter().all(|invoice| invoice.times_paid == 1), "an invoice was paid twice: {paid:?}");
        assert!(paid.iter().all(|invoice| invoice.payer.as_deref() == Some("p1")), "{paid:?}");
        assert_eq!(paid.len(), count, "{paid:?}");
        let requests = self.node.requests();
        let submitted: Vec<&String> = requests.iter().filter(|one| one.starts_with("payments:")).collect();
        let distinct: BTreeSet<&String> = submitted.iter().copied().collect();
        assert_eq!(
            distinct.len(),
            submitted.len(),
            "the node is asked before it is told again: {submitted:?}"
        );
        let hashes: BTreeSet<String> = paid.iter().map(|invoice| invoice.hash.clone()).collect();
        let sent = self.payer.ended("OUTGOING").await;
        let received = self.receiver.ended("INCOMING").await;
        assert_eq!(completed(&sent), hashes, "{sent:?}");
        assert_eq!(completed(&received), hashes, "{received:?}");
        let accounts = self.receiver.get("/customers/internal-accounts?currency=EUR").await;
        let credited = AMOUNT * i64::try_from(count).unwrap();
        assert_eq!(accounts["data"][0]["balance"]["amount"], credited, "{accounts}");

        // A start seals the entries so far.
        self.payer.kill();
        self.receiver.kill();
        let satoshis = |msat: u64| i64::try_from(msat).unwrap();
        let out: i64 = paid.iter().map(|invoice| satoshis(invoice.msat.div_ceil(1_000))).sum();
        let back: i64 = paid.iter().map(|invoice| satoshis(invoice.msat / 1_000)).sum();
        self.payer.has_paid_out(out).await;
        self.receiver.has_paid_out(-back).await;
        self.payer.finish();
        self.receiver.finish();
    }
}

/// Lets the receiver's platform approve each payment.
fn approve(webhooks: &Receiver) {
    decides(webhooks, Answer::status(200).body("{}"));
}

/// Returns the payment hashes of the payments that are completed.
fn completed(payments: &[Value]) -> BTreeSet<String> {
    let done = payments.iter().filter(|payment| payment["status"] == "COMPLETED");
    done.map(|payment| text(&payment["reconciliationInstructions"]["transactionHash"]).to_owned()).collect()
}
