//! Customers in the console: their money first, who waits for verification, and whether an account is usable.

use std::sync::Arc;

use causeway_store::platforms::Environment;
use serde_json::json;

use super::client::ConsoleClient;
use super::compliance::{Applicant, NAME, NUMBER, end, entries_of};
use super::costs::OF_THE_FRAME;
use crate::harness::{Service, Setup, StatementRecorder, journey, on_engines};
use crate::operator::acting::{act, with};
use crate::payments::scene::{text, transfer};

/// Statements of the pages of lists and of one resource.
const PAGE: usize = OF_THE_FRAME + 8;
/// Statements of the page of a customer.
const CUSTOMER: usize = OF_THE_FRAME + 12;
/// Statements of a look at a verification, and of the looks at its documents.
const REVIEW: usize = 12;

journey! {
    /// Checks question O1: an e-mail address leads to the customer, and the page says where the money is.
    async fn an_address_leads_to_the_money_of_its_customer(service) {
        let platform = service.platform_with(&["USD", "EUR"]).await;
        let person = json!({
            "customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "currencies": ["USD"], "email": "hedy@example.com",
        });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        let dollars = platform.account_of(&customer, "USD").await;
        platform.fund(&dollars, 150_000).await;
        let euros = platform.euro_account(&customer, "DE89370400440532013000").await;
        platform.settled().await;
        platform.freeze().await;
        let quote = transfer(&dollars, &euros, "SENDING", 50_000);
        let quote = platform.post("/quotes").json(&quote).send().await.expect(201);
        platform.post(&format!("/quotes/{}/execute", text(&quote["id"]))).send().await.expect(200);

        let client = ConsoleClient::sign_in(service).await;
        client.get(&format!("/console/p/{}/customers", platform.id)).await;
        let platform_id = platform.id.to_string();
        let found = client.post("/console/find", &[("q", "hedy@example.com"), ("platform", platform_id.as_str())]).await;
        let address = found.location.expect("the page of the customer");
        assert_eq!(address, format!("/console/p/{platform_id}/customers/{}", text(&customer["id"])));
        let page = client.get(&address).await;
        assert_eq!((page.status, page.text_of("h1").as_str()), (200, "Hedy Lamarr"));
        let money = page.text_of("aria-labelledby=money");
        assert!(money.contains("1,000.00 USD"), "{money}");
        let under_way = page.text_of("aria-labelledby=under-way");
        assert!(under_way.contains("Under way 1") && under_way.contains("500.00 USD"), "{under_way}");
        let suspense = page.text_of("aria-labelledby=suspense");
        assert!(suspense.contains("No money of this customer is in suspense."), "{suspense}");
        let position = |text: &str| page.text.find(text).expect("a section");
        assert!(position("id=\"money\"") < position("id=\"verification\""), "the money is first");
        for address in page.addresses() {
            assert!(!address.contains("hedy") && !address.contains("Lamarr"), "{address}");
        }
        platform.resume().await;
    }
}

on_engines! {
    /// Checks question O9: the end of an account number leads to the account, which says why it is not usable.
    async fn the_end_of_a_number_leads_to_the_account(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.euro_account(&customer, "DE89370400440532013000").await;
        act(service, "external-account review", with(&platform, json!({ "account": account }))).await;
        let client = ConsoleClient::sign_in(service).await;
        let platform_id = platform.id.to_string();
        let path = format!("/console/p/{platform_id}/external-accounts/{account}");
        client.get(&format!("/console/p/{platform_id}/external-accounts")).await;
        let found = client.post("/console/find", &[("q", "3000"), ("platform", platform_id.as_str())]).await;
        assert_eq!(found.location.as_deref(), Some(path.as_str()), "{}", found.text);
        let page = client.get(&path).await;
        let usable = page.text_of("aria-labelledby=usable");
        assert!(usable.contains("Not usable") && usable.contains("compliance reviews it"), "{usable}");
        let enable = format!("{path}/enable");
        assert!(page.addresses().contains(&enable), "{:?}", page.addresses());
        act(service, "external-account enable", with(&platform, json!({ "account": account }))).await;
        let usable = client.get(&path).await.text_of("aria-labelledby=usable");
        assert!(usable.contains("Payments can go to it."), "{usable}");
    }
}

