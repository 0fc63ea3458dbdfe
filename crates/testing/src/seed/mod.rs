//! A platform with many customers and payments, written by the store's own functions: to try searches and lists on,
//! and to count and to measure them.
//!
//! Each row follows from its number. Authentication codes, search terms and the ledger are as the service writes
//! them, so `causeway ledger verify` finds the store sound. Four things are shorter than in a real store: the
//! bodies of events name their resource only, accounts have no funding instructions, nothing is due for payments
//! under way, and there are no quotes.

mod extras;
mod people;
mod transfers;

use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, InternalAccountId, PlatformId, TransactionId};
use causeway_domain::{Ids, Time};
use causeway_store::ledger::LedgerError;
use causeway_store::{Error, Store, Tx};
use uuid::Uuid;

pub use people::name;
pub use transfers::cents;

/// Creation of the first row.
const BEGINNING: i64 = 1_700_000_000_000;
/// Number of rows of a part in one transaction.
const AT_ONCE: u64 = 2_000;
/// One of this many customers has a card, an agent, a wallet, and so on.
const EXTRAS: u64 = 100;
/// One of this many payments is of the first customer.
const BUSY: u64 = 50;

/// A platform to be filled.
#[derive(Clone)]
pub struct Seed {
    pub platform: PlatformId,
    /// Number of customers with an account and a bank account.
    pub customers: u64,
    /// Number of payments: first a deposit into each account, then transfers from them.
    pub payments: u64,
    /// Source of the ids in the ledger.
    pub ids: Ids,
}

/// A kind of rows.
pub struct SeedPart {
    /// Its name in the plural.
    pub name: &'static str,
    /// Number of rows, some of which are several in the store.
    pub rows: u64,
    add: fn(&mut Tx<'_>, &Seed, u64) -> Result<(), Error>,
}

/// The kind of a row, which is part of its id.
#[derive(Debug, Clone, Copy)]
enum RowKind {
    Customer = 1,
    ExternalAccount,
    Payment,
    Account,
    Verification,
    Card,
    CardSource,
    CardTransaction,
    Agent,
    AgentAction,
    Wallet,
    Organization,
    User,
    SigningWallet,
    UnmatchedDeposit,
    Alert,
    Webhook,
    Job,
}

impl Seed {
    /// Returns the kinds of rows in the order in which they are added.
    #[must_use]
    pub fn parts(&self) -> [SeedPart; 4] {
        let transfers = self.payments.saturating_sub(self.customers);
        [
            SeedPart { name: "customers", rows: self.customers, add: people::add },
            SeedPart { name: "transfers", rows: transfers, add: transfers::add },
            SeedPart { name: "extras", rows: self.extras(), add: extras::add },
            SeedPart { name: "jobs", rows: self.customers / 10, add: extras::add_job },
        ]
    }

    /// Adds all rows in large transactions. `progress` is called after each one with the number of rows of the part
    /// that are there.
    ///
    /// # Errors
    /// Also if the platform has such rows already.
    pub async fn fill(&self, store: &Store, mut progress: impl FnMut(&SeedPart, u64)) -> Result<(), Error> {
        for part in self.parts() {
            let mut begin = 0;
            while begin < part.rows {
                let end = part.rows.min(begin + AT_ONCE);
                let seed = self.clone();
                let add = part.add;
                let write =
                    store.write(&[], move |tx| (begin..end).try_for_each(|number| add(tx, &seed, number)));
                write.await?;
                begin = end;
                progress(&part, end);
            }
        }
        Ok(())
    }

    /// Returns the number of customers with one of everything.
    #[must_use]
    pub const fn extras(&self) -> u64 {
        self.customers / EXTRAS
    }

    /// Returns the customer with this number.
    #[must_use]
    pub fn customer(&self, number: u64) -> CustomerId {
        CustomerId::from_uuid(self.id(RowKind::Customer, number))
    }

    /// Returns the account of the customer with this number.
    #[must_use]
    pub fn account(&self, number: u64) -> InternalAccountId {
        InternalAccountId::from_uuid(self.id(RowKind::Account, number))
    }

    /// Returns the bank account of the customer with this number.
    #[must_use]
    pub fn bank_account(&self, number: u64) -> ExternalAccountId {
        ExternalAccountId::from_uuid(self.id(RowKind::ExternalAccount, number))
    }

    /// Returns the payment with this number.
    #[must_use]
    pub fn payment(&self, number: u64) -> TransactionId {
        TransactionId::from_uuid(self.id(RowKind::Payment, number))
    }

    /// Returns the number of the customer that makes the payment with this number: one of fifty is of the first.
    const fn owner(&self, payment: u64) -> u64 {
        if payment.is_multiple_of(BUSY) || self.customers == 0 { 0 } else { payment % self.customers }
    }

    /// Returns the id of a row: with its time, its kind and its number, and digits that spread over all ends.
    fn id(&self, kind: RowKind, number: u64) -> Uuid {
        let millis = u64::try_from(at(number).millis()).unwrap_or_default();
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [.., a, b] = self.platform.uuid().into_bytes();
        let [c, d, e, f, g, h, i, _] = spread.to_be_bytes();
        let random = [kind as u8, a, b, c, d, e, f, g, h, i];
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }
}

/// Returns the creation of the row with this number, a second after the one before.
fn at(number: u64) -> Time {
    Time::from_millis(BEGINNING + i64::try_from(number).unwrap_or_default() * 1_000)
}

/// Returns the error of a posting as one of the store.
fn refused(error: LedgerError) -> Error {
    match error {
        LedgerError::Store(error) => error,
        error @ (LedgerError::Insufficient(_) | LedgerError::TooLarge(_)) => Error::Data(error.to_string()),
    }
}
