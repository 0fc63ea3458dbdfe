//! Revealed card numbers (cards J27): shown on a page for a short time, and stored nowhere.

use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_store::{Error, Tx, alerts};
use causeway_testing::http::Client;
use causeway_testing::receiver::Receiver;
use serde_json::{Value, json};

use super::scene::{Scene, events, path};
use crate::harness::{CardNumber, Platform, Service, Setup, journey, on_engines};
use crate::operator::acting::{act, export_person, with};
use crate::wallets::device::text;

/// Returns the same platform with a token that has only this permission.
async fn with_permission(platform: &Platform, permission: &str) -> Platform {
    let token = json!({ "name": "limited", "permissions": [permission] });
    let token = platform.post("/tokens").json(&token).send().await.expect(201);
    platform.with_token(text(&token["clientId"]), text(&token["clientSecret"]))
}

/// The response at the address of a number.
struct NumberPage {
    status: u16,
    cache_control: Option<String>,
    referrer_policy: Option<String>,
    frame_options: Option<String>,
    html: String,
}

/// Opens an address without credentials. A number on the page must be stored nowhere.
async fn open(service: &Service, url: &Value) -> NumberPage {
    let response = Client::new(text(url)).get("").send().await;
    let header = |name: &str| response.header(name).map(str::to_owned);
    let html = String::from_utf8(response.body.to_vec()).unwrap();
    if response.status == 200 {
        service.must_not_store(CardNumber { pan: element(&html, "pan"), code: element(&html, "cvv") });
    }
    NumberPage {
        status: response.status,
        cache_control: header("cache-control"),
        referrer_policy: header("referrer-policy"),
        frame_options: header("x-frame-options"),
        html,
    }
}

/// Returns the content of the element with this id.
fn element(page: &str, id: &str) -> String {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).expect("the element");
    rest.split_once('<').unwrap().0.to_owned()
}

/// Returns `true` if the check digit is right (ISO/IEC 7812-1).
fn is_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .chars()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let digit = digit.to_digit(10).unwrap();
            if at % 2 == 0 { digit } else { digit * 2 / 10 + digit * 2 % 10 }
        })
        .sum();
    sum.is_multiple_of(10)
}

journey! {
    async fn cards_j27_reveal(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let reveal = |platform: &Platform| platform.post(&format!("{}/reveal", path(&card))).send();
        let revealed_card = reveal(scene.platform()).await.expect(200);
        let millis = |at: &Value| at.as_str().unwrap().parse::<causeway_domain::Time>().unwrap().millis();
        let now = millis(&scene.platform().get(&path(&card)).send().await.expect(200)["updatedAt"]);
        assert!((1..=300_000).contains(&(millis(&revealed_card["expiresAt"]) - now)), "{revealed_card}");

        let page = open(service, &revealed_card["panEmbedUrl"]).await;
        assert_eq!((page.status, page.cache_control.as_deref()), (200, Some("no-store")));
        assert_eq!(page.referrer_policy.as_deref(), Some("no-referrer"));
        assert_eq!(page.frame_options, None, "other pages may frame it");
        let pan = element(&page.html, "pan");
        assert!(pan.len() == 16 && pan.starts_with('4') && pan.ends_with(text(&card["last4"])) && is_luhn(&pan), "{pan}");
        assert_eq!(element(&page.html, "cvv").len(), 3);
        let year = card["expYear"].as_i64().unwrap() % 100;
        assert_eq!(element(&page.html, "expiry"), format!("12/{year}"));

        // Each address is different, and all show the same number.
        let read = scene.platform().get(&path(&card)).send().await.expect(200);
        assert_ne!(read["panEmbedUrl"], revealed_card["panEmbedUrl"]);
        assert_eq!(element(&open(service, &read["panEmbedUrl"]).await.html, "pan"), pan);
        let other = scene.card().await;
        let of_other = scene.platform().get(&path(&other)).send().await.expect(200);
        assert_ne!(element(&open(service, &of_other["panEmbedUrl"]).await.html, "pan"), pan);

        let reader = with_permission(scene.platform(), "VIEW").await;
        reveal(&reader).await.expect_error(403, "FORBIDDEN");
        assert!(reader.get(&path(&card)).send().await.expect(200).get("panEmbedUrl").is_none());
        let listed = scene.platform().get("/cards").send().await.expect(200);
        assert!(listed["data"].as_array().unwrap().iter().all(|card| card.get("panEmbedUrl").is_none()));

        scene.platform().advance(Duration::from_secs(301)).await;
        assert_eq!(open(service, &revealed_card["panEmbedUrl"]).await.status, 410);
        let url = text(&revealed_card["panEmbedUrl"]);
        assert_eq!(open(service, &json!(format!("{url}0"))).await.status, 410);
    }
}

