//! The names under which requests are measured and logged: those of the operations, and a few for the paths
//! beside them. A path itself is neither: it can contain personal data, and there is no limit to its values.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use axum::http::Method;
use causeway_sandbox::CARD_PAGE_PATH;
use causeway_service::App;
use causeway_service::hosted_pages::VERIFICATION_PATH;
use causeway_service::runtime::http::{Edge, HEALTH, READINESS};
use causeway_wire::table::{Operation, Sandbox};

use super::BASE_PATH;

/// The paths beside the operations, by the beginning of their patterns.
const BESIDE: [(&str, &str); 17] = [
    ("/healthz", HEALTH),
    ("/readyz", READINESS),
    ("/openapi", "ApiDocument"),
    ("/reference", "ApiReference"),
    ("/llms.txt", "ApiIndex"),
    ("/.well-known/svc-webhook-keys/", "WebhookKey"),
    ("/.well-known/lnurlpubkey", "UmaKeys"),
    ("/.well-known/uma-configuration", "UmaConfiguration"),
    ("/.well-known/lnurlp/", "UmaLookup"),
    ("/uma/payreq/", "UmaPayRequest"),
    ("/uma/utxo/", "UmaTransactionHook"),
    ("/uma/request", "UmaRequest"),
    ("/rails/v1/", "RailPush"),
    ("/i/", "InvitationPage"),
    (VERIFICATION_PATH, "VerificationPage"),
    (CARD_PAGE_PATH, "CardPage"),
    ("/console", "Console"),
];

/// The name of a route without a name of its own.
const OTHER: &str = "Other";
/// The name of a request that no route matches.
const UNKNOWN: &str = "Unknown";

/// The names of the operations by method and pattern.
static OPERATIONS: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    let names = Operation::all().flat_map(|operation| {
        let row = operation.row();
        paths(operation).map(move |path| (key(row.method.as_str(), &format!("{BASE_PATH}{path}")), row.name))
    });
    names.collect()
});

/// Returns the paths of an operation below the base path; an alias for older clients is not documented.
pub(super) fn paths(operation: Operation) -> impl Iterator<Item = &'static str> {
    // The alias of conventions 11.7.
    let alias = (operation == Operation::Sandbox(Sandbox::SendTestWebhook)).then_some("/webhooks/test");
    std::iter::once(operation.row().path).chain(alias)
}

/// Returns the edge of the routers.
pub(crate) fn edge(app: &Arc<App>) -> Edge {
    Edge { app: Arc::clone(app), operation_of }
}

/// Returns the names of all requests, those of operations first.
pub fn operation_names() -> impl Iterator<Item = &'static str> {
    let operations = Operation::all().map(|operation| operation.row().name);
    operations.chain(BESIDE.map(|(_, name)| name)).chain([OTHER, UNKNOWN])
}

fn operation_of(method: &Method, pattern: Option<&str>) -> &'static str {
    let Some(pattern) = pattern else { return UNKNOWN };
    if pattern.starts_with(BASE_PATH) {
        let method = if *method == Method::HEAD { "GET" } else { method.as_str() };
        return OPERATIONS.get(&key(method, pattern)).copied().unwrap_or(UNKNOWN);
    }
    let beside = BESIDE.iter().find(|(beginning, _)| pattern.starts_with(*beginning));
    beside.map_or(OTHER, |(_, name)| *name)
}

fn key(method: &str, pattern: &str) -> String {
    format!("{method} {pattern}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_request_is_named_by_its_route_and_never_by_its_path() {
        for (method, pattern, name) in [
            (Method::GET, Some("/svc/2025-10-13/quotes/{quoteId}"), "GetQuoteById"),
            (Method::HEAD, Some("/svc/2025-10-13/quotes/{quoteId}"), "GetQuoteById"),
            (Method::TRACE, Some("/svc/2025-10-13/quotes/{quoteId}"), UNKNOWN),
            (Method::GET, Some("/.well-known/lnurlp/{user}"), "UmaLookup"),
            (Method::GET, Some("/llms.txt"), "ApiIndex"),
            (Method::GET, Some("/somewhere/{code}"), OTHER),
            (Method::GET, None, UNKNOWN),
        ] {
            assert_eq!(operation_of(&method, pattern), name, "{method} {pattern:?}");
        }
    }

    #[test]
    fn each_operation_has_a_name_of_its_own() {
        let names: Vec<&str> = operation_names().collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(OPERATIONS.len() > Operation::all().count(), "an operation is left out, or the alias");
    }
}
