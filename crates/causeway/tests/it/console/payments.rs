//! Payments in the console: why one has not arrived, its proof, its price, and decisions about it.

use std::time::Duration;

use causeway_domain::ids::{Id, TransactionId};
use causeway_store::payments;
use causeway_store::{Error, Tx};
use serde_json::{Value, json};

use super::client::{ConsoleClient, Page};
use super::markup;
use crate::harness::{Service, journey, on_engines};
use crate::operator::acting::{act, trail, with};
use crate::payments::scene::{Scene, text};

/// Number of characters of an id that confirm an action.
const CONFIRMED: usize = 6;
/// The hidden fields of an action's page, among them the version that it has shown.
const HIDDEN: [&str; 4] = ["subject", "previewed", "seen", "seen-status"];
/// The reason for the actions of these tests.
pub(super) const REASON: &str = "told by the bank";

/// Creates and executes a quote over 1,000.00 dollars, and returns it.
async fn pay(scene: &Scene) -> Value {
    let quote = scene.quote(&scene.euro_account().await, 100_000).await;
    scene.execute(&quote).send().await.expect(200);
    scene.platform.advance(Duration::from_secs(1)).await;
    quote
}

/// Returns a platform whose rail says nothing about the payout of 1,000.00 dollars, and the payout's quote.
async fn silent_payout(service: &Service) -> (Scene, Value) {
    service.rail.hide_outcomes(true);
    let scene = Scene::new(service).await;
    scene.platform.fund(&scene.usd, 100_000).await;
    scene.platform.freeze().await;
    let quote = pay(&scene).await;
    (scene, quote)
}

/// Ends the payout, so that no work is left over.
async fn settle(service: &Service, scene: &Scene, transaction: &Value) {
    act(service, "payment settle", with(&scene.platform, json!({ "transaction": transaction }))).await;
    end(service, scene).await;
}

async fn end(service: &Service, scene: &Scene) {
    service.rail.hide_outcomes(false);
    scene.platform.resume().await;
}

/// Returns the address of a payment, or of a part of its page.
fn address(scene: &Scene, transaction: &Value, rest: &str) -> String {
    format!("/console/p/{}/payments/{}{rest}", scene.platform.id, text(transaction))
}

/// Returns the end of an id, which confirms an action.
pub(super) fn end_of(id: &str) -> &str {
    &id[id.len() - CONFIRMED..]
}

/// Sends the form of an action's page with its hidden fields, a reason and these fields.
pub(super) async fn send_action(
    console: &ConsoleClient,
    page: &Page,
    path: &str,
    fields: &[(&str, &str)],
) -> Page {
    let value = |name: &&'static str| Some((*name, markup::value_of(&page.text, name)?));
    let hidden: Vec<(&str, String)> = HIDDEN.iter().filter_map(value).collect();
    let hidden = hidden.iter().map(|(name, value)| (*name, value.as_str()));
    let typed = [("step", "act"), ("reason", REASON)];
    let all: Vec<(&str, &str)> = typed.into_iter().chain(hidden).chain(fields.iter().copied()).collect();
    console.post(path, &all).await
}

on_engines! {
    /// Finds a payment by its reference, which leads to its page, and reads what it waits for.
    async fn a_payment_that_has_not_arrived_names_its_rail(service) {
        let (scene, quote) = silent_payout(service).await;
        let id = &quote["transactionId"];
        let reference = scene.payment(&quote).await["reference"].clone();
        let console = ConsoleClient::sign_in(service).await;
        let platform = scene.platform.id.to_string();
        console.get(&format!("/console/p/{platform}")).await;
        let found = console.post("/console/find", &[("q", text(&reference)), ("platform", &platform)]).await;
        assert_eq!((found.status, found.location.as_deref()), (303, Some(address(&scene, id, "").as_str())));

        let page = console.get(&address(&scene, id, "")).await;
        let wait = page.text_of("data-live=waits");
        assert!(wait.starts_with("Waits for the rail to "), "{wait}");
        assert!(wait.contains("the payout is recalled") && wait.contains("causeway payment settle"), "{wait}");
        assert!(page.text_of("h1").starts_with("1,000.00 USD"), "{}", page.text);
        for verb in ["settle", "fail", "refund"] {
            assert!(page.addresses().contains(&address(&scene, id, &format!("/{verb}"))), "{verb}");
        }
        let timeline = page.text_of("data-live=timeline");
        assert!(timeline.contains("payment recorded") && timeline.contains("ask the rail"), "{timeline}");
        settle(service, &scene, id).await;
    }
}

on_engines! {
    /// Chooses among the items of a timeline, whose long gap is folded.
    async fn a_timeline_is_filtered_and_its_gaps_are_folded(service) {
        let (scene, quote) = silent_payout(service).await;
        let id = &quote["transactionId"];
        scene.platform.advance(Duration::from_hours(26)).await;
        let console = ConsoleClient::sign_in(service).await;
        settle(service, &scene, id).await;
        let timeline = async |query: &str| {
            let page = console.get(&address(&scene, id, &format!("/price{query}"))).await;
            page.text_of("data-live=timeline")
        };
        let all = timeline("").await;
        assert!(all.contains("⋯ 1 day 2 h"), "{all}");
        let money = timeline("?timeline=money").await;
        assert!(money.contains("a source was debited for a quote") && !money.contains("payment recorded"), "{money}");
        let failed = timeline("?timeline=failed").await;
        assert!(failed.contains("Nothing of this kind"), "{failed}");
    }
}