journey! {
    /// Checks that active and frozen cards show their number and others do not. The page of a card that is
    /// closed shows nothing any more.
    async fn numbers_are_those_of_cards_in_use(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let pending_card = scene.issue(&scene.named("001")).send().await.expect(201);
        let reveal = |card: &Value| scene.platform().post(&format!("{}/reveal", path(card))).send();
        reveal(&pending_card).await.expect_error(409, "CONFLICT");
        assert!(scene.platform().get(&path(&pending_card)).send().await.expect(200).get("panEmbedUrl").is_none());

        let receiver = scene.platform().receiver().await;
        let frozen = scene.change(&card, json!({ "state": "FROZEN" })).await.expect(200);
        assert!(frozen.get("panEmbedUrl").is_none());
        let reveal_response = reveal(&card).await.expect(200);
        assert_eq!(open(service, &reveal_response["panEmbedUrl"]).await.status, 200);
        let held = export_person(service, &scene.holder.customer["id"]).await["cardReveals"].take();
        let listed = act(service, "card reveals", with(scene.platform(), json!({ "card": card["id"] }))).await.json;
        assert_eq!(held.as_array().map(Vec::len), listed.as_array().map(Vec::len), "{held}");
        assert!(held.as_array().unwrap().iter().all(|reveal| reveal["cardId"] == card["id"]), "{held}");

        scene.change(&card, json!({ "state": "CLOSED" })).await.expect(200);
        assert_eq!(open(service, &reveal_response["panEmbedUrl"]).await.status, 410);
        reveal(&card).await.expect_error(409, "CONFLICT");

        let unknown = json!({ "id": "Card:01890a5d-ac96-774b-bcce-b302099a8057" });
        reveal(&unknown).await.expect_error(404, "REFERENCE_NOT_FOUND");
        let stranger = service.platform_with(&["USD"]).await;
        stranger.post(&format!("{}/reveal", path(&card))).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        assert_eq!(events(scene.platform(), &receiver).await.len(), 2);
        assert!(bodies(&receiver).iter().all(|body| !body.contains("panEmbedUrl")));
    }
}

fn bodies(receiver: &Receiver) -> Vec<String> {
    receiver.received().iter().map(|event| event.json().to_string()).collect()
}

journey! {
    async fn a_number_is_asked_for_ten_times_a_minute(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let other = scene.card().await;
        scene.platform().advance(Duration::from_secs(61)).await;
        let reveal = |card: &Value| {
            let request = scene.platform().post(&format!("{}/reveal", path(card)));
            request.header("x-forwarded-for", "203.0.113.7").send()
        };

        for _ in 0..10 {
            reveal(&card).await.expect(200);
        }
        let response = reveal(&card).await;
        response.expect_error(429, "RATE_LIMITED");
        let wait: u64 = response.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");

        reveal(&other).await.expect(200);
        let read = scene.platform().get(&path(&card)).send().await.expect(200);
        assert!(read.get("panEmbedUrl").is_none() && read["state"] == "ACTIVE");
        scene.platform().advance(Duration::from_secs(61)).await;
        reveal(&card).await.expect(200);

        let arguments = with(scene.platform(), json!({ "card": card["id"] }));
        let log = act(service, "card reveals", arguments).await.json;
        // One entry is of the read after the card was issued.
        let log = log.as_array().unwrap();
        assert_eq!(log.len(), 12, "{log:?}");
        assert!(log.iter().all(|one| text(&one["token"]).starts_with("Token:")));
        assert_eq!(log.iter().filter(|one| one["address"] == "203.0.113.7").count(), 11);
    }
}

/// A card after its number was revealed.
struct RevealedCard {
    scene: Scene,
    card: Value,
    number: CardNumber,
    /// The token in the address of the page.
    token: String,
}

/// Reveals the number of a new card.
async fn revealed_card(service: &Service) -> RevealedCard {
    let scene = Scene::new(service).await;
    let card = scene.card().await;
    scene.key(&card).await;
    let reveal = scene.platform().post(&format!("{}/reveal", path(&card))).send().await.expect(200);
    let html = open(service, &reveal["panEmbedUrl"]).await.html;
    let number = CardNumber { pan: element(&html, "pan"), code: element(&html, "cvv") };
    let token = text(&reveal["panEmbedUrl"]).rsplit_once('/').unwrap().1.to_owned();
    RevealedCard { scene, card, number, token }
}

on_engines! {
    /// Reveals a number, for which tables, files, a backup and the log are searched at the end.
    async fn no_number_and_no_address_of_one_is_kept(service) {
        let RevealedCard { scene, card, token, .. } = revealed_card(service).await;
        service.must_not_log(&token);
        scene.change(&card, json!({ "state": "FROZEN" })).await.expect(200);
        scene.platform().settled().await;
    }
}

/// Plants a code and a number, and checks that the search finds each of them in the table and in these files.
async fn check_search(setup: Setup, files: &[&str]) {
    let service = Service::start(setup).await;
    let RevealedCard { scene, number, .. } = revealed_card(&service).await;
    scene.platform().settled().await;
    assert_eq!(service.places_with_card_numbers().await, [""; 0]);

    let id = scene.platform().id;
    for (subject, what) in [("a code", number.code), ("a number", number.pan)] {
        let plant = move |tx: &mut Tx<'_>| {
            let alert = causeway_domain::Ids::system().next(tx.wall());
            alerts::raise(tx, Some(id), alert, AlertKind::IntegrityFault, subject, &json!({ "what": what }))
        };
        let planted: Result<(), Error> = service.app().store.write(&[], plant).await;
        planted.unwrap();

        let found = service.places_with_card_numbers().await;
        assert!(found.contains(&"alert.doc".to_owned()), "{subject}: {found:?}");
        assert!(files.iter().all(|file| found.contains(&(*file).to_owned())), "{subject}: {found:?}");

        let forget = |tx: &mut Tx<'_>| tx.execute("DELETE FROM alert /* all platforms */", &[]);
        let forgotten: Result<(), Error> = service.app().store.write(&[], forget).await;
        forgotten.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_is_kept_is_found_on_sqlite() {
    check_search(Setup::Sqlite, &["causeway.db-wal", "copy"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_is_kept_is_found_on_postgres() {
    check_search(Setup::Postgres, &["copy"]).await;
}
