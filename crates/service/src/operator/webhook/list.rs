//! `webhook list`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::WebhookId;
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{self, DeliveryRecord, Filter};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::text::{Table, or_dash};
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;

/// Lists events and what became of them, the newest first
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct List {
    /// Only those whose delivery stands here: UNADDRESSED, DUE, DELIVERED, GIVEN_UP
    #[arg(long)]
    #[serde(default)]
    status: Option<DeliveryStatus>,
    /// Only those of this type, as OUTGOING_PAYMENT.COMPLETED
    #[arg(long = "type", value_name = "TYPE")]
    #[serde(default)]
    event_type: Option<String>,
    /// Only those about this resource
    #[arg(long)]
    #[serde(default)]
    resource: Option<String>,
    /// How many at most
    #[arg(long, default_value_t = LIMIT)]
    #[serde(default = "limit")]
    limit: u32,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

const LIMIT: u32 = 100;

const fn limit() -> u32 {
    LIMIT
}

/// Events.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Listed(Vec<Shown>);

#[derive(Debug, Clone, Serialize)]
struct Shown {
    webhook: WebhookId,
    event_type: String,
    resource: String,
    status: DeliveryStatus,
    attempts: u32,
    due_at: Time,
    last_answer: Option<u16>,
    last_error: Option<String>,
    created_at: Time,
}

impl Action for List {
    const NOUN: &'static str = "webhook";
    const VERB: &'static str = "list";
    type Output = Listed;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Listed, OperatorError> {
        let read = move |tx: &mut Tx<'_>| -> Result<Listed, OperatorError> {
            let platform = self.platform.find(tx)?.id;
            let filter = Filter {
                status: self.status,
                event_type: self.event_type.as_deref(),
                resource: self.resource.as_deref(),
            };
            let page = Page { after: None, limit: self.limit, order: Order::Descending };
            let mut found = outbox::list(tx, platform, &filter, &page)?;
            found.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
            Ok(Listed(found.into_iter().map(Shown::from).collect()))
        };
        app.store.read(read).await
    }
}

impl From<DeliveryRecord> for Shown {
    fn from(event: DeliveryRecord) -> Self {
        Self {
            webhook: event.id,
            event_type: event.event_type,
            resource: event.resource,
            status: event.status,
            attempts: event.attempts,
            due_at: event.due_at,
            last_answer: event.last_answer,
            last_error: event.last_error,
            created_at: event.created_at,
        }
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headings = ["webhook", "type", "about", "status", "attempts", "answer", "error"];
        let mut table = Table::new(&headings, "no events");
        for event in &self.0 {
            table.row([
                event.webhook.to_string(),
                event.event_type.clone(),
                event.resource.clone(),
                event.status.to_string(),
                event.attempts.to_string(),
                or_dash(event.last_answer),
                or_dash(event.last_error.as_ref()),
            ]);
        }
        table.fmt(f)
    }
}

impl Report for Listed {}
