//! The state of a verification between two pieces.

use std::collections::BTreeMap;
use std::fmt;

use causeway_domain::ledger::CompactRange;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Cell, FromValue, Value};

/// Balances of accumulating accounts, by code and currency.
pub(super) type AccountSums = BTreeMap<(String, String), i128>;

/// A platform's ledger up to a block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Chain {
    pub(super) number: i64,
    #[serde(with = "stored::range")]
    pub(super) range: CompactRange,
    /// `true` if a block before this point could not be read: following blocks are not compared with it.
    pub(super) has_gap: bool,
    /// Balances by the sums of the entries.
    #[serde(with = "stored::sums")]
    pub(super) entries: AccountSums,
    /// Balances by the checkpoints.
    #[serde(with = "stored::sums")]
    pub(super) checkpoints: AccountSums,
    /// `true` if some of the earlier blocks were not read.
    pub(super) is_partial: bool,
}

/// The sums of an account's entries so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct RunningBalance {
    pub(super) account: Uuid,
    pub(super) seq: i64,
    #[serde(with = "stored::sum")]
    pub(super) available: i128,
    #[serde(with = "stored::sum")]
    pub(super) held: i128,
    #[serde(with = "stored::sum")]
    pub(super) unsettled: i128,
}

/// The key of a row that has no id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum NamedKey {
    Text(String),
    Hash(Vec<u8>),
}

impl FromValue for NamedKey {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Text(text) => Some(Self::Text(text.to_owned())),
            Cell::Bytes(bytes) => Some(Self::Hash(bytes.to_vec())),
            Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Uuid(_) => None,
        }
    }
}

impl From<NamedKey> for Value<'static> {
    fn from(key: NamedKey) -> Self {
        match key {
            NamedKey::Text(text) => text.into(),
            NamedKey::Hash(hash) => hash.into(),
        }
    }
}

impl fmt::Display for NamedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Hash(hash) => {
                f.write_str("device code ")?;
                hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

/// The stored forms of a chain's state.
mod stored {
    pub(super) mod range {
        use causeway_domain::ledger::CompactRange;
        use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

        pub(in super::super) fn serialize<S: Serializer>(
            range: &CompactRange,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            (range.size(), range.to_bytes()).serialize(serializer)
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<CompactRange, D::Error> {
            let (size, bytes): (u64, Vec<u8>) = Deserialize::deserialize(deserializer)?;
            CompactRange::from_bytes(size, &bytes).ok_or_else(|| de::Error::custom("no tree of this size"))
        }
    }

    pub(super) mod sums {
        use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

        use super::super::AccountSums;

        pub(in super::super) fn serialize<S: Serializer>(
            sums: &AccountSums,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            let rows = sums.iter().map(|((code, currency), sum)| (code, currency, sum.to_string()));
            rows.collect::<Vec<_>>().serialize(serializer)
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<AccountSums, D::Error> {
            let rows: Vec<(String, String, String)> = Deserialize::deserialize(deserializer)?;
            let sum = |(code, currency, sum): (String, String, String)| {
                Ok(((code, currency), sum.parse().map_err(|_| de::Error::custom("no sum"))?))
            };
            rows.into_iter().map(sum).collect()
        }
    }

    pub(super) mod sum {
        use serde::{Deserialize, Deserializer, Serializer, de};

        pub(in super::super) fn serialize<S: Serializer>(
            sum: &i128,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            serializer.collect_str(sum)
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<i128, D::Error> {
            let text = String::deserialize(deserializer)?;
            text.parse().map_err(|_| de::Error::custom("no sum"))
        }
    }
}
