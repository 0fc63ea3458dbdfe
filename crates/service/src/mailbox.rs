//! Messages that were rendered for sandbox platforms (conventions 2.1, `mailbox list`). Nobody is sent them; who may act as an
//! operator can read them for a day.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use causeway_store::sandbox_messages::{self as memory, SandboxMessage};
use causeway_store::{Error, Tx};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::ports::Message;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// A message as it was rendered, version 1 of what is kept.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rendered {
    v: u32,
    /// How it would have been sent.
    pub channel: ContactChannel,
    /// To which e-mail address or telephone number.
    pub recipient: String,
    /// The sender's address, where it is not the deployment's.
    pub from_address: Option<String>,
    /// The sender's name.
    pub from_name: Option<String>,
    /// Where answers would go.
    pub reply_to: Option<String>,
    /// What it is about; text messages have none.
    pub subject: Option<String>,
    /// What it says.
    pub text: String,
    /// The same as a page; of mail only.
    pub html: Option<String>,
    /// The template of a gateway of text messages that it would be said with.
    pub template: Option<String>,
}

/// A message of the mailbox.
#[derive(Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its own id.
    pub id: Uuid,
    /// When it was rendered, on the platform's clock.
    pub at: Time,
    /// The message.
    pub message: Rendered,
}

/// Keeps a message, sealed.
///
/// # Errors
/// Those of the database.
pub(crate) fn keep(tx: &mut Tx<'_>, context: &Context, message: &Message) -> Result<(), ApiError> {
    let style = &message.style;
    let rendered = Rendered {
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
    let sealed = context.app.keys().seal(&place(context.platform, id), &plain, context.ids());
    let sealed = sealed.map_err(ApiError::internal)?;
    Ok(memory::insert(tx, context.platform, &SandboxMessage { id, sealed, rendered_at: context.now })?)
}

/// The latest messages of a platform, or those before the one with this id, the newest first; nothing where there is no such
/// message.
///
/// # Errors
/// Those of the database; `INTERNAL_ERROR` for a message that was altered.
pub(crate) fn list(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    (before, limit): (Option<Uuid>, u32),
) -> Result<Option<Vec<Kept>>, ApiError> {
    let before = match before {
        None => None,
        Some(id) => match memory::position(tx, platform, id)? {
            None => return Ok(None),
            found => found,
        },
    };
    let found = memory::list(tx, platform, before, limit)?;
    found.into_iter().map(|kept| open(app, platform, kept)).collect::<Result<_, _>>().map(Some)
}

fn open(app: &App, platform: PlatformId, kept: SandboxMessage) -> Result<Kept, ApiError> {
    let plain = app.keys().unseal(&place(platform, kept.id), &kept.sealed).map_err(ApiError::internal)?;
    let message = serde_json::from_slice(plain.expose());
    let message = message.map_err(|_| ApiError::internal(Error::Data("a message is none".to_owned())))?;
    Ok(Kept { id: kept.id, at: kept.rendered_at, message })
}

fn place(platform: PlatformId, id: Uuid) -> String {
    format!("message {id} of {platform}")
}
