//! The first start on an empty database: a platform to begin with (conventions 2).

use std::io::{IsTerminal, stdout};
use std::sync::Arc;

use causeway_service::platform::{Created, NewPlatform, create};
use causeway_service::runtime::keys::TokenSecret;
use causeway_service::{ApiError, App};
use causeway_store::platforms::{self, Environment};
use causeway_store::settings::{self, Scope};
use causeway_store::{Error, Tx};
use serde_json::Value;

use super::ServeError;
use super::screen::FirstPlatform;
use crate::config::Config;
use crate::folder::{DataFolder, HoldError, write_private};

/// The name of the first platform.
const NAME: &str = "Sandbox";

/// The row that the processes of one database meet at, so that only one of them makes the first platform.
const MARK: &str = "first_start";

/// Makes the default sandbox platform where there is no platform at all. A given client id and secret become
/// its token's.
///
/// # Errors
/// Whatever the database refuses; when the credentials cannot be kept.
pub(super) async fn ensure_platform(
    app: &Arc<App>,
    config: &Config,
) -> Result<Option<FirstPlatform>, ServeError> {
    let all: Result<Vec<_>, Error> = app.store.read(platforms::list).await;
    if !all?.is_empty() {
        return Ok(None);
    }
    let credentials = config.bootstrap.as_ref().map(|given| {
        (given.client_id.clone(), TokenSecret::presented(given.client_secret.expose().to_owned()))
    });
    let is_given = credentials.is_some();
    let wanted = NewPlatform { credentials, ..NewPlatform::default_of(Environment::Sandbox, NAME) };
    let shared = Arc::clone(app);
    let made = app.store.write(&[], move |tx| make(tx, &shared, &wanted)).await?;
    made.map(|made| shown(made, &config.data, is_given)).transpose()
}

fn make(tx: &mut Tx<'_>, app: &Arc<App>, wanted: &NewPlatform) -> Result<Option<Created>, ApiError> {
    settings::set(tx, Scope::Deployment, MARK, &Value::Bool(true))?;
    // Another process that has set the mark first has committed by now, its platform included.
    if platforms::list(tx)?.is_empty() { create(tx, app, wanted).map(Some) } else { Ok(None) }
}

/// Credentials that were made here are kept in a file, and their secret is shown to a terminal.
fn shown(made: Created, data: &DataFolder, is_given: bool) -> Result<FirstPlatform, ServeError> {
    let token = made.token.token;
    let secret = made.token.secret.expose();
    let credentials = (!is_given).then(|| data.credentials());
    if let Some(file) = &credentials {
        write_private(file, &format!("{}:{secret}\n", token.client_id)).map_err(|fault| {
            ServeError::Folder { folder: data.path().to_owned(), why: HoldError::Io(fault) }
        })?;
    }
    let client_secret = (!is_given && stdout().is_terminal()).then(|| secret.to_owned());
    Ok(FirstPlatform {
        token: token.id.to_string(),
        client_id: token.client_id,
        credentials: credentials.map(|file| std::path::absolute(&file).unwrap_or(file)),
        client_secret,
        config: made.platform.id.config().to_string(),
        webhook_key: made.webhook_public_pem,
    })
}
