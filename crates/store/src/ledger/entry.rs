//! The entry as it is stored, and its canonical bytes.

use causeway_domain::Time;
use causeway_domain::ids::{
    CardTransactionId, Id, InternalAccountId, JournalId, PlatformId, QuoteId, TransactionId, TransactionRef,
};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::{AccountCode, LedgerAccount, Leg, Posting, PostingKind};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::{Error, Row};

/// One entry of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The journal entry that it is a line of.
    pub journal: JournalId,
    /// Line number in the journal entry, from 0.
    pub line: i64,
    /// The business event.
    pub kind: PostingKind,
    /// The kind of account.
    pub code: AccountCode,
    /// The internal account, for AV, HO and UN.
    pub account: Option<InternalAccountId>,
    /// The related quote; always present on QE.
    pub quote: Option<QuoteId>,
    /// The related payment or card transaction.
    pub transaction: Option<TransactionId>,
    pub currency: CurrencyCode,
    /// Smallest units: positive is a credit, negative a debit.
    pub amount: i64,
    /// Sequence number among the entries of the internal account, from 1.
    pub seq: Option<i64>,
    /// Balance of the internal account's part after this entry.
    pub balance_after: Option<i64>,
    /// `true` if the debit was allowed to bring the balance below zero.
    pub overdraft: bool,
    /// Time of booking, on the platform's clock.
    pub created_at: Time,
}

impl Entry {
    /// Returns the related transaction by the id that its platform knows.
    #[must_use]
    pub fn transaction_ref(&self) -> Option<TransactionRef> {
        self.transaction.map(|id| reference(id, self.kind))
    }

    /// Returns `true` if these lines are exactly the posting.
    pub(crate) fn are(lines: &[Self], posting: &Posting) -> bool {
        let is_same_line = |(leg, line): (&Leg, &Self)| {
            let account = match leg.account {
                LedgerAccount::Guarded { account, .. } => Some(account),
                _ => None,
            };
            (posting.kind(), leg.account.code(), account, leg.amount.currency, leg.amount.minor)
                == (line.kind, line.code, line.account, line.currency, line.amount)
        };
        posting.legs().len() == lines.len() && posting.legs().iter().zip(lines).all(is_same_line)
    }
}

/// Returns the id of a transaction with postings of this kind: a payment's, or a card transaction's.
pub(super) fn reference(id: TransactionId, kind: PostingKind) -> TransactionRef {
    if kind.is_of_card() {
        TransactionRef::Card(CardTransactionId::from_uuid(id.uuid()))
    } else {
        TransactionRef::Payment(id)
    }
}

/// A raw entry as stored, unverified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawEntry {
    pub(super) platform: PlatformId,
    pub(super) journal: JournalId,
    pub(super) line: i64,
    pub(super) kind: String,
    pub(super) code: String,
    pub(super) account: Option<InternalAccountId>,
    pub(super) quote: Option<QuoteId>,
    pub(super) transaction: Option<TransactionId>,
    pub(super) currency: String,
    pub(super) amount: i64,
    pub(super) seq: Option<i64>,
    pub(super) balance_after: Option<i64>,
    pub(super) overdraft: bool,
    pub(super) created_at: Time,
    pub(super) hash: Vec<u8>,
}

/// The columns of [`RawEntry`], of a table or alias `e`.
pub(super) const COLUMNS: &str =
    "e.platform_id, e.journal_id, e.line, e.kind, e.code, e.account_id, e.quote_id,
    e.transaction_id, e.currency, e.amount, e.seq, e.balance_after, e.overdraft, e.created_at, e.hash";

/// Domain separator, so that no other bytes of the service have the same hash.
const DOMAIN: &[u8] = b"causeway ledger entry 1";

impl RawEntry {
    pub(super) fn read(row: &Row<'_>) -> Result<Self, Error> {
        Ok(Self {
            platform: row.get("platform_id")?,
            journal: row.get("journal_id")?,
            line: row.get("line")?,
            kind: row.get("kind")?,
            code: row.get("code")?,
            account: row.get("account_id")?,
            quote: row.get("quote_id")?,
            transaction: row.get("transaction_id")?,
            currency: row.get("currency")?,
            amount: row.get("amount")?,
            seq: row.get("seq")?,
            balance_after: row.get("balance_after")?,
            overdraft: row.get("overdraft")?,
            created_at: row.get("created_at")?,
            hash: row.get("hash")?,
        })
    }

