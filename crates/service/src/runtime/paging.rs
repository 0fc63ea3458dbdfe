//! Pages of lists (conventions 8): cursors that hold a position and are bound to the list they came from.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_store::listing::{CursorKey, Order, Page};
use causeway_wire as wire;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::runtime::api_error::ApiError;
use crate::runtime::keys::{Keyring, Purpose};

/// Page size if the caller gives none.
const LIMIT_DEFAULT: u32 = 20;

const TAG_BYTES: usize = 16;

/// A caller's request for a page: the limit, the position reached, and the list that the cursor is bound to.
#[derive(Debug, Clone)]
pub struct Paging {
    keys: Arc<Keyring>,
    list: Vec<u8>,
    limit: u32,
    after: Option<Vec<u8>>,
}

impl Paging {
    /// Reads `limit` and `cursor` from a checked query; everything else in it is the list's identity.
    ///
    /// # Errors
    /// `INVALID_INPUT` for a cursor that is unreadable, altered, or of another list, filter or order.
    pub(crate) fn read(keys: Arc<Keyring>, operation: &str, query: &Value) -> Result<Self, ApiError> {
        let member = |name: &str| query.get(name);
        let limit = member("limit").and_then(Value::as_u64).and_then(|limit| u32::try_from(limit).ok());
        let list = identity(operation, query);
        let after = match member("cursor").and_then(Value::as_str) {
            None => None,
            Some(cursor) => Some(decode_cursor(&keys, &list, cursor).ok_or_else(|| {
                ApiError::field("cursor", "is not a cursor of this list with these filters and this order")
            })?),
        };
        Ok(Self { keys, list, limit: limit.unwrap_or(LIMIT_DEFAULT), after })
    }

    /// Returns the page to read from the store.
    #[must_use]
    pub fn page(&self, order: Order) -> Page {
        Page { after: self.after(), limit: self.limit, order }
    }

    /// Returns the item after which the page begins, or `None` if it is the first page.
    #[must_use]
    pub fn after<K: CursorKey>(&self) -> Option<K> {
        self.after.as_deref().and_then(K::from_bytes)
    }

    /// Returns the maximum number of items on the page.
    #[must_use]
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Builds a page from the rows that the store returned, which are up to one more than the limit.
    ///
    /// # Errors
    /// The first error of `render`.
    pub fn finish<R, K: CursorKey, T>(
        &self,
        mut rows: Vec<R>,
        total_count: Option<i64>,
        key: impl Fn(&R) -> K,
        render: impl FnMut(R) -> Result<T, ApiError>,
    ) -> Result<wire::Page<T>, ApiError> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| has_more).map(key);
        Ok(wire::Page {
            data: rows.into_iter().map(render).collect::<Result<_, _>>()?,
            has_more,
            next_cursor: last.map(|last| encode_cursor(&self.keys, &self.list, last.to_bytes()).into()),
            total_count,
        })
    }
}

fn identity(operation: &str, query: &Value) -> Vec<u8> {
    let mut filters = query.clone();
    if let Some(members) = filters.as_object_mut() {
        members.remove("limit");
        members.remove("cursor");
        members.sort_keys();
    }
    format!("{operation} {filters}").into_bytes()
}

fn encode_cursor(keys: &Keyring, list: &[u8], mut bytes: Vec<u8>) -> String {
    bytes.extend_from_slice(&tag(keys, list, &bytes));
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode_cursor(keys: &Keyring, list: &[u8], cursor: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (key, sent) = bytes.split_last_chunk::<TAG_BYTES>()?;
    let authentic: bool = tag(keys, list, key).ct_eq(sent).into();
    authentic.then(|| key.to_vec())
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
fn tag(keys: &Keyring, list: &[u8], cursor_key: &[u8]) -> [u8; TAG_BYTES] {
    let key = keys.derive(Purpose::Cursors);
    let mut mac = Hmac::<Sha256>::new_from_slice(key.expose()).expect("any length fits");
    mac.update(cursor_key);
    mac.update(list);
    let full: [u8; 32] = mac.finalize().into_bytes().into();
    let mut tag = [0; TAG_BYTES];
    tag.copy_from_slice(&full[..TAG_BYTES]);
    tag
}

#[cfg(test)]
mod tests {
    use causeway_domain::{Ids, Time};
    use causeway_store::listing::Position;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn position() -> Vec<u8> {
        Position { at: Time::from_millis(1_700_000_000_123), id: Uuid::from_u128(7) }.to_bytes()
    }

    #[test]
    fn a_cursor_opens_for_its_own_list_only() {
        let keys = Keyring::generate(&Ids::seeded(1));
        let list = identity("listCustomers", &json!({"region": "US", "limit": 2}));
        let cursor = encode_cursor(&keys, &list, position());
        assert_eq!(decode_cursor(&keys, &list, &cursor), Some(position()));
        let same = identity("listCustomers", &json!({"cursor": "x", "region": "US"}));
        assert_eq!(decode_cursor(&keys, &same, &cursor), Some(position()));
        for other in [json!({"region": "DE"}), json!({})] {
            assert_eq!(decode_cursor(&keys, &identity("listCustomers", &other), &cursor), None);
        }
        assert_eq!(decode_cursor(&keys, &identity("listTokens", &json!({"region": "US"})), &cursor), None);
    }

    #[test]
    fn an_altered_or_foreign_cursor_does_not_open() {
        let keys = Keyring::generate(&Ids::seeded(1));
        let list = identity("listCustomers", &json!({}));
        let mut bytes = URL_SAFE_NO_PAD.decode(encode_cursor(&keys, &list, position())).unwrap();
        bytes[7] ^= 1;
        for cursor in ["zzz", "", "!", &URL_SAFE_NO_PAD.encode(bytes)] {
            assert_eq!(decode_cursor(&keys, &list, cursor), None, "{cursor}");
        }
        let others = Keyring::generate(&Ids::seeded(2));
        assert_eq!(decode_cursor(&others, &list, &encode_cursor(&keys, &list, position())), None);
    }
}
