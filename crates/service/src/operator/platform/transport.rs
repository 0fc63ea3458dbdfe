//! Production platforms are not served over plain HTTP.

use causeway_store::platforms::Environment;

use crate::operator::OperatorError;
use crate::runtime::app::App;

/// Refuses to have this server serve a platform of this environment where its callers' secrets would travel over
/// plain HTTP. A command without a server is free to make one: the next start checks.
pub(super) fn check_transport(app: &App, environment: Environment) -> Result<(), OperatorError> {
    if environment == Environment::Sandbox || app.deployment.serves_production {
        return Ok(());
    }
    let error = OperatorError::refused("this server speaks plain HTTP, and this is a production platform");
    Err(error.remedy("put a proxy that ends TLS in front and start the server with --behind-proxy"))
}
