//! Messages that were rendered for sandbox platforms (cards 12).

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_store::Tx;
use causeway_store::platforms::Environment;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::argument::{PLATFORM, limit, option};
use super::call::Call;
use super::{Kind, Noun, OperatorError};
use crate::mailbox::{self, Kept};

/// Messages of one answer: each is a page of some kilobytes.
const LIMIT_MAX: u32 = 1_000;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct List {
    #[serde(default)]
    before: Option<Uuid>,
    #[serde(default = "hundred")]
    limit: u32,
}

const fn hundred() -> u32 {
    100
}

/// A message, with what it was sent with and to whom.
#[derive(Clone, Serialize)]
struct Shown {
    message: Uuid,
    at: Time,
    channel: ContactChannel,
    recipient: String,
    from_address: Option<String>,
    from_name: Option<String>,
    reply_to: Option<String>,
    subject: Option<String>,
    text: String,
    html: Option<String>,
    template: Option<String>,
}

pub(super) fn noun() -> Noun {
    let before = option("before", "Only messages before the one with this id [default: the newest]");
    Noun::new("mailbox", "Messages to end users of sandbox platforms, which are sent to nobody")
        .read_deployment(
            "list",
            "Lists the messages that were rendered in the last day, the newest first",
            &[before, limit(), PLATFORM],
            list,
        )
        .columns(&["at", "channel", "recipient", "subject", "text"])
}

fn list(tx: &mut Tx<'_>, call: &Call, list: &List) -> Result<Vec<Shown>, OperatorError> {
    if !(1..=LIMIT_MAX).contains(&list.limit) {
        return Err(OperatorError::invalid(format!("argument limit: 1 to {LIMIT_MAX}")));
    }
    let platform = call.platform.find(tx)?;
    if platform.environment == Environment::Production {
        return Err(OperatorError::invalid("Messages of production platforms are sent, and not kept."));
    }
    let found = mailbox::list(tx, &call.app, platform.id, (list.before, list.limit))?;
    let nowhere = || OperatorError::new(Kind::NotFound, "there is no such message any more");
    Ok(found.ok_or_else(nowhere)?.into_iter().map(Shown::from).collect())
}

impl From<Kept> for Shown {
    fn from(kept: Kept) -> Self {
        let Kept { id, at, message } = kept;
        Self {
            message: id,
            at,
            channel: message.channel,
            recipient: message.recipient,
            from_address: message.from_address,
            from_name: message.from_name,
            reply_to: message.reply_to,
            subject: message.subject,
            text: message.text,
            html: message.html,
            template: message.template,
        }
    }
}
