//! The platform to be filled, and the ids and times of its rows.

use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, InternalAccountId, PlatformId, TransactionId};
use causeway_domain::{Ids, Time};
use causeway_store::Error;
use causeway_store::ledger::LedgerError;
use uuid::Uuid;

/// Creation of the first row.
const BEGINNING: i64 = 1_700_000_000_000;
/// The instant at which jobs are due and quotes expire: in 2100, so that no test and no measurement runs or ends one.
pub(super) const DUE: Time = Time::from_millis(4_102_444_800_000);
/// One of this many customers has a card, an agent, a wallet, and so on.
pub(super) const EXTRAS: u64 = 100;
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

/// The kind of a row, which is part of its id.
#[derive(Debug, Clone, Copy)]
pub(super) enum RowKind {
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
    Token,
    Quote,
    Stablecoin,
    StablecoinOperation,
    ProviderAccount,
    MintJob,
}

impl Seed {
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
    pub(super) const fn owner(&self, payment: u64) -> u64 {
        if payment.is_multiple_of(BUSY) || self.customers == 0 { 0 } else { payment % self.customers }
    }

    /// Returns the id of a row: with its time, its kind and its number, and digits that spread over all ends.
    pub(super) fn id(&self, kind: RowKind, number: u64) -> Uuid {
        let millis = u64::try_from(at(number).millis()).unwrap_or_default();
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [.., a, b] = self.platform.uuid().into_bytes();
        let [c, d, e, f, g, h, i, _] = spread.to_be_bytes();
        // The version and the variant replace the first bits of the first and of the third byte.
        let random = [a, kind as u8, b, c, d, e, f, g, h, i];
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }
}

/// Returns the creation of the row with this number, a second after the one before.
pub(super) fn at(number: u64) -> Time {
    Time::from_millis(BEGINNING + i64::try_from(number).unwrap_or_default() * 1_000)
}

/// Returns the error of a posting as one of the store.
pub(super) fn refused(error: LedgerError) -> Error {
    match error {
        LedgerError::Store(error) => error,
        error @ (LedgerError::Insufficient(_) | LedgerError::TooLarge(_)) => Error::Data(error.to_string()),
    }
}
