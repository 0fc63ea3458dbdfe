//! The first start on an empty database: a platform to begin with (conventions 2).

use std::sync::Arc;

use causeway_service::platform::{Created, NewPlatform, create};
use causeway_service::runtime::keys::TokenSecret;
use causeway_service::{ApiError, App};
use causeway_store::Tx;
use causeway_store::platforms::{self, Environment};
use causeway_store::settings::{self, Scope};
use serde_json::Value;

use super::screen::FirstPlatform;
use crate::config::Bootstrap;

/// The name of the first platform.
const NAME: &str = "Sandbox";

/// The row that the processes of one database meet at, so that only one of them makes the first platform.
const MARK: &str = "first_start";

/// Makes the default sandbox platform where there is no platform at all. A given client id and secret become
/// its token's.
///
/// # Errors
/// Whatever the database refuses.
pub(super) async fn ensure_platform(
    app: &Arc<App>,
    bootstrap: Option<&Bootstrap>,
) -> Result<Option<FirstPlatform>, ApiError> {
    if !app.store.read(platforms::list).await.map_err(ApiError::from)?.is_empty() {
        return Ok(None);
    }
    let credentials = bootstrap.map(|given| {
        (given.client_id.clone(), TokenSecret::presented(given.client_secret.expose().to_owned()))
    });
    let is_given = credentials.is_some();
    let wanted = NewPlatform { credentials, ..NewPlatform::default_of(Environment::Sandbox, NAME) };
    let shared = Arc::clone(app);
    let made = app.store.write(&[], move |tx| make(tx, &shared, &wanted)).await?;
    Ok(made.map(|made| shown(made, is_given)))
}

fn make(tx: &mut Tx<'_>, app: &Arc<App>, wanted: &NewPlatform) -> Result<Option<Created>, ApiError> {
    settings::set(tx, Scope::Deployment, MARK, &Value::Bool(true))?;
    // Another process that has set the mark first has committed by now, its platform included.
    if platforms::list(tx)?.is_empty() { create(tx, app, wanted).map(Some) } else { Ok(None) }
}

fn shown(made: Created, is_given: bool) -> FirstPlatform {
    let token = made.token.token;
    FirstPlatform {
        token: token.id.to_string(),
        client_id: token.client_id,
        client_secret: (!is_given).then(|| made.token.secret.expose().to_owned()),
        config: made.platform.id.config().to_string(),
        webhook_key: made.webhook_public_pem,
    }
}
