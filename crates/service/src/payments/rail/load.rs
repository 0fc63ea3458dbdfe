//! Loads a payment for a rail job.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Error, Tx};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::Claimed;

/// What is made of a payment; none where its rail has nothing to do with it.
pub(in crate::payments) type Make<T> =
    fn(&mut Tx<'_>, &Context, &PaymentRecord) -> Result<Option<T>, ApiError>;

/// What `make` makes of the payment that a job is about; none where it is not wanted any more.
pub(in crate::payments) async fn load<T: Send + 'static>(
    job: &Claimed,
    payment: TransactionId,
    is_wanted: fn(&PaymentRecord) -> bool,
    make: Make<T>,
) -> Result<Option<T>, ApiError> {
    load_with(job, payment, |_, _, _| Ok(()), is_wanted, make).await
}

/// As [`load`], where `make` reads more of which the payment's id is enough to know.
pub(in crate::payments) async fn load_with<T: Send + 'static>(
    job: &Claimed,
    payment: TransactionId,
    besides: fn(&mut Tx<'_>, PlatformId, TransactionId) -> Result<(), Error>,
    is_wanted: fn(&PaymentRecord) -> bool,
    make: Make<T>,
) -> Result<Option<T>, ApiError> {
    let (app, platform) = (job.app.clone(), job.platform);
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
