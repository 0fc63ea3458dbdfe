//! The accounts of a transfer, and the customer on whose behalf it is made.

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

/// An account reference in the request.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedAccount<I> {
    pub(super) id: I,
    /// Either `source` or `destination`.
    pub(super) side: &'static str,
}

/// Access to the parties: a mere read, or locked until the transaction ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Look,
    Hold,
}

/// The parties of a transfer.
#[derive(Debug, Clone)]
pub(super) struct Parties {
    pub(super) settings: Settings,
    pub(super) platform: PlatformRecord,
    /// Owner of the internal account; `None` if the platform owns it.
    pub(super) customer: Option<CustomerRecord>,
    /// The customer, if strong authentication applies to it; `None` if the access is [`Access::Look`].
    pub(super) sca: Option<LockedPayer>,
    pub(super) internal: LockedAccount,
    pub(super) external: ExternalAccountRecord,
}

impl Parties {
    /// Finds the parties of the request; unknown parties are reported before mismatches.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        access: Access,
        internal: NamedAccount<InternalAccountId>,
        external: NamedAccount<ExternalAccountId>,
    ) -> Result<Self, ApiError> {
        let platform = context.platform;
        let is_known = |owner| context.principal.knows(owner);
        let found = internal_accounts::find(tx, platform, internal.id)?;
        let found = found.filter(|found| is_known(found.account.customer));
        let found = found.ok_or_else(|| side_not_found(internal.side))?;
        let account = external_accounts::find(tx, platform, external.id)?;
        let account = account.filter(|found| !found.is_deleted && is_known(found.customer));
        let external = account.ok_or_else(|| side_not_found(external.side))?;
        let look_up = match access {
            Access::Look => customers::peek_live,
            Access::Hold => customers::get_live,
        };
        let customer = found.account.customer.map(|owner| look_up(tx, platform, owner)).transpose()?;
        let settings = Settings::of(tx, context)?;
        let (sca, internal) = match access {
            Access::Look => (None, found),
            // Locked after its owner, as everywhere.
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

    /// Returns the currency of both accounts.
    ///
    /// # Errors
    /// `INVALID_CURRENCY` if they differ.
    pub(super) fn currency(&self) -> Result<CurrencyCode, ApiError> {
        let internal = self.internal.account.currency;
        let external = self.external.currency;
        if internal == external {
            Ok(internal)
        } else {
            Err(errors::currencies_differ(internal.as_str(), external.as_str()))
        }
    }

    /// Returns the platform's own identifier for the party on whose behalf the transfer is made.
    pub(super) fn own_id(&self) -> String {
        match &self.customer {
            Some(customer) => customer.platform_customer_id.clone(),
            None => self.platform.id.to_string(),
        }
    }
}
