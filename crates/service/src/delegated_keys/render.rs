//! A delegated key as an API object.

use causeway_store::delegated_keys::DelegatedKeyRecord;
use causeway_wire::delegated_keys::DelegatedKey;

use crate::runtime::money::instant;

/// Renders a key, without its private half.
pub(super) fn key(record: &DelegatedKeyRecord) -> DelegatedKey {
    DelegatedKey {
        id: record.id,
        card_id: record.card,
        funding_source_id: record.binding,
        account_id: record.account,
        public_key: record.public_key.clone(),
        nickname: record.nickname.clone(),
        status: record.status,
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
    }
}
