//! Payments between UMA addresses of this deployment (uma 6, 7, 14: the internal layer), as their platforms see them.

use std::time::{Duration, Instant};

use causeway_testing::http::Response;
use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use causeway_testing::wait;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use super::receiving::{PENDING, decides};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::{act, expect_error, with};
use crate::payments::scene::{Scene, text};

/// Time in which an approved payment can be paid.
const INVOICE: Duration = Duration::from_mins(5);

/// Two platforms: Alice is a customer of the first, and Bob of the second.
pub(crate) struct TwoPlatforms {
    pub(crate) ours: Scene,
    pub(crate) theirs: Platform,
    pub(crate) webhooks: Receiver,
    pub(crate) bob: Value,
    /// Bob's primary account, in euro.
    euro: String,
}

impl TwoPlatforms {
    pub(crate) async fn new(service: &Service) -> Self {
        let ours = Scene::new(service).await;
        let theirs = service.platform_with(&["EUR", "USD"]).await;
        theirs.patch("/config").json(&json!({ "umaDomain": "p2.example" })).send().await.expect(200);
        let webhooks = theirs.receiver().await;
        decides(&webhooks, Answer::status(200).body("{}"));
        let body = json!({
            "customerType": "INDIVIDUAL", "fullName": "Bob Example", "currencies": ["EUR", "USD"], "umaAddress": "$bob@p2.example",
        });
        let bob = theirs.post("/customers").json(&body).send().await.expect(201);
        let euro = theirs.account_of(&bob, "EUR").await;
        ours.platform.fund(&ours.usd, 100_000).await;
        theirs.settled().await;
        webhooks.forget();
        ours.events().await;
        Self { ours, theirs, webhooks, bob, euro }
    }

    /// Looks Bob up for Alice.
    async fn look_up(&self) -> Response {
        let path = format!("/receiver/uma/%24bob%40p2.example?customerId={}", text(&self.ours.alice["id"]));
        self.ours.platform.get(&path).send().await
    }

    pub(crate) async fn body(&self, side: &str, amount: i64) -> Value {
        json!({
            "lookupId": self.look_up().await.expect(200)["lookupId"],
            "source": { "sourceType": "ACCOUNT", "accountId": self.ours.usd },
            "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": "$bob@p2.example", "currency": "EUR" },
            "lockedCurrencySide": side,
            "lockedCurrencyAmount": amount,
        })
    }

    pub(crate) async fn quote(&self, side: &str, amount: i64) -> Response {
        self.ours.platform.post("/quotes").json(&self.body(side, amount).await).send().await
    }

    /// Returns Bob's latest incoming payment.
    pub(crate) async fn incoming(&self) -> Value {
        self.theirs.get("/transactions?type=INCOMING&limit=1").send().await.expect(200)["data"][0].take()
    }

    /// Waits until Bob's latest incoming payment has a status, and returns it.
    pub(crate) async fn incoming_becomes(&self, status: &str) -> Value {
        wait::until(status, wait::PATIENCE, || async {
            let payment = self.incoming().await;
            if payment["status"] == status { Ok(payment) } else { Err(payment.to_string()) }
        })
        .await
    }

    /// Waits until Alice's payment has a status and no refund of it is pending, and returns it.
    pub(crate) async fn payment_becomes(&self, quote: &Value, status: &str) -> Value {
        wait::until(status, wait::PATIENCE, || async {
            let payment = self.ours.payment(quote).await;
            let is_back = payment["refund"].is_null() || payment["refund"]["status"] != "PENDING";
            if payment["status"] == status && is_back { Ok(payment) } else { Err(payment.to_string()) }
        })
        .await
    }

    /// Returns the balance of Bob's primary account.
    pub(crate) async fn euro_balance(&self) -> i64 {
        let path = format!("/customers/internal-accounts?customerId={}&currency=EUR", text(&self.bob["id"]));
        let account = self.theirs.get(&path).send().await.expect(200)["data"][0].take();
        assert_eq!(account["id"], self.euro);
        account["balance"]["amount"].as_i64().expect("an amount")
    }

    /// Counts the approval requests to Bob's platform.
    fn approval_requests(&self) -> usize {
        self.webhooks.received().iter().filter(|one| one.event() == PENDING).count()
    }
}

