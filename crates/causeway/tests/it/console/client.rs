//! A browser without a screen: it keeps the session's cookie, and sends the token of the last page with each form.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use axum::{Extension, middleware};
use causeway_console::{ClientAddress, router};
use causeway_service::operator::{CONSOLE_SIGN_IN, console_link_for_owner};
use causeway_service::runtime::http::{self, Edge};
use causeway_testing::http::{Client, Request, Response};
use serde_json::json;
use tokio::net::TcpListener;

use super::markup;
use crate::harness::Service;
use crate::operator::acting::act;

/// Maximum number of redirections that a browser follows for a page.
const MAX_REDIRECTIONS: usize = 5;

/// A browser at the console.
pub(crate) struct ConsoleClient {
    client: Client,
    /// The header `Cookie`.
    cookie: String,
    /// The token of the last page with a form.
    token: Mutex<String>,
}

/// An answer of the console.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) status: u16,
    /// The address of a redirection.
    pub(crate) location: Option<String>,
    pub(crate) headers: HeaderMap,
    /// The markup.
    pub(crate) text: String,
}

/// Serves the console of a process on a port of its own, and returns its origin.
pub(crate) async fn serve(service: &Service) -> String {
    let app = Arc::clone(service.app());
    let router = router(&app, false)
        .layer(Extension(ClientAddress(Ipv4Addr::LOCALHOST.into())))
        .layer(middleware::from_fn_with_state(Edge { app, operation_of: |_, _| "Console" }, http::wrap));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let port = listener.local_addr().expect("a bound port").port();
    tokio::spawn(axum::serve(listener, router).into_future());
    format!("http://localhost:{port}")
}

/// Returns the path of a new link for the owner.
pub(crate) async fn owner_link(service: &Service) -> String {
    let link = console_link_for_owner(service.app()).await.expect("a link can be made");
    path_of(link.expect("the service has a console").expose())
}

/// Returns the path of a new link for a user.
pub(crate) async fn user_link(service: &Service, name: &str) -> String {
    let made = act(service, "console link", json!({ "name": name })).await.json;
    path_of(made["sign_in_url"].as_str().expect("a link"))
}

/// Returns the path of a link, which may be used on each process.
pub(crate) fn path_of(url: &str) -> String {
    let at = url.find(CONSOLE_SIGN_IN).unwrap_or_else(|| panic!("{url} is no link to the console"));
    url[at..].to_owned()
}

/// Returns the body of a form.
pub(crate) fn form_body(fields: &[(&str, &str)]) -> String {
    let encoded = |text: &str| -> String {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        };
        text.bytes().map(byte).collect()
    };
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    pairs.join("&")
}

impl ConsoleClient {
    /// Signs in as the owner, who has all roles.
    pub(crate) async fn sign_in(service: &Service) -> Self {
        Self::sign_in_at(&serve(service).await, &owner_link(service).await).await
    }

    /// Signs in as a user of the operator socket.
    pub(crate) async fn sign_in_as(service: &Service, name: &str) -> Self {
        Self::sign_in_at(&serve(service).await, &user_link(service, name).await).await
    }

    /// Signs in to the console at an origin.
    pub(crate) async fn sign_in_at(origin: &str, link: &str) -> Self {
        Self::at(origin).signed_in(link).await
    }

    /// Returns a browser that has not signed in.
    pub(crate) async fn anonymous(service: &Service) -> Self {
        Self::at(&serve(service).await)
    }

    fn at(origin: &str) -> Self {
        Self { client: Client::new(origin), cookie: String::new(), token: Mutex::default() }
    }

    /// Uses up a link.
    async fn signed_in(self, link: &str) -> Self {
        let (path, text) = link.split_once("?link=").expect("a link with its text");
        let page = self.post(path, &[("link", text)]).await;
        assert_eq!(page.status, 303, "no sign-in: {}", page.text);
        let cookie = page.headers.get("set-cookie").and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).expect("the cookie of a session");
        Self { cookie: cookie.to_owned(), ..self }
    }

    /// Starts a request with the session's cookie.
    pub(crate) fn request(&self, method: &str, path: &str) -> Request {
        let request = self.client.request(method, path);
        if self.cookie.is_empty() { request } else { request.header("Cookie", &self.cookie) }
    }

    /// Gets a page, without following a redirection.
    pub(crate) async fn get(&self, path: &str) -> Page {
        self.received(self.request("GET", path).send().await)
    }

    /// Gets a page at the end of all redirections.
    pub(crate) async fn follow(&self, path: &str) -> Page {
        let mut page = self.get(path).await;
        for _ in 0..MAX_REDIRECTIONS {
            let Some(location) = page.location.clone() else { return page };
            page = self.get(&location).await;
        }
        panic!("{path} leads from page to page");
    }

    /// Sends a form with the token of the last page.
    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let token = self.token();
        let body = form_body(&[&[("token", token.as_str())][..], fields].concat());
        let request = self.request("POST", path).header("Sec-Fetch-Site", "same-origin");
        self.received(request.raw("application/x-www-form-urlencoded", body).send().await)
    }

    /// Returns the token of the last page.
    pub(crate) fn token(&self) -> String {
        self.token.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn received(&self, response: Response) -> Page {
        let text = String::from_utf8_lossy(&response.body).into_owned();
        if let Some(token) = markup::value_of(&text, "token") {
            *self.token.lock().unwrap_or_else(PoisonError::into_inner) = token;
        }
        let location = response.header("location").map(str::to_owned);
        Page { status: response.status, location, headers: response.headers, text }
    }
}

impl Page {
    /// Returns the text of the first element that fits: a tag (`h1`), a class (`.facts`), an id (`#waits`), or a data
    /// attribute (`data-live=waits`, or `data-live` with any value).
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub(crate) fn text_of(&self, selector: &str) -> String {
        let content = markup::content(&self.text, selector);
        content.map_or_else(|| panic!("there is no {selector} in\n{}", self.text), markup::plain)
    }

    /// Returns the addresses of all links and forms.
    pub(crate) fn addresses(&self) -> Vec<String> {
        markup::addresses(&self.text)
    }
}
