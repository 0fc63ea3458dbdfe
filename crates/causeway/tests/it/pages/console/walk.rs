//! A walk over all pages of the console that links lead to: one of each kind.

use std::collections::{BTreeSet, VecDeque};

use super::visit::Visit;

/// Pages of other kinds than these are looked for until there are so many.
const MOST: usize = 150;

/// At least so many kinds of pages are found, or the walk has not got anywhere.
const FEWEST: usize = 20;

/// The addresses of all links of the page, without those that end the session, files, and further pages of lists.
const LINKS: &str = r"[...document.querySelectorAll('a[href]')]
    .map((link) => new URL(link.href, location.href))
    .filter((url) => url.origin === location.origin && url.pathname.startsWith('/console'))
    .filter((url) => !url.pathname.includes('/assets/') && !url.searchParams.has('before'))
    .map((url) => url.pathname + url.search)";

/// Opens a page of each kind, and calls `look` on it.
pub(super) fn walk(visit: &mut Visit, mut look: impl FnMut(&mut Visit, &str)) {
    let mut seen = BTreeSet::new();
    let mut waiting = VecDeque::from([visit.home.clone(), "/console".to_owned()]);
    while let Some(path) = waiting.pop_front() {
        if !seen.insert(kind_of(&path)) {
            continue;
        }
        assert!(seen.len() <= MOST, "the walk does not end: {seen:?}");
        visit.open(&path);
        // An answer without a page, such as a picture, has no heading.
        if visit.browser.evaluate("document.querySelector('main h1') !== null") != true {
            continue;
        }
        look(visit, &path);
        waiting.extend(visit.texts(LINKS));
    }
    assert!(seen.len() >= FEWEST, "only {seen:?}");
}

/// Returns a path without ids and without the values of its parameters.
fn kind_of(path: &str) -> String {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let segments = path.split('/').map(|segment| if is_id(segment) { "*" } else { segment });
    let names: BTreeSet<&str> = query.split('&').filter_map(|pair| pair.split('=').next()).collect();
    format!("{}?{}", segments.collect::<Vec<_>>().join("/"), names.into_iter().collect::<Vec<_>>().join("&"))
}

fn is_id(segment: &str) -> bool {
    segment.contains(':') || segment.contains("%3A") || segment.len() == 36
}

#[test]
fn pages_of_one_kind_are_the_same() {
    let one = kind_of("/console/p/Platform:1/payments?status=FAILED&rail=SEPA");
    assert_eq!(one, kind_of("/console/p/Platform:2/payments?rail=ACH&status=PROCESSING"));
    assert_ne!(one, kind_of("/console/p/Platform:2/payments/Transaction:1?rail=ACH&status=PROCESSING"));
}
