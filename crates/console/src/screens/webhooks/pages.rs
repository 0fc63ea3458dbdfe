//! The addresses of the pages about webhooks, and the tabs between them.

use crate::screens::tabs::Tab;
use crate::urls;

/// The segment of the list, and of its events.
pub(in crate::screens) const SEGMENT: &str = "webhooks";
/// The segments of the page about the endpoint.
pub(in crate::screens) const ENDPOINT: &str = "webhooks/endpoint";
/// The segments of the page about the keys.
pub(in crate::screens) const KEYS: &str = "webhooks/keys";
/// The tab of an event with the check of its signature.
pub(in crate::screens) const SIGNATURE: &str = "signature";

/// Returns the tabs, of which the page with these segments is open.
pub(super) fn tabs(platform: &str, current: &str) -> Vec<Tab> {
    let tab = |label, segments: &str| Tab {
        label,
        href: urls::page(platform, segments),
        is_current: segments == current,
    };
    vec![tab("Events", SEGMENT), tab("Endpoint", ENDPOINT), tab("Keys", KEYS)]
}

/// Returns the tabs of an event.
pub(super) fn tabs_of_event(platform: &str, id: &str, is_signature: bool) -> Option<Vec<Tab>> {
    let event = urls::resource(platform, id)?;
    let signature = urls::tab(&event, SIGNATURE);
    Some(vec![
        Tab { label: "Delivery", href: event, is_current: !is_signature },
        Tab { label: "Signature", href: signature, is_current: is_signature },
    ])
}
