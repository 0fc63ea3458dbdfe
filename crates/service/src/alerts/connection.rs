//! A receiver that is ready to be sent to.

use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::alerts::SinkChannel;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{Id, PlatformId};
use causeway_store::alert_sinks::AlertSinkRecord;
use causeway_store::{Error, Tx, secret_keys};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::body::NoticeBody;
use crate::ports::{Message, MessageStyle};
use crate::runtime::app::App;
use crate::runtime::keys::stored;
use crate::runtime::signed_requests::{ServiceUrl, SignedEndpoint, SigningSecrets};
use crate::runtime::timers;

/// The secret part of a webhook, as it is encrypted under the root key.
#[derive(Serialize, Deserialize)]
pub(super) struct WebhookSecret {
    /// The whole URL: its path and query may contain a key.
    pub(super) url: String,
    /// Signs the notices.
    pub(super) secret: String,
    /// `true` if the URL may reach this machine and private networks.
    pub(super) may_be_private: bool,
}

/// A receiver that is ready to be sent to.
#[derive(Debug, Clone)]
pub(super) struct SinkConnection {
    pub(super) record: AlertSinkRecord,
    target: Target,
}

#[derive(Debug, Clone)]
enum Target {
    Webhook(Box<SignedEndpoint>),
    Mail,
    /// The secret of a webhook cannot be read; with the reason.
    Unreadable(String),
}

impl SinkConnection {
    /// Prepares a receiver, without connecting to it.
    pub(super) fn open(tx: &mut Tx<'_>, app: &App, record: AlertSinkRecord) -> Result<Self, Error> {
        let target = match (record.channel, record.key) {
            (SinkChannel::Mail, _) => Target::Mail,
            (SinkChannel::Webhook, Some(key)) => match secret_keys::find(tx, key)? {
                Some(found) => match stored::open(&app.keys(), &found) {
                    Ok(secret) => endpoint(app, secret.expose())
                        .map_or_else(Target::Unreadable, |endpoint| Target::Webhook(Box::new(endpoint))),
                    Err(error) => Target::Unreadable(error.to_string()),
                },
                None => missing(),
            },
            (SinkChannel::Webhook, None) => missing(),
        };
        Ok(Self { record, target })
    }

    /// Sends a notice under an id that is the same for each repetition of it.
    ///
    /// # Errors
    /// The reason in words, without the URL.
    pub(super) async fn send(&self, app: &App, id: &str, body: &NoticeBody) -> Result<(), String> {
        match &self.target {
            Target::Webhook(endpoint) => {
                let json = serde_json::to_vec(body).map_err(|error| error.to_string())?;
                endpoint.post(id, Bytes::from(json)).await.map_err(|error| error.to_string())
            }
            Target::Mail => {
                let message = self.mail(body);
                let sent = app.ports.production.messages.send(&message).await;
                sent.map_err(|error| error.to_string())
            }
            Target::Unreadable(reason) => Err(reason.clone()),
        }
    }

    fn mail(&self, body: &NoticeBody) -> Message {
        Message {
            id: body.alert.map_or_else(Uuid::nil, |alert| alert.uuid()),
            // The mail server does not need it; an alert may be about the deployment.
            platform: body.platform.unwrap_or_else(|| PlatformId::from_uuid(Uuid::nil())),
            channel: ContactChannel::Email,
            recipient: self.record.address.clone(),
            subject: body.title(),
            text: body.text(),
            expires_at: None,
            style: MessageStyle::default(),
        }
    }
}

fn missing() -> Target {
    Target::Unreadable("the secret of the webhook is missing".to_owned())
}

/// Parses the URL of a webhook, which is often in a private network.
///
/// # Errors
/// The defect of the URL, in words.
pub fn webhook_url(url: &str, may_be_private: bool) -> Result<ServiceUrl, String> {
    if may_be_private { ServiceUrl::parse(url, true) } else { ServiceUrl::parse_public(url) }
}

fn endpoint(app: &App, secret: &[u8]) -> Result<SignedEndpoint, String> {
    let hidden: WebhookSecret = serde_json::from_slice(secret).map_err(|error| error.to_string())?;
    let WebhookSecret { url, secret, may_be_private } = hidden;
    Ok(SignedEndpoint {
        transport: Arc::clone(&app.outbound),
        clock: app.clock.clone(),
        url: webhook_url(&url, may_be_private)?,
        secrets: SigningSecrets::parse(&secret, None)?,
        limit: timers::SIGNED_REQUEST_TIMEOUT,
    })
}
