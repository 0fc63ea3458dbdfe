//! The parties of a quote: its accounts and customer, and checks that they may pay (money 8.2, checks 2 to
//! 6).

use causeway_domain::Time;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{CustomerId, InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_domain::money::CurrencyCode;
use causeway_store::customers::CustomerRecord;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::payments::{NamedPayer, Originator, Side};
use causeway_store::{Error, Tx};

use super::account::{Account, check_payer, check_ready};
use super::destination::{Destination, read_lookup};
use super::errors;
use super::request::{RequestedDestination, RequestedPayer, RequestedQuote, RequestedSource};
use crate::customers;
use crate::payments::checks::precheck::ExternalSides;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;

/// The source of a quote's money.
#[derive(Debug, Clone)]
pub(super) enum Source {
    Account(Account),
    /// A payer funds the quote by an incoming payment.
    PaysIn(Payer),
}

/// A payer that funds a quote.
#[derive(Debug, Clone)]
pub(super) struct Payer {
    /// `None` if the platform pays for itself.
    pub(super) customer: Option<CustomerId>,
    pub(super) currency: CurrencyCode,
    /// Network of the request.
    pub(super) network: Option<String>,
    /// Set if the request names the payer by UMA address.
    pub(super) uma_payer: Option<NamedPayer>,
}

impl Source {
    /// Returns the paying customer, or `None` if the platform pays.
    pub(super) fn owner(&self) -> Option<CustomerId> {
        match self {
            Self::Account(account) => account.owner(),
            Self::PaysIn(payer) => payer.customer,
        }
    }

    /// Returns the paying wallet, whose holder must sign, or `None` if another source pays.
    pub(super) fn wallet(&self) -> Option<InternalAccountId> {
        match self {
            Self::Account(Account::Internal(account)) => {
                let is_wallet = account.account.account_type == InternalAccountType::EmbeddedWallet;
                is_wallet.then_some(account.account.id)
            }
            Self::Account(Account::External(_)) | Self::PaysIn(_) => None,
        }
    }

    /// Returns the external account to debit, or `None` if another source pays.
    pub(super) fn external(&self) -> Option<&ExternalAccountRecord> {
        match self {
            Self::Account(account) => account.external(),
            Self::PaysIn(_) => None,
        }
    }

    /// Returns the source as the side of a payment.
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
    /// `None` if the platform pays for itself.
    pub(super) paying_customer: Option<CustomerRecord>,
    pub(super) destination: Destination,
}

/// The lookup of the paying customer: [`customers::get_live`] in a write, which locks it,
/// [`customers::peek_live`] before it.
pub(super) type CustomerLookup = fn(&mut Tx<'_>, PlatformId, CustomerId) -> Result<CustomerRecord, ApiError>;

impl Parties {
    /// Finds the parties of the request; unknown parties are reported before mismatches.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        look_up: CustomerLookup,
        request: &RequestedQuote,
    ) -> Result<Self, ApiError> {
        let platform = context.platform;
        match &request.source {
            RequestedSource::Account(id) => {
                let (source, destination) = Self::sides(tx, context, request)?;
                let paying_customer = owner_of(tx, platform, look_up, request, &source)?;
                if request.destination == RequestedDestination::Account(*id) {
                    return Err(errors::self_payment());
                }
                Ok(Self { source: Source::Account(source), paying_customer, destination })
            }
            RequestedSource::PaysIn(payer) => {
                let [_, destination] = Self::known(tx, context, request)?;
                let destination = Destination::find(tx, context, request, destination)?;
                let (source, paying_customer) = paying_in(tx, context, look_up, request.customer, payer)?;
                Ok(Self { source, paying_customer, destination })
            }
        }
    }

    /// Finds the paying account and the destination.
    pub(super) fn sides(
        tx: &mut Tx<'_>,
        context: &Context,
        request: &RequestedQuote,
    ) -> Result<(Account, Destination), ApiError> {
        let [source, destination] = Self::known(tx, context, request)?;
        let source = source.ok_or_else(|| errors::side_not_found("source"))?;
        Ok((source, Destination::find(tx, context, request, destination)?))
    }

    /// Finds the two accounts of the request that the caller may see.
    fn known(
        tx: &mut Tx<'_>,
        context: &Context,
        request: &RequestedQuote,
    ) -> Result<[Option<Account>; 2], Error> {
        let is_known = |account: &Account| context.principal.knows(account.owner());
        Ok(Self::accounts(tx, context.platform, request)?.map(|account| account.filter(is_known)))
    }

    /// Finds the two accounts of the request.
    pub(super) fn accounts(
        tx: &mut Tx<'_>,
        platform: PlatformId,
        request: &RequestedQuote,
    ) -> Result<[Option<Account>; 2], Error> {
        let source = match request.source {
            RequestedSource::Account(account) => Account::find(tx, platform, account)?,
            RequestedSource::PaysIn(_) => None,
        };
        let destination = match request.destination {
            RequestedDestination::Account(account) => Account::find(tx, platform, account)?,
            RequestedDestination::Uma { .. } => None,
        };
        read_lookup(tx, platform, request)?;
        Ok([source, destination])
    }

    /// Checks that the accounts can be used, that the requested rail reaches the destination, and that the
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
            Source::Account(source) => check_payer(settings, source, self.paying_customer.as_ref()),
            Source::PaysIn(_) => check_ready(settings, self.paying_customer.as_ref()),
        }
    }

    /// Returns the external accounts among the two sides.
    pub(super) fn external_sides(&self) -> ExternalSides<'_> {
        ExternalSides { source: self.source.external(), destination: self.destination.external() }
    }

    /// Returns the sending and the receiving currency.
    pub(super) fn pair(&self) -> (CurrencyCode, CurrencyCode) {
        (self.source.currency(), self.destination.currency())
    }
}

/// Returns the customer on whose behalf an account pays.
fn owner_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    look_up: CustomerLookup,
    request: &RequestedQuote,
    source: &Account,
) -> Result<Option<CustomerRecord>, ApiError> {
    let named_customer = request.customer.map(|id| look_up(tx, platform, id)).transpose()?;
    match (source.owner(), named_customer) {
        (Some(owner), Some(named_customer)) if owner != named_customer.id => Err(errors::owner_mismatch()),
        (Some(owner), None) => Ok(Some(look_up(tx, platform, owner)?)),
        (_, named_customer) => Ok(named_customer),
    }
}

/// Returns the paying-in source, and the customer on whose behalf it pays.
fn paying_in(
    tx: &mut Tx<'_>,
    context: &Context,
    look_up: CustomerLookup,
    customer: Option<CustomerId>,
    payer: &RequestedPayer,
) -> Result<(Source, Option<CustomerRecord>), ApiError> {
    let id = match &payer.uma_address {
        None => customer,
        Some(address) => {
            let holder = customers::holder_of(tx, context, address)?;
            let holder = holder.filter(|id| context.principal.knows(Some(*id)));
            Some(holder.ok_or_else(errors::not_an_own_address)?)
        }
    };
    let customer = id.map(|id| look_up(tx, context.platform, id)).transpose()?;
    let first = customer.as_ref().and_then(|customer| customer.currencies.first());
    let currency = payer.currency.or(first.copied()).ok_or_else(errors::currency_not_named)?;
    let uma_address = payer.uma_address.clone();
    let uma_payer = uma_address.map(|uma_address| NamedPayer { uma_address, currency: payer.currency });
    let source = Payer { customer: id, currency, network: payer.network.clone(), uma_payer };
    Ok((Source::PaysIn(source), customer))
}