    /// Computes SHA-256 of the entry's canonical bytes, which are, in this order:
    ///
    /// 1. the text `causeway ledger entry 1`;
    /// 2. platform and journal: 16 bytes each; line: 8 bytes;
    /// 3. kind, code, currency: 8 bytes of length, then the text in UTF-8;
    /// 4. account, quote, transaction: a byte 1 and 16 bytes, or a byte 0;
    /// 5. amount: 8 bytes; sequence and balance after: a byte 1 and 8 bytes, or a byte 0;
    /// 6. overdraft: a byte 1 or 0; time of booking in milliseconds: 8 bytes.
    ///
    /// Integers are big-endian, two's complement.
    pub(super) fn canonical_hash(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(DOMAIN);
        hash.update(self.platform.uuid());
        hash.update(self.journal.uuid());
        hash.update(self.line.to_be_bytes());
        for text in [&self.kind, &self.code, &self.currency] {
            let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
            hash.update(length.to_be_bytes());
            hash.update(text.as_bytes());
        }
        put_id(&mut hash, self.account.map(Id::uuid));
        put_id(&mut hash, self.quote.map(Id::uuid));
        put_id(&mut hash, self.transaction.map(Id::uuid));
        hash.update(self.amount.to_be_bytes());
        put_integer(&mut hash, self.seq);
        put_integer(&mut hash, self.balance_after);
        hash.update([u8::from(self.overdraft)]);
        hash.update(self.created_at.millis().to_be_bytes());
        hash.finalize().into()
    }

    /// Parses the entry's columns into their types.
    pub(super) fn typed(self) -> Result<Entry, Error> {
        let strange = |what: &str| Error::Data(format!("no {what} of the ledger"));
        Ok(Entry {
            journal: self.journal,
            line: self.line,
            kind: self.kind.parse().map_err(|_| strange(&self.kind))?,
            code: self.code.parse().map_err(|_| strange(&self.code))?,
            account: self.account,
            quote: self.quote,
            transaction: self.transaction,
            currency: self.currency.parse().map_err(|_| strange(&self.currency))?,
            amount: self.amount,
            seq: self.seq,
            balance_after: self.balance_after,
            overdraft: self.overdraft,
            created_at: self.created_at,
        })
    }
}

fn put_id(hash: &mut Sha256, id: Option<Uuid>) {
    match id {
        Some(uuid) => {
            hash.update([1]);
            hash.update(uuid);
        }
        None => hash.update([0]),
    }
}

fn put_integer(hash: &mut Sha256, value: Option<i64>) {
    match value {
        Some(value) => {
            hash.update([1]);
            hash.update(value.to_be_bytes());
        }
        None => hash.update([0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> RawEntry {
        RawEntry {
            platform: PlatformId::from_uuid(Uuid::from_u128(1)),
            journal: JournalId::from_uuid(Uuid::from_u128(2)),
            line: 0,
            kind: "SANDBOX_FUNDED".to_owned(),
            code: "AV".to_owned(),
            account: Some(InternalAccountId::from_uuid(Uuid::from_u128(3))),
            quote: None,
            transaction: None,
            currency: "USD".to_owned(),
            amount: 100,
            seq: Some(1),
            balance_after: Some(100),
            overdraft: false,
            created_at: Time::from_millis(1_700_000_000_000),
            hash: Vec::new(),
        }
    }

    #[test]
    fn the_canonical_form_stays_as_it_is() {
        let hex: String = entry().canonical_hash().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "78f04bb39a08cc9c9b09432e8e23225bca6657f050f2be3cbf3e0000a1c3dd93");
    }

    #[test]
    fn every_column_counts() {
        let changes: [fn(&mut RawEntry); 14] = [
            |e| e.platform = PlatformId::from_uuid(Uuid::from_u128(9)),
            |e| e.journal = JournalId::from_uuid(Uuid::from_u128(9)),
            |e| e.line = 1,
            |e| e.kind = "SANDBOX".to_owned(),
            |e| e.code = "HO".to_owned(),
            |e| e.account = None,
            |e| e.quote = Some(QuoteId::from_uuid(Uuid::from_u128(9))),
            |e| e.transaction = Some(TransactionId::from_uuid(Uuid::from_u128(9))),
            |e| e.currency = "EUR".to_owned(),
            |e| e.amount = -100,
            |e| e.seq = None,
            |e| e.balance_after = Some(0),
            |e| e.overdraft = true,
            |e| e.created_at = Time::from_millis(0),
        ];
        for change in changes {
            let mut changed = entry();
            change(&mut changed);
            assert_ne!(changed.canonical_hash(), entry().canonical_hash());
        }
    }
}
