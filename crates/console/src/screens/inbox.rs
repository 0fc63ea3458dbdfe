//! The inbox of a platform, or of all platforms: what waits for a person, the earliest deadline first.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;

use super::waiting::{Inbox, WaitingRow, in_words};
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::urls;

/// The kinds of matters.
const KINDS: [&str; 8] = [
    "VERIFICATION",
    "EXTERNAL_ACCOUNT",
    "DEPOSIT",
    "SUSPENSE",
    "CARD_TRANSACTION",
    "AGENT_ACTION",
    "JOB",
    "ALERT",
];
/// The flags of the command, each with its label.
const FLAGS: [[&str; 2]; 2] = [["mine", "For your roles"], ["overdue", "Overdue"]];

#[derive(Template)]
#[template(path = "inbox.html")]
struct InboxPage {
    frame: Frame,
    /// The same page without filters.
    path: String,
    kinds: Vec<FilterLink>,
    flags: Vec<FilterLink>,
    is_filtered: bool,
    rows: Vec<WaitingRow>,
    /// The kinds that may have more rows.
    cut_off: String,
    /// `true` if the rows are about several platforms.
    has_platform: bool,
}

/// A filter, with the page on which it is switched.
struct FilterLink {
    label: String,
    href: String,
    is_on: bool,
}

/// The filters of the page.
struct InboxFilter<'a> {
    kind: Option<&'a str>,
    flags: Vec<&'static str>,
}

/// Serves the inbox of all platforms.
pub(super) async fn of_deployment(
    operator: Operator,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    show(&operator, None, query).await
}

/// Serves the inbox of a platform.
pub(super) async fn of_platform(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    show(&operator, Some(&platform), query).await
}

async fn show(
    operator: &Operator,
    platform: Option<&str>,
    query: Option<String>,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filter = InboxFilter::of(&fields);
    let entry = filter.entry(platform);
    let frame = Frame::load(operator, platform, Section::Inbox, &entry).await?.titled("Inbox");
    let inbox: Inbox = operator.read(&entry).await?;
    let cut_off: Vec<String> = inbox.cut_off.iter().map(|kind| in_words(kind)).collect();
    let path = urls::section(platform, "inbox");
    let page = InboxPage {
        kinds: filter.kinds(&path),
        flags: filter.switches(&path),
        is_filtered: filter.kind.is_some() || !filter.flags.is_empty(),
        rows: inbox.into_waiting(&frame),
        cut_off: cut_off.join(", "),
        has_platform: platform.is_none(),
        path,
        frame,
    };
    Ok(ok(&page))
}

impl<'a> InboxFilter<'a> {
    fn of(fields: &'a Fields) -> Self {
        let flags = FLAGS.iter().map(|[name, _]| *name).filter(|name| fields.get(name).is_some());
        Self { kind: fields.get("kind"), flags: flags.collect() }
    }

    fn entry(&self, platform: Option<&str>) -> Entry {
        let entry = Entry::new("inbox", "list").with_some("platform", platform).with_some("kind", self.kind);
        self.flags.iter().fold(entry, |entry, flag| entry.with(flag, true))
    }

    /// Returns the link to each kind, and the one to all.
    fn kinds(&self, path: &str) -> Vec<FilterLink> {
        let link = |kind: Option<&str>| FilterLink {
            label: kind.map_or_else(|| "all".to_owned(), in_words),
            href: href(path, kind, &self.flags),
            is_on: kind == self.kind,
        };
        [None].into_iter().chain(KINDS.map(Some)).map(link).collect()
    }

    /// Returns the links that switch each flag.
    fn switches(&self, path: &str) -> Vec<FilterLink> {
        let link = |[name, label]: [&'static str; 2]| {
            let is_on = self.flags.contains(&name);
            let mut flags: Vec<&str> = self.flags.iter().copied().filter(|flag| *flag != name).collect();
            if !is_on {
                flags.push(name);
            }
            FilterLink { label: label.to_owned(), href: href(path, self.kind, &flags), is_on }
        };
        FLAGS.map(link).into()
    }
}

fn href(path: &str, kind: Option<&str>, flags: &[&str]) -> String {
    let mut parameters = vec![("kind", kind.unwrap_or_default())];
    parameters.extend(flags.iter().map(|flag| (*flag, "true")));
    urls::with_query(path, &parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_in_the_address_and_in_the_command() {
        let fields = Fields::parse("kind=SUSPENSE&mine=true");
        let filter = InboxFilter::of(&fields);
        let command = filter.entry(Some("Platform:1")).command();
        assert_eq!(command, "causeway inbox list --kind SUSPENSE --mine --platform Platform:1");
        let on: Vec<String> =
            filter.kinds("/x").into_iter().filter(|link| link.is_on).map(|link| link.href).collect();
        assert_eq!(on, ["/x?kind=SUSPENSE&mine=true"]);
        let flags: Vec<String> = filter.switches("/x").into_iter().map(|link| link.href).collect();
        assert_eq!(flags, ["/x?kind=SUSPENSE", "/x?kind=SUSPENSE&mine=true&overdue=true"]);
    }
}