journey! {
    /// Checks that the amounts on both platforms agree to the cent, whichever side is locked.
    async fn uma_u03_on_one_deployment(service) {
        let two = TwoPlatforms::new(service).await;
        let asks = json!([{ "currencyCode": "EUR", "minAmount": 1, "maxAmount": 1_000_000, "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
            "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": true }] },
            { "currencyCode": "USD", "minAmount": 1, "maxAmount": 1_000_000, "enabledTransactionTypes": ["INCOMING", "OUTGOING"], "requiredCounterpartyFields": [] }]);
        two.theirs.patch("/config").json(&json!({ "supportedCurrencies": asks })).send().await.expect(200);
        let lookup = two.look_up().await.expect(200);
        assert_eq!(lookup["requiredPayerDataFields"], json!([{ "name": "FULL_NAME", "mandatory": true }]));

        let quote = two.quote("SENDING", 10_000).await.expect(201);
        assert_eq!((&quote["totalReceivingAmount"], &quote["feesIncluded"]), (&json!(9_154), &json!(50)));
        let incoming = two.incoming().await;
        assert_eq!([&incoming["status"], &incoming["type"]], ["PENDING", "INCOMING"]);
        assert_eq!(incoming["counterpartyInformation"], json!({ "FULL_NAME": "Alice Example" }));
        assert_eq!([&incoming["senderUmaAddress"], &incoming["receiverUmaAddress"]], [&two.ours.alice["umaAddress"], &json!("$bob@p2.example")]);
        assert_eq!((two.euro_balance().await, two.ours.balances().await), (0, (100_000, 100_000)), "no money has moved");

        two.ours.execute(&quote).send().await.expect(200);
        let payment = two.payment_becomes(&quote, "COMPLETED").await;
        let incoming = two.incoming_becomes("COMPLETED").await;
        assert_eq!((two.euro_balance().await, two.ours.balances().await), (9_154, (90_000, 90_000)));
        assert_eq!([&payment["receivedAmount"]["amount"], &incoming["receivedAmount"]["amount"]], [9_154, 9_154]);
        assert_ne!(payment["id"], incoming["id"]);
        two.theirs.settled().await;
        let about: Vec<String> = two.webhooks.received().iter().filter(|one| one.json()["data"]["id"] == incoming["id"]).map(ReceivedRequest::event).collect();
        assert_eq!(about, [PENDING, "INCOMING_PAYMENT.COMPLETED"]);

        let events = two.ours.events().await;
        assert_eq!(events.about(&payment["id"]), ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"]);
        two.ours.platform.get(&format!("/transactions/{}", text(&incoming["id"]))).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");

        let quote = two.quote("RECEIVING", 5_000).await.expect(201);
        two.ours.execute(&quote).send().await.expect(200);
        let payment = two.payment_becomes(&quote, "COMPLETED").await;
        assert_eq!(two.euro_balance().await, 14_154, "exactly what was locked");

        // Only the receiver's payment decides that it has arrived or was returned, not an operator.
        for action in ["payment settle", "payment return"] {
            let named = with(&two.ours.platform, json!({ "transaction": payment["id"] }));
            expect_error(service, action, named, causeway_service::operator::Kind::Refused).await;
        }
        assert_eq!(two.euro_balance().await, 14_154);
    }
}

