//! Messages rendered for sandbox platforms (cards 12).

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_store::Tx;
use causeway_store::platforms::Environment;
use uuid::Uuid;

use super::list_page::check_limit;
use super::{Answer, Call, Kind, OperatorError, arguments, default_number, limit, noun, option, view};
use crate::mailbox::{self, StoredMessage};

noun! {
    /// Messages to end users of sandbox platforms (stored, not sent)
    "mailbox" {
        /// List the messages of the last day, newest first
        "list": Person => read_deployment(list)
            .with_platform()
            .columns(&["at", "channel", "recipient", "subject", "text"]),
    }
}

arguments! {
    struct ListRequest {
        before: Option<Uuid> =
            option("Only messages older than the one with this id [default: the newest]"),
        #[serde(default = "default_number::<100>")]
        limit: u32 = limit(),
    }
}

view! {
    /// A message with its recipient and sender.
    struct MessageView of kept: StoredMessage {
        message: Uuid = kept.id,
        at: Time = kept.at,
        channel: ContactChannel = kept.message.channel,
        recipient: String = kept.message.recipient,
        from_address: Option<String> = kept.message.from_address,
        from_name: Option<String> = kept.message.from_name,
        reply_to: Option<String> = kept.message.reply_to,
        subject: Option<String> = kept.message.subject,
        text: String = kept.message.text,
        html: Option<String> = kept.message.html,
        template: Option<String> = kept.message.template,
    }
}

fn list(tx: &mut Tx<'_>, call: &Call, list: &ListRequest) -> Answer<Vec<MessageView>> {
    check_limit(list.limit)?;
    let platform = call.platform.find(tx)?;
    if platform.environment == Environment::Production {
        return Err(OperatorError::invalid("Messages of production platforms are sent, not stored."));
    }
    let found = mailbox::list(tx, &call.app, platform.id, list.before, list.limit)?;
    let nowhere = || OperatorError::new(Kind::NotFound, "the message does not exist any more");
    Ok(found.ok_or_else(nowhere)?.into_iter().map(MessageView::from).collect())
}
