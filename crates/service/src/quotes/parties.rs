//! Who pays whom: the accounts and the customer of a quote, and whether they may (money 8.2, checks 2 to 6).

use causeway_domain::external_accounts::{ExternalAccountStatus, Rail, debit_rail};
use causeway_domain::ids::{AccountRef, CustomerId, PlatformId};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::money::Currency;
use causeway_store::customers::CustomerRecord;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::{Error, Tx};

use super::errors;
use super::request::Wanted;
use crate::customers;
use crate::payments::accounts::{is_active, is_payable};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;

/// An account of a quote: where the money comes from, or where it goes.
#[derive(Debug, Clone)]
pub(super) enum Account {
    External(Box<ExternalAccountRecord>),
    Internal(Box<LockedAccount>),
}

/// The accounts and the customer of a quote.
#[derive(Debug, Clone)]
pub(super) struct Parties {
    pub(super) source: Account,
    /// On whose behalf; none: the platform pays for itself.
    pub(super) payer: Option<CustomerRecord>,
    pub(super) destination: Account,
}

impl Account {
    /// The account with this id, unless it was deleted.
    fn find(tx: &mut Tx<'_>, platform: PlatformId, account: AccountRef) -> Result<Option<Self>, Error> {
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

    /// Whose it is; none: the platform's.
    pub(super) fn owner(&self) -> Option<CustomerId> {
        match self {
            Self::External(account) => account.customer,
            Self::Internal(held) => held.account.customer,
        }
    }

    pub(super) fn currency(&self) -> Currency {
        match self {
            Self::External(account) => account.currency,
            Self::Internal(held) => held.account.currency,
        }
    }

    /// The rails that reach it, default first; none within the service.
    pub(super) fn rails(&self) -> Vec<Rail> {
        match self {
            Self::External(account) => account.doc.rails.clone(),
            Self::Internal(_) => Vec::new(),
        }
    }

    /// The customer that an external account belongs to.
    pub(super) fn external_owner(&self) -> Option<CustomerId> {
        match self {
            Self::External(account) => account.customer,
            Self::Internal(_) => None,
        }
    }

    /// Whether the account can be paid to.
    pub(super) fn check_usable(&self) -> Result<(), ApiError> {
        match self {
            Self::External(account) if is_payable(account.status) => Ok(()),
            Self::External(account) => {
                Err(errors::external_account_not_active("destination", account.status.as_str()))
            }
            Self::Internal(held) => check_active("destination", held),
        }
    }
}

/// How the paying customer is looked up: [`customers::get_live`] in a write, which holds it,
/// [`customers::peek_live`] before it.
pub(super) type LookUp = fn(&mut Tx<'_>, PlatformId, CustomerId) -> Result<CustomerRecord, ApiError>;

impl Parties {
    /// Finds everybody that the request names; what is unknown comes before what does not fit together.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        look_up: LookUp,
        wanted: &Wanted,
    ) -> Result<Self, ApiError> {
        let platform = context.platform;
        let [source, destination] = Self::accounts(tx, platform, wanted)?;
        let source = source.ok_or_else(|| errors::side_not_found("source"))?;
        let destination = destination.ok_or_else(|| errors::side_not_found("destination"))?;
        let named = wanted.customer.map(|id| look_up(tx, platform, id)).transpose()?;
        let payer = match (source.owner(), named) {
            (Some(owner), Some(named)) if owner != named.id => return Err(errors::owner_mismatch()),
            (Some(owner), None) => Some(look_up(tx, platform, owner)?),
            (_, named) => named,
        };
        if wanted.source == wanted.destination {
            return Err(errors::self_payment());
        }
        Ok(Self { source, payer, destination })
    }

    /// The two accounts that the request names.
    pub(super) fn accounts(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        wanted: &Wanted,
    ) -> Result<[Option<Account>; 2], Error> {
        Ok([Account::find(tx, platform, wanted.source)?, Account::find(tx, platform, wanted.destination)?])
    }

    /// Whether the accounts can be used, the rail that the request names reaches the destination, and the paying
    /// customer may pay.
    pub(super) fn check(&self, settings: &Settings, rail: Option<Rail>) -> Result<(), ApiError> {
        self.destination.check_usable()?;
        if let Some(rail) = rail
            && !self.destination.rails().contains(&rail)
        {
            return Err(errors::rail_not_supported(rail.as_str()));
        }
        check_payer(settings, &self.source, self.payer.as_ref())
    }

    /// What is sent, and what arrives.
    pub(super) fn pair(&self) -> (Currency, Currency) {
        (self.source.currency(), self.destination.currency())
    }
}

/// Whether the source may send, on behalf of this customer. An internal account that is pending only because its
/// customer is not ready fails for the customer (customers 2.7).
pub(super) fn check_payer(
    settings: &Settings,
    source: &Account,
    payer: Option<&CustomerRecord>,
) -> Result<(), ApiError> {
    match source {
        Account::External(account) => check_debitable(account)?,
        Account::Internal(held) if held.account.doc.state.status() == InternalAccountStatus::Pending => {}
        Account::Internal(held) => check_active("source", held)?,
    }
    if let Some(payer) = payer {
        customers::readiness::check(settings, payer)?;
    }
    match source {
        Account::External(_) => Ok(()),
        Account::Internal(held) => check_active("source", held),
    }
}

/// Whether an external account can be debited (money 4.1, 10.2).
fn check_debitable(account: &ExternalAccountRecord) -> Result<(), ApiError> {
    match account.status {
        ExternalAccountStatus::Active if debit_rail(&account.account_type).is_some() => Ok(()),
        ExternalAccountStatus::Active => Err(errors::not_debitable(&account.account_type)),
        ExternalAccountStatus::PendingOwnershipVerification
        | ExternalAccountStatus::Unverified
        | ExternalAccountStatus::Pending
        | ExternalAccountStatus::UnderReview
        | ExternalAccountStatus::Inactive => {
            Err(errors::external_account_not_active("source", account.status.as_str()))
        }
    }
}

/// Whether an internal account can send or receive now; `side` is what it is in the payment.
pub(super) fn check_active(side: &str, held: &LockedAccount) -> Result<(), ApiError> {
    if is_active(held) {
        return Ok(());
    }
    Err(errors::account_not_active(side, held.account.doc.state.status().as_str()))
}
