//! A row-locked quote with its payment.

use causeway_domain::ids::QuoteId;
use causeway_domain::quotes::QuoteStatus;
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Tx};
use causeway_wire::quotes::Quote;

use super::render;
use super::status::written_status;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// A row-locked quote with its payment.
pub(crate) struct LockedQuote {
    pub(crate) quote: QuoteRecord,
    pub(crate) locked: LockedPayment,
}

impl LockedQuote {
    /// Locks a quote that the caller may see; an agent must have created it itself.
    ///
    /// # Errors
    /// `QUOTE_NOT_FOUND`.
    pub(crate) fn find(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Self, ApiError> {
        let found = quotes::lock(tx, context.platform, id)?;
        let found = found.filter(|(_, payment)| context.principal.sees(payment.terms.agent));
        let (quote, payment) = found.ok_or_else(ApiError::not_found::<QuoteId>)?;
        Ok(Self { quote, locked: LockedPayment::stored(payment) })
    }

    /// Locks the quote of a job, which must exist.
    pub(super) fn get(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Self, Error> {
        let (quote, payment) = quotes::lock(tx, context.platform, id)?.ok_or(Error::Missing)?;
        Ok(Self { quote, locked: LockedPayment::stored(payment) })
    }

    /// Returns the stored status.
    pub(super) fn status(&self) -> Result<QuoteStatus, Error> {
        written_status(&self.locked.payment)
    }

    /// Returns the view of the quote at this instant.
    pub(super) fn show(&self, context: &Context) -> Result<Quote, ApiError> {
        render::quote(&self.quote, &self.locked.payment, context.now)
    }
}
