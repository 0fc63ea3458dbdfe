//! A payment: what it waits for, its timeline, and its price, postings, rail, events and history.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_service::operator::{Kind, OperatorError};
use serde_json::Value;

use super::answers::Payment;
use super::postings::{Posting, postings};
use super::price::{Direction, PriceSum};
use super::rail::RailPanel;
use super::tab::PaymentTab;
use super::timeline::{self, Timeline, TimelineFilter};
use super::wait::commands;
use super::webhooks::WebhookPanel;
use crate::answer::decode;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::{ok, see_other};
use crate::parts::{ActionButton, label};
use crate::screens::resource_path::ResourcePath;
use crate::screens::tabs::Tab;
use crate::urls;

/// The parameter with the action that has led to the page.
const DONE: &str = "done";

#[derive(Template)]
#[template(path = "payment.html")]
struct PaymentPage {
    frame: Frame,
    payment: Payment,
    /// Decisions that its state proposes.
    actions: Vec<ActionButton>,
    /// The pages of its parties and of its quote.
    customer: Option<String>,
    quote: Option<String>,
    source: Option<String>,
    destination: Option<String>,
    timeline: Timeline,
    tabs: Vec<Tab>,
    panel: Panel,
}

/// The content of the current tab.
enum Panel {
    Price(Box<PriceSum>),
    Postings(Vec<Posting>),
    Rail(RailPanel),
    Webhooks(WebhookPanel),
    /// The command that lists the audit trail of the payment.
    History(String),
    Json(String),
}

/// Serves a part of the page of a payment.
pub(super) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
    tab: PaymentTab,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let entry =
        Entry::new("payment", "show").with("transaction", id.as_str()).with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Payments, &entry).await?;
    let json = match operator.read_json(&entry).await {
        Err(error) if error.kind == Kind::NotFound => {
            return lead_to_deposit(&operator, &platform, &id, &fields, error).await;
        }
        read => read?,
    };
    let payment: Payment = decode(&entry.name(), json.clone())?;
    let page = urls::resource(&platform, &payment.transaction).ok_or_else(Failure::no_page)?;
    let panel = Panel::load(&operator, &platform, &payment, json, tab).await?;
    let filter = TimelineFilter::of(fields.get(timeline::FILTER));
    let title = payment.price.title().unwrap_or_else(|| "Payment".to_owned());
    Ok(ok(&PaymentPage {
        frame: frame.titled(title).noting(fields.get(DONE).map(label)),
        actions: ActionButton::all(&operator, Some(&platform), commands(payment.waits_for.as_ref())),
        customer: page_of(&platform, payment.customer.as_deref()),
        quote: page_of(&platform, payment.quote.as_deref()),
        source: page_of(&platform, payment.source.as_deref()),
        destination: page_of(&platform, payment.destination.as_deref()),
        timeline: Timeline::of(&platform, &urls::tab(&page, tab.name()), &payment.timeline, filter),
        tabs: tab.links(&page, filter),
        panel,
        payment,
    }))
}

fn page_of(platform: &str, id: Option<&str>) -> Option<String> {
    urls::resource(platform, id?)
}

/// Leads to money that matches no account: it has ids like those of payments.
async fn lead_to_deposit(
    operator: &Operator,
    platform: &str,
    id: &str,
    fields: &Fields,
    error: OperatorError,
) -> Result<Response, Failure> {
    let entry = Entry::new("deposit", "show").with("transaction", id).with("platform", platform);
    let page = urls::resource_of("deposit", platform, id);
    match (operator.read_json(&entry).await, page) {
        (Ok(_), Some(page)) => {
            let done = fields.get(DONE).unwrap_or_default();
            Ok(see_other(&urls::with_query(&page, &[(DONE, done)])))
        }
        _ => Err(error.into()),
    }
}

impl Panel {
    async fn load(
        operator: &Operator,
        platform: &str,
        payment: &Payment,
        json: Value,
        tab: PaymentTab,
    ) -> Result<Self, Failure> {
        Ok(match tab {
            PaymentTab::Price => {
                let direction = if payment.is_incoming() { Direction::Incoming } else { Direction::Outgoing };
                Self::Price(Box::new(PriceSum::of(payment.price.clone(), direction)))
            }
            PaymentTab::Postings => Self::Postings(postings(platform, &payment.timeline)),
            PaymentTab::Rail => Self::Rail(RailPanel::load(operator, platform, payment).await?),
            PaymentTab::Webhooks => {
                Self::Webhooks(WebhookPanel::load(operator, platform, &payment.transaction).await?)
            }
            PaymentTab::History => {
                let audit = Entry::new("audit", "list")
                    .with("subject", payment.transaction.as_str())
                    .with("platform", platform);
                Self::History(audit.command())
            }
            PaymentTab::Json => {
                Self::Json(serde_json::to_string_pretty(&json).map_err(OperatorError::defect)?)
            }
        })
    }
}
