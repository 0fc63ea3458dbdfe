//! Look-up of an id whose type is not known, or of the end of an id, by the primary keys of the tables of resources
//! (conventions 2.3).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::search::ResourceKind;
use uuid::Uuid;

use crate::search_terms::SearchHit;
use crate::{Error, Tx, params};

/// A table of resources, with the column of their ids.
struct ResourceTable {
    kind: ResourceKind,
    table: &'static str,
    id: &'static str,
}

const fn table(kind: ResourceKind, table: &'static str, id: &'static str) -> ResourceTable {
    ResourceTable { kind, table, id }
}

const TABLES: [ResourceTable; 21] = [
    table(ResourceKind::Platform, "platform", "platform_id"),
    table(ResourceKind::Customer, "customer", "customer_id"),
    table(ResourceKind::BeneficialOwner, "beneficial_owner", "owner_id"),
    table(ResourceKind::Verification, "verification", "verification_id"),
    table(ResourceKind::Document, "document", "document_id"),
    table(ResourceKind::InternalAccount, "internal_account", "account_id"),
    table(ResourceKind::ExternalAccount, "external_account", "account_id"),
    table(ResourceKind::Quote, "quote", "quote_id"),
    table(ResourceKind::Payment, "payment", "transaction_id"),
    table(ResourceKind::UnmatchedDeposit, "unmatched_deposit", "transaction_id"),
    table(ResourceKind::Card, "card", "card_id"),
    table(ResourceKind::CardTransaction, "card_transaction", "transaction_id"),
    table(ResourceKind::Agent, "agent", "agent_id"),
    table(ResourceKind::AgentAction, "agent_action", "action_id"),
    table(ResourceKind::WalletRequest, "wallet_request", "request_id"),
    table(ResourceKind::Token, "token", "token_id"),
    table(ResourceKind::Stablecoin, "stablecoin", "stablecoin_id"),
    table(ResourceKind::StablecoinOperation, "stablecoin_operation", "operation_id"),
    table(ResourceKind::ProviderAccount, "stablecoin_provider_account", "link_id"),
    table(ResourceKind::Webhook, "outbox", "webhook_id"),
    table(ResourceKind::Job, "job", "job_id"),
];

/// Maximum number of resources of a kind among which the end of an id is looked for: the newest ones, because ids rise.
pub const MAX_ENDS: u32 = 10_000;

/// The ids with an end, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndMatches {
    pub ids: Vec<Uuid>,
    /// `false` if there may be older ones, which were not compared.
    pub are_all: bool,
}

/// Returns the resources of a platform with this id, of any type, in one statement.
pub fn holders(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid) -> Result<Vec<SearchHit>, Error> {
    let parts = TABLES.iter().map(|ResourceTable { kind, table, id }| {
        format!(
            "SELECT '{kind}' AS kind, created_at AS at, {id} AS id FROM {table} WHERE platform_id = $1 AND {id} = $2"
        )
    });
    let sql = parts.collect::<Vec<_>>().join(" UNION ALL ");
    tx.query(&sql, params![platform, id], |row| {
        Ok(SearchHit { kind: row.parsed("kind")?, at: row.get("at")?, id: row.get("id")? })
    })
}

/// Returns the ids of a kind that end in these hexadecimal digits, among the newest [`MAX_ENDS`] of a platform. Alerts
/// are none of its resources.
pub fn ending(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    kind: ResourceKind,
    digits: &str,
) -> Result<EndMatches, Error> {
    let Some(ResourceTable { table, id, .. }) = TABLES.iter().find(|table| table.kind == kind) else {
        return Ok(with_end(Vec::new(), digits));
    };
    let sql = format!("SELECT {id} AS id FROM {table} WHERE platform_id = $1 ORDER BY {id} DESC LIMIT $2");
    let newest = tx.query(&sql, params![platform, MAX_ENDS], |row| row.get::<Uuid>("id"))?;
    Ok(with_end(newest, digits))
}

/// Returns the ids of alerts that end in these hexadecimal digits, among the newest [`MAX_ENDS`] of all platforms.
pub fn alerts_ending(tx: &mut Tx<'_>, digits: &str) -> Result<EndMatches, Error> {
    let sql = "SELECT /* all platforms */ alert_id FROM alert ORDER BY alert_id DESC LIMIT $1";
    let newest = tx.query(sql, params![MAX_ENDS], |row| row.get::<Uuid>("alert_id"))?;
    Ok(with_end(newest, digits))
}

fn with_end(mut ids: Vec<Uuid>, digits: &str) -> EndMatches {
    let are_all = u32::try_from(ids.len()).is_ok_and(|count| count < MAX_ENDS);
    ids.retain(|id| id.simple().to_string().ends_with(digits));
    EndMatches { ids, are_all }
}

/// An alert with an id that is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertHit {
    /// `None` if the alert is not about one platform.
    pub platform: Option<PlatformId>,
    pub kind: String,
    pub subject: String,
    pub raised_at: Time,
}

/// Returns the alert with this id.
pub fn alert(tx: &mut Tx<'_>, id: Uuid) -> Result<Option<AlertHit>, Error> {
    let sql = "SELECT platform_id, kind, subject, raised_at FROM alert WHERE alert_id = $1";
    tx.query_opt(sql, params![id], |row| {
        Ok(AlertHit {
            platform: row.get("platform_id")?,
            kind: row.get("kind")?,
            subject: row.get("subject")?,
            raised_at: row.get("raised_at")?,
        })
    })
}
