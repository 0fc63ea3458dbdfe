//! Travel Rule data in pay requests (uma 3, 6.1).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_uma::errors::WireCode;
use causeway_uma::pay::PayRequest;

use super::message::WireError;
use crate::runtime::app::App;
use crate::uma::decryption_keys::DecryptionKeys;
use crate::uma::travel_rule::TravelRuleData;

/// Decrypts the Travel Rule data of a pay request, or returns `None` if it has none.
///
/// # Errors
/// `PARSE_PAYREQ_REQUEST_ERROR` if it is not encrypted to a key of the platform.
pub(super) async fn read(
    app: &Arc<App>,
    platform: PlatformId,
    request: &PayRequest,
) -> Result<Option<TravelRuleData>, WireError> {
    let compliance = request.payer_data.compliance();
    let Some(digits) = compliance.encrypted_travel_rule_info.as_deref() else { return Ok(None) };
    let shared = Arc::clone(app);
    let keys = app.store.read(move |tx: &mut Tx<'_>| DecryptionKeys::load(tx, &shared, platform)).await?;
    let content = keys.decrypt(digits).map_err(|_| undecryptable())?;
    let format = compliance.travel_rule_format.as_ref().map(ToString::to_string);
    Ok(Some(TravelRuleData { format, content }))
}

fn undecryptable() -> WireError {
    let reason = "The Travel Rule data is not encrypted to a key of this provider.";
    WireError::refused(WireCode::ParsePayreqRequestError, reason)
}
