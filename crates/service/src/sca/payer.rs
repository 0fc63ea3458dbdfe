//! Payers under strong authentication (agents B3).

use causeway_domain::ids::PlatformId;
use causeway_store::customers::CustomerRecord;
use causeway_store::sca::{self, EncryptedProfile};
use causeway_store::{Error, Tx};

use super::applies::applies;
use super::customer::ScaCustomer;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;

/// A row-locked payer under strong authentication.
#[derive(Debug, Clone)]
pub(crate) struct LockedPayer {
    customer: CustomerRecord,
    profile: Option<EncryptedProfile>,
}

/// Locks the authentication profile of the payer; `None` if strong authentication does not apply. The
/// customer is held.
pub(crate) fn lock_payer(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    settings: &Settings,
    payer: Option<&CustomerRecord>,
) -> Result<Option<LockedPayer>, Error> {
    let Some(customer) = payer.filter(|payer| !payer.is_deleted) else { return Ok(None) };
    if !applies(settings, customer)? {
        return Ok(None);
    }
    let profile = sca::lock(tx, platform, customer.id)?;
    Ok(Some(LockedPayer { customer: customer.clone(), profile }))
}

impl LockedPayer {
    /// Decrypts the profile.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` for a profile that this service did not write.
    pub(crate) fn open(&self, context: &Context) -> Result<ScaCustomer, ApiError> {
        ScaCustomer::open(context, self.customer.clone(), self.profile.as_ref())
    }
}
