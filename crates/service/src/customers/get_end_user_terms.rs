//! `GET /customers/end-user-terms` (customers 2.6).

use causeway_store::Tx;
use causeway_store::customers::terms;
use causeway_wire::customers::EndUserTerms;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows the version of the terms of service that is in force.
pub fn apply(tx: &mut Tx<'_>, _: &Context) -> Result<EndUserTerms, ApiError> {
    let current = terms::current(tx)?;
    Ok(EndUserTerms { version: current.version.to_string().into(), url: current.url.into() })
}
