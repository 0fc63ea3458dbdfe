//! The timeline of a payment: oldest first, with folded gaps, and with the work that is due last.

use std::time::Duration;

use causeway_domain::Time;

use crate::answer::answer;
use crate::parts::{Money, Status, TextPiece, duration, linked};
use crate::screens::tabs::Tab;
use crate::urls::with_query;

/// The parameter of an address that filters the timeline.
pub(super) const FILTER: &str = "timeline";
/// A gap of at least this length is folded.
const FOLDED_GAP: Duration = Duration::from_hours(1);

answer! {
    /// An item as the answer has it.
    struct TimelineItem {
        at: Time,
        kind: String,
        text: String,
        status: Option<String>,
        name: String,
        account: Option<String>,
        amount: Option<Money>,
    }
}

/// A choice among the items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimelineFilter {
    All,
    Money,
    Failed,
}

/// An item, with the gap before it.
#[derive(Debug)]
pub(super) struct TimelineRow {
    pub(super) item: TimelineItem,
    /// The text with its ids as links.
    pub(super) pieces: Vec<TextPiece>,
    /// The time without an item before this one, in words, if it was long.
    pub(super) gap: Option<String>,
}

/// A timeline as it is shown.
#[derive(Debug)]
pub(super) struct Timeline {
    pub(super) filters: Vec<Tab>,
    pub(super) rows: Vec<TimelineRow>,
}

impl TimelineFilter {
    const ALL: [Self; 3] = [Self::All, Self::Money, Self::Failed];

    /// Returns the filter of an address.
    pub(super) fn of(text: Option<&str>) -> Self {
        let found = Self::ALL.into_iter().find(|filter| Some(filter.name()) == text);
        found.unwrap_or(Self::All)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Money => "money",
            Self::Failed => "failed",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Money => "Money",
            Self::Failed => "Failed",
        }
    }

    fn takes(self, item: &TimelineItem) -> bool {
        match self {
            Self::All => true,
            Self::Money => item.is_money(),
            Self::Failed => item.is_failure(),
        }
    }

    /// Returns an address with this filter.
    pub(super) fn on(self, path: &str) -> String {
        with_query(path, &[(FILTER, self.name())])
    }
}

impl TimelineItem {
    /// Returns `true` for a ledger entry.
    pub(super) fn is_money(&self) -> bool {
        self.kind == "money"
    }

    pub(crate) fn is_due(&self) -> bool {
        self.kind == "due"
    }

    /// Returns `true` if something went wrong: the payment failed, an attempt to deliver its event did, or its work was
    /// given up.
    fn is_failure(&self) -> bool {
        let is_bad = |word: &str| Status::of(word).tone == "bad";
        match self.kind.as_str() {
            "webhook" => self.delivery().is_some_and(is_bad) || self.is_delayed(),
            "due" => self.text.starts_with("given up"),
            _ => self.status.as_deref().is_some_and(is_bad),
        }
    }

    /// Returns `true` if the delivery of an event is due again after an attempt.
    fn is_delayed(&self) -> bool {
        self.delivery() == Some("DUE") && !self.text.contains(" after 0 attempts")
    }

    /// Returns the status of the delivery of an event: the word behind the type in its text.
    fn delivery(&self) -> Option<&str> {
        self.text.strip_prefix(self.name.as_str())?.split_whitespace().next()
    }
}

impl Timeline {
    /// Returns the items that a filter takes. `path` is the page that the filters lead to.
    pub(super) fn of(platform: &str, path: &str, items: &[TimelineItem], filter: TimelineFilter) -> Self {
        let filters = TimelineFilter::ALL.into_iter().map(|one| Tab {
            label: one.label(),
            href: one.on(path),
            is_current: one == filter,
        });
        let [past, due] =
            [false, true].map(|is_due| items.iter().filter(move |item| item.is_due() == is_due));
        let mut before: Option<Time> = None;
        let row = |item: &TimelineItem| {
            let gap = before.map(|before| item.at.since(before)).filter(|gap| *gap >= FOLDED_GAP);
            before = Some(item.at);
            TimelineRow { pieces: linked(platform, &item.text), gap: gap.map(duration), item: item.clone() }
        };
        let rows = past.chain(due).filter(|item| filter.takes(item)).map(row).collect();
        Self { filters: filters.collect(), rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(minutes: i64, kind: &str, text: &str) -> TimelineItem {
        TimelineItem {
            at: Time::from_millis(minutes * 60_000),
            kind: kind.to_owned(),
            text: text.to_owned(),
            status: None,
            name: "OUTGOING_PAYMENT.FAILED".to_owned(),
            account: None,
            amount: None,
        }
    }

    fn shown(items: &[TimelineItem], filter: &str) -> Vec<(String, Option<String>)> {
        let timeline = Timeline::of("Platform:1", "/page", items, TimelineFilter::of(Some(filter)));
        timeline.rows.into_iter().map(|row| (row.item.text, row.gap)).collect()
    }

    #[test]
    fn long_gaps_are_folded_and_due_work_is_last() {
        let items = [
            item(0, "decision", "recorded"),
            item(30, "due", "due: ask the rail"),
            item(59, "money", "reserved"),
            item(59 + 5_880, "webhook", "OUTGOING_PAYMENT.FAILED DUE after 1 attempt"),
        ];
        let expected = [
            ("recorded".to_owned(), None),
            ("reserved".to_owned(), None),
            ("OUTGOING_PAYMENT.FAILED DUE after 1 attempt".to_owned(), Some("4 days 2 h".to_owned())),
            ("due: ask the rail".to_owned(), None),
        ];
        assert_eq!(shown(&items, ""), expected);
        assert_eq!(shown(&items, "unknown"), expected);
        assert_eq!(shown(&items, "money"), [("reserved".to_owned(), None)]);
    }

    #[test]
    fn failures_are_those_of_the_payment_of_its_events_and_of_its_work() {
        let name = "OUTGOING_PAYMENT.FAILED";
        let mut failed = item(0, "decision", "the rail has refused the payout");
        failed.status = Some("FAILED".to_owned());
        let given_up = format!("{name} GIVEN_UP after 9 attempts, last answer 500 (Webhook:7)");
        let unanswered = format!("{name} DUE after 2 attempts, last error no answer in time (Webhook:8)");
        let untried = format!("{name} DUE after 0 attempts (Webhook:6)");
        let delivered = format!("{name} DELIVERED after 1 attempt, last answer 204 (Webhook:9)");
        let items = [
            failed,
            item(1, "webhook", &given_up),
            item(2, "webhook", &unanswered),
            item(3, "webhook", &untried),
            item(3, "webhook", &delivered),
            item(4, "due", "due: deliver the event (Job:7)"),
            item(5, "due", "given up: ask the rail about the payout (Job:8)"),
        ];
        let texts: Vec<String> = shown(&items, "failed").into_iter().map(|(text, _)| text).collect();
        let expected = [
            "the rail has refused the payout",
            given_up.as_str(),
            unanswered.as_str(),
            "given up: ask the rail about the payout (Job:8)",
        ];
        assert_eq!(texts, expected);
    }
}
