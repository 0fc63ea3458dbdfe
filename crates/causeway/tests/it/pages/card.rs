//! The page with the number of a card in a browser (cards 6): alone, in another site's frame, and after its
//! expiry.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

use super::browser::Browser;
use crate::cards::scene::{Scene, path};
use crate::harness::{CardNumber, Service, Setup};
use crate::wallets::device::text;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_shows_a_number_for_five_minutes() {
    let service = Service::start(Setup::Sqlite).await;
    let scene = Scene::new(&service).await;
    let card = scene.card().await;
    let reveal = scene.platform().post(&format!("{}/reveal", path(&card))).send().await.expect(200);
    let url = text(&reveal["panEmbedUrl"]).to_owned();
    let last4 = text(&card["last4"]).to_owned();
    let during = url.clone();
    let look = move || {
        let mut browser = Browser::start();
        let number = open_alone(&mut browser, &during, &last4);
        open_in_a_frame(&mut browser, &during, &number.pan);
        (browser, number)
    };
    let (browser, number) = tokio::task::spawn_blocking(look).await.unwrap();
    let pan = number.pan.clone();
    service.must_not_store(number);

    scene.platform().advance(Duration::from_secs(301)).await;
    tokio::task::spawn_blocking(move || open_after_expiry(browser, &url, &pan)).await.unwrap();
    service.finish().await;
}

/// Opens the page twice and returns the number.
fn open_alone(browser: &mut Browser, url: &str, last4: &str) -> CardNumber {
    browser.resize(320);
    browser.open(url);
    assert_eq!(last_status(browser, url), 200);
    let pan = browser.evaluate("document.querySelector('#pan').textContent").as_str().unwrap().to_owned();
    assert!(pan.len() == 16 && pan.ends_with(last4), "{pan}");
    let [cvv, expiry] = ["cvv", "expiry"]
        .map(|id| browser.evaluate(&format!("document.querySelector('#{id}').textContent")))
        .map(|text| text.as_str().unwrap().to_owned());
    assert_eq!(browser.evaluate("document.querySelectorAll('h1').length"), 1);
    // For assistive technology each value follows its label.
    let names: Vec<String> = browser.named_nodes().into_iter().map(|node| node.name).collect();
    let mut at = 0;
    for name in ["Card", "Number", &pan, "Security code", &cvv, "Expires", &expiry] {
        let position = names[at..].iter().position(|other| other == name);
        at += position.unwrap_or_else(|| panic!("{name} is not in {:?}", &names[at..])) + 1;
    }

    let wide = browser.evaluate("document.documentElement.scrollWidth").as_i64().unwrap();
    assert!(wide <= 320, "the page is {wide} pixels wide");

    // The page is not cached: going back requests it again.
    browser.open("about:blank");
    browser.go_back();
    let responses: Vec<_> = browser.received.iter().filter(|response| response.url == url).collect();
    assert!(
        responses.len() == 2
            && responses.iter().all(|response| response.status == 200 && !response.from_cache),
        "{responses:?}"
    );
    check_hosts(browser, &[url]);
    CardNumber { pan, code: cvv }
}

/// Shows the page in another site's frame; a page that asks for input is not shown there.
fn open_in_a_frame(browser: &mut Browser, url: &str, pan: &str) {
    let origin = url.split("/card-embed/").next().unwrap();
    let sites = [url.to_owned(), format!("{origin}/kyc/none")].map(|framed| site_with(&framed));
    browser.open(&sites[0]);
    assert_eq!(browser.frame_urls(), [url]);
    let names: Vec<String> = browser.named_nodes().into_iter().map(|node| node.name).collect();
    assert!(names.iter().any(|name| name == pan), "{names:?}");
    browser.open(&sites[1]);
    assert!(
        browser.frame_urls().iter().all(|framed| !framed.starts_with(origin)),
        "{:?}",
        browser.frame_urls()
    );
    check_hosts(browser, &[url, &sites[0], &sites[1]]);
}

fn open_after_expiry(mut browser: Browser, url: &str, pan: &str) {
    browser.open(url);
    assert_eq!(last_status(&browser, url), 410);
    let names: Vec<String> = browser.named_nodes().into_iter().map(|node| node.name).collect();
    assert!(!names.is_empty() && names.iter().all(|name| !name.contains(pan)), "{names:?}");
    browser.open(&site_with(url));
    assert_eq!(last_status(&browser, url), 410);
}

fn last_status(browser: &Browser, url: &str) -> u64 {
    browser.received.iter().rev().find(|response| response.url == url).expect("an answer").status
}

/// Checks that the pages have requested only the hosts of these addresses.
fn check_hosts(browser: &Browser, urls: &[&str]) {
    let origin = |url: &str| url.split('/').take(3).collect::<Vec<_>>().join("/");
    let known: Vec<String> = urls.iter().map(|url| origin(url)).collect();
    let is_plain = |url: &str| url.starts_with("data:") || url == "about:blank";
    let foreign_requests =
        browser.requests.iter().filter(|url| !is_plain(url) && !known.contains(&origin(url)));
    let foreign: Vec<&String> = foreign_requests.collect();
    assert!(foreign.is_empty(), "requested by the page: {foreign:?}");
}

/// Serves another site that has only this address in a frame, and returns its address. It answers as long as
/// the test runs.
fn site_with(framed: &str) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let page = format!(
        "<!doctype html><title>Shop</title><link rel=icon href=data:,><iframe title=Card src=\"{framed}\"></iframe>"
    );
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4_096];
            if stream.read(&mut request).unwrap_or_default() == 0 {
                continue;
            }
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\nconnection: close\r\n";
            // A browser that has closed the connection does not wait any more.
            write!(stream, "{head}content-length: {}\r\n\r\n{page}", page.len()).ok();
        }
    });
    format!("http://{address}/")
}
