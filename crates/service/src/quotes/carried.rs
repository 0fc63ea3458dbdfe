//! What a job reads before it turns to a rail.

use causeway_domain::ids::TransactionId;
use causeway_store::quotes::QuoteRecord;
use causeway_store::transactions::TransactionRecord;
use causeway_store::{Error, Tx, platforms, quotes, transactions};

use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::Claimed;

/// What is made of a quote and its payment; none where its rail has nothing to do with them.
pub(super) type Make<T> =
    fn(&mut Tx<'_>, &Context, &QuoteRecord, &TransactionRecord) -> Result<Option<T>, ApiError>;

/// What `make` makes of the payment that a job is about; none where it is not wanted any more.
pub(super) async fn read<T: Send + 'static>(
    job: &Claimed,
    payment: TransactionId,
    is_wanted: fn(&TransactionRecord) -> bool,
    make: Make<T>,
) -> Result<Option<T>, ApiError> {
    let (app, platform) = (job.app.clone(), job.platform);
    let read = move |tx: &mut Tx<'_>| {
        tx.prefetch(|tx| {
            platforms::find(tx, platform)?;
            transactions::find(tx, platform, payment).map(drop)
        })?;
        let context = Context::read(tx, &app, platform)?;
        let payment = transactions::find(tx, platform, payment)?.ok_or(Error::Missing)?;
        let Some(quote) = payment.quote.filter(|_| is_wanted(&payment)) else { return Ok(None) };
        let quote = quotes::find(tx, platform, quote)?.ok_or(Error::Missing)?;
        make(tx, &context, &quote, &payment)
    };
    job.app.store.read(read).await
}