journey! {
    /// Pays to an address of the paying platform, from a customer and from the platform itself.
    async fn a_payment_to_an_address_of_the_same_platform(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(200));
        scene.platform.fund(&scene.usd, 10_000).await;
        let carol = scene.platform.customer(&["USD"]).await;
        let address = text(&carol["umaAddress"]).to_owned();
        let path = format!("/receiver/uma/{}", address.replace('$', "%24").replace('@', "%40"));
        let lookup = scene.platform.get(&path).send().await.expect(200)["lookupId"].take();
        let own = scene.platform.own_account("USD").await;
        scene.platform.fund(&own, 5_000).await;

        for (source, expected) in [(&scene.usd, 1_000), (&own, 2_000)] {
            let body = json!({
                "lookupId": lookup, "source": { "sourceType": "ACCOUNT", "accountId": source },
                "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": address },
                "lockedCurrencySide": "RECEIVING", "lockedCurrencyAmount": 1_000, "immediatelyExecute": true,
            });
            let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
            wait::until("it is there", wait::PATIENCE, || async {
                let payment = scene.payment(&quote).await;
                if payment["status"] == "COMPLETED" { Ok(()) } else { Err(payment.to_string()) }
            })
            .await;
            let path = format!("/customers/internal-accounts?customerId={}&currency=USD", text(&carol["id"]));
            let account = scene.platform.get(&path).send().await.expect(200)["data"][0].take();
            assert_eq!(account["balance"]["amount"], expected);
        }
        assert_eq!(scene.balances().await, (9_000, 9_000));
    }
}

