//! The log of the services under test, which must not contain personal data or secrets.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use aho_corasick::AhoCorasick;
use causeway_testing::http::Response;
use serde_json::Value;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::{MakeWriter, layer};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Members of bodies with personal data or secrets.
const PRIVATE: [&str; 28] = [
    "accountNumber",
    "address",
    "apiClientId",
    "apiClientSecret",
    "birthDate",
    "city",
    "clabeNumber",
    "clientSecret",
    "code",
    "documentNumber",
    "email",
    "firstName",
    "fullName",
    "iban",
    "identifier",
    "inviteeUma",
    "inviterUma",
    "kycUrl",
    "lastName",
    "legalName",
    "line1",
    "middleName",
    "panEmbedUrl",
    "phoneNumber",
    "pixKey",
    "taxId",
    "umaAddress",
    "vpa",
];

/// Minimum length of a searched value; shorter ones occur in a log by chance.
const MIN_LENGTH: usize = 6;
/// Maximum length of a searched value: the beginning of a long one reveals as much, and a search for
/// megabytes would take too long. A value is cut at a character boundary, up to three bytes before this
/// length.
const MAX_LENGTH: usize = 64;

static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The personal data sent to one service, and the length of the log at its start.
#[derive(Clone)]
pub(super) struct PrivateData {
    values: Arc<Mutex<BTreeSet<String>>>,
    begins_at: usize,
}

/// Records the log of the product's crates from now on, and prints the whole log from level `INFO` if the
/// variable `CAUSEWAY_LOG` is set.
pub(super) fn begin() -> PrivateData {
    let ours = || {
        let names = ["causeway", "causeway_service", "causeway_store", "causeway_sandbox", "causeway_domain"];
        Targets::new().with_targets(names.map(|name| (name, LevelFilter::TRACE)))
    };
    // Times are left out: their digits might equal a code.
    let recorded = layer().without_time().with_ansi(false).with_writer(RecordedLog).with_filter(ours());
    let is_printed = std::env::var_os("CAUSEWAY_LOG").is_some();
    let printed = is_printed.then(|| layer().with_filter(LevelFilter::INFO));
    // In later tests the log is set up already.
    drop(tracing_subscriber::registry().with(recorded).with(printed).try_init());
    let begins_at = LOG.lock().unwrap_or_else(PoisonError::into_inner).len();
    PrivateData { values: Arc::default(), begins_at }
}

impl PrivateData {
    /// Records the personal data and secrets of an exchange.
    pub(super) fn note(&self, response: &Response) {
        let sent: Value = serde_json::from_slice(response.sent()).unwrap_or_default();
        let mut values = BTreeSet::new();
        collect(&sent, &mut values);
        if response.status < 300 {
            collect(&serde_json::from_slice(&response.body).unwrap_or_default(), &mut values);
        }
        if !values.is_empty() {
            self.values.lock().unwrap_or_else(PoisonError::into_inner).append(&mut values);
        }
    }

    /// Records a text that must not be logged.
    pub(super) fn forbid(&self, text: &str) {
        self.values.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned());
    }

    /// Returns an observer that records the personal data of a client's exchanges.
    pub(super) fn observer(&self) -> impl Fn(&Response) + Send + Sync + 'static {
        let private = self.clone();
        move |response| private.note(response)
    }

    /// Checks the log lines since the start of the service.
    ///
    /// # Panics
    /// If a line contains recorded data.
    pub(super) fn check(&self) {
        let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&log[self.begins_at..]).into_owned();
        drop(log);
        let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = lines_with(&text, &values);
        assert!(lines.is_empty(), "the log contains personal data: {lines:#?}");
    }
}

/// Returns `true` if a `code` is an error code, as in rows of an import, and not a secret of an end user.
fn is_error_code(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

fn collect(value: &Value, values: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(text) if name == "code" && is_error_code(text) => {}
                    Value::String(text) if PRIVATE.contains(&name.as_str()) && text.len() >= MIN_LENGTH => {
                        values.insert(text[..text.floor_char_boundary(MAX_LENGTH)].to_owned());
                    }
                    inner => collect(inner, values),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, values)),
        _ => {}
    }
}

fn lines_with<'a>(log: &'a str, values: &BTreeSet<String>) -> Vec<&'a str> {
    // A single search for all values, because there are many values and a long log.
    let search = AhoCorasick::new(values).expect("texts can be searched for");
    if !search.is_match(log) {
        return Vec::new();
    }
    let is_about =
        |line: &str| search.find_overlapping_iter(line).any(|part| is_whole_word(line, part.range()));
    log.lines().filter(|line| is_about(line)).collect()
}

/// Returns `true` if a match is not part of a longer word: digits of an id may equal a code.
fn is_whole_word(line: &str, part: Range<usize>) -> bool {
    let is_cut = part.len() >= MAX_LENGTH - 3;
    let is_inner = |one: char| one.is_alphanumeric() || one == '_';
    let begins = !line[..part.start].ends_with(is_inner);
    let ends = is_cut || !line[part.end..].starts_with(is_inner);
    begins && ends
}

/// Returns the number of lines in the whole log that contain a text, such as an id.
pub(crate) fn logged(text: &str) -> usize {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&log).lines().filter(|line| line.contains(text)).count()
}

/// A writer to the recorded log.
struct RecordedLog;

impl Write for RecordedLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for RecordedLog {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        Self
    }
}

#[test]
fn a_line_with_personal_data_is_found() {
    let mut values = BTreeSet::new();
    let body = serde_json::json!({ "fullName": "Grace Hopper", "data": [{ "iban": "DE89370400440532013000" }], "code": "1" });
    collect(&body, &mut values);
    assert_eq!(values.len(), 2, "short values occur by chance: {values:?}");
    let log = "INFO a payment to DE89370400440532013000\nINFO a payment\nWARN who is Grace Hopper";
    assert_eq!(lines_with(log, &values).len(), 2);
    assert_eq!(lines_with("INFO a payment", &values), [""; 0]);
}

#[test]
fn digits_of_an_id_are_not_taken_for_a_code() {
    let mut values = BTreeSet::new();
    collect(&serde_json::json!({ "code": "123456" }), &mut values);
    assert_eq!(lines_with("INFO answered id=01a2082a-7d9a-728a-937e-351234568878", &values), [""; 0]);
    assert_eq!(lines_with("INFO answered code=123456", &values).len(), 1);
}

#[test]
fn a_value_of_megabytes_is_known_by_its_beginning() {
    let mut values = BTreeSet::new();
    collect(&serde_json::json!({ "fullName": "é".repeat(1 << 20) }), &mut values);
    assert!(values.iter().all(|value| value.len() <= MAX_LENGTH), "{} values", values.len());
    assert_eq!(lines_with(&format!("INFO {}", "é".repeat(1 << 20)), &values).len(), 1);
}
