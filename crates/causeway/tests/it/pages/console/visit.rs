//! A visit to the console in a browser, whose activations are counted.

use serde_json::{Value, json};

use super::super::browser::Browser;

/// Elements that a visitor activates.
const ACTIVE: &str = "a[href], button, summary, [role=option]";

/// A signed-in visitor on the home page of a platform.
pub(super) struct Visit {
    pub(super) browser: Browser,
    /// Scheme, host and port.
    pub(super) origin: String,
    /// Address of the platform's home page.
    pub(super) home: String,
    /// Number of activations so far. Typing is free.
    pub(super) clicks: usize,
}

impl Visit {
    /// Signs in by a link, and opens the home page of the platform with this name.
    pub(super) fn begin(link: &str, platform: &str) -> Self {
        Self::begin_in(Browser::start(), link, platform)
    }

    /// Does the same in a browser that was prepared.
    pub(super) fn begin_in(mut browser: Browser, link: &str, platform: &str) -> Self {
        let at = link.find("/console/").unwrap_or_else(|| panic!("{link} is no link to the console"));
        browser.open(link);
        assert_eq!(browser.focused(), "Sign in to the console");
        browser.press_and_load("Enter");
        let mut visit = Self { browser, origin: link[..at].to_owned(), home: String::new(), clicks: 0 };
        // An operator of one platform is already there.
        visit.browser.wait_until("document.querySelector('main h1') !== null");
        if visit.path() == "/console" {
            visit.click(platform);
            visit.browser.wait_until("location.pathname !== '/console'");
        }
        visit.shows(platform);
        visit.home = visit.path();
        visit.clicks = 0;
        visit
    }

    /// Returns the path of the page.
    pub(super) fn path(&mut self) -> String {
        self.browser.evaluate("location.pathname").as_str().unwrap_or_default().to_owned()
    }

    /// Opens a path of the console.
    pub(super) fn open(&mut self, path: &str) {
        let url = format!("{}{path}", self.origin);
        self.browser.open(&url);
    }

    /// Opens the home page and counts from 0.
    pub(super) fn restart(&mut self) {
        let home = self.home.clone();
        self.open(&home);
        self.clicks = 0;
    }

    /// Types a text into the search box and sends it: one activation.
    pub(super) fn find(&mut self, text: &str) {
        self.browser.evaluate("document.getElementById('search').focus()");
        self.browser.select_all();
        self.browser.type_text(text);
        self.browser.press_and_load("Enter");
        self.clicks += 1;
    }

    /// Activates the first element whose text begins with a label, in the dialog if one is open. Waits for it.
    #[track_caller]
    pub(super) fn click(&mut self, label: &str) {
        let found = format!("({FIND_LABELLED})({}, {})", json!(label), json!(ACTIVE));
        self.browser.wait_until(&format!("{found} !== undefined"));
        self.browser.evaluate(&format!("{found}.click()"));
        self.clicks += 1;
    }

    /// Types a text into the field with this name, once it is there.
    #[track_caller]
    pub(super) fn fill_in(&mut self, name: &str, text: &str) {
        let field = format!(
            "(document.querySelector('dialog[open]') ?? document).querySelector({})",
            json!(format!("[name=\"{name}\"]"))
        );
        self.browser.wait_until(&format!("{field} !== null"));
        self.browser.evaluate(&format!("{field}.focus()"));
        self.browser.select_all();
        self.browser.type_text(text);
    }

    /// Waits until the page, or its dialog, shows a text, in whatever case.
    #[track_caller]
    pub(super) fn shows(&mut self, text: &str) {
        let within = "(document.querySelector('dialog[open]') ?? document.body)";
        let text = json!(text.to_lowercase());
        self.browser.wait_until(&format!("{within}.innerText.toLowerCase().includes({text})"));
    }

    /// Returns the last segment of the address of the first row on a page of the platform: an id.
    #[track_caller]
    pub(super) fn first_id(&mut self, page: &str) -> String {
        let path = format!("{}/{page}", self.home);
        self.open(&path);
        let address = "document.querySelector('main a.row')?.getAttribute('href') ?? ''";
        let address = self.browser.evaluate(address);
        let id = address.as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        assert!(id.contains(':'), "no row on {path}: {address}");
        id.to_owned()
    }

    /// Returns the texts that an expression lists.
    pub(super) fn texts(&mut self, expression: &str) -> Vec<String> {
        let texts = self.browser.evaluate(expression);
        let text = |one: &Value| one.as_str().map_or_else(|| one.to_string(), str::to_owned);
        texts.as_array().unwrap_or_else(|| panic!("no list: {expression}")).iter().map(text).collect()
    }
}

/// Finds the first visible element of a kind by the beginning of its name, in whatever case.
const FIND_LABELLED: &str = r"(label, kind) => {
    const within = document.querySelector('dialog[open]') ?? document;
    const name = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim().toLowerCase();
    return [...within.querySelectorAll(kind)].find((one) =>
        one.checkVisibility() && name(one).startsWith(label.toLowerCase()));
}";
