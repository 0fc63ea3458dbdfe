//! The console by keyboard alone: keys lead to pages, rows and actions, and the focus is where it is needed.

use causeway_store::platforms::Environment;

use super::visit::Visit;
use crate::console::client::{owner_link, serve};
use crate::harness::{Service, Setup};
use crate::pages::browser::Browser;
use crate::served_demo::ServedDemo;

/// Types a text key by key outside of a field, as the keys of the console.
fn keys(visit: &mut Visit, keys: &str) {
    visit.browser.evaluate("document.activeElement.blur()");
    visit.browser.type_text(keys);
}

/// Finds a resource by its id, and carries out an action on it with a reason.
fn act_on(visit: &mut Visit, id: &str, action: &str) {
    keys(visit, "/");
    assert_eq!(visit.browser.focused(), "search");
    visit.browser.type_text(id);
    visit.browser.press_and_load("Enter");
    visit.shows(id);
    keys(visit, ".");
    if visit.browser.focused() != action {
        visit.browser.tab_to(action);
    }
    visit.browser.press("Enter");
    visit.browser.wait_until("document.querySelector('dialog[open] form') !== null");
    visit.browser.tab_to("reason");
    visit.browser.type_text("asked for by telephone");
    if visit.browser.evaluate("document.getElementById('confirm') !== null") == true {
        visit.browser.tab_to("confirm");
        visit.browser.type_text(&id[id.len() - 6..]);
    }
    visit.browser.press_and_load("Enter");
    visit.shows(&format!("Done: {action}"));
}

#[test]
fn a_payout_is_settled_a_verification_approved_and_an_event_replayed() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    let pages = ["payments?status=PROCESSING", "verifications", "webhooks"];
    let ids = pages.map(|page| visit.first_id(page));
    for (id, action) in ids.iter().zip(["Settle", "Approve", "Replay"]) {
        visit.restart();
        act_on(&mut visit, id, action);
    }
    assert!(visit.browser.complaints.is_empty(), "{:#?}", visit.browser.complaints);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_passkey_is_added_and_then_asked_for() {
    let service = Service::start(Setup::Sqlite).await;
    service.platform(Environment::Sandbox).await;
    let origin = serve(&service).await;
    let [first, second] = [owner_link(&service).await, owner_link(&service).await];
    let look = move || {
        let mut browser = Browser::start();
        browser.add_authenticator();
        let mut visit = Visit::begin_in(browser, &format!("{origin}{first}"), "Test platform");
        visit.open("/console/passkeys/new");
        visit.browser.wait_until("document.querySelector('form[data-passkey] button').disabled === false");
        visit.browser.tab_to("Add a passkey");
        visit.browser.press_and_load("Enter");
        visit.shows("localhost");

        visit.click("Signed in as");
        visit.browser.tab_to("Sign out");
        visit.browser.press_and_load("Enter");
        visit.browser.open(&format!("{origin}{second}"));
        assert_eq!(visit.browser.focused(), "Sign in to the console");
        visit.browser.press_and_load("Enter");
        visit.shows("You have a passkey");
        visit.browser.tab_to("Sign in with the passkey");
        visit.browser.press_and_load("Enter");
        visit.shows("Test platform");
    };
    tokio::task::spawn_blocking(look).await.unwrap();
    service.finish().await;
}

#[test]
fn keys_lead_to_pages_and_rows_until_they_are_switched_off() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    keys(&mut visit, "gp");
    visit.browser.wait_until("location.pathname.endsWith('/payments')");
    visit.browser.wait_until("document.querySelectorAll('main a.row').length > 2");
    keys(&mut visit, "j");
    visit.browser.type_text("jk");
    let focused = "[...document.querySelectorAll('main a.row')].indexOf(document.activeElement)";
    assert_eq!(visit.browser.evaluate(focused), 0);
    visit.browser.type_text("j");
    assert_eq!(visit.browser.evaluate(focused), 1);
    visit.browser.press_and_load("Enter");
    visit.shows("Transaction:");

    keys(&mut visit, "?");
    visit.browser.wait_until("document.querySelector('dialog[open] .keys') !== null");
    visit.browser.press("Escape");
    visit.browser.wait_until("document.querySelector('dialog') === null");
    visit.browser.evaluate("document.cookie = 'causeway-keys=off; path=/console'");
    keys(&mut visit, "?");
    assert_eq!(visit.browser.evaluate("document.querySelector('dialog')"), serde_json::Value::Null);
}

#[test]
fn the_search_suggests_results_that_arrow_keys_choose() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    keys(&mut visit, "/");
    visit.browser.type_text("erika musterfrau");
    visit.browser.wait_until("document.querySelectorAll('[role=option]').length > 0");
    visit.browser.press("ArrowDown");
    let chosen = "document.querySelector('[role=option][aria-selected=true]')?.id === \
                  document.getElementById('search').getAttribute('aria-activedescendant')";
    visit.browser.wait_until(chosen);
    let home = visit.home.clone();
    visit.browser.press_and_load("Enter");
    assert_ne!(visit.path(), home);
    // A name is personal, and hence in no address.
    let url = visit.browser.evaluate("location.href").to_string().to_lowercase();
    assert!(!url.contains("erika") && !url.contains("musterfrau"), "{url}");
}
