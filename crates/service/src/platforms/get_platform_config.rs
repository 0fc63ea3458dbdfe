//! `GET /config` (customers 1.1).

use causeway_store::{Tx, platforms};
use causeway_wire::platforms::PlatformConfig;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;

/// Shows the caller's platform.
pub fn apply(tx: &mut Tx<'_>, context: &Context) -> Result<PlatformConfig, ApiError> {
    let platform = platforms::get(tx, context.platform)?;
    render::config(&platform, &Settings::of(tx, context)?)
}
