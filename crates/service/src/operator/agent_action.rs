//! Actions requested by agents (agents A5).

use causeway_domain::agents::{AgentActionStatus, AgentActionType};
use causeway_domain::ids::{AgentActionId, AgentId, CustomerId, TransactionId};
use causeway_domain::payments::TransactionStatus;
use causeway_domain::search::ResourceKind;
use causeway_domain::{RangeStart, Time};
use causeway_store::agent_actions::{self, AgentActionRecord, ScanFilter};
use causeway_store::platforms::PlatformRecord;
use causeway_store::{Error, Tx, payments};
use serde::Serialize;

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::resource::{FoundResource, find_resource};
use super::viewer::Viewer;
use super::{
    Answer, Argument, Call, IdArgument, Money, Subject, arguments, default_number, flag, noun, of_customer,
    option, positional, view,
};

noun! {
    /// Actions requested by agents
    "agent-action" {
        /// List actions, newest first
        "list": Look => read_masked(list),
        /// Show an action with its payment
        "show": Look => read_deployment(show).with_platform(),
    }
}

impl Subject for AgentActionId {
    const ARGUMENT: Argument =
        positional("Agent action id").id_of(&[ResourceKind::AgentAction]).named("action");
}

arguments! {
    struct ListRequest {
        agent: Option<AgentId> = option("Only actions of this agent").id_of(&[ResourceKind::Agent]),
        customer: Option<CustomerId> = of_customer("Only actions for this customer"),
        #[serde(default)]
        pending: bool = flag("Only actions that wait for the platform's decision"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }
}

view! {
    struct AgentActionRow of record: AgentActionRecord {
        action: AgentActionId = record.id,
        agent: AgentId = record.agent,
        customer: CustomerId = record.customer,
        r#type: AgentActionType = record.kind,
        status: AgentActionStatus = record.status,
        transaction: TransactionId = record.transaction,
        expires_at: Time = record.expires_at,
        created_at: Time = record.created_at,
    }
}

/// An action with its payment.
#[derive(Serialize)]
struct AgentActionDetails {
    action: AgentActionId,
    platform: String,
    agent: AgentId,
    customer: CustomerId,
    r#type: AgentActionType,
    /// The status now; that of a list is the stored one.
    status: AgentActionStatus,
    meaning: &'static str,
    rejection_reason: Option<String>,
    transaction: TransactionId,
    transaction_status: TransactionStatus,
    sent: Option<Money>,
    received: Option<Money>,
    expires_at: Time,
    created_at: Time,
    updated_at: Time,
    /// The next commands, complete: the platform decides about an action.
    commands: Vec<String>,
}

fn list(tx: &mut Tx<'_>, viewer: &Viewer, request: &ListRequest) -> Answer<ListPage<AgentActionRow>> {
    let page = page(request.limit, request.before.as_deref())?;
    let filter = ScanFilter {
        agent: request.agent,
        customer: request.customer,
        is_pending: request.pending,
        since: request.since.map(|since| since.0),
        until: request.until,
    };
    let found = agent_actions::scan(tx, viewer.platform.id, &filter, &page)?;
    Ok(list_page(found, request.limit, AgentActionRecord::position, AgentActionRow::from))
}

fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<AgentActionId>,
) -> Answer<AgentActionDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| agent_actions::find(tx, platform.id, id);
    let FoundResource { viewer: Viewer { platform, personal }, resource: record } =
        find_resource(tx, call, id, find)?;
    let now = platform.clock.at(tx.wall());
    let payment = payments::find_at(tx, platform.id, record.transaction, now)?.ok_or(Error::Missing)?;
    let status = record.status_at(&payment, now);
    Ok(AgentActionDetails {
        action: record.id,
        platform: platform.name,
        agent: record.agent,
        customer: record.customer,
        r#type: record.kind,
        status,
        meaning: status.meaning(),
        transaction: record.transaction,
        transaction_status: payment.status(),
        sent: payment.terms.sent.map(Money::from),
        received: payment.terms.received.map(Money::from),
        expires_at: record.expires_at,
        created_at: record.created_at,
        updated_at: record.updated_at.into(),
        commands: vec![
            format!("causeway payment show {}", record.transaction),
            format!("causeway agent show {}", record.agent),
        ],
        rejection_reason: personal.show_any(record.rejection_reason),
    })
}
