//! Rows of agents' actions (agents A5). The money movement is in the payment, which is read with an action.
//! The caller that changes an action holds the lock of its payment, or of the quote that priced it.

use causeway_domain::agents::{AgentActionStatus, AgentActionType, state};
use causeway_domain::ids::{AgentActionId, AgentId, CustomerId, Id, PlatformId, TransactionId};
use causeway_domain::sca::ScaFactor;
use causeway_domain::{Revision, Time};

use crate::database::listing::{IndexPath, Listing, Page, Position, Scan};
use crate::database::preview::{StatusColumn, collect_status};
use crate::payments::{self, PaymentRecord};
use crate::{Error, Row, Tx, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("agent_action", "action_id");

/// A payment operation requested by an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentActionRecord {
    pub id: AgentActionId,
    pub agent: AgentId,
    /// The customer on whose behalf the agent acts.
    pub customer: CustomerId,
    /// The payment that executes the action.
    pub transaction: TransactionId,
    pub kind: AgentActionType,
    /// The factor named by the agent, with which the customer is to authorize the action.
    pub sca_factor: Option<ScaFactor>,
    /// Stored status; [`AgentActionRecord::status_at`] also considers the payment and the expiry.
    pub status: AgentActionStatus,
    /// `true` once any part of the action was executed.
    pub has_begun: bool,
    /// The platform's reason for rejecting the action.
    pub rejection_reason: Option<String>,
    /// End of the decision window.
    pub expires_at: Time,
    pub created_at: Time,
    pub updated_at: Revision,
}

impl AgentActionRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    /// Returns the status at `now`, given the payment.
    #[must_use]
    pub fn status_at(&self, payment: &PaymentRecord, now: Time) -> AgentActionStatus {
        state::at(self.status, payment.status(), self.expires_at, now)
    }
}

/// An action with its payment.
pub type ActionWithPayment = (AgentActionRecord, PaymentRecord);

/// Filter for lists of actions; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter {
    pub agent: Option<AgentId>,
    pub customer: Option<CustomerId>,
    /// Status at the time of the listing, not the stored one.
    pub status: Option<AgentActionStatus>,
    /// Inclusive lower bound of the creation time.
    pub from: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub to: Option<Time>,
}

const COLUMNS: &str = "agent_action.action_id, agent_action.agent_id, agent_action.customer_id, \
                       agent_action.transaction_id, agent_action.type, agent_action.sca_factor, agent_action.status, \
                       agent_action.has_begun, agent_action.rejection_reason, agent_action.expires_at, agent_action.created_at, \
                       agent_action.updated_at";