journey! {
    /// Checks that the sender's request waits for the decision of the receiver's platform.
    async fn uma_u05_refusals(service) {
        let two = TwoPlatforms::new(service).await;
        decides(&two.webhooks, Answer::status(403));
        two.quote("SENDING", 10_000).await.expect_error(400, "SENDER_NOT_ACCEPTED");
        two.incoming_becomes("REJECTED").await;

        decides(&two.webhooks, Answer::status(422).body(r#"{"requiredFields":["TAX_ID"]}"#));
        let refusal = two.quote("SENDING", 10_000).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(refusal["details"]["missingFields"], json!(["TAX_ID"]));

        decides(&two.webhooks, Answer::status(500));
        two.quote("SENDING", 10_000).await.expect_error(424, "PAYREQ_REQUEST_FAILED");
        assert_eq!(two.incoming_becomes("FAILED").await["failureReason"], "PAYMENT_APPROVAL_WEBHOOK_ERROR");

        decides(&two.webhooks, Answer::status(202));
        let started_at = Instant::now();
        two.quote("SENDING", 10_000).await.expect_error(424, "PAYREQ_REQUEST_FAILED");
        assert!(started_at.elapsed() >= Duration::from_secs(5), "{:?}", started_at.elapsed());
        assert_eq!(two.incoming_becomes("FAILED").await["failureReason"], "PAYMENT_APPROVAL_TIMED_OUT");

        // It approves later, in time.
        let deciding = async {
            let id = two.incoming_becomes("PENDING").await["id"].take();
            let path = format!("/transactions/{}/approve", text(&id));
            two.theirs.post(&path).send().await.expect(200);
        };
        let (answer, ()) = join(two.quote("SENDING", 10_000), deciding).await;
        answer.expect(201);

        // A wrong amount or sender is refused before the receiver's platform is asked.
        two.webhooks.forget();
        two.quote("RECEIVING", 900_000_000_000).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
        let body = two.body("SENDING", 10_000).await;
        let domain = text(&two.ours.alice["umaAddress"]).split_once('@').expect("an address").1;
        act(service, "uma-provider block", with(&two.theirs, json!({ "domain": domain }))).await;
        two.look_up().await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        two.ours.platform.post("/quotes").json(&body).send().await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        act(service, "uma-provider allow", with(&two.theirs, json!({ "domain": domain }))).await;
        act(service, "account freeze", with(&two.theirs, json!({ "account": two.euro }))).await;
        two.ours.platform.post("/quotes").json(&body).send().await.expect_error(403, "USER_NOT_READY");
        act(service, "account release", with(&two.theirs, json!({ "account": two.euro }))).await;
        assert_eq!(two.approval_requests(), 0);

        two.theirs.patch("/config").json(&json!({ "webhookEndpoint": "" })).send().await.expect(200);
        two.ours.platform.post("/quotes").json(&body).send().await.expect_error(424, "PAYREQ_REQUEST_FAILED");
        assert_eq!(two.incoming().await["failureReason"], "PAYMENT_APPROVAL_WEBHOOK_ERROR");
        two.theirs.delete(&format!("/customers/{}", text(&two.bob["id"]))).send().await;
        assert_eq!((two.euro_balance().await, two.ours.balances().await), (0, (100_000, 100_000)));
    }
}

journey! {
    /// Checks the receiver's details that the sender's platform requires: as the receiver's platform states
    /// them, else as the service knows them.
    async fn uma_u06_payee_data(service) {
        let two = TwoPlatforms::new(service).await;
        let asks = json!([{ "currencyCode": "USD", "minAmount": 100, "maxAmount": 10_000_000, "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
            "requiredCounterpartyFields": [{ "name": "NATIONALITY", "mandatory": true }, { "name": "FULL_NAME", "mandatory": false }] }]);
        two.ours.platform.patch("/config").json(&json!({ "supportedCurrencies": asks })).send().await.expect(200);

        two.quote("SENDING", 10_000).await.expect_error(400, "INVALID_PAYREQ_RESPONSE");
        assert_eq!(two.incoming_becomes("FAILED").await["failureReason"], "MISSING_MANDATORY_PAYEE_DATA");
        let question = two.webhooks.received().into_iter().find(|one| one.event() == PENDING).expect("the question").json();
        assert_eq!(question["data"]["requestedReceiverCustomerInfoFields"], json!([{ "name": "NATIONALITY", "mandatory": true }]));

        decides(&two.webhooks, Answer::status(200).body(r#"{"receiverCustomerInfo":{"NATIONALITY":"DE","TAX_ID":"unasked"}}"#));
        let quote = two.quote("SENDING", 10_000).await.expect(201);
        let expected = json!({ "NATIONALITY": "DE", "FULL_NAME": "Bob Example" });
        assert_eq!(quote["counterpartyInformation"], expected);
        assert_eq!(two.ours.payment(&quote).await["counterpartyInformation"], expected);
    }
}

journey! {
    /// Checks that a request repeated under its key asks the receiver's platform once.
    async fn a_repeated_quote_asks_once(service) {
        let two = TwoPlatforms::new(service).await;
        let body = two.body("SENDING", 10_000).await;
        let ask = || two.ours.platform.post("/quotes").header("Idempotency-Key", "once").json(&body).send();
        let first = ask().await.expect(201);
        assert_eq!(ask().await.expect(201), first);
        two.theirs.settled().await;
        assert_eq!(two.approval_requests(), 1);
    }
}

journey! {
    /// Lets an invoice expire unpaid: both payments end, each on its own platform's clock.
    async fn uma_u08_unpaid(service) {
        let two = TwoPlatforms::new(service).await;
        two.ours.platform.freeze().await;
        two.theirs.freeze().await;

        let quote = two.quote("SENDING", 10_000).await.expect(201);
        two.ours.platform.advance(INVOICE).await;
        assert_eq!(two.payment_becomes(&quote, "EXPIRED").await["refund"], Value::Null);
        assert_eq!(two.incoming().await["status"], "PENDING", "its own clock is frozen");
        two.theirs.advance(INVOICE).await;
        assert_eq!(two.incoming_becomes("FAILED").await["failureReason"], "QUOTE_EXPIRED");

        // Paid too late.
        let quote = two.quote("SENDING", 10_000).await.expect(201);
        two.theirs.advance(INVOICE).await;
        two.ours.execute(&quote).send().await.expect(200);
        two.ours.platform.advance(Duration::from_secs(1)).await;
        let payment = two.payment_becomes(&quote, "FAILED").await;
        assert_eq!([&payment["failureReason"], &payment["refund"]["status"]], ["QUOTE_EXPIRED", "COMPLETED"]);
        assert_eq!((two.euro_balance().await, two.ours.balances().await), (0, (100_000, 100_000)));
    }
}

journey! {
    /// Checks that money which Bob cannot receive goes back to Alice, including fees.
    async fn a_payment_that_cannot_be_credited_is_refunded_with_fees(service) {
        let two = TwoPlatforms::new(service).await;
        let account = json!({
            "customerId": two.bob["id"], "currency": "EUR", "defaultUmaDepositAccount": true,
            "accountInfo": { "accountType": "EUR_ACCOUNT", "iban": "DE89370400440532013004",
                "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Bob Example", "countryOfResidence": "DE" } },
        });
        let external = two.theirs.post("/customers/external-accounts").json(&account).send().await.expect(201);

        let quote = two.quote("SENDING", 10_000).await.expect(201);
        two.ours.execute(&quote).send().await.expect(200);
        let incoming = two.incoming_becomes("FAILED").await;
        assert_eq!(incoming["failureReason"], "OFFRAMP_FAILED");
        let payment = two.payment_becomes(&quote, "FAILED").await;
        assert_eq!([&payment["failureReason"], &payment["refund"]["status"]], ["PAYOUT_RETURNED", "COMPLETED"]);
        assert_eq!(two.incoming().await["refund"]["status"], "COMPLETED");
        assert_eq!((two.euro_balance().await, two.ours.balances().await), (0, (100_000, 100_000)));

        let events = two.ours.events().await;
        let came_back = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED", "OUTGOING_PAYMENT.FAILED",
            "OUTGOING_PAYMENT.REFUND_PENDING", "OUTGOING_PAYMENT.REFUND_COMPLETED"];
        assert_eq!(events.about(&payment["id"]), came_back);
        two.theirs.delete(&format!("/customers/external-accounts/{}", text(&external["id"]))).send().await.expect(204);

        // An account that was frozen after the approval.
        let quote = two.quote("SENDING", 10_000).await.expect(201);
        act(service, "account freeze", with(&two.theirs, json!({ "account": two.euro }))).await;
        two.ours.execute(&quote).send().await.expect(200);
        assert_eq!(two.incoming_becomes("FAILED").await["failureReason"], "QUOTE_EXECUTION_FAILED");
        assert_eq!(two.payment_becomes(&quote, "FAILED").await["failureReason"], "PAYOUT_RETURNED");
        assert_eq!((two.euro_balance().await, two.ours.balances().await), (0, (100_000, 100_000)));
    }
}

journey! {
    /// Executes payments at the end of their invoices: each has one outcome, the same on both sides.
    async fn payments_that_race_the_end_of_their_invoices(service) {
        let two = TwoPlatforms::new(service).await;
        two.theirs.freeze().await;
        let bodies = join_all((0..20).map(|_| two.body("RECEIVING", 100))).await;
        let quotes = join_all(bodies.iter().map(|body| two.ours.platform.post("/quotes").json(body).send())).await;
        let quotes: Vec<Value> = quotes.iter().map(|answer| answer.expect(201)).collect();

        two.theirs.settled().await;
        two.theirs.advance(INVOICE - Duration::from_millis(1)).await;
        let executions = join_all(quotes.iter().map(|quote| two.ours.execute(quote).send()));
        let (answers, ()) = join(executions, two.theirs.advance(Duration::from_millis(2))).await;
        answers.iter().for_each(|answer| drop(answer.expect(200)));

        let mut paid = 0;
        for quote in &quotes {
            let payment = wait::until("an end", wait::PATIENCE, || async {
                let payment = two.ours.payment(quote).await;
                let is_over = payment["status"] == "COMPLETED" || payment["refund"]["status"] == "COMPLETED";
                if is_over { Ok(payment) } else { Err(payment.to_string()) }
            })
            .await;
            match (text(&payment["status"]), &payment["failureReason"]) {
                ("COMPLETED", Value::Null) => paid += 1,
                ("FAILED", reason) => assert_eq!(reason, "QUOTE_EXPIRED"),
                other => panic!("{other:?}"),
            }
        }

        two.theirs.settled().await;
        let count = async |status: &str| {
            let path = format!("/transactions?type=INCOMING&status={status}");
            two.theirs.get(&path).send().await.expect(200)["totalCount"].as_i64().expect("a count")
        };
        assert_eq!((count("COMPLETED").await, count("FAILED").await), (paid, 20 - paid));
        assert_eq!(two.euro_balance().await, 100 * paid);
    }
}
