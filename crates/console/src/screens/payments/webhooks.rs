//! The events about a payment and their delivery.

use causeway_domain::Time;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::operator::Operator;
use crate::parts::CommandLink;
use crate::urls;

answer! {
    struct WebhookList {
        #[serde(default)]
        next: Option<String>,
        rows: Vec<Webhook>,
    }

    /// An event with its delivery.
    struct Webhook {
        webhook: String,
        event_type: String,
        status: String,
        attempts: u32,
        due_at: Time,
        last_answer: Option<u16>,
        last_error: Option<String>,
        created_at: Time,
    }
}

/// An event with its page.
#[derive(Debug)]
pub(crate) struct WebhookRow {
    pub(crate) event: Webhook,
    pub(crate) href: Option<String>,
}

/// The newest events about a payment.
#[derive(Debug)]
pub(crate) struct WebhookPanel {
    pub(crate) rows: Vec<WebhookRow>,
    /// The command that lists them.
    pub(crate) command: String,
    /// The list of all events; `None` if these are all.
    pub(crate) all: Option<CommandLink>,
}

impl WebhookPanel {
    /// Reads the newest events about a payment.
    pub(super) async fn load(
        operator: &Operator,
        platform: &str,
        transaction: &str,
    ) -> Result<Self, Failure> {
        let entry = Entry::new("webhook", "list").with("resource", transaction).with("platform", platform);
        let list: WebhookList = operator.read(&entry).await?;
        let row = |event: Webhook| WebhookRow { href: urls::resource(platform, &event.webhook), event };
        let command = entry.command();
        let all = list.next.is_some().then(|| CommandLink::new(Some(platform), command.clone()));
        Ok(Self { rows: list.rows.into_iter().map(row).collect(), command, all })
    }
}

impl Webhook {
    /// Returns `true` if an attempt follows.
    pub(crate) fn is_due(&self) -> bool {
        self.status == "DUE"
    }

    /// Returns the last answer or error in words.
    pub(crate) fn outcome(&self) -> String {
        match (self.last_answer, &self.last_error) {
            (Some(answer), _) => answer.to_string(),
            (None, Some(error)) => error.clone(),
            (None, None) => String::new(),
        }
    }
}
