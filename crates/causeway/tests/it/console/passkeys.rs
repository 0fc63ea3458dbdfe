//! Passkeys: added within a session, asked for with each sign-in from then on, and before what cannot be undone.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use causeway_domain::MachineClock;
use causeway_testing::http::{Client, Response};
use causeway_wallet_crypto::PrivateKey;
use causeway_wallet_crypto::webauthn::SoftwareAuthenticator;
use serde_json::{Value, json};

use super::client::{form_body, owner_link, serve, user_link};
use super::markup::value_of;
use crate::harness::{Service, Setup, journey, on_engines};
use crate::operator::acting::{act, trail};

/// The host at which the browsers of these tests reach the console.
const HOST: &str = "console.example.com";
const NEW: &str = "/console/passkeys/new";
const VERIFY: &str = "/console/verify";
const REMOVE: &str = "/console/do/console/remove-passkey";

/// A browser at the console.
struct Browser {
    client: Client,
    /// The header `Host`.
    host: &'static str,
    /// The header `Cookie`.
    cookie: String,
}

/// Returns an authenticator whose passkey is for the console.
fn authenticator(number: u8) -> SoftwareAuthenticator {
    SoftwareAuthenticator {
        key: PrivateKey::derive([number; 32]).unwrap(),
        credential_id: vec![number; 16],
        rp_id: HOST.to_owned(),
        origin: format!("https://{HOST}"),
        sign_count: 0,
        user_present: true,
    }
}

fn text(response: &Response) -> String {
    String::from_utf8_lossy(&response.body).into_owned()
}

/// Returns the value of a field of a page.
#[track_caller]
fn field(page: &Response, name: &str) -> String {
    value_of(&text(page), name).unwrap_or_else(|| panic!("the page has no {name}\n{page}"))
}

/// Returns the characters of a challenge that are signed.
fn signed_part(challenge: &str) -> &str {
    challenge.split_once('.').expect("an id and a secret").1
}

/// Returns the fields of a form with the answer of an authenticator to a challenge.
fn assertion(authenticator: &mut SoftwareAuthenticator, challenge: &str) -> Vec<(&'static str, String)> {
    let sent = authenticator.assert(signed_part(challenge));
    vec![
        ("challenge", challenge.to_owned()),
        ("credential", sent.credential_id),
        ("client_data", sent.client_data_json),
        ("authenticator_data", sent.authenticator_data),
        ("signature", sent.signature),
    ]
}

impl Browser {
    async fn new(service: &Service) -> Self {
        Self { client: Client::new(&serve(service).await), host: HOST, cookie: String::new() }
    }

    /// Signs in by a link of a person without a passkey.
    async fn by_link(service: &Service, link: &str) -> Self {
        let mut browser = Self::new(service).await;
        let page = browser.press(link, &[]).await;
        browser.keep_cookie(&page);
        browser
    }

    fn keep_cookie(&mut self, page: &Response) {
        let cookie = page.header("set-cookie").unwrap_or_else(|| panic!("no sign-in\n{page}"));
        self.cookie = cookie.split(';').next().unwrap().to_owned();
    }

    async fn get(&self, path: &str) -> Response {
        self.client.get(path).header("Host", self.host).header("Cookie", &self.cookie).send().await
    }

    async fn post(&self, path: &str, fields: &[(&str, String)]) -> Response {
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let request = self.client.post(path).header("Host", self.host).header("Cookie", &self.cookie);
        let request = request.header("Sec-Fetch-Site", "same-origin");
        request.raw("application/x-www-form-urlencoded", form_body(&fields)).send().await
    }

