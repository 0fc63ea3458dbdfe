//! Loads a payment for a rail job.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Error, Tx};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::ClaimedJob;

/// A function that builds a job's input from a payment; `None` if the rail has no part in the payment.
pub(in crate::payments) type BuildInput<T> =
    fn(&mut Tx<'_>, &Context, &PaymentRecord) -> Result<Option<T>, ApiError>;

/// Loads the payment of a job and builds its input, or returns `None` if the payment no longer needs the job.
pub(in crate::payments) async fn load<T: Send + 'static>(
    job: &ClaimedJob,
    payment: TransactionId,
    is_wanted: fn(&PaymentRecord) -> bool,
    make: BuildInput<T>,
) -> Result<Option<T>, ApiError> {
    load_with(job, payment, |_, _, _| Ok(()), is_wanted, make).await
}

/// Loads as [`load`] does, and prefetches more rows by the payment's id.
pub(in crate::payments) async fn load_with<T: Send + 'static>(
    job: &ClaimedJob,
    payment: TransactionId,
    besides: fn(&mut Tx<'_>, PlatformId, TransactionId) -> Result<(), Error>,
    is_wanted: fn(&PaymentRecord) -> bool,
    make: BuildInput<T>,
) -> Result<Option<T>, ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        tx.prefetch(|tx| {
            payments::find_with_platform(tx, platform, payment)?;
            besides(tx, platform, payment)
        })?;
        let found = payments::find_with_platform(tx, platform, payment)?;
        let (platform, payment) = found.ok_or(Error::Missing)?;
        let context = Context::of_service(&app, &platform, tx.wall());
        if is_wanted(&payment) { make(tx, &context, &payment) } else { Ok(None) }
    };
    job.app.store.read(read).await
}
