//! The destination of a quote: an account, or a receiver at a UMA provider (money 8.1, 8.2).

use causeway_domain::Time;
use causeway_domain::customers::UmaAddress;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{LookupId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::platforms::CounterpartyField;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::lookups::{self, LookupDoc, LookupRecord, Receivable, Receiver};
use causeway_store::payments::Side;
use causeway_store::uma_offers::{PeerOffer, RawField};
use causeway_store::{Error, Tx};
use causeway_uma::counterparty::{TRAVEL_RULE, field_of_key};

use super::account::Account;
use super::errors;
use super::peer_offer::PeerDestination;
use super::request::{RequestedDestination, RequestedQuote};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::uma::sending;
use crate::uma_providers::check_provider;

/// The destination of a quote.
#[derive(Debug, Clone)]
pub(super) enum Destination {
    Account(Account),
    Uma(Box<UmaDestination>),
}

/// A receiver at a UMA provider, as returned by the look-up.
#[derive(Debug, Clone)]
pub(super) struct UmaDestination {
    pub(super) address: UmaAddress,
    /// The receiving currency.
    pub(super) currency: CurrencyCode,
    /// Limits of the amount; `None` if the receiver does not take the currency.
    pub(super) takes: Option<Receivable>,
    /// Fields of the payer that the receiver's provider asks for.
    pub(super) payer_fields: Vec<CounterpartyField>,
    /// Mandatory fields of the payer that were not among those of the look-up, and are not sent.
    pub(super) unseen: Vec<String>,
    /// The offer of the provider.
    pub(super) peer: PeerDestination,
}

impl Destination {
    /// Finds the destination of the request.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        request: &RequestedQuote,
        account: Option<Account>,
    ) -> Result<Self, ApiError> {
        let lookup = match request.lookup {
            Some(id) => Some(find_lookup(tx, context, id)?),
            None => None,
        };
        match &request.destination {
            RequestedDestination::Account(_) => {
                let account = account.ok_or_else(|| errors::side_not_found("destination"))?;
                check_is_of(lookup.as_ref(), &account)?;
                Ok(Self::Account(account))
            }
            RequestedDestination::Uma { address, currency } => {
                let lookup = lookup.ok_or_else(errors::lookup_missing)?;
                let receiver = UmaDestination::new(tx, context, request, lookup, address, *currency)?;
                Ok(Self::Uma(Box::new(receiver)))
            }
        }
    }

    /// Returns the destination as the side of a payment.
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

    /// Returns the rails that reach the destination, default first; empty within the service and for UMA
    /// addresses.
    pub(super) fn rails(&self) -> Vec<PaymentRail> {
        match self {
            Self::Account(account) => account.rails(),
            Self::Uma(_) => Vec::new(),
        }
    }

    /// Returns the external account, or `None` if the destination is of another kind.
    pub(super) fn external(&self) -> Option<&ExternalAccountRecord> {
        match self {
            Self::Account(account) => account.external(),
            Self::Uma(_) => None,
        }
    }

    /// Returns the offer of the provider of a UMA address, or `None` for another destination.
    pub(super) fn peer(&self) -> Option<&PeerDestination> {
        match self {
            Self::Account(_) => None,
            Self::Uma(receiver) => Some(&receiver.peer),
        }
    }

    /// Returns the currency to which the sending amount is converted: the receiving one, or the asset in which
    /// the provider is paid.
    pub(super) fn priced_in(&self) -> CurrencyCode {
        let layer = self.peer().and_then(|peer| peer.layer.as_ref());
        layer.map_or_else(|| self.currency(), |layer| layer.asset.booked_as)
    }

    /// Checks that the destination can be paid. The provider of a UMA address is asked later, for an invoice.
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
        request: &RequestedQuote,
        lookup: LookupRecord,
        address: &UmaAddress,
        currency: Option<CurrencyCode>,
    ) -> Result<Self, ApiError> {
        if lookup.doc.receiver != Receiver::Uma(address.to_string()) {
            return Err(errors::other_receiver());
        }
        let first = lookup.doc.currencies.first().map(|one| one.currency);
        let currency = currency.or(first).ok_or(Error::Missing)?;
        check_provider(tx, context, address.domain())?;
        let mut fresh = request.discovery.as_ref().map(|discovery| discovery.offer.clone());
        let is_used = lookup.quote.is_some() && fresh.is_none();
        let LookupDoc { mut currencies, mut payer_fields, peer, .. } = lookup.doc;
        let mut unseen = Vec::new();
        if let Some(fresh) = &mut fresh {
            unseen = remove_unseen(fresh, &peer.as_ref().ok_or_else(errors::lookup_not_found)?.payer_fields);
            currencies = sending::receivable(fresh);
            payer_fields = sending::known_fields(fresh);
        }
        // Look-ups of earlier versions have no offer.
        let offer = fresh.or(peer).ok_or_else(errors::lookup_not_found)?;
        let peer = PeerDestination::new(tx, context, offer, currency, is_used)?;
        let takes = currencies.into_iter().find(|one| one.currency == currency);
        Ok(Self { address: address.clone(), currency, takes, payer_fields, unseen, peer })
    }

    /// Checks that the receiver takes this amount in one payment.
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

/// Removes the fields about the payer that the caller was not shown at the look-up from a later offer. Returns the
/// mandatory ones among them, by the names of the interface if they have any. Travel Rule data is kept: the caller
/// does not give it.
fn remove_unseen(offer: &mut PeerOffer, shown: &[RawField]) -> Vec<String> {
    let name =
        |key: &str| field_of_key(key).map_or_else(|| key.to_owned(), |field| field.as_str().to_owned());
    let is_shown = |field: &RawField| {
        field.key == TRAVEL_RULE || shown.iter().any(|shown| name(&shown.key) == name(&field.key))
    };
    let asked = std::mem::take(&mut offer.payer_fields);
    let (seen, unseen): (Vec<RawField>, Vec<RawField>) = asked.into_iter().partition(is_shown);
    offer.payer_fields = seen;
    unseen.iter().filter(|field| field.mandatory).map(|field| name(&field.key)).collect()
}

/// Reads the look-up of the request, to be prefetched.
pub(super) fn read_lookup(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    request: &RequestedQuote,
) -> Result<(), Error> {
    match request.lookup {
        Some(id) => lookups::find(tx, platform, id).map(drop),
        None => Ok(()),
    }
}

fn find_lookup(tx: &mut Tx<'_>, context: &Context, id: LookupId) -> Result<LookupRecord, ApiError> {
    let found = lookups::find(tx, context.platform, id)?;
    found.filter(|lookup| context.now < lookup.expires_at).ok_or_else(errors::lookup_not_found)
}

/// Refuses a look-up of another receiver than this account.
fn check_is_of(lookup: Option<&LookupRecord>, account: &Account) -> Result<(), ApiError> {
    let looked_up = lookup.map(|lookup| &lookup.doc.receiver);
    match (looked_up, account.external()) {
        (None, _) => Ok(()),
        (Some(Receiver::ExternalAccount(id)), Some(account)) if *id == account.id => Ok(()),
        (Some(_), _) => Err(errors::other_receiver()),
    }
}
