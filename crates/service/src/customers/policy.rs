//! Customer policy from a platform's configuration and settings.

use causeway_domain::contact::ContactChannel;
use causeway_domain::country::Country;
use causeway_domain::customers::Offer;
use causeway_domain::money::CurrencyCode;
use causeway_store::customers::ContactChannels;
use causeway_store::customers::ContactStatus;
use causeway_store::{Tx, platforms};

use super::uma;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{
    CONTACT_VERIFICATION_CHANNELS, CONTACT_VERIFICATION_REGIONS, CURRENCY_REGIONS, DEFAULT_REGION, REGULATED,
    Settings,
};

/// The customer policy of a platform.
pub(super) struct Policy {
    /// `true` if the platform verifies its customers itself.
    pub(super) is_regulated: bool,
    /// The currencies that the platform supports, in its order.
    pub(super) supported: Vec<CurrencyCode>,
    /// The supported currencies, each with the countries where it is offered.
    pub(super) offers: Vec<Offer>,
    /// The region of customers for whom none can be derived.
    pub(super) default_region: Country,
    /// The domain of UMA addresses, after the `@`.
    pub(super) uma_domain: String,
    /// All settings of the platform.
    pub(super) settings: Settings,
}

impl Policy {
    /// Reads the policy of the context's platform.
    pub(super) fn load(tx: &mut Tx<'_>, context: &Context) -> Result<Self, ApiError> {
        let platform = platforms::get(tx, context.platform)?;
        let settings = Settings::of(tx, context)?;
        let regions = settings.get(&CURRENCY_REGIONS)?;
        let supported: Vec<CurrencyCode> =
            platform.doc.currencies.iter().map(|entry| entry.currency).collect();
        let offer = |currency: &CurrencyCode| Offer {
            currency: *currency,
            regions: regions.get(currency).cloned().unwrap_or_default(),
        };
        Ok(Self {
            is_regulated: settings.get(&REGULATED)?,
            offers: supported.iter().map(offer).collect(),
            supported,
            default_region: settings.get(&DEFAULT_REGION)?,
            uma_domain: uma::domain_of(&platform, &context.app.deployment.uma_service_host),
            settings,
        })
    }

    /// Returns the contact channels that customers of a region must confirm, all pending; `None` if there are
    /// none (customers 4).
    pub(super) fn contact_channels(&self, region: Country) -> Result<Option<ContactChannels>, ApiError> {
        let regions = self.settings.get(&CONTACT_VERIFICATION_REGIONS)?;
        if self.is_regulated || !regions.contains(&region) {
            return Ok(None);
        }
        let channels = self.settings.get(&CONTACT_VERIFICATION_CHANNELS)?;
        let pending = |channel| channels.contains(&channel).then_some(ContactStatus::Pending);
        let required =
            ContactChannels { email: pending(ContactChannel::Email), phone: pending(ContactChannel::Phone) };
        Ok((required.email.is_some() || required.phone.is_some()).then_some(required))
    }
}
