//! Delegated keys, which sign for a wallet when one of its cards is used (wallet 9). The columns that decide
//! whether a key signs are authenticated. Keys change under the lock of their card.

use causeway_domain::cards::DelegatedKeyStatus;
use causeway_domain::ids::{CardFundingSourceId, CardId, DelegatedKeyId, Id, InternalAccountId, PlatformId};
use causeway_domain::{Revision, Time};
use serde_json::json;

use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::{Error, Macs, Row, Tx, Value, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("delegated_key", "key_id");

/// A delegated key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelegatedKeyRecord {
    pub id: DelegatedKeyId,
    pub card: CardId,
    /// Binding of the wallet to the card.
    pub binding: CardFundingSourceId,
    pub account: InternalAccountId,
    pub status: DelegatedKeyStatus,
    /// Compressed public key in hexadecimal.
    pub public_key: String,
    pub nickname: String,
    /// The private key, which only the key service can decrypt; `None` once the key is revoked.
    pub encrypted: Option<Vec<u8>>,
    pub created_at: Time,
    pub updated_at: Revision,
}

pub(crate) const COLUMNS: &str = "key_id, card_id, binding_id, account_id, status, public_key, nickname, encrypted, \
                                  created_at, updated_at, mac";

fn terms_of(platform: PlatformId, record: &DelegatedKeyRecord) -> AuthenticatedColumns {
    let columns = json!({
        "card": record.card,
        "binding": record.binding,
        "account": record.account,
        "status": record.status,
        "public_key": record.public_key,
        "created_at": record.created_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "delegated_key",
        key: "key_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document: "{}".to_owned(),
    }
}

/// Reads a key as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(DelegatedKeyRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let record = DelegatedKeyRecord {
        id: row.get("key_id")?,
        card: row.get("card_id")?,
        binding: row.get("binding_id")?,
        account: row.get("account_id")?,
        status: row.parsed("status")?,
        public_key: row.get("public_key")?,
        nickname: row.get("nickname")?,
        encrypted: row.get("encrypted")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    };
    let terms = terms_of(platform, &record);
    Ok((record, terms, row.get("mac")?))
}

/// Returns a row reader that verifies the MAC of each key; no other key signs.
fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<DelegatedKeyRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Inserts a new key with its MAC.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &DelegatedKeyRecord) -> Result<(), Error> {
    let mac = terms_of(platform, record).mac(tx.macs());
    tx.execute(
        "INSERT INTO delegated_key (platform_id, key_id, card_id, binding_id, account_id, status, public_key, \
         nickname, encrypted, created_at, updated_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        params![
            platform,
            record.id,
            record.card,
            record.binding,
            record.account,
            record.status.as_str(),
            &record.public_key,
            &record.nickname,
            record.encrypted.as_deref(),
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Updates the mutable columns of a key and renews its MAC. The caller holds the lock of the card.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &DelegatedKeyRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    let mac = terms_of(platform, record).mac(tx.macs());
    tx.execute(
        "UPDATE delegated_key SET status = $3, encrypted = $4, updated_at = $5, mac = $6 \
         WHERE platform_id = $1 AND key_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            record.encrypted.as_deref(),
            record.updated_at,
            mac,
        ],
    )
}

/// Replaces an encrypted private key with its re-encryption, unless it changed meanwhile.
pub fn reencrypt(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: DelegatedKeyId,
    before: &[u8],
    after: &[u8],
) -> Result<(), Error> {
    tx.execute(
        "UPDATE delegated_key SET encrypted = $4 WHERE platform_id = $1 AND key_id = $2 AND encrypted = $3",
        params![platform, id, before, after],
    )
}

/// Finds the key with this id in any status.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: DelegatedKeyId,
) -> Result<Option<DelegatedKeyRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM delegated_key WHERE platform_id = $1 AND key_id = $2");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns the active keys of a card.
///
/// # Errors
/// The same as [`find`].
pub fn active_of_card(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    card: CardId,
) -> Result<Vec<DelegatedKeyRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM delegated_key WHERE platform_id = $1 AND card_id = $2 AND status = 'ACTIVE' \
         ORDER BY key_id"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, card], read)
}

/// Returns the keys of a wallet, of a binding or of both combined, in any status, newest first.
///
/// # Errors
/// The same as [`find`].
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: Option<InternalAccountId>,
    binding: Option<CardFundingSourceId>,
) -> Result<Vec<DelegatedKeyRecord>, Error> {
    let mut values: Vec<Value<'_>> = vec![platform.into()];
    let mut conditions = String::new();
    if let Some(account) = account {
        values.push(account.into());
        conditions.push_str(&format!(" AND account_id = ${}", values.len()));
    }
    if let Some(binding) = binding {
        values.push(binding.into());
        conditions.push_str(&format!(" AND binding_id = ${}", values.len()));
    }
    let sql = format!(
        "SELECT {COLUMNS} FROM delegated_key WHERE platform_id = $1{conditions} \
         ORDER BY created_at DESC, key_id DESC"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, &values, read)
}

/// Renews the MACs of up to `limit` keys after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<DelegatedKeyId>,
    limit: u32,
) -> Result<Option<DelegatedKeyId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM delegated_key WHERE platform_id = $1 AND ($2 OR key_id > $3) \
         ORDER BY key_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<DelegatedKeyId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
