//! Matters that wait for a person, as the home page and the inbox show them: the earliest deadline first.

use causeway_domain::Time;

use crate::answer::answer;
use crate::frame::Frame;
use crate::parts::{CommandLink, Money, short_id};

/// The kind of a row that is an alert, whose text begins with the kind of the alert.
const ALERT: &str = "ALERT";

answer! {
    struct Inbox {
        /// The kinds that may have more rows.
        #[serde(default)]
        cut_off: Vec<String>,
        rows: Vec<InboxRow>,
    }

    struct InboxRow {
        kind: String,
        id: String,
        since: Time,
        deadline: Option<Time>,
        amount: Option<Money>,
        about: Option<String>,
        otherwise: String,
        next: String,
        platform: Option<String>,
        is_yours: bool,
        roles: Vec<String>,
    }
}

/// A matter that waits, with the page that shows what is to be decided.
pub(super) struct WaitingRow {
    pub(super) row: InboxRow,
    pub(super) next: CommandLink,
    /// The end of the id.
    pub(super) short: String,
    /// The name of the platform; `the deployment` if it is not about one.
    pub(super) platform: String,
}

impl Inbox {
    /// Returns the rows with their pages, the earliest deadline first, and those without one behind, the oldest first.
    pub(super) fn into_waiting(self, frame: &Frame) -> Vec<WaitingRow> {
        let mut rows = self.rows;
        rows.sort_by_key(|row| (row.deadline.is_none(), row.deadline, row.since));
        rows.into_iter().map(|row| WaitingRow::of(frame, row)).collect()
    }
}

impl WaitingRow {
    fn of(frame: &Frame, row: InboxRow) -> Self {
        let name = row.platform.as_deref().and_then(|id| frame.platform_name(id));
        Self {
            next: CommandLink::new(row.platform.as_deref(), row.next.clone()),
            short: short_id(&row.id),
            platform: name.unwrap_or("the deployment").to_owned(),
            row,
        }
    }

    /// Returns the kind in words: `CARD_TRANSACTION` becomes `card transaction`. Alerts are called by their own kind.
    pub(super) fn title(&self) -> String {
        match self.alert() {
            Some((kind, _)) => kind.to_owned(),
            None => in_words(&self.row.kind),
        }
    }

    /// Returns the text behind the title.
    pub(super) fn explanation(&self) -> Option<&str> {
        self.alert().map(|(_, sentence)| sentence).or(self.row.about.as_deref())
    }

    /// Returns the roles that can act on it.
    pub(super) fn roles(&self) -> String {
        self.row.roles.join(" or ")
    }

    fn alert(&self) -> Option<(&str, &str)> {
        self.row.about.as_deref().filter(|_| self.row.kind == ALERT)?.split_once(": ")
    }
}

/// Returns the kind of a matter in words.
pub(super) fn in_words(kind: &str) -> String {
    kind.to_lowercase().replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kind: &str, about: Option<&str>) -> WaitingRow {
        let row = InboxRow {
            kind: kind.to_owned(),
            id: "Alert:7".to_owned(),
            since: Time::from_millis(0),
            deadline: None,
            amount: None,
            about: about.map(str::to_owned),
            otherwise: String::new(),
            next: String::new(),
            platform: None,
            is_yours: true,
            roles: vec!["operator".to_owned(), "admin".to_owned()],
        };
        let next = CommandLink::new(None, String::new());
        WaitingRow { row, next, short: String::new(), platform: String::new() }
    }

    #[test]
    fn an_alert_is_called_by_its_own_kind() {
        let stuck = row("ALERT", Some("PAYOUT_STUCK: a payout has had no outcome for too long"));
        assert_eq!(stuck.title(), "PAYOUT_STUCK");
        assert_eq!(stuck.explanation(), Some("a payout has had no outcome for too long"));
        let card = row("CARD_TRANSACTION", None);
        assert_eq!((card.title().as_str(), card.explanation()), ("card transaction", None));
        assert_eq!(card.roles(), "operator or admin");
    }
}
