//! Names in a request that have no effect: the header that lists them, and their refusal for a caller that asks
//! for strict handling (conventions 6).

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use causeway_wire::table::Operation;
use causeway_wire::validate::{Contract, IgnoredName};
use causeway_wire::{FieldError, MAX_FIELD_ERRORS};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

pub(super) const X_SVC_IGNORED: HeaderName = HeaderName::from_static("x-svc-ignored");
const PREFER: HeaderName = HeaderName::from_static("prefer");

/// Maximum number of names in the header.
const MAX_LISTED: usize = 10;

/// Characters that are not written as they are in the header and in errors. Commas and parentheses are among
/// them, because they separate the names.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'_').remove(b'-').remove(b'.').remove(b'[').remove(b']').remove(b'$');

/// The ignored names of one request.
#[derive(Debug, Default)]
pub(super) struct IgnoredNames {
    members: Vec<IgnoredName>,
    parameters: Vec<IgnoredName>,
    /// `true` if the caller wants them refused.
    is_strict: bool,
}

impl IgnoredNames {
    /// Finds the ignored names of a request. `body` is `None` if the operation reads none.
    pub(super) fn find(
        contract: &Contract,
        operation: Operation,
        headers: &HeaderMap,
        body: Option<&Value>,
        pairs: &[(String, String)],
    ) -> Self {
        let is_strict = is_strict(headers);
        let most = if is_strict { MAX_FIELD_ERRORS } else { MAX_LISTED };
        Self {
            members: body.map(|body| contract.ignored_members(operation, body, most)).unwrap_or_default(),
            parameters: contract.ignored_parameters(operation, pairs, most),
            is_strict,
        }
    }

    /// Returns an error for each name if the caller asked for strict handling; else none.
    pub(super) fn errors(&self) -> Vec<FieldError> {
        let every = self.members.iter().chain(&self.parameters).filter(|_| self.is_strict);
        every
            .map(|name| {
                let message = match &name.nearest {
                    Some(nearest) => format!("would be ignored; did you mean {nearest}?"),
                    None => "would be ignored".to_owned(),
                };
                FieldError::new(escaped(&name.path), message)
            })
            .collect()
    }

    /// Returns the header's value, such as `fullname (fullName), ?stauts (status)`, or `None` if no name is
    /// ignored.
    pub(super) fn header(&self) -> Option<HeaderValue> {
        let members = self.members.iter().map(|name| listed("", name));
        let parameters = self.parameters.iter().map(|name| listed("?", name));
        let names: Vec<String> = members.chain(parameters).take(MAX_LISTED).collect();
        if names.is_empty() { None } else { HeaderValue::from_str(&names.join(", ")).ok() }
    }
}

fn listed(prefix: &str, name: &IgnoredName) -> String {
    let path = escaped(&name.path);
    match &name.nearest {
        Some(nearest) => format!("{prefix}{path} ({nearest})"),
        None => format!("{prefix}{path}"),
    }
}

fn escaped(path: &str) -> String {
    utf8_percent_encode(path, ESCAPED).to_string()
}

/// Returns `true` if the caller prefers strict handling (RFC 7240, 4.4). Of several values for `handling`, the
/// first counts.
fn is_strict(headers: &HeaderMap) -> bool {
    let texts = headers.get_all(PREFER).iter().filter_map(|value| value.to_str().ok());
    let mut preferences = texts.flat_map(|text| text.split(',')).filter_map(|preference| {
        let preference = preference.split(';').next()?;
        let (name, value) = preference.split_once('=')?;
        name.trim().eq_ignore_ascii_case("handling").then(|| value.trim().trim_matches('"').to_owned())
    });
    preferences.next().is_some_and(|handling| handling.eq_ignore_ascii_case("strict"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(path: &str, nearest: Option<&str>) -> IgnoredName {
        IgnoredName { path: path.to_owned(), nearest: nearest.map(str::to_owned) }
    }

    #[test]
    fn the_header_lists_ten_names_without_characters_that_end_a_header() {
        let members = vec![name("fullname", Some("fullName")), name("a.b[0].c, (d)\r\n", None)];
        let parameters = vec![name("stauts", Some("status"))];
        let found = IgnoredNames { members, parameters, is_strict: false };
        assert_eq!(
            found.header().unwrap(),
            "fullname (fullName), a.b[0].c%2C%20%28d%29%0D%0A, ?stauts (status)"
        );
        assert!(found.errors().is_empty());
        let many = (0..20).map(|number| name(&format!("x{number}"), None)).collect();
        let found = IgnoredNames { members: many, parameters: Vec::new(), is_strict: true };
        assert_eq!(found.header().unwrap().to_str().unwrap().split(", ").count(), MAX_LISTED);
        assert_eq!(found.errors().len(), 20);
        assert!(IgnoredNames::default().header().is_none());
    }

    #[test]
    fn the_first_preference_for_handling_counts() {
        let strict = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(PREFER, HeaderValue::from_static(value));
            }
            is_strict(&headers)
        };
        assert!(strict(&["handling=strict"]));
        assert!(strict(&["respond-async, Handling=\"Strict\"; x=1"]));
        assert!(strict(&["return=minimal", "handling = strict", "handling=lenient"]));
        for lenient in [&["handling=lenient, handling=strict"][..], &["strict"], &["wait=10"], &[]] {
            assert!(!strict(lenient), "{lenient:?}");
        }
    }
}
