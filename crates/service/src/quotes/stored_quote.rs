//! A quote as it is read before its execution, with the inquiries to the outside world about it.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::QuoteId;
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Tx};

use crate::payments::checks::precheck::Precheck;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};

/// A stored quote with its payment, not locked.
pub(super) struct StoredQuote {
    pub(super) quote: QuoteRecord,
    pub(super) payment: PaymentRecord,
    pub(super) precheck: Precheck,
    /// Time of the read, on the platform's clock.
    pub(super) now: Time,
}

impl StoredQuote {
    /// Reads the quote with this id for a request. A single query finds it, unless rails ask about its external accounts.
    ///
    /// # Errors
    /// `QUOTE_NOT_FOUND`.
    pub(super) async fn read(app: &Arc<App>, caller: &Caller, id: QuoteId) -> Result<Self, ApiError> {
        let shared = Arc::clone(app);
        let asker = caller.clone();
        let find = move |tx: &mut Tx<'_>| {
            let context = Context::of(&shared, &asker, tx.wall());
            Ok::<_, ApiError>(Self::find(tx, &context, id)?)
        };
        let found = if caller.offers.wants_parties() {
            app.store.read(find).await
        } else {
            app.store.find(find).await
        };
        found?.ok_or_else(ApiError::not_found::<QuoteId>)
    }

    /// Finds the quote with this id.
    pub(super) fn find(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Option<Self>, Error> {
        let Some((quote, payment)) = quotes::find(tx, context.platform, id)? else { return Ok(None) };
        let precheck = Precheck::read(tx, context, &payment.terms)?;
        Ok(Some(Self { quote, payment, precheck, now: context.now }))
    }
}
