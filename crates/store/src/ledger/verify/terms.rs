//! Rows that decide where money goes: quotes, look-ups, external accounts, agents, cards and their keys,
//! stablecoin operations, the requests and invoices of payments, the ends of webhook keys, orders to rails and cash
//! movements are checked to be as they were written.

use causeway_domain::ids::{
    AgentId, CardId, DelegatedKeyId, ExternalAccountId, Id, InternalAccountId, LookupId, PlatformId, QuoteId,
    StablecoinId, StablecoinOperationId, StablecoinProviderAccountId, StablecoinQuoteId, TransactionId,
};
use uuid::Uuid;

use super::report::FaultKind;
use super::scope::{Page, Scope};
use super::state::NamedKey;
use super::{Source, behind};
use crate::database::terms::AuthenticatedColumns;
use crate::rails::{cash, order_terms};
use crate::stablecoins::{coins, links, operations, quotes as stablecoin_quotes};
use crate::{
    Error, Row, Value, agent_device_codes, agents, cards, delegated_keys, external_accounts,
    funding_identifiers, internal_accounts, lightning_invoices, lookups, platforms, quotes, uma_requests,
    webhook_keys,
};

/// A table with authenticated columns that are written once.
pub(super) struct AuthenticatedTable {
    pub(super) table: &'static str,
    /// The key column, after the platform.
    pub(super) key: &'static str,
    /// Name of the key in `columns`.
    name_columns: &'static [&'static str],
    columns: &'static str,
    read: fn(PlatformId, &Row<'_>) -> Result<AuthenticatedRow, Error>,
    /// `None` if the key of the rows is no UUID; it names them.
    subject: Option<fn(Uuid) -> String>,
}

/// Formats an id with the name of its type.
fn named<I: Id>(id: Uuid) -> String {
    I::from_uuid(id).to_string()
}

fn name_webhook_key_end(key: Uuid) -> String {
    format!("the end of the webhook key {key}")
}

fn name_rail_order(order: Uuid) -> String {
    format!("the rail order {order}")
}

fn name_cash_movement(movement: Uuid) -> String {
    format!("the cash movement {movement}")
}

const fn of<I: Id>(
    table: &'static str,
    key: &'static str,
    name_columns: &'static [&'static str],
    columns: &'static str,
    read: fn(PlatformId, &Row<'_>) -> Result<AuthenticatedRow, Error>,
) -> AuthenticatedTable {
    AuthenticatedTable { table, key, name_columns, columns, read, subject: Some(named::<I>) }
}