on_engines! {
    /// Reads the proof for the recipient's bank, before and after the arrival.
    async fn the_rail_has_a_proof_for_the_recipients_bank(service) {
        let (scene, quote) = silent_payout(service).await;
        let id = &quote["transactionId"];
        let reference = scene.payment(&quote).await["reference"].clone();
        let console = ConsoleClient::sign_in(service).await;
        let proof = async || console.get(&address(&scene, id, "/rail")).await.text_of("data-live=proof");
        let before = proof().await;
        assert!(before.contains("not confirmed yet") && !before.contains("Arrived:"), "{before}");
        settle(service, &scene, id).await;
        let after = proof().await;
        let reference = format!("Reference: {}", text(&reference));
        for line in [reference.as_str(), "Amount: 915.40 EUR", "Ordered: 2", "Arrived: 2"] {
            assert!(after.contains(line), "{line}: {after}");
        }
        assert!(!after.contains("not confirmed yet"), "{after}");
    }
}

on_engines! {
    /// Reads a price as a sum (money 6.3, vector 1), and the postings behind it.
    async fn a_price_is_a_sum_that_agrees(service) {
        let (scene, quote) = silent_payout(service).await;
        let id = &quote["transactionId"];
        let console = ConsoleClient::sign_in(service).await;
        for part in ["", "/price"] {
            let page = console.get(&address(&scene, id, part)).await;
            let sum = page.text_of("data-live=price");
            for line in ["Sent 1,000.00 USD", "Fees -5.00 USD", "Converted 995.00 USD", "0.92", "Before rounding 915.40", "Received 915.40 EUR", "The sum agrees"] {
                assert!(sum.contains(line), "{line}: {sum}");
            }
            assert!(!page.text.contains("data-defect"), "{sum}");
        }
        let quoted = console.get(&format!("/console/p/{}/quotes/{}", scene.platform.id, text(&quote["id"]))).await;
        assert!(quoted.text_of("data-live=price").contains("The sum agrees"), "{}", quoted.text);

        let postings = console.get(&address(&scene, id, "/postings")).await;
        let booked = postings.text_of("data-live=postings");
        for part in ["a source was debited for a quote", "available funds", "-1,000.00 USD", "position of conversions"] {
            assert!(booked.contains(part), "{part}: {booked}");
        }
        assert!(!postings.text.contains("data-defect"), "{booked}");
        settle(service, &scene, id).await;
    }
}

on_engines! {
    /// Plants a payment whose received amount is not what its rate yields: the page says so.
    async fn a_price_that_does_not_add_up_is_shown_as_a_defect(service) {
        let (scene, quote) = silent_payout(service).await;
        let id = &quote["transactionId"];
        let app = service.app();
        let platform = scene.platform.id;
        let planted = TransactionId::from_uuid(app.ids.uuid(app.clock.now()));
        let original: TransactionId = text(id).parse().expect("an id");
        let plant = move |tx: &mut Tx<'_>| -> Result<(), Error> {
            let mut payment = payments::find(tx, platform, original)?.expect("the payment");
            payment.id = planted;
            payment.quote = None;
            payment.reference = None;
            payment.terms.received.as_mut().expect("an amount").minor += 1;
            payments::insert(tx, platform, &payment)
        };
        app.store.write::<(), Error, _>(&[], plant).await.expect("the payment is stored");

        let console = ConsoleClient::sign_in(service).await;
        let page = console.get(&address(&scene, &json!(planted.to_string()), "/price")).await;
        let defect = page.text_of("data-defect=price");
        let expected = "995.00 USD at 0.92 converts to 915.40 EUR, not 915.41 EUR";
        assert!(defect.contains("does not agree") && defect.contains(expected), "{defect}");
        assert!(!page.text_of("data-live=price").contains("The sum agrees"), "{}", page.text);
        settle(service, &scene, id).await;
    }
}

