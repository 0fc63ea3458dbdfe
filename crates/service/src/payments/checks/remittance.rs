//! The remittance text of a payout, which its rail carries whole or not at all (rails 6).

use crate::ports::Offer;
use crate::runtime::api_error::ApiError;

/// Refuses a text that is longer than the rail of the offer carries.
///
/// # Errors
/// `INVALID_INPUT`.
pub(crate) fn check(offer: &Offer, text: Option<&str>) -> Result<(), ApiError> {
    let (Some(text), Some(maximum)) = (text, offer.remittance_maximum) else { return Ok(()) };
    if text.chars().count() <= maximum {
        return Ok(());
    }
    let remedy = if maximum == 0 {
        "must be left out: the rail to this account carries no text".to_owned()
    } else {
        format!("must have at most {maximum} characters, as many as the rail to this account carries")
    };
    Err(ApiError::field("remittanceInformation", remedy))
}
