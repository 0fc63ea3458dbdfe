//! `POST /tokens` (customers 10).

use causeway_domain::tokens::{Permissions, may_grant};
use causeway_wire::Code;
use causeway_wire::table::CreateToken;
use causeway_wire::tokens::TokenPermission;

use super::{NewToken, issue, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};
use crate::runtime::money::same_name;

/// Issues a token of the caller's platform; its secret is in this answer and nowhere else.
///
/// # Errors
/// `FORBIDDEN` when a permission is asked for that the caller lacks.
pub async fn handler(call: Call<CreateToken>) -> Result<Answer, ApiError> {
    let permissions = wanted(&call.body.permissions)?;
    if !may_grant(call.caller.permissions, permissions) {
        let message = "A token can give no permission that it does not have itself.";
        return Err(ApiError::new(Code::Forbidden, message).reason("PERMISSION_NOT_HELD"));
    }
    let new = NewToken { name: call.body.name.to_string(), permissions, credentials: None };
    Ok(call.write(&[], move |tx, context| render::issued(issue(tx, context, &new)?)).await)
}

fn wanted(asked: &[TokenPermission]) -> Result<Permissions, ApiError> {
    let named: Vec<_> =
        asked.iter().map(|permission| same_name(permission.as_str())).collect::<Result<_, _>>()?;
    Permissions::try_new(named).ok_or_else(|| ApiError::field("permissions", "must name at least one"))
}
