//! What a page of the console takes: bytes and requests.

use super::visit::Visit;
use super::walk::walk;
use crate::served_demo::ServedDemo;

/// Maximum sizes in bytes, uncompressed.
const PAGE: u64 = 60 * 1024;
const STYLE: u64 = 30 * 1024;
const SCRIPT: u64 = 24 * 1024;

/// The style sheet and the script; the icon is the browser's own wish.
const FILES: usize = 2;

/// The size of the page, then those of its style sheet and its script.
const SIZES: &str = r"(() => {
    const sizes = performance.getEntriesByType('resource');
    const of = (end) => sizes.filter((one) => one.name.endsWith(end)).map((one) => one.decodedBodySize);
    return [performance.getEntriesByType('navigation')[0].decodedBodySize, ...of('.css'), ...of('.js')];
})()";

/// The files that were transferred for the page.
const TRANSFERRED: &str = r"performance.getEntriesByType('resource')
    .filter((one) => one.transferSize > 0 && !one.name.endsWith('.svg')).map((one) => one.name)";

#[test]
fn pages_stay_within_their_budgets() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    let mut found = Vec::new();
    walk(&mut visit, |visit, path| {
        let sizes: Vec<u64> = visit.texts(SIZES).iter().map(|size| size.parse().unwrap()).collect();
        let [page, style, script] = sizes[..] else { panic!("{path}: {sizes:?}") };
        if page > PAGE || style > STYLE || script > SCRIPT {
            found.push(format!("{path}: page {page}, style {style}, script {script}"));
        }
    });
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn all_pages_share_two_files_and_a_later_page_takes_one_request() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    for _ in 0..2 {
        visit.restart();
        assert_eq!(visit.texts(TRANSFERRED), [""; 0], "the files are those of the first page");
    }
    let origin = visit.origin.clone();
    let requests = &visit.browser.requests;
    let foreign: Vec<&String> = requests.iter().filter(|url| !url.starts_with(&origin)).collect();
    assert!(foreign.iter().all(|url| url.as_str() == "about:blank"), "requests to other hosts: {foreign:?}");
    let is_file = |url: &&String| url.contains("/assets/") && !url.ends_with(".svg");
    let mut files: Vec<&String> = requests.iter().filter(is_file).collect();
    files.sort_unstable();
    files.dedup();
    assert_eq!(files.len(), FILES, "{files:?}");
}
