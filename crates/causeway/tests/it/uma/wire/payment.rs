//! Payments between two deployments over Lightning (uma 14).

use causeway_testing::receiver::{Answer, Receiver};
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::harness::{Platform, TwoDeployments, between_deployments};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text};
use crate::uma::receiving::{PENDING, becomes, decides};

/// Alice is a customer of a platform of the first deployment, and Bob of one of the second.
pub(super) struct Pair {
    pub(super) ours: Scene,
    pub(super) theirs: Platform,
    pub(super) webhooks: Receiver,
    /// Bob's address.
    pub(super) address: String,
    /// Bob's account in euro.
    euro: String,
}

impl Pair {
    pub(super) async fn new(deployments: &TwoDeployments) -> Self {
        let [p1, p2] = [&deployments.p1, &deployments.p2];
        let ours = Scene::new(&p1.service).await;
        let theirs = p2.service.platform_with(&["USD", "EUR"]).await;
        let domain = format!("p2.{}", p2.host);
        let currency = |code: &str| {
            json!({ "currencyCode": code, "minAmount": 100, "maxAmount": 1_000_000,
                "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
                "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": true }] })
        };
        let config =
            json!({ "umaDomain": domain, "supportedCurrencies": [currency("USD"), currency("EUR")] });
        theirs.patch("/config").json(&config).send().await.expect(200);
        let webhooks = theirs.receiver().await;
        decides(&webhooks, Answer::status(200).body("{}"));
        let address = format!("$bob@{domain}");
        let body = json!({ "customerType": "INDIVIDUAL", "fullName": "Bob Example",
            "currencies": ["USD", "EUR"], "umaAddress": address });
        let bob = theirs.post("/customers").json(&body).send().await.expect(201);
        let euro = theirs.account_of(&bob, "EUR").await;
        let (_, our_domain) = text(&ours.alice["umaAddress"]).split_once('@').expect("a domain");
        for (service, platform, domain) in
            [(&p1.service, &ours.platform, domain.as_str()), (&p2.service, &theirs, our_domain)]
        {
            act(service, "setting set", json!({ "name": "uma_local_hosts_allowed", "value": "on" })).await;
            act(service, "uma-provider allow", with(platform, json!({ "domain": domain }))).await;
        }
        ours.platform.fund(&ours.usd, 100_000).await;
        theirs.settled().await;
        webhooks.forget();
        ours.events().await;
        Self { ours, theirs, webhooks, address, euro }
    }

    /// Looks Bob up for Alice.
    pub(super) async fn look_up(&self) -> Value {
        let address = self.address.replace('$', "%24").replace('@', "%40").replace(':', "%3A");
        let path = format!("/receiver/uma/{address}?customerId={}", text(&self.ours.alice["id"]));
        self.ours.platform.get(&path).send().await.expect(200)
    }

    /// Creates a quote from dollars to euro.
    pub(super) async fn quote(&self, side: &str, amount: i64) -> Value {
        let body = self.quote_body(side, amount).await;
        self.ours.platform.post("/quotes").json(&body).send().await.expect(201)
    }

    /// Looks Bob up, and returns the request of such a quote.
    pub(super) async fn quote_body(&self, side: &str, amount: i64) -> Value {
        json!({
            "lookupId": self.look_up().await["lookupId"],
            "source": { "sourceType": "ACCOUNT", "accountId": self.ours.usd },
            "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": self.address, "currency": "EUR" },
            "lockedCurrencySide": side,
            "lockedCurrencyAmount": amount,
        })
    }

    /// Returns the balance of Bob's account in euro.
    pub(super) async fn balance(&self) -> i64 {
        let accounts = self.theirs.get("/customers/internal-accounts?currency=EUR").send().await.expect(200);
        let all = accounts["data"].as_array().expect("a list");
        let account = all.iter().find(|account| account["id"] == self.euro.as_str()).expect("an account");
        account["balance"]["amount"].as_i64().expect("an amount")
    }

    /// Waits until Bob's only incoming payment has a status, and returns it.
    pub(super) async fn incoming_becomes(&self, status: &str) -> Value {
        wait::until(status, wait::PATIENCE, || async {
            let found = self.theirs.get("/transactions?type=INCOMING").send().await.expect(200);
            let payment = &found["data"][0];
            if payment["status"] == status { Ok(payment.clone()) } else { Err(payment.to_string()) }
        })
        .await
    }
}

