//! The list of transactions: pages, sort orders and filters.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::harness::{Platform, journey, on_engines};
use crate::payments::scene::{Scene, text, transfer};

/// Returns the ids of the listed transactions, in order.
fn ids(page: &Value) -> Vec<String> {
    page["data"].as_array().unwrap().iter().map(|one| text(&one["id"]).to_owned()).collect()
}

async fn list(platform: &Platform, query: &str) -> Value {
    platform.get(&format!("/transactions?{query}")).send().await.expect(200)
}

/// Returns the ids that a filter lists, as a set, and checks the total count.
async fn listed(platform: &Platform, filter: &str) -> BTreeSet<String> {
    let page = list(platform, &format!("limit=100&{filter}")).await;
    let fixture = ids(&page);
    assert_eq!(page["totalCount"], fixture.len(), "{filter}");
    fixture.into_iter().collect()
}

/// Reads all pages of 20; before each further page a payment comes in.
async fn pages_under_inserts(scene: &Scene, query: &str) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = list(&scene.platform, &format!("limit=20&{query}{cursor}")).await;
        pages.push(ids(&page));
        let Some(next) = page["nextCursor"].as_str() else {
            assert_eq!(page["hasMore"], false);
            return pages;
        };
        assert_eq!(page["hasMore"], true);
        cursor = format!("&cursor={next}");
        scene.platform.fund(&scene.usd, 1).await;
    }
}

on_engines! {
    async fn card_transactions_can_be_asked_for(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1).await;
        for filter in ["type=CARD", "status=AUTHORIZED", "status=PARTIALLY_SETTLED", "status=SETTLED", "status=EXCEPTION"] {
            assert_eq!(listed(&scene.platform, filter).await, BTreeSet::new(), "{filter}");
        }
        assert_eq!(listed(&scene.platform, "type=INCOMING&status=COMPLETED").await.len(), 1);
        scene.platform.get("/transactions?type=PRESENT").send().await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn money_j30_listing(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        for amount in 1..=45 {
            platform.fund(&scene.usd, amount).await;
        }
        let everything = list(platform, "limit=100").await;
        let newest_first = ids(&everything);
        assert_eq!((newest_first.len(), &everything["totalCount"]), (45, &json!(45)));

        let pages = pages_under_inserts(&scene, "").await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [20, 20, 5]);
        assert_eq!(pages.concat(), newest_first);
        let ascending = pages_under_inserts(&scene, "sortOrder=asc").await.concat();
        let oldest_first: Vec<String> = newest_first.iter().rev().cloned().collect();
        assert_eq!(ascending[..45], oldest_first);
        assert_eq!(ascending.len(), 49, "what was added meanwhile comes last when the oldest come first");

        let first = list(platform, "limit=20&type=INCOMING").await;
        let cursor = text(&first["nextCursor"]);
        for other in ["type=OUTGOING", "type=INCOMING&sortOrder=asc", "limit=20"] {
            let path = format!("/transactions?{other}&cursor={cursor}");
            platform.get(&path).send().await.expect_error(400, "INVALID_INPUT");
        }
        list(platform, &format!("limit=3&type=INCOMING&cursor={cursor}")).await;
        for bad in ["limit=0", "limit=101", "limit=x", "cursor=zzz", "startDate=2025-01-01T00:00:00"] {
            platform.get(&format!("/transactions?{bad}")).send().await.expect_error(400, "INVALID_INPUT");
        }
    }
}

/// Payments to be filtered: three incoming ones, one of them to the platform, one payout and one open quote.
struct PaymentFixture {
    scene: Scene,
    euro: String,
    incoming: Vec<Value>,
    paid: Value,
    quoted: Value,
}

impl PaymentFixture {
    async fn make(scene: Scene) -> Self {
        let platform = &scene.platform;
        let own = platform.own_account("USD").await;
        for account in [&scene.usd, &scene.usd, &own] {
            platform.fund(account, 1_000).await;
        }
        let euro = scene.euro_account().await;
        let quote = scene.quote(&euro, 500).await;
        scene.execute(&quote).send().await.expect(200);
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        let paid = scene.payment(&quote).await;
        let second = scene.quote(&euro, 500).await;
        let quoted = scene.payment(&second).await;
        let page = list(platform, "type=INCOMING&sortOrder=asc").await;
        let incoming = page["data"].as_array().unwrap().clone();
        Self { scene, euro, incoming, paid, quoted }
    }

