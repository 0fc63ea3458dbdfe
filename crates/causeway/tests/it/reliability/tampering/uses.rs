//! Rows as the service uses them, one by one.

use causeway_domain::ids::{Id, JobId, PlatformId};
use causeway_store::{
    Error, Tx, agent_device_codes, agents, card_transactions, cards, delegated_keys, external_accounts,
    funding_identifiers, internal_accounts, ledger, lightning_invoices, lookups, payments, platforms, quotes,
    rails::{self, OrderName},
    stablecoins, uma_requests, unmatched_deposits,
    webhook_keys::{self, PlannedEnd},
};

use super::catalogue::{StoredRow, Table};
use super::cell::CellValue;
use super::changes::Tampering;

/// Returns `true` if the service refuses a row of the table when it uses it. Also `true` for tables whose
/// rows are not used by themselves: their codes belong to postings, which the verification and the sealing
/// read.
pub(super) fn is_refused(tx: &mut Tx<'_>, table: &Table) -> bool {
    let Ok(rows) = table.rows(tx) else { return true };
    rows.iter().any(|row| match used(tx, table, row) {
        Some(used) => !used.unwrap_or(false),
        None => true,
    })
}

/// Returns `true` if a column has no code and is compared with the postings before money moves.
pub(super) fn is_held_against_postings(change: &Tampering) -> bool {
    change.column() == Some("status") && change.table.name == "payment_state"
}

/// Returns `true` if a column is only used to find rows, by filters of lists, and for their order. The
/// verification compares it with the authenticated columns.
pub(super) fn is_index(change: &Tampering) -> bool {
    match change.table.name.as_str() {
        "payment" => matches!(change.column(), Some("source_identifier" | "destination_identifier")),
        "payment_state" => change.column() == Some("created_at"),
        _ => false,
    }
}

/// Returns `true` if a change may separate an account from its balance: the use of either finds the database
/// damaged, and no more is written.
pub(super) fn is_damage(change: &Tampering) -> bool {
    is_of_accounts(&change.table)
        && change.column().is_none_or(|column| ["platform_id", "account_id"].contains(&column))
}

/// Returns `true` for the tables whose rows are used together: accounts and their balances.
pub(super) fn is_of_accounts(table: &Table) -> bool {
    ["internal_account", "ledger_balance"].contains(&table.name.as_str())
}

/// Finds a row as the service does and returns `true` if it is there; `None` if rows of this table are not
/// used by themselves.
fn used(tx: &mut Tx<'_>, table: &Table, row: &StoredRow) -> Option<Result<bool, Error>> {
    let platform: PlatformId = id(table, row, "platform_id")?;
    Some(match table.name.as_str() {
        "platform" => platforms::find(tx, platform).map(|found| found.is_some()),
        "agent" => agents::find(tx, platform, id(table, row, "agent_id")?).map(|found| found.is_some()),
        "agent_device_code" => {
            let Some(CellValue::Bytes(hash)) = table.cell(row, "code_hash") else { return None };
            agent_device_codes::find(tx, hash).map(|found| found.is_some())
        }
        "internal_account" => {
            internal_accounts::find(tx, platform, id(table, row, "account_id")?).map(|found| found.is_some())
        }
        "ledger_balance" => {
            ledger::find(tx, platform, id(table, row, "account_id")?).map(|found| found.is_some())
        }
        "funding_identifier" => {
            let Some(CellValue::Text(identifier)) = table.cell(row, "identifier") else { return None };
            funding_identifiers::find(tx, platform, identifier).map(|found| found.is_some())
        }
        "external_account" => {
            external_accounts::find(tx, platform, id(table, row, "account_id")?).map(|found| found.is_some())
        }
        "quote" => quotes::find(tx, platform, id(table, row, "quote_id")?).map(|found| found.is_some()),
        "payment" | "payment_state" => {
            payments::find(tx, platform, id(table, row, "transaction_id")?).map(|found| found.is_some())
        }
        "lookup" => lookups::find(tx, platform, id(table, row, "lookup_id")?).map(|found| found.is_some()),
        "uma_request" => {
            uma_requests::find(tx, platform, id(table, row, "transaction_id")?).map(|found| found.is_some())
        }
        "lightning_invoice" => lightning_invoices::find(tx, platform, id(table, row, "transaction_id")?)
            .map(|found| found.is_some()),
        "unmatched_deposit" => unmatched_deposits::find(tx, platform, id(table, row, "transaction_id")?)
            .map(|found| found.is_some()),
        "card" => cards::find(tx, platform, id(table, row, "card_id")?).map(|found| found.is_some()),
        "delegated_key" => {
            delegated_keys::find(tx, platform, id(table, row, "key_id")?).map(|found| found.is_some())
        }
        "card_transaction" => card_transactions::find(tx, platform, id(table, row, "transaction_id")?)
            .map(|found| found.is_some()),
        "stablecoin_provider_account" => {
            stablecoins::find_link(tx, platform, id(table, row, "link_id")?).map(|found| found.is_some())
        }
        "stablecoin" => {
            stablecoins::find(tx, platform, id(table, row, "stablecoin_id")?).map(|found| found.is_some())
        }
        "stablecoin_operation" => stablecoins::find_operation(tx, platform, id(table, row, "operation_id")?)
            .map(|found| found.is_some()),
        "stablecoin_quote" => {
            stablecoins::find_quote(tx, platform, id(table, row, "quote_id")?).map(|found| found.is_some())
        }
        "webhook_key_end" => {
            let key = id::<JobId>(table, row, "key_id")?.uuid();
            webhook_keys::list(tx, platform).map(|keys| {
                keys.iter().any(|one| one.key.id == key && matches!(one.end, PlannedEnd::Authentic(_)))
            })
        }
        "rail_order" => {
            let Some(CellValue::Text(kind)) = table.cell(row, "kind") else { return None };
            let name = OrderName { transaction: id(table, row, "transaction_id")?, kind: kind.parse().ok()? };
            rails::orders::find(tx, platform, name).map(|found| found.is_some())
        }
        "cash_movement" => rails::cash::of_payment(tx, platform, id(table, row, "transaction_id")?)
            .map(|found| !found.is_empty()),
        _ => return None,
    })
}

/// Returns the id in a column, which is a UUID on one engine and bytes on the other.
fn id<I: Id>(table: &Table, row: &StoredRow, column: &str) -> Option<I> {
    let found = match table.cell(row, column)? {
        CellValue::Id(id) => *id,
        CellValue::Bytes(bytes) => JobId::from_uuid(uuid::Uuid::from_slice(bytes).ok()?),
        _ => return None,
    };
    Some(I::from_uuid(found.uuid()))
}
