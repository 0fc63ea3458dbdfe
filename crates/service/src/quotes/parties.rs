//! Who pays whom: the accounts and the customer of a quote, and whether they may (money 8.2, checks 2 to 6).

use causeway_domain::Time;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{CustomerId, InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_domain::money::CurrencyCode;
use causeway_store::customers::CustomerRecord;
use causeway_store::payments::{NamedPayer, Originator, Side};
use causeway_store::{Error, Tx};

use super::account::{Account, check_payer, check_ready};
use super::destination::{Destination, read_lookup};
use super::errors;
use super::request::{Wanted, WantedDestination, WantedPayer, WantedSource};
use crate::customers;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;

/// Where the money of a quote comes from.
#[derive(Debug, Clone)]
pub(super) enum Source {
    Account(Account),
    /// Somebody pays it in.
    PaysIn(Payer),
}

/// Somebody who pays in for a quote.
#[derive(Debug, Clone)]
pub(super) struct Payer {
    /// On whose behalf; none: the platform's.
    pub(super) customer: Option<CustomerId>,
    pub(super) currency: CurrencyCode,
    /// The network that the request names.
    pub(super) network: Option<String>,
    /// How the request names the payer, where it does by UMA address.
    pub(super) named: Option<NamedPayer>,
}

impl Source {
    /// Whose account pays, or on whose behalf somebody pays in; none: the platform.
    pub(super) fn owner(&self) -> Option<CustomerId> {
        match self {
            Self::Account(account) => account.owner(),
            Self::PaysIn(payer) => payer.customer,
        }
    }

    /// The wallet that pays, if one does: its holder must sign.
    pub(super) fn wallet(&self) -> Option<InternalAccountId> {
        match self {
            Self::Account(Account::Internal(held)) => {
                let is_wallet = held.account.account_type == InternalAccountType::EmbeddedWallet;
                is_wallet.then_some(held.account.id)
            }
            Self::Account(Account::External(_)) | Self::PaysIn(_) => None,
        }
    }

    /// The same as the side of a payment.
    pub(super) fn side(&self, currency: CurrencyCode) -> Side {
        match self {
            Self::Account(account) => Side::Account { account: account.id(), currency },
            Self::PaysIn(payer) => {
                Side::Funding { customer: payer.customer, currency, originator: Originator::default() }
            }
        }
    }

    fn currency(&self) -> CurrencyCode {
        match self {
            Self::Account(account) => account.currency(),
            Self::PaysIn(payer) => payer.currency,
        }
    }
}

/// The accounts and the customer of a quote.
#[derive(Debug, Clone)]
pub(super) struct Parties {
    pub(super) source: Source,
    /// On whose behalf; none: the platform pays for itself.
    pub(super) payer: Option<CustomerRecord>,
    pub(super) destination: Destination,
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
        match &wanted.source {
            WantedSource::Account(id) => {
                let (source, destination) = Self::sides(tx, context, wanted)?;
                let payer = owner_of(tx, platform, look_up, wanted, &source)?;
                if wanted.destination == WantedDestination::Account(*id) {
                    return Err(errors::self_payment());
                }
                Ok(Self { source: Source::Account(source), payer, destination })
            }
            WantedSource::PaysIn(payer) => {
                let [_, destination] = Self::known(tx, context, wanted)?;
                let destination = Destination::find(tx, context, wanted, destination)?;
                let (source, payer) = paying_in(tx, context, look_up, wanted.customer, payer)?;
                Ok(Self { source, payer, destination })
            }
        }
    }

    /// Finds the account that pays, and where its money goes.
    pub(super) fn sides(
        tx: &mut Tx<'_>,
        context: &Context,
        wanted: &Wanted,
    ) -> Result<(Account, Destination), ApiError> {
        let [source, destination] = Self::known(tx, context, wanted)?;
        let source = source.ok_or_else(|| errors::side_not_found("source"))?;
        Ok((source, Destination::find(tx, context, wanted, destination)?))
    }

    /// Finds the two accounts that the request names, if the caller may know of them.
    fn known(tx: &mut Tx<'_>, context: &Context, wanted: &Wanted) -> Result<[Option<Account>; 2], Error> {
        let is_known = |account: &Account| context.principal.knows(account.owner());
        Ok(Self::accounts(tx, context.platform, wanted)?.map(|account| account.filter(is_known)))
    }

    /// The two accounts that the request names.
    pub(super) fn accounts(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        wanted: &Wanted,
    ) -> Result<[Option<Account>; 2], Error> {
        let source = match wanted.source {
            WantedSource::Account(account) => Account::find(tx, platform, account)?,
            WantedSource::PaysIn(_) => None,
        };
        let destination = match wanted.destination {
            WantedDestination::Account(account) => Account::find(tx, platform, account)?,
            WantedDestination::Uma { .. } => None,
        };
        read_lookup(tx, platform, wanted)?;
        Ok([source, destination])
    }

    /// Whether the accounts can be used, the rail that the request names reaches the destination, and the paying
    /// customer may pay.
    pub(super) fn check(
        &self,
        settings: &Settings,
        rail: Option<PaymentRail>,
        now: Time,
    ) -> Result<(), ApiError> {
        self.destination.check_usable(now)?;
        if let Some(rail) = rail
            && !self.destination.rails().contains(&rail)
        {
            return Err(errors::rail_not_supported(rail.as_str()));
        }
        match &self.source {
            Source::Account(source) => check_payer(settings, source, self.payer.as_ref()),
            Source::PaysIn(_) => check_ready(settings, self.payer.as_ref()),
        }
    }

    /// What is sent, and what arrives.
    pub(super) fn pair(&self) -> (CurrencyCode, CurrencyCode) {
        (self.source.currency(), self.destination.currency())
    }
}

/// On whose behalf an account pays.
fn owner_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    look_up: LookUp,
    wanted: &Wanted,
    source: &Account,
) -> Result<Option<CustomerRecord>, ApiError> {
    let named = wanted.customer.map(|id| look_up(tx, platform, id)).transpose()?;
    match (source.owner(), named) {
        (Some(owner), Some(named)) if owner != named.id => Err(errors::owner_mismatch()),
        (Some(owner), None) => Ok(Some(look_up(tx, platform, owner)?)),
        (_, named) => Ok(named),
    }
}

/// Somebody who pays in, and on whose behalf.
fn paying_in(
    tx: &mut Tx<'_>,
    context: &Context,
    look_up: LookUp,
    customer: Option<CustomerId>,
    wanted: &WantedPayer,
) -> Result<(Source, Option<CustomerRecord>), ApiError> {
    let id = match &wanted.uma_address {
        None => customer,
        Some(address) => {
            let holder = customers::holder_of(tx, context, address)?;
            let holder = holder.filter(|id| context.principal.knows(Some(*id)));
            Some(holder.ok_or_else(errors::not_an_own_address)?)
        }
    };
    let customer = id.map(|id| look_up(tx, context.platform, id)).transpose()?;
    let first = customer.as_ref().and_then(|customer| customer.currencies.first());
    let currency = wanted.currency.or(first.copied()).ok_or_else(errors::currency_not_named)?;
    let named = wanted.uma_address.clone();
    let named = named.map(|uma_address| NamedPayer { uma_address, currency: wanted.currency });
    Ok((Source::PaysIn(Payer { customer: id, currency, network: wanted.network.clone(), named }), customer))
}
