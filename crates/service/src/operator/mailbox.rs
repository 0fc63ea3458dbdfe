//! Messages that were rendered for sandbox platforms (cards 12).

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_store::Tx;
use causeway_store::platforms::Environment;
use uuid::Uuid;

use super::{Answer, Call, Kind, OperatorError, arguments, limit, noun, option, or, shown};
use crate::mailbox::{self, Kept};

/// Messages of one answer: each is a page of some kilobytes.
const LIMIT_MAX: u32 = 1_000;

noun! {
    /// Messages to end users of sandbox platforms, which are sent to nobody
    "mailbox" {
        /// Lists the messages that were rendered in the last day, the newest first
        "list" => read_deployment(list)
            .with_platform()
            .columns(&["at", "channel", "recipient", "subject", "text"]),
    }
}

arguments! {
    struct List {
        before: Option<Uuid> =
            option("Only messages before the one with this id [default: the newest]"),
        #[serde(default = "or::<100>")]
        limit: u32 = limit(),
    }
}

shown! {
    /// A message, with what it was sent with and to whom.
    struct Shown of kept: Kept {
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

fn list(tx: &mut Tx<'_>, call: &Call, list: &List) -> Answer<Vec<Shown>> {
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