    /// Checks that a filter lists exactly these payments.
    async fn check(&self, filter: &str, expected: &[&Value]) {
        let expected = expected.iter().map(|one| text(&one["id"]).to_owned()).collect();
        assert_eq!(listed(&self.scene.platform, filter).await, expected, "{filter}");
    }
}

on_engines! {
    async fn money_j30_filters(service) {
        let fixture = PaymentFixture::make(Scene::new(service).await).await;
        let PaymentFixture { incoming, paid, quoted, .. } = &fixture;
        let [first, second, own] = &incoming[..] else { panic!("three payments in: {incoming:?}") };
        let alice = text(&fixture.scene.alice["id"]);
        let usd = &fixture.scene.usd;
        fixture.check("", &[first, second, own, paid, quoted]).await;
        fixture.check("status=COMPLETED", &[first, second, own, paid]).await;
        fixture.check("status=PENDING", &[quoted]).await;
        fixture.check("status=CREATED", &[]).await;
        fixture.check("type=INCOMING", &[first, second, own]).await;
        fixture.check("type=OUTGOING&status=COMPLETED", &[paid]).await;

        fixture.check(&format!("customerId={alice}"), &[first, second, paid, quoted]).await;
        let own_id = text(&fixture.scene.alice["platformCustomerId"]);
        fixture.check(&format!("platformCustomerId={own_id}"), &[first, second, paid, quoted]).await;
        let platform = text(&own["customerId"]);
        fixture.check(&format!("customerId={platform}"), &[own]).await;
        fixture.check(&format!("customerId={}", platform.replace("Platform:", "PlatformConfig:")), &[own]).await;
        fixture.check(&format!("accountIdentifier={usd}"), &[first, second, paid, quoted]).await;
        fixture.check(&format!("senderAccountIdentifier={usd}"), &[paid, quoted]).await;
        fixture.check(&format!("receiverAccountIdentifier={usd}"), &[first, second]).await;
        fixture.check(&format!("accountIdentifier={}", fixture.euro), &[paid, quoted]).await;
        let reference = |of: &Value| text(&of["reconciliationInstructions"]["reference"]).to_owned();
        fixture.check(&format!("reference={}", reference(first)), &[first, second]).await;
        fixture.check(&format!("reference={}", reference(paid)), &[paid]).await;
        fixture.check("reference=NOBODY", &[]).await;

        let at = text(&second["createdAt"]);
        fixture.check(&format!("startDate={at}&endDate={at}"), &[second]).await;
        let from = text(&second["createdAt"]);
        let to = text(&own["createdAt"]);
        fixture.check(&format!("startDate={from}&endDate={to}"), &[second, own]).await;
        fixture.check(&format!("startDate={to}&endDate={from}"), &[]).await;
        fixture.check("status=REFUNDED", &[]).await;
        fixture.check("customerId=Customer:01890a5d-ac96-774b-bcce-b302099a8057", &[]).await;
    }
}

