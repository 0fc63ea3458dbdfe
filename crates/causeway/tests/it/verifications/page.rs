//! A hosted page as a browser without scripts sees it, and the contents of its HTML.

use causeway_testing::http::{Client, Form, Response};
use serde_json::{Value, json};

use crate::customers::walks::path;
use crate::harness::Platform;

/// Asks for a link to the page of a customer.
pub(super) async fn ask(platform: &Platform, customer: &Value, body: Value) -> Response {
    platform.post(&format!("{}/kyc-link", path(customer))).json(&body).send().await
}

/// A page, at the address that the link gives.
pub(super) struct Page {
    pub(super) client: Client,
    pub(super) path: String,
}

impl Page {
    pub(super) fn of(link: &Value) -> Self {
        let url = link["kycUrl"].as_str().unwrap();
        let (origin, code) = url.split_once("/kyc/").unwrap();
        Self { client: Client::new(origin), path: format!("/kyc/{code}") }
    }

    pub(super) async fn open(platform: &Platform, customer: &Value, body: Value) -> Self {
        Self::of(&ask(platform, customer, body).await.expect(201))
    }

    pub(super) async fn get(&self) -> Response {
        self.client.get(&self.path).send().await
    }

    /// Loads a page below this one.
    pub(super) async fn get_part(&self, part: &str) -> Response {
        self.client.get(&format!("{}/{part}", self.path)).send().await
    }

    pub(super) async fn send(&self, part: &str, texts: &Value) -> Response {
        self.client.post(&format!("{}/{part}", self.path)).form(Form::of(texts)).send().await
    }

    pub(super) async fn upload(&self, part: &str, texts: &Value, name: &str, bytes: &[u8]) -> Response {
        let form = Form::of(texts).file(name, bytes);
        self.client.post(&format!("{}/{part}", self.path)).form(form).send().await
    }

    /// Presses a button, which sends no fields.
    pub(super) async fn press(&self, part: &str) -> Response {
        self.client.post(&format!("{}/{part}", self.path)).send().await
    }

    pub(super) async fn complete(&self) -> Response {
        self.press("complete").await
    }

    pub(super) async fn text(&self) -> String {
        text(&self.get().await)
    }
}

/// Returns the HTML of a response, after a check that it is sound.
pub(super) fn text(page: &Response) -> String {
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{page}");
    let html = String::from_utf8(page.body.to_vec()).unwrap();
    check(&html);
    html
}

/// Checks the rules of every page: one heading, no script, one focus at most, and no reference to a missing
/// element.
fn check(html: &str) {
    assert_eq!(html.matches("<h1").count(), 1, "{html}");
    assert!(!html.contains("<script") && !html.contains("javascript:"), "{html}");
    assert!(html.matches(" autofocus").count() <= 1, "{html}");
    let ids = values(html, "id");
    for (at, id) in ids.iter().enumerate() {
        assert!(!ids[..at].contains(id), "{id} occurs twice in {html}");
    }
    let described = values(html, "aria-describedby").into_iter().flat_map(str::split_whitespace);
    let links = values(html, "href").into_iter().filter_map(|link| link.strip_prefix('#'));
    let named = values(html, "for").into_iter().chain(values(html, "aria-labelledby"));
    for id in described.chain(links).chain(named) {
        assert!(ids.contains(&id), "{id} is not in {html}");
    }
    for (value, label) in every_option(html) {
        let is_raw = label == value || label.contains('_');
        assert!(!is_raw, "{value} is shown as {label}");
    }
}

/// Returns the values of an attribute, in the order of the page.
pub(super) fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    html.split(begin.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Returns value and label of the options of a select, without the first one, which is no choice.
pub(super) fn options<'a>(html: &'a str, id: &str) -> Vec<(&'a str, &'a str)> {
    let begin = format!("<select id=\"{id}\"");
    let (_, rest) = html.split_once(begin.as_str()).unwrap_or_else(|| panic!("no {id} in {html}"));
    let options = every_option(rest.split("</select>").next().unwrap());
    assert_eq!(options.first(), Some(&("", "Choose")), "{id}");
    options[1..].to_vec()
}

fn every_option(html: &str) -> Vec<(&str, &str)> {
    let mut options = Vec::new();
    for rest in html.split("<option value=\"").skip(1) {
        let (value, rest) = rest.split_once('"').unwrap();
        let (_, rest) = rest.split_once('>').unwrap();
        options.push((value, rest.split("</option>").next().unwrap()));
    }
    options
}

/// Returns the newest verification of a customer.
pub(super) async fn newest(platform: &Platform, customer: &Value) -> Value {
    let path = format!("/verifications?customerId={}", customer["id"].as_str().unwrap());
    platform.get(&path).send().await.expect(200)["data"][0].clone()
}

/// Returns form fields that complete a person's details.
pub(super) fn details() -> Value {
    json!({
        "birthDate": "1990-12-10", "nationality": "GB", "address.line1": "12 St James's Square",
        "address.city": "London", "address.state": "England", "address.postalCode": "SW1Y 4JH",
        "address.country": "GB", "idType": "SSN", "identifier": "111-22-3333",
    })
}

/// Returns the form fields of a passport of this holder.
pub(super) fn passport(holder: &Value) -> Value {
    json!({
        "document": format!("{} PASSPORT", holder["id"].as_str().unwrap()), "country": "GB",
        "documentNumber": "X1234567", "issuingAuthority": "HM Passport Office",
    })
}
