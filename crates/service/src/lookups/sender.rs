//! The sender on whose behalf a receiver is looked up (money 7.1).

use causeway_domain::customers::UmaAddress;
use causeway_domain::ids::CustomerId;
use causeway_domain::money::CurrencyCode;
use causeway_store::Tx;
use causeway_store::customers::CustomerRecord;
use causeway_store::platforms::PlatformRecord;
use causeway_wire::lookups::LookupSender;

use super::errors;
use crate::customers;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The sender: a customer, or the platform itself.
pub(super) struct Sender {
    pub(super) customer: Option<CustomerRecord>,
    /// First currency of the sender, the most likely one to be sent.
    pub(super) currency: CurrencyCode,
}

impl Sender {
    /// Finds the sender that the query names by id or by address.
    ///
    /// # Errors
    /// `USER_NOT_FOUND`; `INVALID_INPUT` if the query names two.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        platform: &PlatformRecord,
        named: &LookupSender,
    ) -> Result<Self, ApiError> {
        let by_id = named.customer_id.map(|id| customers::peek_live(tx, context.platform, id)).transpose()?;
        let by_address = match &named.sender_uma_address {
            None => None,
            Some(address) => Some(by_address(tx, context, platform, address.as_str())?),
        };
        let customer = match (by_id, by_address) {
            (Some(one), Some(other)) if one.id != other.id => return Err(errors::two_senders()),
            (by_id, by_address) => by_id.or(by_address),
        };
        let of_customer = customer.as_ref().and_then(|customer| customer.currencies.first().copied());
        let of_platform = || platform.doc.currencies.first().map(|entry| entry.currency);
        Ok(Self { currency: of_customer.or_else(of_platform).unwrap_or(CurrencyCode::USD), customer })
    }

    pub(super) fn id(&self) -> Option<CustomerId> {
        self.customer.as_ref().map(|customer| customer.id)
    }
}

/// Finds the platform's own customer with this address.
fn by_address(
    tx: &mut Tx<'_>,
    context: &Context,
    platform: &PlatformRecord,
    address: &str,
) -> Result<CustomerRecord, ApiError> {
    let domain = customers::uma_domain(platform, &context.app.deployment.uma_service_host);
    let address = UmaAddress::parse_own(address, &domain).map_err(|_| errors::unknown_sender())?;
    let found = customers::find_by_address(tx, context.platform, address.local())?;
    found.ok_or_else(errors::unknown_sender)
}