on_engines! {
    /// Checks question O10: the queue leads to what was stated, with the documents beside it, on the verification's page
    /// and on the customer's; each look is recorded.
    async fn the_queue_leads_to_the_statements_and_the_documents(service) {
        let applicant = Applicant::submitted(service).await;
        let client = ConsoleClient::sign_in(service).await;
        let queue = client.get(&applicant.page("verifications")).await;
        assert!(queue.addresses().contains(&applicant.verification_page()), "{:?}", queue.addresses());
        assert!(!queue.text.contains(NAME), "the queue has no personal data");
        let customer = applicant.page(&format!("customers/{}", applicant.customer));
        for (address, looks) in [(applicant.verification_page(), 1), (customer, 2)] {
            let page = client.get(&address).await;
            assert_eq!(page.status, 200, "{address}: {}", page.text);
            let stated = page.text_of("aria-labelledby=stated");
            assert!(stated.contains(&format!("Full name {NAME}")), "{stated}");
            let documents = page.text_of("aria-labelledby=documents");
            assert!(documents.contains("Passport") && documents.contains("never"), "{documents}");
            assert!(!page.text.contains(NUMBER), "{address} shows no identification number");
            for verb in ["approve", "reject", "return"] {
                let decision = format!("{}/{verb}", applicant.verification_page());
                let is_offered = page.addresses().iter().any(|one| one.starts_with(&decision));
                assert!(is_offered, "{address}: {:?}", page.addresses());
            }
            assert_eq!(entries_of(service, "verification show").await.len(), looks, "{address}");
        }
        let decided = with(&applicant.platform, json!({ "verification": applicant.verification }));
        act(service, "verification approve", decided).await;
        let address = applicant.page(&format!("customers/{}", applicant.customer));
        let page = client.get(&address).await;
        assert!(page.text_of("aria-labelledby=verification").contains("APPROVED"), "{}", page.text);
        assert_eq!(entries_of(service, "verification show").await.len(), 2, "a decided one is only linked");
    }
}

journey! {
    async fn a_number_is_revealed_once_its_reason_is_recorded(service) {
        let applicant = Applicant::submitted(service).await;
        let client = ConsoleClient::sign_in(service).await;
        let address = applicant.page(&format!("customers/{}/reveal", applicant.customer));
        let form = client.get(&address).await;
        assert!(form.status == 200 && !form.text.contains(NUMBER), "{}", form.text);
        let confirm = end(&applicant.customer);
        for (fields, status) in [
            (vec![("confirm", confirm)], 400),
            (vec![("reason", "the tax office asks")], 400),
            (vec![("reason", "the tax office asks"), ("confirm", "000000x")], 400),
        ] {
            let refused = client.post(&address, &fields).await;
            assert_eq!(refused.status, status, "{fields:?}");
            assert!(!refused.text.contains(NUMBER), "{fields:?}");
        }
        assert!(entries_of(service, "customer reveal").await.is_empty());
        let revealed =
            client.post(&address, &[("reason", "the tax office asks"), ("confirm", confirm)]).await;
        assert_eq!(revealed.status, 200, "{}", revealed.text);
        assert!(revealed.text.replace('-', "").contains(&NUMBER.replace('-', "")), "{}", revealed.text);
        let [entry] = &entries_of(service, "customer reveal").await[..] else { panic!("one entry") };
        assert_eq!((entry.channel.as_str(), entry.reason.as_str()), ("console", "the tax office asks"));
        assert!(!client.get(&address).await.text.replace('-', "").contains(&NUMBER.replace('-', "")));
    }
}

