//! The result of a receiver look-up: stored for the quote that follows, and returned (money 7).

use std::time::Duration;

use causeway_domain::ids::LookupId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::{AssetRate, Rate};
use causeway_store::Tx;
use causeway_store::lookups::{self, LookupDoc, LookupRecord, Receivable, Receiver};
use causeway_store::uma_offers::PeerOffer;
use causeway_wire::lookups::CurrencyPreference;
use causeway_wire::platforms::CounterpartyField;

use super::errors;
use super::sender::Sender;
use crate::ports::World;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::{self, exact_number};
use crate::uma::local_receiver::UmaReceiver;
use crate::uma::sending as uma_offers;

/// Lifetime of a look-up.
const WINDOW: Duration = Duration::from_mins(15);
/// Decimals of a millisatoshi.
const MILLISATOSHI: u8 = 11;

/// The data learned about a receiver.
pub(super) struct LookupResult {
    pub(super) receiver: Receiver,
    pub(super) takes: UmaReceiver,
    /// One for each of the currencies, in their order.
    pub(super) rates: Vec<Rate>,
    /// The answer of the receiver's provider; `None` if no message was sent.
    pub(super) offer: Option<PeerOffer>,
}

/// The common part of a look-up's response, for every kind of receiver.
pub(super) struct LookupView {
    pub(super) lookup_id: LookupId,
    pub(super) supported_currencies: Vec<CurrencyPreference>,
    pub(super) required_payer_data_fields: Vec<CounterpartyField>,
}

impl LookupResult {
    /// Fetches the rates from the sender's currency. A currency without a rate cannot be quoted and is left
    /// out.
    ///
    /// # Errors
    /// `LOOKUP_REQUEST_FAILED` if none is left.
    async fn with_rates(
        world: &World,
        sending: CurrencyCode,
        receiver: Receiver,
        takes: UmaReceiver,
    ) -> Result<Self, ApiError> {
        let pairs: Vec<_> = takes.currencies.iter().map(|one| (sending, one.currency)).collect();
        let rates = world.rates.rates(&pairs).await;
        let priced =
            takes.currencies.into_iter().zip(rates).filter_map(|(one, rate)| Some((one, rate.ok()?.rate)));
        let (currencies, rates): (Vec<Receivable>, Vec<Rate>) = priced.unzip();
        if currencies.is_empty() {
            return Err(errors::no_rate());
        }
        let takes = UmaReceiver { currencies, payer_fields: takes.payer_fields };
        Ok(Self { receiver, takes, rates, offer: None })
    }

    /// Fetches or calculates the rates of a provider's offer: from currency to currency if the payment is settled in
    /// this process, or else through bitcoin. A currency without a rate is left out.
    ///
    /// # Errors
    /// `LOOKUP_REQUEST_FAILED` if none is left.
    pub(super) async fn of_offer(
        world: &World,
        sending: CurrencyCode,
        receiver: Receiver,
        offer: PeerOffer,
    ) -> Result<Self, ApiError> {
        if offer.layers.iter().any(|layer| layer.layer.moves_currencies()) {
            let takes = UmaReceiver {
                currencies: uma_offers::receivable(&offer),
                payer_fields: uma_offers::known_fields(&offer),
            };
            let result = Self::with_rates(world, sending, receiver, takes).await?;
            return Ok(Self { offer: Some(offer), ..result });
        }
        let bitcoin = world.rates.rate(sending, CurrencyCode::BTC).await.map_err(|_| errors::no_rate())?;
        let asset = AssetRate { rate: bitcoin, decimals: MILLISATOSHI };
        let offered = uma_offers::receivable(&offer).into_iter().zip(&offer.currencies);
        let priced = offered
            .filter_map(|(one, peer)| Some((one, asset.offered_rate(peer.multiplier, peer.decimals)?)));
        let (currencies, rates): (Vec<Receivable>, Vec<Rate>) = priced.unzip();
        if currencies.is_empty() {
            return Err(errors::no_rate());
        }
        let takes = UmaReceiver { currencies, payer_fields: uma_offers::known_fields(&offer) };
        Ok(Self { receiver, takes, rates, offer: Some(offer) })
    }

    /// Stores the look-up, and returns its view.
    pub(super) fn store(
        &self,
        tx: &mut Tx<'_>,
        context: &Context,
        sender: &Sender,
    ) -> Result<LookupView, ApiError> {
        let record = LookupRecord {
            id: context.id(),
            customer: sender.id(),
            doc: LookupDoc {
                v: 1,
                receiver: self.receiver.clone(),
                currencies: self.takes.currencies.clone(),
                payer_fields: self.takes.payer_fields.clone(),
                peer: self.offer.clone(),
            },
            quote: None,
            expires_at: context.now.plus(WINDOW),
            created_at: context.now,
        };
        lookups::insert(tx, context.platform, &record)?;
        let currencies =
            self.takes.currencies.iter().zip(&self.rates).map(|(one, rate)| preference(*one, *rate));
        let fields = self.takes.payer_fields.iter();
        Ok(LookupView {
            lookup_id: record.id,
            supported_currencies: currencies.collect::<Result<_, _>>()?,
            required_payer_data_fields: fields
                .map(|field| CounterpartyField { name: field.name, mandatory: field.mandatory })
                .collect(),
        })
    }
}

fn preference(one: Receivable, rate: Rate) -> Result<CurrencyPreference, ApiError> {
    Ok(CurrencyPreference {
        currency: money::currency(one.currency)?,
        estimated_exchange_rate: exact_number(rate.as_decimal())?,
        min: one.minimum.into(),
        max: one.maximum.into(),
    })
}
