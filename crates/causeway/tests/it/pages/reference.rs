//! The reference in a browser: on every width, with and without scripts, at a first and a second visit.

use super::browser::Browser;
use crate::life::process::Folder;

/// Widths of a phone, a tablet and a desktop, in pixels.
const WIDTHS: [u32; 3] = [320, 768, 1440];

/// The page, its style sheet and its script.
const FILES: usize = 3;

/// Maximum size of a first visit, in bytes on the wire.
const FIRST_VISIT: u64 = 350 * 1024;

/// Maximum size of a second visit: the head of an answer that says that nothing has changed.
const SECOND_VISIT: u64 = 2 * 1024;

fn width(browser: &mut Browser) -> i64 {
    browser.evaluate("document.documentElement.scrollWidth").as_i64().unwrap()
}

fn is_menu_visible(browser: &mut Browser) -> bool {
    browser.evaluate("getComputedStyle(document.getElementById('menu')).display") != "none"
}

#[tokio::test]
async fn no_width_needs_horizontal_scrolling() {
    let folder = Folder::new();
    let server = folder.start();
    let url = format!("{}/reference", server.origin);
    tokio::task::spawn_blocking(move || {
        let mut browser = Browser::start();
        browser.disable_scripts();
        for wanted in WIDTHS {
            browser.resize(wanted);
            browser.open(&url);
            assert!(width(&mut browser) <= i64::from(wanted), "{wanted}: {}", width(&mut browser));
            browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
            let open = browser.evaluate("document.querySelectorAll('main details[open]').length");
            assert!(open.as_u64().unwrap() > 500, "the nested types are open: {open}");
            assert!(width(&mut browser) <= i64::from(wanted), "{wanted}, open: {}", width(&mut browser));
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_phone_has_a_menu_that_needs_no_script() {
    let folder = Folder::new();
    let server = folder.start();
    let url = format!("{}/reference", server.origin);
    tokio::task::spawn_blocking(move || {
        let mut browser = Browser::start();
        browser.disable_scripts();
        browser.resize(320);
        browser.open(&url);
        assert!(!is_menu_visible(&mut browser));
        browser.tab_to("Menu");
        browser.press("Enter");
        assert!(is_menu_visible(&mut browser));
        browser.evaluate("document.querySelector('[data-for=createCustomer] a').click()");
        assert!(!is_menu_visible(&mut browser), "an entry closes the menu");
        let top = browser.evaluate("document.getElementById('createCustomer').getBoundingClientRect().top");
        let top = top.as_f64().unwrap();
        assert!((0.0..200.0).contains(&top), "the section is in view: {top}");

        browser.resize(1440);
        browser.open("about:blank");
        browser.open(&url);
        assert!(is_menu_visible(&mut browser), "a wide screen always shows it");
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_second_visit_transfers_nothing_and_no_other_host_is_asked() {
    let folder = Folder::new();
    let server = folder.start();
    let origin = server.origin.clone();
    tokio::task::spawn_blocking(move || {
        let url = format!("{origin}/reference");
        let mut browser = Browser::start();
        browser.open(&url);
        browser.wait_for_answers(FILES);
        assert_eq!(browser.evaluate("document.getElementById('search').hidden"), false, "the script runs");
        let first = browser.transferred;
        assert!((1..FIRST_VISIT).contains(&first), "{first} bytes");

        browser.open("about:blank");
        browser.open(&url);
        browser.wait_for_answers(2 * FILES);
        assert_eq!(browser.evaluate("document.getElementById('search').hidden"), false, "the script runs");
        let second = browser.transferred - first;
        assert!(second < SECOND_VISIT, "{second} bytes");

        let is_foreign = |request: &&String| {
            !request.starts_with(&origin) && !request.starts_with("data:") && *request != "about:blank"
        };
        let foreign: Vec<&String> = browser.requests.iter().filter(is_foreign).collect();
        assert!(foreign.is_empty(), "{foreign:?}");
        assert!(
            browser.received.iter().filter(|answer| answer.url.starts_with(&origin)).count() >= 2 * FILES
        );
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn deeper_types_open_in_place_and_the_search_finds_fields() {
    let folder = Folder::new();
    let server = folder.start();
    let url = format!("{}/reference", server.origin);
    tokio::task::spawn_blocking(move || {
        let mut browser = Browser::start();
        browser.open(&url);
        let script = "(() => {
            const section = document.getElementById('createCustomer');
            section.querySelectorAll('details').forEach((one) => { one.open = true; });
            const before = section.querySelectorAll('details').length;
            section.querySelector('a.deeper').click();
            return section.querySelectorAll('details').length - before;
        })()";
        assert!(browser.evaluate(script).as_i64().unwrap() >= 1, "the link became the fields of its type");
        let script = "(() => {
            const search = document.getElementById('search');
            search.value = 'executeQuote';
            search.dispatchEvent(new Event('input'));
            return Array.from(document.querySelectorAll('nav [data-for]')).filter((one) => !one.hidden).length;
        })()";
        assert!((1..10).contains(&browser.evaluate(script).as_u64().unwrap()));
    })
    .await
    .unwrap();
}