on_engines! {
    async fn money_j30_parties_and_other_filters_together(service) {
        let fixture = PaymentFixture::make(Scene::new(service).await).await;
        let PaymentFixture { incoming, paid, quoted, euro, .. } = &fixture;
        let [first, second, own] = &incoming[..] else { panic!("three payments in: {incoming:?}") };
        let alice = text(&fixture.scene.alice["id"]);
        let name = text(&fixture.scene.alice["platformCustomerId"]);
        let platform = text(&own["customerId"]);
        let uuid = platform.trim_start_matches("Platform:");
        let hers = [first, second, paid, quoted];
        fixture.check(&format!("customerId={alice}&platformCustomerId={name}"), &hers).await;
        // All conditions have to hold, and no payment meets both.
        for filter in [
            format!("customerId={alice}&platformCustomerId={platform}"),
            format!("customerId={alice}&platformCustomerId=PlatformConfig:{uuid}"),
            format!("customerId={platform}&platformCustomerId={name}"),
            format!("customerId={alice}&platformCustomerId=nobody"),
            // An id with the prefix of another kind matches no payment.
            format!("customerId=Customer:{uuid}"),
            format!("customerId={}", alice.replace("Customer:", "Platform:")),
            format!("platformCustomerId=Customer:{uuid}"),
            format!("platformCustomerId={alice}"),
            format!("platformCustomerId={}", name.to_uppercase() + "x"),
        ] {
            fixture.check(&filter, &[]).await;
        }

        fixture.check(&format!("platformCustomerId={platform}"), &[own]).await;
        fixture.check(&format!("customerId={platform}&platformCustomerId=PlatformConfig:{uuid}"), &[own]).await;
        fixture.check(&format!("customerId={alice}&status=COMPLETED"), &[first, second, paid]).await;
        fixture.check(&format!("customerId={alice}&status=COMPLETED&type=OUTGOING"), &[paid]).await;
        fixture.check(&format!("accountIdentifier={euro}&platformCustomerId={name}&status=PENDING"), &[quoted]).await;
        fixture.check(&format!("accountIdentifier={euro}&senderAccountIdentifier={euro}"), &[]).await;

        let reference = text(&paid["reconciliationInstructions"]["reference"]);
        fixture.check(&format!("reference={reference}&customerId={alice}"), &[paid]).await;
        fixture.check(&format!("reference={reference}&customerId={platform}"), &[]).await;
    }
}

on_engines! {
    async fn money_j30_pages_of_a_customer(service) {
        let scene = Scene::new(service).await;
        for amount in 1..=25 {
            scene.platform.fund(&scene.usd, amount).await;
        }
        let filter = format!("customerId={}&status=COMPLETED", text(&scene.alice["id"]));
        let pages = pages_under_inserts(&scene, &filter).await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [20, 5]);
        let whole = list(&scene.platform, &format!("limit=100&{filter}")).await;
        assert_eq!(pages.concat(), ids(&whole)[1..], "all but the one that came in between");
    }
}

journey! {
    async fn money_j30_refunds_and_recipients(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let own = platform.own_account("USD").await;
        platform.fund(&own, 2_000).await;
        let bad = platform.euro_account(&scene.alice, "DE89370400440532013006").await;
        platform.freeze().await;

        let mut quotes = Vec::new();
        for destination in [&bad, &scene.usd] {
            let quote = platform.post("/quotes").json(&transfer(&own, destination, "SENDING", 500)).send().await.expect(201);
            scene.execute(&quote).send().await.expect(200);
            quotes.push(text(&quote["transactionId"]).to_owned());
        }
        platform.advance(std::time::Duration::from_secs(2)).await;

        let [refunded, within] = &quotes[..] else { unreachable!("two payments") };
        let payment = platform.get(&format!("/transactions/{refunded}")).send().await.expect(200);
        let one = |id: &String| BTreeSet::from([id.clone()]);
        assert_eq!(listed(platform, "status=REFUNDED").await, one(refunded));
        let reference = text(&payment["refund"]["reference"]);
        assert_eq!(listed(platform, &format!("reference={reference}")).await, one(refunded));

        // A payout to a customer's bank is listed for the customer; for a payment within the service the
        // customer has an incoming payment of its own.
        let alice = text(&scene.alice["id"]);
        let hers = listed(platform, &format!("customerId={alice}")).await;
        assert_eq!((hers.len(), hers.contains(refunded), hers.contains(within)), (2, true, false), "{hers:?}");
        let name = text(&scene.alice["platformCustomerId"]);
        assert_eq!(listed(platform, &format!("platformCustomerId={name}")).await, hers);

        let itself = text(&payment["customerId"]);
        let sent = listed(platform, &format!("customerId={itself}")).await;
        assert!(sent.contains(refunded) && sent.contains(within), "{sent:?}");
        assert_eq!(listed(platform, &format!("customerId={itself}&platformCustomerId={name}")).await, one(refunded));
        assert_eq!(listed(platform, &format!("customerId={alice}&platformCustomerId={itself}")).await, one(refunded));
    }
}
