//! Identifiers `<TypeName>:<uuid>` (conventions 5.1), and the one source of ids and random bytes.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::time::Time;

/// A text that is not an identifier of the wanted type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnId {
    /// The type name that was wanted, without the colon.
    pub wanted: &'static str,
}

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not an identifier of the form {}:<uuid>", self.wanted)
    }
}

impl std::error::Error for NotAnId {}

/// An identifier type: a type name and a UUID.
pub trait Id: Copy + Eq + fmt::Display + FromStr<Err = NotAnId> {
    /// The type name, without the colon.
    const TYPE_NAME: &'static str;
    /// The identifier that carries this UUID.
    fn from_uuid(uuid: Uuid) -> Self;
    /// The UUID without its type name; the key in the store.
    fn uuid(self) -> Uuid;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl Id for $name {
            const TYPE_NAME: &'static str = $prefix;
            fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }
            fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;
            fn from_str(text: &str) -> Result<Self, NotAnId> {
                parse(text, $prefix).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, ":{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::text::parsed(deserializer)
            }
        }
    )*};
}

ids! {
    /// A platform as owner; its UUID is also that of its configuration (money 1.1).
    PlatformId = "Platform";
    /// The configuration of a platform.
    PlatformConfigId = "PlatformConfig";
    /// An API token.
    TokenId = "Token";
    /// A customer of a platform.
    CustomerId = "Customer";
    /// An account that the service holds.
    InternalAccountId = "InternalAccount";
    /// A bank account, mobile-money account or wallet elsewhere.
    ExternalAccountId = "ExternalAccount";
    /// A priced offer to move money.
    QuoteId = "Quote";
    /// A movement of money as the platform sees it.
    TransactionId = "Transaction";
    /// An event sent to the platform.
    WebhookId = "Webhook";
    /// Work that is due at a later instant.
    JobId = "Job";
    /// One balanced entry of the ledger's journal.
    JournalId = "Journal";
    /// Something that an operator should look at.
    AlertId = "Alert";
}

impl PlatformId {
    /// The id of this platform's configuration: the same UUID under the other type name.
    #[must_use]
    pub fn config(self) -> PlatformConfigId {
        PlatformConfigId(self.0)
    }
}

/// An account of either kind, as requests name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccountRef {
    /// An account that the service holds.
    Internal(InternalAccountId),
    /// An account elsewhere.
    External(ExternalAccountId),
}

impl FromStr for AccountRef {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let external = || text.parse().map(Self::External);
        text.parse()
            .map(Self::Internal)
            .or_else(|_| external())
            .map_err(|_| NotAnId { wanted: "InternalAccount" })
    }
}

impl fmt::Display for AccountRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Internal(id) => id.fmt(f),
            Self::External(id) => id.fmt(f),
        }
    }
}

impl Serialize for AccountRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AccountRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::text::parsed(deserializer)
    }
}

fn parse(text: &str, type_name: &'static str) -> Result<Uuid, NotAnId> {
    let wrong = NotAnId { wanted: type_name };
    let uuid = text.strip_prefix(type_name).and_then(|rest| rest.strip_prefix(':')).ok_or(wrong)?;
    let canonical = uuid.len() == 36 && !uuid.bytes().any(|b| b.is_ascii_uppercase());
    if !canonical {
        return Err(wrong);
    }
    Uuid::try_parse(uuid).map_err(|_| wrong)
}

/// The source of ids and random bytes. Clones share one sequence.
#[derive(Clone)]
pub struct Ids(Arc<Mutex<State>>);

struct State {
    random: StdRng,
    counter: u32,
}

/// The counter that orders ids of one instant has 26 bits, then starts again. It counts all ids rather
/// than those of one millisecond, so that ids also rise while a platform's clock stands still.
const COUNTER_MASK: u32 = (1 << 26) - 1;

impl Ids {
    /// Ids and bytes that nobody can foretell, seeded by the operating system.
    #[must_use]
    pub fn system() -> Self {
        Self::from_rng(rand::make_rng())
    }

    /// The same ids and bytes for the same seed; for simulations and tests.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self::from_rng(StdRng::seed_from_u64(seed))
    }

    fn from_rng(mut random: StdRng) -> Self {
        let counter = random.next_u32() & (COUNTER_MASK >> 1);
        Self(Arc::new(Mutex::new(State { random, counter })))
    }

    /// A new identifier whose UUIDv7 carries `at`; ids of this source for one instant rise.
    #[must_use]
    pub fn next<T: Id>(&self, at: Time) -> T {
        T::from_uuid(self.uuid(at))
    }

    /// A new UUIDv7 that carries `at`.
    #[must_use]
    pub fn uuid(&self, at: Time) -> Uuid {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let millis = u64::try_from(at.millis()).unwrap_or(0);
        state.counter = (state.counter + 1) & COUNTER_MASK;
        let mut tail = [0; 10];
        state.random.fill_bytes(&mut tail);
        // 12 bits of the counter beside the version, 14 beside the variant.
        tail[..2].copy_from_slice(&high_bits(state.counter).to_be_bytes());
        tail[2..4].copy_from_slice(&low_bits(state.counter).to_be_bytes());
        uuid::Builder::from_unix_timestamp_millis(millis, &tail).into_uuid()
    }

    /// Fresh random bytes, for secrets and nonces.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random.fill_bytes(&mut bytes);
        bytes
    }
}

impl fmt::Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ids")
    }
}

fn high_bits(counter: u32) -> u16 {
    u16::try_from(counter >> 14).unwrap_or(0)
}

fn low_bits(counter: u32) -> u16 {
    u16::try_from(counter & 0x3fff).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_refuses_other_forms() {
        let id: CustomerId = Ids::seeded(1).next(Time::from_millis(1_700_000_000_000));
        assert_eq!(id.to_string().parse(), Ok(id));
        let bare = id.uuid().to_string();
        for text in
            [bare.clone(), format!("Transaction:{bare}"), id.to_string().to_uppercase(), "Customer:x".into()]
        {
            assert!(text.parse::<CustomerId>().is_err(), "{text}");
        }
    }

    #[test]
    fn ids_of_one_instant_rise() {
        let ids = Ids::seeded(7);
        let at = Time::from_millis(1_700_000_000_000);
        let drawn: Vec<Uuid> = (0..50_000).map(|_| ids.uuid(at)).collect();
        assert!(drawn.is_sorted());
        assert_eq!(Ids::seeded(7).uuid(at), drawn[0]);
    }
}