on_engines! {
    /// Checks that pages outside of the roles do not exist, and that a viewer sees no names.
    async fn a_viewer_sees_no_person_and_no_document(service) {
        let applicant = Applicant::submitted(service).await;
        act(service, "user add", json!({ "name": "vera", "uid": 1_500, "roles": ["viewer"] })).await;
        let client = ConsoleClient::sign_in_as(service, "vera").await;
        let customer = applicant.page(&format!("customers/{}", applicant.customer));
        for (address, status) in [
            (applicant.page("customers"), 200),
            (customer.clone(), 200),
            (applicant.verification_page(), 404),
            (applicant.page(&format!("documents/{}", applicant.passport)), 404),
            (format!("{customer}/reveal"), 404),
        ] {
            let page = client.get(&address).await;
            assert_eq!(page.status, status, "{address}: {}", page.text);
            assert!(!page.text.contains(NAME), "{address}");
        }
        client.get(&customer).await;
        assert_eq!(applicant.open(&client, &applicant.passport, "curious").await.status, 404);
        let fields = [("reason", "curious"), ("confirm", end(&applicant.customer))];
        client.get(&customer).await;
        assert_eq!(client.post(&format!("{customer}/reveal"), &fields).await.status, 404);
        for action in ["document fetch", "document show", "customer reveal", "verification show"] {
            assert!(entries_of(service, action).await.is_empty(), "{action}");
        }
    }
}

on_engines! {
    async fn lists_say_what_is_missing_and_which_filter_is_refused(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let client = ConsoleClient::sign_in(service).await;
        for (list, empty, other) in [
            ("customers", "No customer yet", "status=HOLD"),
            ("external-accounts", "No external account yet", "status=INACTIVE"),
            ("verifications", "No verification waits for a decision", "status=APPROVED"),
        ] {
            let path = format!("/console/p/{}/{list}", platform.id);
            let page = client.get(&path).await;
            assert!(page.text_of(".empty").starts_with(empty), "{}", page.text);
            assert!(!page.text.contains("remove this filter"), "{}", page.text);
            let filtered = client.get(&format!("{path}?{other}")).await;
            assert!(filtered.text_of(".empty").contains("fits"), "{}", filtered.text);
            assert!(filtered.text.contains("remove this filter"), "the way back to the whole list");
            let refused = client.get(&format!("{path}?since=yesterday")).await;
            assert_eq!(refused.status, 400);
            assert!(refused.text_of("role=alert").contains("since"), "{}", refused.text);
            assert!(refused.text.contains("value=\"yesterday\""), "the filter is as filled in");
        }
        let own = client.get(&format!("/console/p/{}/accounts", platform.id)).await;
        assert!(own.text_of("tbody").contains("the platform"), "{}", own.text);
        let account = platform.own_account("USD").await;
        let page = client.get(&format!("/console/p/{}/accounts/{account}", platform.id)).await;
        assert_eq!((page.status, page.text_of("h1").as_str()), (200, "USD account"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn statements_on_sqlite() {
    count_statements(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn statements_on_postgres() {
    count_statements(Setup::Postgres).await;
}

/// Counts the statements of each page at its second request; the first one fills the caches.
async fn count_statements(setup: Setup) {
    let recorder = Arc::new(StatementRecorder::default());
    let mut service = Service::start_with_faults(setup, Arc::<StatementRecorder>::clone(&recorder)).await;
    let applicant = Applicant::submitted(&service).await;
    let approved = applicant.platform.customer(&["USD"]).await;
    let dollars = applicant.platform.account_of(&approved, "USD").await;
    let euros = applicant.platform.euro_account(&approved, "DE89370400440532013000").await;
    applicant.platform.settled().await;
    service.stop_background().await;
    let client = ConsoleClient::sign_in(&service).await;
    for (address, most) in [
        ("customers".to_owned(), PAGE),
        ("accounts".to_owned(), PAGE),
        ("external-accounts".to_owned(), PAGE),
        ("verifications".to_owned(), PAGE),
        (format!("accounts/{dollars}"), PAGE),
        (format!("external-accounts/{euros}"), PAGE),
        (format!("customers/{}", text(&approved["id"])), CUSTOMER),
        (format!("verifications/{}", applicant.verification), OF_THE_FRAME + REVIEW),
        (format!("customers/{}", applicant.customer), CUSTOMER + REVIEW),
    ] {
        let page = applicant.page(&address);
        client.get(&page).await;
        recorder.take();
        assert_eq!(client.get(&page).await.status, 200, "{address}");
        let names = recorder.take_names();
        assert!(names.len() <= most, "{address}: {} of {most}: {names:#?}", names.len());
    }
}