/// All tables with authenticated columns of this kind. Each is a part of the verification.
pub(super) const AUTHENTICATED: &[AuthenticatedTable] = &[
    of::<PlatformId>("platform", "platform_id", &["platform_id"], platforms::COLUMNS, |_, row| {
        platforms::read_raw(row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
    }),
    of::<InternalAccountId>(
        "internal_account",
        "account_id",
        &["account_id"],
        internal_accounts::ACCOUNT_COLUMNS,
        |platform, row| {
            internal_accounts::read_raw(platform, row)
                .map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
    ),
    AuthenticatedTable {
        table: "funding_identifier",
        key: "identifier",
        name_columns: &["identifier"],
        columns: funding_identifiers::COLUMNS,
        read: |platform, row| {
            funding_identifiers::read_raw(platform, row)
                .map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
        subject: None,
    },
    AuthenticatedTable {
        table: "agent_device_code",
        key: "code_hash",
        name_columns: &["code_hash"],
        columns: agent_device_codes::COLUMNS,
        read: |_, row| {
            agent_device_codes::read_raw(row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
        subject: None,
    },
    of::<QuoteId>("quote", "quote_id", &["id_of_quote"], quotes::COLUMNS, |platform, row| {
        quotes::read_raw(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
    }),
    of::<LookupId>("lookup", "lookup_id", &["lookup_id"], lookups::COLUMNS, |platform, row| {
        lookups::read_raw(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
    }),
    of::<TransactionId>(
        "uma_request",
        "transaction_id",
        &["transaction_id"],
        uma_requests::COLUMNS,
        |_, row| uma_requests::read_raw(row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac)),
    ),
    of::<TransactionId>(
        "lightning_invoice",
        "transaction_id",
        &["transaction_id"],
        lightning_invoices::COLUMNS,
        |platform, row| {
            lightning_invoices::read_raw(platform, row)
                .map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
    ),
    of::<ExternalAccountId>(
        "external_account",
        "account_id",
        &["account_id"],
        external_accounts::COLUMNS,
        external_account,
    ),
    of::<AgentId>("agent", "agent_id", &["agent_id"], agents::COLUMNS, |platform, row| {
        agents::read_raw(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
    }),
    of::<CardId>("card", "card_id", &["card_id"], cards::COLUMNS, |platform, row| {
        cards::read_raw(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
    }),
    of::<DelegatedKeyId>("delegated_key", "key_id", &["key_id"], delegated_keys::COLUMNS, |platform, row| {
        delegated_keys::read_raw(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
    }),
    of::<StablecoinProviderAccountId>(
        "stablecoin_provider_account",
        "link_id",
        &["link_id"],
        links::COLUMNS,
        |platform, row| {
            links::read_terms(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
    ),
    of::<StablecoinId>("stablecoin", "stablecoin_id", &["stablecoin_id"], coins::COLUMNS, |platform, row| {
        coins::read_terms(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
    }),
    of::<StablecoinOperationId>(
        "stablecoin_operation",
        "operation_id",
        &["operation_id"],
        operations::COLUMNS,
        |platform, row| {
            operations::read_terms(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
    ),
    of::<StablecoinQuoteId>(
        "stablecoin_quote",
        "quote_id",
        &["quote_id"],
        stablecoin_quotes::COLUMNS,
        |platform, row| {
            stablecoin_quotes::read_terms(platform, row)
                .map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
    ),
    AuthenticatedTable {
        table: "webhook_key_end",
        key: "key_id",
        name_columns: &["key_id"],
        columns: webhook_keys::COLUMNS,
        read: |platform, row| {
            webhook_keys::read_raw(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
        subject: Some(name_webhook_key_end),
    },
    AuthenticatedTable {
        table: order_terms::TABLE,
        key: order_terms::KEY,
        name_columns: &["order_id"],
        columns: order_terms::COLUMNS,
        read: |platform, row| {
            order_terms::read_raw(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
        subject: Some(name_rail_order),
    },
    AuthenticatedTable {
        table: cash::TABLE,
        key: cash::KEY,
        name_columns: &["movement_id"],
        columns: cash::COLUMNS,
        read: |platform, row| {
            cash::read_raw(platform, row).map(|(_, terms, mac)| AuthenticatedRow::new(terms, mac))
        },
        subject: Some(name_cash_movement),
    },
];

/// Reports the rows of a table that this service did not write.
pub(super) fn verify(
    scope: &mut Scope<'_, '_>,
    table: &str,
    after: Option<Uuid>,
) -> Result<Option<Uuid>, Error> {
    let Some(kind) = AUTHENTICATED.iter().find(|kind| kind.table == table) else { return Ok(None) };
    let AuthenticatedTable { table, key, name_columns, columns, read, subject } = *kind;
    let Some(subject) = subject else { return verify_named(scope, kind) };
    let platform = scope.platform;
    let limit = scope.limit;
    let (behind, values) = behind(platform, key, after);
    let sql =
        format!("SELECT {columns} FROM {table} WHERE platform_id = $1 {behind} ORDER BY {key} LIMIT {limit}");
    let shown_key = name_columns.first().copied().unwrap_or(key);
    let Page { rows, last } = scope.page(Source::new(table, name_columns), &sql, &values, |row| {
        Ok((row.get::<Uuid>(shown_key)?, read(platform, row)?))
    })?;
    for (id, AuthenticatedRow { terms, mac, is_listed_so }) in rows {
        check(scope, &terms, &mac, subject(id));
        if !is_listed_so {
            let detail = "is listed under another owner than its own";
            scope.add(FaultKind::TermsNotAuthentic, subject(id), detail);
        }
    }
    Ok(last)
}

/// Reports the rows without ids that this service did not write. Their progress is kept separately from that
/// of ids.
fn verify_named(scope: &mut Scope<'_, '_>, kind: &AuthenticatedTable) -> Result<Option<Uuid>, Error> {
    let AuthenticatedTable { table, key, name_columns, columns, read, .. } = *kind;
    let platform = scope.platform;
    let limit = scope.limit;
    let mut values = vec![Value::from(platform)];
    let behind = match scope.named.take() {
        Some(after) => {
            values.push(after.into());
            format!("AND {key} > $2")
        }
        None => String::new(),
    };
    let sql =
        format!("SELECT {columns} FROM {table} WHERE platform_id = $1 {behind} ORDER BY {key} LIMIT {limit}");
    let mut last: Option<NamedKey> = None;
    let rows = scope.rows(Source::new(table, name_columns), &sql, &values, |row| {
        let id: NamedKey = row.get(key)?;
        last = Some(id.clone());
        Ok((id, read(platform, row)?))
    })?;
    for (id, AuthenticatedRow { terms, mac, .. }) in rows {
        check(scope, &terms, &mac, id);
    }
    let is_over = last.is_none();
    *scope.named = last;
    Ok((!is_over).then(Uuid::nil))
}

fn external_account(platform: PlatformId, row: &Row<'_>) -> Result<AuthenticatedRow, Error> {
    let (account, terms, mac) = external_accounts::read_raw(platform, row)?;
    let is_listed_so =
        row.get::<Uuid>("owner_id")? == account.customer.map_or_else(|| platform.uuid(), Id::uuid);
    Ok(AuthenticatedRow { terms, mac, is_listed_so })
}

/// The authenticated columns of a row.
struct AuthenticatedRow {
    terms: AuthenticatedColumns,
    mac: Vec<u8>,
    /// `true` if it is listed under its own owner.
    is_listed_so: bool,
}

impl AuthenticatedRow {
    const fn new(terms: AuthenticatedColumns, mac: Vec<u8>) -> Self {
        Self { terms, mac, is_listed_so: true }
    }
}

/// Reports a row that this service did not write, or wrote with a key that had been replaced.
pub(super) fn check(
    scope: &mut Scope<'_, '_>,
    terms: &AuthenticatedColumns,
    mac: &[u8],
    subject: impl ToString,
) {
    if !terms.is_authentic(mac, scope.tx.macs()) {
        let detail = "was not written by this service, or with a key that is not known";
        scope.add(FaultKind::TermsNotAuthentic, subject.to_string(), detail);
    }
    if let Some(number) = scope.known.retired_key(mac, *scope.journals) {
        let detail = format!("was written with key {number}, which had been replaced");
        scope.add(FaultKind::KeyRetired, subject.to_string(), detail);
    }
}