fn read(row: &Row<'_>) -> Result<AgentActionRecord, Error> {
    Ok(AgentActionRecord {
        id: row.get("action_id")?,
        agent: row.get("agent_id")?,
        customer: row.get("customer_id")?,
        transaction: row.get("transaction_id")?,
        kind: row.parsed("type")?,
        sca_factor: row.parsed_opt("sca_factor")?,
        status: row.parsed("status")?,
        has_begun: row.get("has_begun")?,
        rejection_reason: row.get("rejection_reason")?,
        expires_at: row.get("expires_at")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &AgentActionRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO agent_action (platform_id, action_id, agent_id, customer_id, transaction_id, type, sca_factor,
             status, has_begun, rejection_reason, expires_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        params![
            platform,
            record.id,
            record.agent,
            record.customer,
            record.transaction,
            record.kind.as_str(),
            record.sca_factor.map(ScaFactor::as_str),
            record.status.as_str(),
            record.has_begun,
            record.rejection_reason.as_deref(),
            record.expires_at,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Updates the mutable columns of an action.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &AgentActionRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    tx.execute(
        "UPDATE agent_action SET status = $3, has_begun = $4, rejection_reason = $5, updated_at = $6
         WHERE platform_id = $1 AND action_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            record.has_begun,
            record.rejection_reason.as_deref(),
            record.updated_at,
        ],
    )
}

pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: AgentActionId,
) -> Result<Option<AgentActionRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM agent_action WHERE platform_id = $1 AND action_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Finds the action that the payment executes.
pub fn find_by_payment(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<AgentActionRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM agent_action WHERE platform_id = $1 AND transaction_id = $2");
    tx.query_opt(&sql, params![platform, transaction], read)
}

/// Returns the payments of an agent's actions that await a decision, ordered by id.
pub fn pending_of_agent(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    agent: AgentId,
) -> Result<Vec<TransactionId>, Error> {
    tx.query(
        "SELECT transaction_id FROM agent_action
         WHERE platform_id = $1 AND agent_id = $2 AND status = 'PENDING_APPROVAL' ORDER BY transaction_id",
        params![platform, agent],
        |row| row.get("transaction_id"),
    )
}

/// Counts the actions of an agent that await a decision.
pub fn count_pending(tx: &mut Tx<'_>, platform: PlatformId, agent: AgentId) -> Result<i64, Error> {
    let found = tx.query_opt(
        "SELECT COUNT(*) AS pending FROM agent_action
         WHERE platform_id = $1 AND agent_id = $2 AND status = 'PENDING_APPROVAL'",
        params![platform, agent],
        |row| row.get("pending"),
    )?;
    Ok(found.unwrap_or_default())
}

/// Returns a page of actions by their status at `now`, each with its payment, and the total number of
/// matches.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    now: Time,
    page: &Page,
) -> Result<(Vec<ActionWithPayment>, Option<i64>), Error> {
    let mut listing = Listing::new("agent_action", "action_id", platform)
        .filter("agent_action.agent_id = $$", filter.agent)
        .filter("agent_action.customer_id = $$", filter.customer)
        .filter("agent_action.created_at >= $$", filter.from)
        .filter("agent_action.created_at <= $$", filter.to);
    if let Some(status) = filter.status {
        let condition = status_condition(status);
        // PostgreSQL cannot infer the type of a parameter that no condition uses.
        listing = match condition.contains("$$") {
            true => listing.filter(condition, Some(now)),
            false => listing.only(condition),
        };
    }
    let actions = listing.page(tx, COLUMNS, page, read)?;
    let total = listing.count(tx)?;
    let mut found = Vec::with_capacity(actions.len());
    for action in actions {
        let payment = payments::find(tx, platform, action.transaction)?.ok_or(Error::Missing)?;
        found.push((action, payment));
    }
    Ok((found, total))
}

/// Filter for operators' lists of actions; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScanFilter {
    pub agent: Option<AgentId>,
    pub customer: Option<CustomerId>,
    /// `true` for actions that are stored as awaiting a decision.
    pub is_pending: bool,
    /// Inclusive lower bound of the creation time.
    pub since: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub until: Option<Time>,
}

/// Scans the actions of a platform, without their payments.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &ScanFilter,
    page: &Page,
) -> Result<Scan<AgentActionRecord>, Error> {
    let mut listing = Listing::new("agent_action", "action_id", platform)
        .created_between(filter.since, filter.until)
        .filter("agent_action.customer_id = $$", filter.customer);
    let path = |index, condition| vec![IndexPath { table: "agent_action", index, condition }];
    if filter.is_pending {
        let condition = "agent_action.status = 'PENDING_APPROVAL'".to_owned();
        listing = listing.either(path("agent_action_pending", condition));
    }
    if let Some(agent) = filter.agent {
        let condition = format!("agent_action.agent_id = {}", listing.bind(agent));
        listing = listing.either(path("agent_action_by_agent", condition));
    }
    listing.scan(tx, COLUMNS, page, read)
}

/// Returns the SQL condition for actions in a status, matching `state::at`. `$$` is the instant.
const fn status_condition(status: AgentActionStatus) -> &'static str {
    match status {
        AgentActionStatus::PendingApproval => {
            "agent_action.status = 'PENDING_APPROVAL' AND agent_action.expires_at > $$"
        }
        AgentActionStatus::Approved => {
            "agent_action.status = 'APPROVED' AND NOT EXISTS (SELECT 1 FROM payment_state \
             WHERE payment_state.platform_id = agent_action.platform_id \
             AND payment_state.transaction_id = agent_action.transaction_id \
             AND payment_state.status IN ('FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'))"
        }
        AgentActionStatus::Rejected => "agent_action.status = 'REJECTED'",
        AgentActionStatus::Failed => {
            "(agent_action.status = 'FAILED' \
             OR (agent_action.status = 'PENDING_APPROVAL' AND agent_action.expires_at <= $$) \
             OR (agent_action.status = 'APPROVED' AND EXISTS (SELECT 1 FROM payment_state \
             WHERE payment_state.platform_id = agent_action.platform_id \
             AND payment_state.transaction_id = agent_action.transaction_id \
             AND payment_state.status IN ('FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'))))"
        }
    }
}
