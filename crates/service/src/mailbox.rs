//! Messages rendered for sandbox platforms (conventions 2.1, `mailbox list`). They are not sent; operators
//! can read them for a day.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use causeway_store::mailbox::{self as memory, SandboxMessage};
use causeway_store::{Error, Tx};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::ports::Message;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// A rendered message, version 1 of the stored format.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderedMessage {
    v: u32,
    /// The channel that it would have been sent by.
    pub channel: ContactChannel,
    /// The e-mail address or telephone number.
    pub recipient: String,
    /// The sender's address, if it differs from the deployment's.
    pub from_address: Option<String>,
    pub from_name: Option<String>,
    /// The Reply-To address.
    pub reply_to: Option<String>,
    /// The subject; `None` if the message is a text message.
    pub subject: Option<String>,
    pub text: String,
    /// The message as HTML; e-mail only.
    pub html: Option<String>,
    /// The template that a gateway of text messages would have used.
    pub template: Option<String>,
}

/// A message in the mailbox.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredMessage {
    pub id: Uuid,
    /// The time of rendering, on the platform's clock.
    pub at: Time,
    pub message: RenderedMessage,
}

/// Stores a message, encrypted.
pub(crate) fn keep(tx: &mut Tx<'_>, context: &Context, message: &Message) -> Result<(), ApiError> {
    let style = &message.style;
    let rendered = RenderedMessage {
        v: 1,
        channel: message.channel,
        recipient: message.recipient.clone(),
        from_address: style.from_address.clone(),
        from_name: style.from_name.clone(),
        reply_to: style.reply_to.clone(),
        subject: (message.channel == ContactChannel::Email).then(|| message.subject.clone()),
        text: message.text.clone(),
        html: style.html.clone(),
        template: style.template.as_ref().map(|template| template.sid.clone()),
    };
    let id = context.ids().uuid(context.now);
    let plain = serde_json::to_vec(&rendered).map_err(ApiError::internal)?;
    let encrypted =
        context.app.keys().encrypt(&encryption_context(context.platform, id), &plain, context.ids());
    let encrypted = encrypted.map_err(ApiError::internal)?;
    Ok(memory::insert(tx, context.platform, &SandboxMessage { id, encrypted, rendered_at: context.now })?)
}

/// Lists the latest messages of a platform, or those before the one with this id, newest first; `None` if
/// that message does not exist.
///
/// # Errors
/// `INTERNAL_ERROR` for an altered message.
pub(crate) fn list(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    before: Option<Uuid>,
    limit: u32,
) -> Result<Option<Vec<StoredMessage>>, ApiError> {
    let before = match before {
        None => None,
        Some(id) => match memory::position(tx, platform, id)? {
            None => return Ok(None),
            found => found,
        },
    };
    let found = memory::list(tx, platform, before, limit)?;
    found.into_iter().map(|message| open(app, platform, message)).collect::<Result<_, _>>().map(Some)
}

fn open(app: &App, platform: PlatformId, stored: SandboxMessage) -> Result<StoredMessage, ApiError> {
    let plain = app
        .keys()
        .decrypt(&encryption_context(platform, stored.id), &stored.encrypted)
        .map_err(ApiError::internal)?;
    let message = serde_json::from_slice(plain.expose());
    let message = message
        .map_err(|_| ApiError::internal(Error::Data("a stored message cannot be parsed".to_owned())))?;
    Ok(StoredMessage { id: stored.id, at: stored.rendered_at, message })
}

fn encryption_context(platform: PlatformId, id: Uuid) -> String {
    format!("message {id} of {platform}")
}
