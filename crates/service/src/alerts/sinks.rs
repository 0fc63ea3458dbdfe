//! Adding, testing and removing receivers.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use causeway_domain::alerts::{AlertKind, NoticeKind, Severity, SinkChannel};
use causeway_domain::ids::{AlertSinkId, PlatformId};
use causeway_store::alert_sinks::{self as rows, AlertSinkRecord};
use causeway_store::{Error, Tx, alerts, secret_keys};
use serde_json::json;

use super::announce::announce_open;
use super::body::NoticeBody;
use super::connection::{SinkConnection, WebhookSecret};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::stored;

/// The stored purpose of the secrets.
const PURPOSE: &str = "ALERT_SINK";

/// The address of a new receiver, checked by the caller.
#[derive(Clone)]
pub enum SinkAddress {
    Webhook {
        /// The whole URL, which may contain a key.
        url: String,
        /// The URL up to its path.
        shown: String,
        /// `true` if the URL may reach this machine and private networks.
        may_be_private: bool,
    },
    Mail(String),
}

/// A new receiver.
#[derive(Clone)]
pub struct NewSink {
    pub address: SinkAddress,
    /// The least severity of its alerts.
    pub from: Severity,
    /// The only platform of its alerts.
    pub platform: Option<PlatformId>,
    pub has_sandbox: bool,
}

/// A new receiver, with the secret of a webhook, which is shown only this once.
#[derive(Clone)]
pub struct CreatedSink {
    pub record: AlertSinkRecord,
    pub secret: Option<String>,
}

/// Adds a receiver, which is notified of the alerts that are open now and of later ones.
///
/// # Errors
/// `INTERNAL_ERROR` if the secret cannot be encrypted.
pub fn add(tx: &mut Tx<'_>, app: &App, new: &NewSink) -> Result<CreatedSink, ApiError> {
    let (channel, address, key, secret) = match &new.address {
        SinkAddress::Mail(address) => (SinkChannel::Mail, address.clone(), None, None),
        SinkAddress::Webhook { url, shown, may_be_private } => {
            let secret = format!("whsec_{}", BASE64_STANDARD.encode(app.ids.bytes::<32>()));
            let may_be_private = *may_be_private;
            let hidden = WebhookSecret { url: url.clone(), secret: secret.clone(), may_be_private };
            let bytes = serde_json::to_vec(&hidden).map_err(ApiError::internal)?;
            let key = stored::insert(tx, &app.keys(), &app.ids, None, PURPOSE, &bytes, json!({ "v": 1 }))?;
            (SinkChannel::Webhook, shown.clone(), Some(key), Some(secret))
        }
    };
    let record = AlertSinkRecord {
        id: app.ids.next(tx.wall()),
        channel,
        address,
        key,
        from: new.from,
        platform: new.platform,
        has_sandbox: new.has_sandbox,
        failing_since: None,
        last_error: None,
        created_at: tx.wall(),
    };
    rows::insert(tx, &record)?;
    announce_open(tx, &record)?;
    Ok(CreatedSink { record, secret })
}

/// Removes a receiver with its secret and its notices. Returns `false` if it does not exist.
pub fn remove(tx: &mut Tx<'_>, id: AlertSinkId, by: &str) -> Result<bool, Error> {
    let Some(record) = rows::lock(tx, id)? else { return Ok(false) };
    if let Some(key) = record.key {
        secret_keys::delete(tx, key)?;
    }
    alerts::close_about(tx, AlertKind::SinkFailing, &id.to_string(), by)?;
    rows::delete(tx, id)
}

/// Sends a test notice to a receiver; `None` if it does not exist, else the outcome in words.
pub async fn send_test(app: &Arc<App>, id: AlertSinkId) -> Result<Option<Result<(), String>>, Error> {
    let shared = Arc::clone(app);
    let open = move |tx: &mut Tx<'_>| {
        let found = rows::find(tx, id)?;
        found.map(|record| SinkConnection::open(tx, &shared, record)).transpose()
    };
    let opened: Result<Option<SinkConnection>, Error> = app.store.read(open).await;
    let Some(connection) = opened? else { return Ok(None) };
    let now = app.clock.now();
    let body = NoticeBody {
        kind: "TEST".to_owned(),
        sentence: "this is a test: notices of alerts reach you".to_owned(),
        cause: "an operator has tested the receiver".to_owned(),
        remedy: "nothing".to_owned(),
        commands: Vec::new(),
        ..NoticeBody::of_kind(AlertKind::SinkFailing, NoticeKind::Opened, 1, now)
    };
    let message = format!("TEST.{}", app.ids.uuid(now));
    Ok(Some(connection.send(app, &message, &body).await))
}
