//! The accounts of a transfer, and on whose behalf it is made.

use causeway_domain::ids::{ExternalAccountId, InternalAccountId};
use causeway_domain::money::CurrencyCode;
use causeway_store::customers::CustomerRecord;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::{Error, Tx};

use super::errors;
use crate::customers;
use crate::payments::side_not_found;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;
use crate::sca::{self, LockedPayer};

/// An account as the request names it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<I> {
    pub(super) id: I,
    /// What it is in the transfer.
    pub(super) side: &'static str,
}

/// Whether those who take part are only looked at, or kept as they are until the transaction ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Look,
    Hold,
}

/// Everybody who takes part in a transfer.
#[derive(Debug, Clone)]
pub(super) struct Parties {
    pub(super) settings: Settings,
    pub(super) platform: PlatformRecord,
    /// The owner of the internal account; none: the platform.
    pub(super) customer: Option<CustomerRecord>,
    /// The same, if strong authentication applies to it; `None` while the parties are only looked at.
    pub(super) sca: Option<LockedPayer>,
    pub(super) internal: LockedAccount,
    pub(super) external: ExternalAccountRecord,
}

impl Parties {
    /// Finds everybody that the request names; what is unknown comes before what does not fit together.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        access: Access,
        internal: Named<InternalAccountId>,
        external: Named<ExternalAccountId>,
    ) -> Result<Self, ApiError> {
        let platform = context.platform;
        let knows = |owner| context.principal.knows(owner);
        let found = internal_accounts::find(tx, platform, internal.id)?;
        let found = found.filter(|found| knows(found.account.customer));
        let found = found.ok_or_else(|| side_not_found(internal.side))?;
        let account = external_accounts::find(tx, platform, external.id)?;
        let account = account.filter(|found| !found.is_deleted && knows(found.customer));
        let external = account.ok_or_else(|| side_not_found(external.side))?;
        let look_up = match access {
            Access::Look => customers::peek_live,
            Access::Hold => customers::get_live,
        };
        let customer = found.account.customer.map(|owner| look_up(tx, platform, owner)).transpose()?;
        let settings = Settings::of(tx, context)?;
        let (sca, internal) = match access {
            Access::Look => (None, found),
            // After its owner, as everywhere.
            Access::Hold => (
                sca::lock_payer(tx, platform, &settings, customer.as_ref())?,
                internal_accounts::lock(tx, platform, internal.id)?.ok_or(Error::Missing)?,
            ),
        };
        if let (Some(one), Some(other)) = (internal.account.customer, external.customer)
            && one != other
        {
            return Err(errors::owner_mismatch());
        }
        Ok(Self { settings, platform: platforms::get(tx, platform)?, customer, sca, internal, external })
    }

    /// The currency of both accounts.
    ///
    /// # Errors
    /// `INVALID_CURRENCY` when they have not the same.
    pub(super) fn currency(&self) -> Result<CurrencyCode, ApiError> {
        let (internal, external) = (self.internal.account.currency, self.external.currency);
        if internal == external {
            Ok(internal)
        } else {
            Err(errors::currencies_differ(internal.as_str(), external.as_str()))
        }
    }

    /// The platform's own identifier for the party on whose behalf it is made.
    pub(super) fn own_id(&self) -> String {
        match &self.customer {
            Some(customer) => customer.platform_customer_id.clone(),
            None => self.platform.id.to_string(),
        }
    }
}
