//! `POST /stablecoins/{stablecoinId}/burns` (stablecoins 6).

use causeway_domain::ids::StablecoinId;
use causeway_store::Tx;
use causeway_wire::table::CreateStablecoinBurn;

use super::begin::{Draft, begin};
use super::check::check;
use super::operation_request::OperationRequest;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// Burns tokens for money on a bank account.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for a token that is not issued; `STABLECOIN_PROVIDER_ACCOUNT_INVALID`,
/// `…_REVOKED`; `INVALID_AMOUNT`; `INVALID_INPUT` for accounts that do not fit, or if the provider refuses;
/// `SERVICE_UNAVAILABLE` if it does not answer.
pub async fn handler(call: Call<CreateStablecoinBurn>) -> Result<Answer, ApiError> {
    let stablecoin: StablecoinId = call.id()?;
    let request = OperationRequest::from(&call.body);
    let draft = move |tx: &mut Tx<'_>, context: &Context| {
        let (record, terms) = check(tx, context, stablecoin, &request)?;
        Ok(Draft { stablecoin: record, operation_type: request.operation_type, terms, quote: None })
    };
    begin(call, draft).await
}