journey! {
    /// Looks before acting: the page of an action previews it, changes nothing, and acts once it is confirmed.
    async fn a_decision_is_previewed_and_confirmed(service) {
        let (scene, quote) = silent_payout(service).await;
        let id = &quote["transactionId"];
        let console = ConsoleClient::sign_in(service).await;
        let path = address(&scene, id, "/settle");
        let before = trail(service).await.len();
        let page = console.get(&path).await;
        let preview = page.text_of(".preview");
        assert!(preview.contains("COMPLETED"), "{preview}");
        let unconfirmed = send_action(&console, &page, &path, &[]).await;
        assert_eq!(unconfirmed.status, 400, "{}", unconfirmed.text);
        assert_eq!(trail(service).await.len(), before, "nothing was done");
        assert_eq!(scene.payment(&quote).await["status"], "PROCESSING");

        let done = send_action(&console, &page, &path, &[("confirm", end_of(text(id)))]).await;
        let settled = address(&scene, id, "?done=settle");
        assert_eq!((done.status, done.location.as_deref()), (303, Some(settled.as_str())), "{}", done.text);
        let page = console.get(&settled).await;
        assert!(page.text_of(".notice").contains("Settle"), "{}", page.text);
        assert!(page.text_of("data-live=waits").starts_with("Outcome"), "{}", page.text);
        let history = console.get(&address(&scene, id, "/history")).await.text_of("data-live=history");
        assert!(history.contains("payment settle") && history.contains(REASON), "{history}");
        assert_eq!(trail(service).await.len(), before + 1);
        end(service, &scene).await;
    }
}

on_engines! {
    /// Decides on a page that another operator has made stale: nothing is done, and both versions are named.
    async fn a_payment_that_has_changed_meanwhile_is_not_decided(service) {
        let (scene, quote) = silent_payout(service).await;
        let id = &quote["transactionId"];
        let console = ConsoleClient::sign_in(service).await;
        let path = address(&scene, id, "/fail");
        let stale = console.get(&path).await;
        let seen = markup::value_of(&stale.text, "seen").expect("a version");
        settle(service, &scene, id).await;
        let before = trail(service).await.len();
        let refused = send_action(&console, &stale, &path, &[("confirm", end_of(text(id)))]).await;
        assert_eq!(refused.status, 409, "{}", refused.text);
        let error = refused.text_of(".notice");
        assert!(error.contains("has changed") && error.contains(&seen), "{error}");
        assert_eq!(trail(service).await.len(), before, "nothing was done");
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
    }
}

on_engines! {
    /// Reads the events of a payment and its JSON, and finds the parts of its page as links.
    async fn the_parts_of_a_payment_are_links(service) {
        let (scene, quote) = silent_payout(service).await;
        let id = &quote["transactionId"];
        settle(service, &scene, id).await;
        scene.platform.settled().await;
        let console = ConsoleClient::sign_in(service).await;
        let page = console.get(&address(&scene, id, "")).await;
        for part in ["price", "postings", "rail", "webhooks", "history", "json"] {
            let link = address(&scene, id, &format!("/{part}"));
            assert!(page.addresses().contains(&link), "{link}");
            assert_eq!(console.get(&link).await.status, 200, "{link}");
        }
        let webhooks = console.get(&address(&scene, id, "/webhooks")).await.text_of("data-live=webhooks");
        assert!(webhooks.contains("OUTGOING_PAYMENT.COMPLETED") && webhooks.contains("DELIVERED"), "{webhooks}");
        let shown = console.get(&address(&scene, id, "/json")).await.text_of("#json-text");
        let json: Value = serde_json::from_str(&shown).expect("JSON");
        assert_eq!((&json["transaction"], &json["status"]), (id, &json!("COMPLETED")));
        let history = console.get(&address(&scene, id, "/history")).await.text_of("data-live=history");
        assert!(history.contains("payment settle"), "{history}");
    }
}

on_engines! {
    /// Lists payments and quotes: without any, by filters, by filters that nothing fits, and by filters that are refused.
    async fn lists_of_payments_teach_and_filter(service) {
        let scene = Scene::new(service).await;
        let console = ConsoleClient::sign_in(service).await;
        let list = |rest: &str| format!("/console/p/{}/{rest}", scene.platform.id);
        assert!(console.get(&list("payments")).await.text_of(".empty").starts_with("No payment yet"));
        assert!(console.get(&list("quotes")).await.text_of(".empty").starts_with("No quote yet"));

        scene.platform.fund(&scene.usd, 100_000).await;
        let quote = scene.quote(&scene.euro_account().await, 100_000).await;
        let id = &quote["transactionId"];
        let open = console.get(&list("payments?open=true&status=PENDING")).await;
        assert!(open.addresses().contains(&address(&scene, id, "")), "{}", open.text);
        assert!(open.text_of("#as-command").contains("--status PENDING --open"), "{}", open.text);
        assert!(open.addresses().contains(&list("payments?status=PENDING")), "a chip without the other filter");
        let none = console.get(&list("payments?status=FAILED")).await;
        assert!(none.text_of(".empty").starts_with("No payment fits"), "{}", none.text);
        let refused = console.get(&list("payments?pair=USD")).await;
        assert_eq!(refused.status, 400);
        assert!(refused.text.contains("value=\"USD\""), "the filters stay as they were filled in");
        assert!(!refused.text_of(".notice").is_empty());

        let quotes = console.get(&list("quotes")).await;
        let page = list(&format!("quotes/{}", text(&quote["id"])));
        assert!(quotes.addresses().contains(&page), "{}", quotes.text);
        let waits = console.get(&page).await.text_of("data-live=waits");
        assert!(waits.starts_with("Waits for the platform to execute the quote"), "{waits}");
        scene.platform.settled().await;
    }
}
