//! Texts that callers set are shown as texts: on no page they run, change the markup, or name another host.

use serde_json::json;

use super::visit::Visit;
use super::walk::walk;
use crate::console::client::{owner_link, serve};
use crate::harness::{Service, Setup};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text};

/// Markup, an end of an attribute, braces of templates, marks of direction, and a host that must not be asked.
const HOSTILE: &str = "\"'><img src=//example.net/x onerror=hacked=1><script>hacked=1</script>{{7*7}}{% raw %}\u{202e}txt\u{2066}";

/// The number of characters of a text that is only long.
const LONG: usize = 140;

/// Returns `true` if a text has become markup, a script or the result of a template.
fn is_spoiled(visit: &mut Visit) -> bool {
    let elements =
        "document.querySelectorAll('main img, main script, main style, main iframe, [onerror]').length";
    let computed = "document.body.innerText.includes('</script>49')";
    visit.browser.evaluate(elements) != 0
        || visit.browser.evaluate("typeof hacked") != "undefined"
        || visit.browser.evaluate(computed) != false
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_texts_stay_texts_on_every_page() {
    let service = Service::start(Setup::Sqlite).await;
    let scene = Scene::new(&service).await;
    let platform = &scene.platform;
    let customer = json!({ "customerType": "INDIVIDUAL", "fullName": HOSTILE, "platformCustomerId": "x\"><b>", "currencies": ["USD"] });
    let mallory = platform.post("/customers").json(&customer).send().await.expect(201);
    let account = platform.account_of(&mallory, "USD").await;
    platform.fund(&account, 100_000).await;
    let long = "W".repeat(LONG);
    for (reference, payer) in [(HOSTILE, HOSTILE), (long.as_str(), long.as_str())] {
        let push = json!({ "reference": reference, "amount": 4_711, "currency": "USD", "rail": "ACH", "payer": payer });
        act(&service, "deposit push", with(platform, push)).await;
    }
    let mut quote = scene.transfer(&scene.euro_account().await, "SENDING", 1_000);
    quote["description"] = json!(HOSTILE);
    platform.fund(&scene.usd, 100_000).await;
    let quote = platform.post("/quotes").json(&quote).send().await.expect(201);
    scene.execute(&quote).send().await.expect(200);
    platform.settled().await;

    let link = format!("{}{}", serve(&service).await, owner_link(&service).await);
    let known = format!("customers/{}", text(&mallory["id"]));
    let look = move || {
        let mut visit = Visit::begin(&link, "Test platform");
        let mut found = Vec::new();
        let page = format!("{}/{known}", visit.home);
        visit.open(&page);
        visit.shows("onerror=hacked=1");
        visit.restart();
        walk(&mut visit, |visit, path| found.extend(is_spoiled(visit).then(|| path.to_owned())));
        visit.find(HOSTILE);
        found.extend(is_spoiled(&mut visit).then(|| "the search".to_owned()));
        let is_own = |url: &&String| url.starts_with(&visit.origin) || url.as_str() == "about:blank";
        let foreign: Vec<&String> = visit.browser.requests.iter().filter(|url| !is_own(url)).collect();
        assert!(found.is_empty() && foreign.is_empty(), "{found:#?} {foreign:?}");
        assert!(visit.browser.complaints.is_empty(), "{:#?}", visit.browser.complaints);
    };
    tokio::task::spawn_blocking(look).await.unwrap();
    service.finish().await;
}
