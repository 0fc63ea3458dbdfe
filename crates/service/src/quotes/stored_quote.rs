//! A quote as it is read before its execution, with the inquiries to the outside world about it.

use causeway_domain::Time;
use causeway_domain::ids::QuoteId;
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Tx};

use crate::payments::checks::precheck::Precheck;
use crate::runtime::context::Context;

/// A stored quote with its payment, not locked.
pub(super) struct StoredQuote {
    pub(super) quote: QuoteRecord,
    pub(super) payment: PaymentRecord,
    pub(super) precheck: Precheck,
    /// Time of the read, on the platform's clock.
    pub(super) now: Time,
}

impl StoredQuote {
    /// Finds the quote with this id.
    pub(super) fn find(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Option<Self>, Error> {
        let Some((quote, payment)) = quotes::find(tx, context.platform, id)? else { return Ok(None) };
        let precheck = Precheck::read(tx, context, &payment.terms)?;
        Ok(Some(Self { quote, payment, precheck, now: context.now }))
    }
}
