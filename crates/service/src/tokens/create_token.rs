//! `POST /tokens` (customers 10).

use causeway_domain::tokens::{Permissions, may_grant};
use causeway_store::Tx;
use causeway_wire::Code;
use causeway_wire::tokens::{ApiToken, TokenCreateRequest, TokenPermission};

use super::{NewToken, issue, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;

/// Issues a token of the caller's platform; its secret is only in this response.
///
/// # Errors
/// `FORBIDDEN` if the caller lacks a permission that it requests.
pub fn apply(tx: &mut Tx<'_>, context: &Context, request: &TokenCreateRequest) -> Result<ApiToken, ApiError> {
    let permissions = requested_permissions(&request.permissions)?;
    let own = context.principal.permissions();
    if !own.is_some_and(|own| may_grant(own, permissions)) {
        let message = "A token can give no permission that it does not have itself.";
        return Err(ApiError::new(Code::Forbidden, message).reason("PERMISSION_NOT_HELD"));
    }
    let new = NewToken { name: request.name.to_string(), permissions, credentials: None };
    render::issued(issue(tx, context, &new)?)
}

impl FieldChecks for TokenCreateRequest {}

fn requested_permissions(requested: &[TokenPermission]) -> Result<Permissions, ApiError> {
    Permissions::try_new(requested.iter().copied())
        .ok_or_else(|| ApiError::field("permissions", "must name at least one"))
}
