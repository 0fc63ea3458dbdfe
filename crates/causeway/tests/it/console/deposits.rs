//! Incoming money in the console: deposits, money without an account, and those who may own it.

use serde_json::{Value, json};

use super::client::ConsoleClient;
use super::payments::{REASON, end_of, send_action};
use crate::harness::on_engines;
use crate::operator::acting::{act, trail, with};
use crate::payments::scene::{Scene, text};

on_engines! {
    /// Finds money by its amount, which leads to the page that says where it is, and returns it to its payer.
    async fn money_without_an_account_is_found_by_its_amount_and_resolved(service) {
        let scene = Scene::new(service).await;
        let push = json!({
            "reference": "INVOICE 1", "amount": 123_456, "currency": "EUR", "rail": "SEPA", "payer": "Some Payer",
        });
        let id = act(service, "deposit push", with(&scene.platform, push)).await.json["transaction"].take();
        let id = text(&id);
        let console = ConsoleClient::sign_in(service).await;
        let platform = scene.platform.id;
        let page = console.follow(&format!("/console/find?q=1%2C234.56%20EUR&platform={platform}")).await;
        assert!(page.text_of("h1").contains("1,234.56 EUR"), "{}", page.text);
        assert!(page.text_of("data-live=waits").starts_with("Waits for an operator to name the account"), "{}", page.text);
        let details = page.text_of("data-live=details");
        for part in ["Some Payer", "INVOICE 1", "In suspense 1,234.56 EUR"] {
            assert!(details.contains(part), "{part}: {details}");
        }

        let suspense = format!("/console/p/{platform}/suspense/{id}");
        assert!(page.addresses().contains(&suspense), "{}", page.text);
        let owners = console.get(&suspense).await;
        assert!(owners.text_of("data-live=claimants").contains("ask the payer"), "{}", owners.text);
        let listed = console.get(&format!("/console/p/{platform}/suspense")).await;
        assert!(listed.addresses().contains(&suspense), "{}", listed.text);
        let unmatched = console.get(&format!("/console/p/{platform}/deposits?unmatched=true")).await;
        assert!(unmatched.addresses().contains(&format!("/console/p/{platform}/deposits/{id}")), "{}", unmatched.text);

        let back = format!("{suspense}/resolve?a.payer=true");
        assert!(owners.addresses().contains(&back), "{}", owners.text);
        let before = trail(service).await.len();
        let asked = console.get(&back).await;
        assert_eq!(trail(service).await.len(), before, "a preview leaves no trace");
        let fields = [("a.payer", "true"), ("confirm", end_of(id))];
        let done = send_action(&console, &asked, &format!("{suspense}/resolve"), &fields).await;
        assert_eq!(done.status, 303, "{}", done.text);
        scene.platform.settled().await;
        let over = console.follow(&done.location.expect("the page of the money")).await;
        assert!(over.text_of("data-live=waits").starts_with("Outcome"), "{}", over.text);
        assert!(over.text_of("data-live=history").contains(REASON), "{}", over.text);
    }
}

on_engines! {
    /// Follows a deposit from its announcement to its settlement, by which it leads to its payment.
    async fn a_deposit_says_why_it_is_not_credited(service) {
        let scene = Scene::new(service).await;
        let console = ConsoleClient::sign_in(service).await;
        let list = format!("/console/p/{}/deposits", scene.platform.id);
        assert!(console.get(&list).await.text_of(".empty").starts_with("No deposit yet"));
        let push = json!({ "account": scene.usd, "amount": 5_000, "rail": "ACH" });
        let pushed = act(service, "deposit push", with(&scene.platform, push)).await.json;
        let page = format!("{list}/{}", text(&pushed["transaction"]));
        let listed = console.get(&format!("{list}?status=PENDING")).await;
        assert!(listed.addresses().contains(&page), "{}", listed.text);
        let waiting = console.get(&page).await;
        assert!(waiting.text_of(".head").contains("its bank has announced it"), "{}", waiting.text);
        assert!(waiting.text_of("data-live=waits").starts_with("Waits for the rail"), "{}", waiting.text);

        act(service, "payment settle", with(&scene.platform, json!({ "transaction": pushed["transaction"] }))).await;
        let settled = console.get(&page).await;
        assert!(settled.text_of("data-live=waits").contains("the money is credited"), "{}", settled.text);
        let payment = format!("/console/p/{}/payments/{}", scene.platform.id, text(&pushed["transaction"]));
        assert!(settled.addresses().contains(&payment), "{}", settled.text);
        let refused = console.get(&format!("{list}?status=LOST")).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
        scene.platform.settled().await;
    }
}

on_engines! {
    /// Names a payment that waits for exactly the amount, with the action that credits its holder filled in.
    async fn a_claimant_is_credited_by_a_link(service) {
        let scene = Scene::new(service).await;
        let push = json!({ "reference": "INVOICE 9", "amount": 100, "currency": "USD", "rail": "ACH", "payer": "Alice Example" });
        let pushed = act(service, "deposit push", with(&scene.platform, push)).await.json;
        let id = text(&pushed["transaction"]);
        let console = ConsoleClient::sign_in(service).await;
        let page = console.get(&format!("/console/p/{}/suspense/{id}", scene.platform.id)).await;
        let claimants = page.text_of("data-live=claimants");
        assert!(claimants.contains("with the name of the payer") && claimants.contains("Alice Example"), "{claimants}");
        let credit = format!("/console/p/{}/suspense/{id}/resolve?a.account={}", scene.platform.id, scene.usd);
        assert!(page.addresses().contains(&credit), "{}", page.text);
        let preview = console.get(&credit).await.text_of(".preview");
        assert!(preview.contains("1.00 USD"), "{preview}");
        let resolve: Value = json!({ "transaction": id, "account": scene.usd });
        act(service, "suspense resolve", with(&scene.platform, resolve)).await;
        scene.platform.settled().await;
    }
}
