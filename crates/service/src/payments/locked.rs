//! A payment that is locked, with the quote that has priced it.
//!
//! Whoever changes a payment holds the row of its quote, or its own where it has none (`docs/locks.md`).

use causeway_domain::ids::{PlatformId, QuoteId, TransactionId};
use causeway_domain::payments::TransactionType;
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Tx};

/// What a payment is locked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaymentKey {
    pub(crate) id: TransactionId,
    pub(crate) quote: Option<QuoteId>,
}

impl From<&PaymentRecord> for PaymentKey {
    fn from(payment: &PaymentRecord) -> Self {
        Self { id: payment.id, quote: payment.quote }
    }
}

/// A locked payment.
pub(crate) struct LockedPayment {
    pub(crate) payment: PaymentRecord,
    pub(crate) quote: Option<QuoteRecord>,
}

impl LockedPayment {
    /// Locks the payment with this key, in one statement.
    pub(crate) fn find(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        key: PaymentKey,
    ) -> Result<Option<Self>, Error> {
        Ok(match key.quote {
            Some(quote) => {
                let found = quotes::lock(tx, platform, quote)?;
                // The receiver of an internal payment has one of its own under the same quote.
                let found = found.filter(|(_, payment)| payment.id == key.id);
                found.map(|(quote, payment)| Self { payment, quote: Some(quote) })
            }
            None => {
                let found = payments::lock(tx, platform, key.id)?;
                found.map(|payment| Self { payment, quote: None })
            }
        })
    }

    /// Locks the payment with this id, whichever way it goes. The receiver's payment of a transfer within the service
    /// carries the quote of its sender, and is locked by its own row.
    pub(crate) fn of(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        id: TransactionId,
    ) -> Result<Option<Self>, Error> {
        let Some(found) = payments::find(tx, platform, id)? else { return Ok(None) };
        let quote = found.quote.filter(|_| found.kind == TransactionType::Outgoing);
        Self::find(tx, platform, PaymentKey { id, quote })
    }

    /// As [`LockedPayment::find`], for a payment that is there.
    pub(crate) fn get(tx: &mut Tx<'_>, platform: PlatformId, key: PaymentKey) -> Result<Self, Error> {
        Self::find(tx, platform, key)?.ok_or(Error::Missing)
    }
}