    /// Presses the button of a link, with the answer of an authenticator if there is one.
    async fn press(&self, link: &str, answer: &[(&'static str, String)]) -> Response {
        let (path, text) = link.split_once("?link=").expect("a link with its text");
        let fields = [&[("link", text.to_owned())][..], answer].concat();
        self.post(path, &fields).await
    }

    /// Presses the button of a link, and returns the challenge for a passkey.
    async fn challenge(&self, link: &str) -> String {
        field(&self.press(link, &[]).await, "challenge")
    }

    /// Has an authenticator answer the form that adds a passkey.
    async fn add(&self, authenticator: &SoftwareAuthenticator) -> Response {
        let page = self.get(NEW).await;
        assert_eq!(page.status, 200, "{page}");
        self.register(authenticator, &page).await
    }

    async fn register(&self, authenticator: &SoftwareAuthenticator, page: &Response) -> Response {
        let challenge = field(page, "challenge");
        let sent = authenticator.register(&BASE64URL.encode(signed_part(&challenge)));
        let fields = [
            ("token", field(page, "token")),
            ("challenge", challenge),
            ("credential", sent.credential_id),
            ("client_data", sent.client_data_json),
            ("attestation", sent.attestation_object),
        ];
        self.post(NEW, &fields).await
    }

    /// Confirms with a passkey, and returns the answer to the form.
    async fn confirm(&self, authenticator: &mut SoftwareAuthenticator, to: &str) -> Response {
        let page = self.get(&format!("{VERIFY}?to={to}")).await;
        assert_eq!(page.status, 200, "{page}");
        let mut fields = assertion(authenticator, &field(&page, "challenge"));
        fields.push(("token", field(&page, "token")));
        fields.push(("to", to.to_owned()));
        self.post(VERIFY, &fields).await
    }

    /// Sends the form that removes a passkey, which cannot be undone.
    async fn remove(&self, passkey: &str) -> Response {
        let token = field(&self.get("/console/passkeys").await, "token");
        let fields = [
            ("token", token),
            ("step", "act".to_owned()),
            ("a.passkey", passkey.to_owned()),
            ("confirm", passkey.to_owned()),
            ("reason", "a test".to_owned()),
        ];
        self.post(REMOVE, &fields).await
    }
}

/// Signs in the owner, and adds a passkey.
async fn owner_with(service: &Service, authenticator: &SoftwareAuthenticator) -> Browser {
    let browser = Browser::by_link(service, &owner_link(service).await).await;
    let added = browser.add(authenticator).await;
    let outcome = (added.status, added.header("location"));
    assert_eq!(outcome, (303, Some("/console/passkeys?done=added")), "{added}");
    browser
}

async fn passkeys(service: &Service) -> Vec<Value> {
    act(service, "console passkeys", json!({})).await.json.as_array().unwrap().clone()
}

/// Returns the number of entries of an action in the audit trail.
async fn recorded(service: &Service, action: &str) -> usize {
    trail(service).await.iter().filter(|entry| entry.action == action).count()
}

journey! {
    async fn a_passkey_is_asked_for_from_then_on(service) {
        let mut phone = authenticator(1);
        let first = owner_with(service, &phone).await;
        assert!(text(&first.get("/console/passkeys").await).contains(HOST));
        let [listed] = &passkeys(service).await[..] else { panic!("one passkey") };
        assert_eq!((&listed["name"], &listed["relying_party"], &listed["used_at"]), (&json!("owner"), &json!(HOST), &Value::Null));
        assert_eq!(recorded(service, "console add-passkey").await, 1);

        let link = owner_link(service).await;
        let mut second = Browser::new(service).await;
        for _ in 0..2 {
            let asked = second.press(&link, &[]).await;
            assert_eq!((asked.status, asked.header("set-cookie")), (200, None), "the link alone signs in nobody");
        }
        let answer = assertion(&mut phone, &second.challenge(&link).await);
        let page = second.press(&link, &answer).await;
        assert_eq!((page.status, page.header("location")), (303, Some("/console")), "{page}");
        second.keep_cookie(&page);
        assert_eq!(second.get("/console/passkeys").await.status, 200);
        assert_eq!(second.press(&link, &[]).await.status, 403, "the link is used up");
        let sessions = act(service, "console sessions", json!({})).await.json;
        assert!(sessions[0]["verified_at"].is_string() && sessions[1]["verified_at"].is_null(), "{sessions}");
        assert!(passkeys(service).await[0]["used_at"].is_string());
    }
}

on_engines! {
    /// Answers the challenge of a sign-in in each wrong way. None of them uses up the link.
    async fn only_the_passkey_of_the_person_signs_in(service) {
        let mut phone = authenticator(1);
        owner_with(service, &phone).await;
        act(service, "user add", json!({ "name": "alice", "uid": 1_000, "roles": ["viewer"] })).await;
        let mut other = authenticator(2);
        Browser::by_link(service, &user_link(service, "alice").await).await.add(&other).await;
        let browser = Browser::new(service).await;
        let link = owner_link(service).await;

        let of_other_person = assertion(&mut other, &browser.challenge(&link).await);
        let mut copied = SoftwareAuthenticator { key: PrivateKey::derive([9; 32]).unwrap(), ..phone.clone() };
        let by_other_key = assertion(&mut copied, &browser.challenge(&link).await);
        let mut elsewhere = SoftwareAuthenticator { origin: "https://console.example.net".to_owned(), ..phone.clone() };
        let of_other_page = assertion(&mut elsewhere, &browser.challenge(&link).await);
        let mut absent = SoftwareAuthenticator { user_present: false, ..phone.clone() };
        let without_person = assertion(&mut absent, &browser.challenge(&link).await);
        for (wrong, why) in [
            (of_other_person, "another person's passkey"),
            (by_other_key, "another key"),
            (of_other_page, "another page"),
            (without_person, "no person was there"),
        ] {
            let page = browser.press(&link, &wrong).await;
            assert_eq!((page.status, page.header("set-cookie")), (403, None), "{why}");
        }
        let used = assertion(&mut phone, &browser.challenge(&link).await);
        assert_eq!(browser.press(&link, &used).await.status, 303, "wrong answers use up no link");
    }
}

on_engines! {
    async fn an_answer_is_for_one_challenge_of_one_link(service) {
        let mut phone = authenticator(1);
        owner_with(service, &phone).await;
        let browser = Browser::new(service).await;
        let links = [owner_link(service).await, owner_link(service).await];

        let of_other_link = assertion(&mut phone, &browser.challenge(&links[1]).await);
        assert_eq!(browser.press(&links[0], &of_other_link).await.status, 403);
        let mut moved = assertion(&mut phone, &browser.challenge(&links[0]).await);
        moved[0].1 = browser.challenge(&links[0]).await;
        assert_eq!(browser.press(&links[0], &moved).await.status, 403, "another challenge was signed");
        let answer = assertion(&mut phone, &browser.challenge(&links[0]).await);
        assert_eq!(browser.press(&links[0], &answer).await.status, 303);
        assert_eq!(browser.press(&links[1], &answer).await.status, 403, "the answer was used");
        phone.sign_count -= 2;
        let replayed = assertion(&mut phone, &browser.challenge(&links[1]).await);
        assert_eq!(browser.press(&links[1], &replayed).await.status, 403, "a copy of the passkey counts less");
    }
}

on_engines! {
    async fn what_cannot_be_undone_waits_for_the_passkey(service) {
        let mut phone = authenticator(1);
        let browser = owner_with(service, &phone).await;
        let passkey = passkeys(service).await[0]["passkey"].as_str().unwrap().to_owned();
        let before = trail(service).await.len();
        let refused = browser.remove(&passkey).await;
        assert!((400..500).contains(&refused.status) && text(&refused).contains("passkey"), "{refused}");
        let asked = browser.get(NEW).await;
        assert_eq!((asked.status, asked.header("location")), (303, Some("/console/verify?to=%2Fconsole%2Fpasskeys%2Fnew")));
        let mut copied = SoftwareAuthenticator { key: PrivateKey::derive([9; 32]).unwrap(), ..phone.clone() };
        assert_eq!(browser.confirm(&mut copied, "/console").await.status, 403);
        assert!(browser.remove(&passkey).await.status >= 400, "a wrong answer confirms nothing");
        assert_eq!((trail(service).await.len(), passkeys(service).await.len()), (before, 1));

        let confirmed = browser.confirm(&mut phone, "/console/passkeys").await;
        assert_eq!((confirmed.status, confirmed.header("location")), (303, Some("/console/passkeys")), "{confirmed}");
        assert_eq!(browser.get(VERIFY).await.header("location"), Some("/console"), "it was just used");
        assert_eq!(browser.add(&authenticator(2)).await.status, 303);
        let removed = browser.remove(&passkey).await;
        assert!(removed.status < 400, "{removed}");
        assert_eq!((passkeys(service).await.len(), recorded(service, "console remove-passkey").await), (1, 1));
    }
}

on_engines! {
    /// Checks that a person whose passkeys are all removed signs in by a link alone.
    async fn a_lost_passkey_is_removed_by_a_command(service) {
        owner_with(service, &authenticator(1)).await;
        let passkey = passkeys(service).await[0]["passkey"].clone();
        act(service, "console remove-passkey", json!({ "passkey": passkey })).await;
        let browser = Browser::by_link(service, &owner_link(service).await).await;
        let page = browser.get("/console/passkeys").await;
        assert!(text(&page).contains("No passkey yet"), "{page}");
        assert_eq!(browser.get(VERIFY).await.header("location"), Some("/console"), "there is none to use");
    }
}

on_engines! {
    async fn a_registration_is_checked(service) {
        let phone = authenticator(1);
        let browser = Browser::by_link(service, &owner_link(service).await).await;
        let elsewhere = SoftwareAuthenticator { origin: "https://console.example.net".to_owned(), ..phone.clone() };
        let of_parent = SoftwareAuthenticator { rp_id: "example.com".to_owned(), ..phone.clone() };
        for wrong in [&elsewhere, &of_parent] {
            assert_eq!(browser.add(wrong).await.status, 400, "{wrong:?}");
        }
        let page = browser.get(NEW).await;
        let token = field(&page, "token");
        assert_eq!(browser.post(NEW, &[("token", token)]).await.status, 400, "no authenticator has answered");
        assert_eq!(browser.register(&elsewhere, &page).await.status, 400);
        assert_eq!(browser.register(&phone, &page).await.status, 400, "the challenge was used");
        assert!(passkeys(service).await.is_empty());
        assert_eq!(recorded(service, "console add-passkey").await, 0);

        assert_eq!(browser.add(&phone).await.status, 303);
        act(service, "user add", json!({ "name": "alice", "uid": 1_000, "roles": ["viewer"] })).await;
        let alice = Browser::by_link(service, &user_link(service, "alice").await).await;
        assert_eq!(alice.add(&phone).await.status, 409, "it is the owner's");
        let shown = text(&alice.get("/console/passkeys").await);
        assert!(shown.contains("No passkey yet") && !shown.contains("remove-passkey"), "{shown}");
    }
}

on_engines! {
    async fn a_passkey_is_for_the_host_of_its_page(service) {
        let browser = owner_with(service, &authenticator(1)).await;
        let address = Browser { host: "127.0.0.1:8080", ..Browser::new(service).await };
        let other = Browser { host: "localhost:8080", ..Browser::new(service).await };
        for elsewhere in [address, other] {
            let refused = elsewhere.press(&owner_link(service).await, &[]).await;
            assert_eq!((refused.status, refused.header("set-cookie")), (409, None), "{}", elsewhere.host);
            assert!(text(&refused).contains("your passkeys are for console.example.com"), "{refused}");
        }
        act(service, "user add", json!({ "name": "alice", "uid": 1_000, "roles": ["viewer"] })).await;
        let alice = Browser::by_link(service, &user_link(service, "alice").await).await;
        let without_name = Browser { host: "127.0.0.1:8080", ..alice };
        let refused = without_name.get(NEW).await;
        assert!(refused.status == 409 && text(&refused).contains("host name"), "{refused}");
        let page = browser.get("/console/verify?to=https%3A%2F%2Fexample.com").await;
        assert_eq!(field(&page, "to"), "/console", "it leads to no other place");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_and_a_confirmation_count_for_five_minutes() {
    let machine = MachineClock::default();
    let service = Service::start_on_clock(Setup::Sqlite, &machine).await;
    let mut phone = authenticator(1);
    let browser = owner_with(&service, &phone).await;
    let page = browser.get(VERIFY).await;
    machine.set_ahead(Duration::from_mins(6));
    let mut late = assertion(&mut phone, &field(&page, "challenge"));
    late.push(("token", field(&page, "token")));
    assert_eq!(browser.post(VERIFY, &late).await.status, 403, "the challenge has expired");
    assert_eq!(browser.confirm(&mut phone, "/console").await.status, 303);
    machine.set_ahead(Duration::from_mins(10));
    assert_eq!(browser.get(NEW).await.status, 200);
    machine.set_ahead(Duration::from_mins(12));
    assert_eq!(browser.get(NEW).await.status, 303, "five minutes are over");
    service.finish().await;
}
