//! The addresses of the pages about a sandbox, and the tabs between them.

use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::screens::tabs::Tab;
use crate::urls;

/// The segment of the page about the clock.
pub(in crate::screens) const CLOCK: &str = "clock";
/// The segment of the page with the messages.
pub(in crate::screens) const MAILBOX: &str = "mailbox";
/// The segment of the page about the simulated partners.
pub(in crate::screens) const PARTNERS: &str = "partners";

/// Returns the frame of a page about a sandbox. A production platform has no such page.
pub(super) async fn frame(operator: &Operator, platform: &str, entry: &Entry) -> Result<Frame, Failure> {
    let frame = Frame::load(operator, Some(platform), Section::Sandbox, entry).await?;
    let is_sandbox = frame.platform.as_ref().is_some_and(|platform| !platform.is_production());
    if is_sandbox { Ok(frame) } else { Err(Failure::no_page()) }
}

/// Returns the tabs, of which the page with this segment is open. Pages outside the operator's roles have none.
pub(super) fn tabs(operator: &Operator, platform: &str, current: &str) -> Vec<Tab> {
    let tab = |label, segment: &str| Tab {
        label,
        href: urls::page(platform, segment),
        is_current: segment == current,
    };
    let mailbox = operator.may("mailbox", "list").then(|| tab("Mailbox", MAILBOX));
    [tab("Clock", CLOCK)].into_iter().chain(mailbox).chain([tab("Partners", PARTNERS)]).collect()
}
