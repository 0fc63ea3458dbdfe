//! `GET /platform/internal-accounts` (money 3.3).

use causeway_store::Tx;
use causeway_store::internal_accounts::{self, Filter};
use causeway_wire::List;
use causeway_wire::internal_accounts::{InternalAccount, PlatformInternalAccountFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Lists the platform's own accounts, oldest first, all in one response.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &PlatformInternalAccountFilter,
) -> Result<List<InternalAccount>, ApiError> {
    let filter = Filter {
        currency: query.currency.as_ref().map(|code| code.as_str()),
        account_type: query.kind.map(|kind| kind.as_str()),
        ..Filter::default()
    };
    let rows = internal_accounts::list_for_platform(tx, context.platform, filter)?;
    Ok(List { data: rows.iter().map(render::internal_account).collect::<Result<_, _>>()? })
}
