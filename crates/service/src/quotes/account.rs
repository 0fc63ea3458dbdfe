//! The accounts of a quote, and checks of its payer.

use causeway_domain::Time;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{AccountRef, CustomerId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_store::customers::CustomerRecord;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::{Error, Tx};

use crate::customers::readiness;
use crate::payments::checks::accounts::{
    check_active, check_active_and_ready, check_debitable, check_payable,
};
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::Settings;

/// The source or destination account of a quote.
#[derive(Debug, Clone)]
pub(super) enum Account {
    External(Box<ExternalAccountRecord>),
    Internal(Box<LockedAccount>),
}

impl Account {
    /// Returns the account with this id, or `None` if it does not exist or was deleted.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        account: AccountRef,
    ) -> Result<Option<Self>, Error> {
        Ok(match account {
            AccountRef::External(id) => {
                let found = external_accounts::find(tx, platform, id)?;
                found.filter(|account| !account.is_deleted).map(|found| Self::External(Box::new(found)))
            }
            AccountRef::Internal(id) => {
                internal_accounts::find(tx, platform, id)?.map(|found| Self::Internal(Box::new(found)))
            }
        })
    }

    pub(super) fn id(&self) -> AccountRef {
        match self {
            Self::External(account) => AccountRef::External(account.id),
            Self::Internal(account) => AccountRef::Internal(account.account.id),
        }
    }

    /// Returns the owning customer, or `None` if the account is the platform's own.
    pub(super) fn owner(&self) -> Option<CustomerId> {
        match self {
            Self::External(account) => account.customer,
            Self::Internal(account) => account.account.customer,
        }
    }

    pub(super) fn currency(&self) -> CurrencyCode {
        match self {
            Self::External(account) => account.currency,
            Self::Internal(account) => account.account.currency,
        }
    }

    /// Returns the rails that reach the account, default first; empty within the service.
    pub(super) fn rails(&self) -> Vec<PaymentRail> {
        match self {
            Self::External(account) => account.doc.rails.clone(),
            Self::Internal(_) => Vec::new(),
        }
    }

    /// Returns the external account, or `None` if this is an internal one.
    pub(super) fn external(&self) -> Option<&ExternalAccountRecord> {
        match self {
            Self::External(account) => Some(account),
            Self::Internal(_) => None,
        }
    }

    /// Checks that the account can be paid.
    pub(super) fn check_usable(&self, now: Time) -> Result<(), ApiError> {
        match self {
            Self::External(account) => check_payable(account, now),
            Self::Internal(account) => check_active("destination", account),
        }
    }
}

/// Checks that the source may send on behalf of this customer.
pub(super) fn check_payer(
    settings: &Settings,
    source: &Account,
    payer: Option<&CustomerRecord>,
) -> Result<(), ApiError> {
    match source {
        Account::Internal(account) => check_active_and_ready("source", settings, account, payer),
        Account::External(account) => {
            check_debitable(account)?;
            check_ready(settings, payer)
        }
    }
}

/// Checks that the customer may pay; the platform itself always may.
pub(super) fn check_ready(settings: &Settings, payer: Option<&CustomerRecord>) -> Result<(), ApiError> {
    payer.map_or(Ok(()), |payer| readiness::check(settings, payer))
}
