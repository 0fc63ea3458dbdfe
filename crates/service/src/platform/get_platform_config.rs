//! `GET /config` (customers 1.1).

use causeway_store::{Tx, platforms};
use causeway_wire::platform::PlatformConfig;
use causeway_wire::table::GetPlatformConfig;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::ReadCall;
use crate::runtime::settings::Settings;

/// Shows the caller's platform.
///
/// # Errors
/// None of its own.
pub fn handler(tx: &mut Tx<'_>, call: &ReadCall<GetPlatformConfig>) -> Result<PlatformConfig, ApiError> {
    let platform = platforms::get(tx, call.platform())?;
    let settings = Settings::of_platform(tx, &call.app.deployment, platform.id, platform.environment)?;
    render::config(&platform, &settings)
}