between_deployments! {
    async fn uma_u03_full_payment(deployments) {
        let pair = Pair::new(deployments).await;
        let found = pair.look_up().await;
        let wanted = found["requiredPayerDataFields"].as_array().expect("a list");
        assert!(wanted.iter().any(|field| field["name"] == "FULL_NAME"), "{found}");
        let quote = pair.quote("SENDING", 10_000).await;
        assert_eq!(quote["status"], "PENDING");
        let of_quote = with(&pair.ours.platform, json!({ "quote": quote["id"] }));
        let price = act(&deployments.p1.service, "quote show", of_quote).await.json["price"].clone();
        assert!(text(&price["rate_source"]).contains("the price of the receiver's provider"), "{price}");
        for member in ["settlement_asset", "rate_to_asset", "provider_multiplier"] {
            assert!(!price[member].is_null(), "{member}: {price}");
        }
        let event = pair.webhooks.wait_for_event(PENDING).await.json();
        assert_eq!(event["data"]["counterpartyInformation"]["FULL_NAME"], "Alice Example");
        let [invoice] = &deployments.node.book()[..] else { panic!("one invoice") };
        assert_eq!((invoice.payee.as_str(), invoice.times_paid), ("p2", 0));

        pair.ours.execute(&quote).send().await.expect(200);
        let sent = becomes(&pair.ours, &quote["transactionId"], "COMPLETED").await;
        let received = pair.incoming_becomes("COMPLETED").await;
        pair.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        let amount = quote["totalReceivingAmount"].as_i64().expect("an amount");
        assert!(amount > 0);
        assert_eq!((pair.balance().await, &received["receivedAmount"]["amount"]), (amount, &json!(amount)));
        for payment in [&sent, &received] {
            assert_eq!(payment["reconciliationInstructions"]["transactionHash"], invoice.hash.as_str());
        }
        let [paid] = &deployments.node.book()[..] else { panic!("one invoice") };
        assert_eq!((paid.payer.as_deref(), paid.times_paid), (Some("p1"), 1));
        assert_eq!(pair.ours.balances().await, (90_000, 90_000));
    }
}

between_deployments! {
    async fn uma_u04_receiving_amount(deployments) {
        let pair = Pair::new(deployments).await;
        let quote = pair.quote("RECEIVING", 5_000).await;
        assert_eq!(quote["totalReceivingAmount"], 5_000);
        pair.ours.execute(&quote).send().await.expect(200);
        becomes(&pair.ours, &quote["transactionId"], "COMPLETED").await;
        pair.incoming_becomes("COMPLETED").await;
        assert_eq!(pair.balance().await, 5_000);
        let total = quote["totalSendingAmount"].as_i64().expect("an amount");
        assert_eq!(pair.ours.balances().await.0, 100_000 - total);
    }
}

between_deployments! {
    async fn a_payment_without_an_answer_is_made_once(deployments) {
        let pair = Pair::new(deployments).await;
        let quote = pair.quote("SENDING", 10_000).await;
        deployments.node.lose_answers(1);
        pair.ours.execute(&quote).send().await.expect(200);
        becomes(&pair.ours, &quote["transactionId"], "COMPLETED").await;
        pair.incoming_becomes("COMPLETED").await;
        let payments = deployments.node.requests();
        let payments = payments.iter().filter(|request| request.starts_with("payments:")).count();
        assert_eq!(payments, 1, "the node is asked before it is told again");
    }
}

between_deployments! {
    async fn a_payment_that_fails_is_refunded(deployments) {
        let pair = Pair::new(deployments).await;
        let quote = pair.quote("SENDING", 10_000).await;
        deployments.node.fail_next(1);
        pair.ours.execute(&quote).send().await.expect(200);
        let failed = becomes(&pair.ours, &quote["transactionId"], "FAILED").await;
        assert_eq!(failed["failureReason"], "QUOTE_EXECUTION_FAILED");
        wait::until("the refund", wait::PATIENCE, || async {
            let payment = pair.ours.payment(&quote).await;
            if payment["refund"]["status"] == "COMPLETED" { Ok(()) } else { Err(payment.to_string()) }
        })
        .await;
        assert_eq!(pair.ours.balances().await, (100_000, 100_000));
        assert_eq!(pair.balance().await, 0);
    }
}
