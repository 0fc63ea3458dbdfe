//! Where the money of a quote goes: to an account, or to somebody at a UMA provider (money 8.1, 8.2).

use causeway_domain::Time;
use causeway_domain::customers::UmaAddress;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{LookupId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::platform::CounterpartyField;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::lookups::{self, LookupRecord, Receivable, Receiver};
use causeway_store::payments::Side;
use causeway_store::{Error, Tx};

use super::account::Account;
use super::errors;
use super::request::{Wanted, WantedDestination};
use crate::receivers;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Where the money of a quote goes.
#[derive(Debug, Clone)]
pub(super) enum Destination {
    Account(Account),
    Uma(UmaDestination),
}

/// Somebody at a UMA provider, as the look-up has shown.
#[derive(Debug, Clone)]
pub(super) struct UmaDestination {
    pub(super) address: UmaAddress,
    /// What arrives.
    pub(super) currency: CurrencyCode,
    /// How much of it; none where the receiver does not take that currency.
    pub(super) takes: Option<Receivable>,
    /// What the receiver's provider asks about the payer.
    pub(super) payer_fields: Vec<CounterpartyField>,
    /// The platform of this deployment that is the provider, if one is.
    pub(super) here: Option<PlatformId>,
}

impl Destination {
    /// Finds where the request wants the money to go.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        wanted: &Wanted,
        account: Option<Account>,
    ) -> Result<Self, ApiError> {
        let lookup = match wanted.lookup {
            Some(id) => Some(find_lookup(tx, context, id)?),
            None => None,
        };
        match &wanted.destination {
            WantedDestination::Account(_) => {
                let account = account.ok_or_else(|| errors::side_not_found("destination"))?;
                check_is_of(lookup.as_ref(), &account)?;
                Ok(Self::Account(account))
            }
            WantedDestination::Uma { address, currency } => {
                let lookup = lookup.ok_or_else(errors::lookup_missing)?;
                let receiver = UmaDestination::new(tx, context, lookup, address.clone(), *currency)?;
                Ok(Self::Uma(receiver))
            }
        }
    }

    /// The same as the side of a payment.
    pub(super) fn side(&self) -> Side {
        match self {
            Self::Account(account) => Side::Account { account: account.id(), currency: account.currency() },
            Self::Uma(receiver) => {
                Side::Uma { address: receiver.address.to_string(), currency: receiver.currency }
            }
        }
    }

    pub(super) fn currency(&self) -> CurrencyCode {
        match self {
            Self::Account(account) => account.currency(),
            Self::Uma(receiver) => receiver.currency,
        }
    }

    /// The rails that reach it, default first; none within the service and to UMA addresses.
    pub(super) fn rails(&self) -> Vec<PaymentRail> {
        match self {
            Self::Account(account) => account.rails(),
            Self::Uma(_) => Vec::new(),
        }
    }

    /// It, where it is an external account.
    pub(super) fn external(&self) -> Option<&ExternalAccountRecord> {
        match self {
            Self::Account(account) => account.external(),
            Self::Uma(_) => None,
        }
    }

    /// The platform of this deployment whose address it is, where it is one of those.
    pub(super) fn internal(&self) -> Option<PlatformId> {
        match self {
            Self::Account(_) => None,
            Self::Uma(receiver) => receiver.here,
        }
    }

    /// Whether it can be paid to. Of a UMA address the provider says so when it is asked for an invoice.
    pub(super) fn check_usable(&self, now: Time) -> Result<(), ApiError> {
        match self {
            Self::Account(account) => account.check_usable(now),
            Self::Uma(_) => Ok(()),
        }
    }
}

impl UmaDestination {
    fn new(
        tx: &mut Tx<'_>,
        context: &Context,
        lookup: LookupRecord,
        address: UmaAddress,
        currency: Option<CurrencyCode>,
    ) -> Result<Self, ApiError> {
        if lookup.doc.receiver != Receiver::Uma(address.to_string()) {
            return Err(errors::other_receiver());
        }
        let first = lookup.doc.currencies.first().map(|one| one.currency);
        let currency = currency.or(first).ok_or(Error::Missing)?;
        let takes = lookup.doc.currencies.iter().find(|one| one.currency == currency).copied();
        let here = receivers::provider_at(tx, context, address.domain())?.map(|platform| platform.id);
        Ok(Self { address, currency, takes, payer_fields: lookup.doc.payer_fields, here })
    }

    /// Whether so much can arrive at once.
    pub(super) fn check_amount(&self, arriving: i64) -> Result<(), ApiError> {
        match self.takes {
            Some(takes) if !(takes.minimum..=takes.maximum).contains(&arriving) => {
                Err(errors::receiver_takes(takes.minimum, takes.maximum, self.currency.as_str()))
            }
            Some(_) => Ok(()),
            None => Err(errors::receiver_does_not_take(self.currency.as_str())),
        }
    }
}

/// Reads the look-up that the request names, to be prefetched.
pub(super) fn read_lookup(tx: &mut Tx<'_>, platform: PlatformId, wanted: &Wanted) -> Result<(), Error> {
    match wanted.lookup {
        Some(id) => lookups::find(tx, platform, id).map(drop),
        None => Ok(()),
    }
}

fn find_lookup(tx: &mut Tx<'_>, context: &Context, id: LookupId) -> Result<LookupRecord, ApiError> {
    let found = lookups::find(tx, context.platform, id)?;
    found.filter(|lookup| context.now < lookup.expires_at).ok_or_else(errors::lookup_not_found)
}

/// A look-up of somebody else shows nothing about this account.
fn check_is_of(lookup: Option<&LookupRecord>, account: &Account) -> Result<(), ApiError> {
    let looked_up = lookup.map(|lookup| &lookup.doc.receiver);
    match (looked_up, account.external()) {
        (None, _) => Ok(()),
        (Some(Receiver::ExternalAccount(id)), Some(account)) if *id == account.id => Ok(()),
        (Some(_), _) => Err(errors::other_receiver()),
    }
}
