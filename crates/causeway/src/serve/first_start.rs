//! The first start on an empty database: creation of the first platform (conventions 2).

use std::io::{IsTerminal, stdout};
use std::sync::Arc;

use causeway_service::platforms::{CreatedPlatform, NewPlatform, create};
use causeway_service::runtime::keys::TokenSecret;
use causeway_service::{ApiError, App};
use causeway_store::platforms::{self, Environment};
use causeway_store::settings::{self, Scope};
use causeway_store::{Error, Tx};
use serde_json::Value;

use super::ServeError;
use super::screen::FirstPlatform;
use crate::config::Config;
use crate::data_folder::{DataFolder, LockError, write_private};

/// Name of the first platform.
const NAME: &str = "Sandbox";

/// Setting on which the processes of one database serialize, so that only one of them creates the first
/// platform.
const MARK: &str = "first_start";

/// Creates the default sandbox platform if there is no platform at all. A given client id and secret become
/// those of its token.
///
/// # Errors
/// If the credentials cannot be written.
pub(super) async fn ensure_platform(
    app: &Arc<App>,
    config: &Config,
) -> Result<Option<FirstPlatform>, ServeError> {
    let all: Result<Vec<_>, Error> = app.store.read(platforms::list).await;
    if !all?.is_empty() {
        return Ok(None);
    }
    let credentials = config.bootstrap.as_ref().map(|bootstrap| {
        (bootstrap.client_id.clone(), TokenSecret::presented(bootstrap.client_secret.expose().to_owned()))
    });
    let is_given = credentials.is_some();
    let request = NewPlatform { credentials, ..NewPlatform::default_of(Environment::Sandbox, NAME) };
    let shared = Arc::clone(app);
    let created = app.store.write(&[], move |tx| create_once(tx, &shared, &request)).await?;
    created.map(|created| first_platform(created, &config.data, is_given)).transpose()
}

fn create_once(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    request: &NewPlatform,
) -> Result<Option<CreatedPlatform>, ApiError> {
    settings::set(tx, Scope::Deployment, MARK, &Value::Bool(true))?;
    // Another process that set the mark first has committed by now, including its platform.
    if platforms::list(tx)?.is_empty() { create(tx, app, request).map(Some) } else { Ok(None) }
}

/// Writes generated credentials to a file, and returns their secret for display on a terminal.
fn first_platform(
    created: CreatedPlatform,
    data: &DataFolder,
    is_given: bool,
) -> Result<FirstPlatform, ServeError> {
    let token = created.token.token;
    let secret = created.token.secret.expose();
    let credentials = (!is_given).then(|| data.credentials());
    if let Some(file) = &credentials {
        write_private(file, &format!("{}:{secret}\n", token.client_id)).map_err(|error| {
            ServeError::Folder { folder: data.path().to_owned(), error: LockError::Io(error) }
        })?;
    }
    let client_secret = (!is_given && stdout().is_terminal()).then(|| secret.to_owned());
    Ok(FirstPlatform {
        token: token.id.to_string(),
        client_id: token.client_id,
        credentials: credentials.map(|file| std::path::absolute(&file).unwrap_or(file)),
        client_secret,
        config: created.platform.id.config().to_string(),
        webhook_key: created.webhook_public_pem,
    })
}
