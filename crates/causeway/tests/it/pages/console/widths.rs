//! No page of the console needs horizontal scrolling: on a phone, a tablet, a desktop, and enlarged to 200 %.

use super::visit::Visit;
use super::walk::walk;
use crate::served_demo::ServedDemo;

/// Width of the page in pixels, and the pixels of the screen that each takes.
struct Screen {
    width: u32,
    factor: u32,
}

/// A phone, a tablet, a desktop, and a screen of 1280 pixels at 200 %.
const SCREENS: [Screen; 4] = [
    Screen { width: 320, factor: 1 },
    Screen { width: 768, factor: 1 },
    Screen { width: 1440, factor: 1 },
    Screen { width: 640, factor: 2 },
];

/// What is wider than the window, with its width.
const WIDE: &str = r"[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
    .filter((one) => !one.closest('pre, .skip, .hidden-text, thead'))
    .map((one) => `${one.tagName}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`)";

#[test]
fn no_page_is_wider_than_its_window() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    let mut found = Vec::new();
    walk(&mut visit, |visit, path| {
        for Screen { width, factor } in SCREENS {
            visit.browser.zoom(width, 800, factor);
            let wide = visit.browser.evaluate("document.documentElement.scrollWidth").as_u64().unwrap();
            let parts = visit.texts(WIDE);
            if wide > u64::from(width) || !parts.is_empty() {
                found.push(format!("{path} at {width}: {wide} pixels, {parts:?}"));
            }
        }
        visit.browser.zoom(1440, 800, 1);
    });
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_phone_has_the_navigation_in_a_menu_and_the_actions_at_its_bottom() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    let stuck = visit.first_id("payments?status=PROCESSING");
    visit.browser.zoom(320, 640, 1);
    visit.restart();
    let is_shown = "document.querySelector('.narrow a').checkVisibility()";
    assert_eq!(visit.browser.evaluate(is_shown), false);
    visit.click("Menu");
    visit.browser.wait_until(is_shown);
    visit.click("Payments");
    visit.browser.wait_until("location.pathname.endsWith('/payments')");
    let page = format!("{}/payments/{stuck}", visit.home);
    visit.open(&page);
    let bottom = "document.querySelector('.head .actions').getBoundingClientRect().bottom";
    assert_eq!(visit.browser.evaluate(bottom).as_f64(), Some(640.0));
}
