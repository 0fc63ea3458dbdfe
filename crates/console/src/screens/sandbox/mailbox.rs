//! The messages to the end users of a sandbox, with their codes and links.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;

use super::pages::{MAILBOX, frame, tabs};
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::Frame;
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::Pager;
use crate::screens::tabs::Tab;
use crate::urls;

/// Number of messages on a page.
const PAGE_SIZE: usize = 50;
/// Characters that end a sentence, and hence no address.
const PUNCTUATION: [char; 7] = ['.', ',', ';', ')', '>', '"', '\''];

answer! {
    struct Message {
        message: String,
        at: Time,
        channel: String,
        recipient: String,
        subject: Option<String>,
        text: String,
    }
}

#[derive(Template)]
#[template(path = "mailbox.html")]
struct MailboxPage {
    frame: Frame,
    tabs: Vec<Tab>,
    messages: Vec<Message>,
    pager: Pager,
}

/// Serves the messages of the last day, newest first.
pub(in crate::screens) async fn mailbox(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let entry = Entry::new("mailbox", "list")
        .with("platform", platform.as_str())
        .with("limit", PAGE_SIZE)
        .with_some("before", fields.get("before"));
    let frame = frame(&operator, &platform, &entry).await?.titled("Mailbox");
    let messages: Vec<Message> = operator.read(&entry).await?;
    let last = messages.last().filter(|_| messages.len() == PAGE_SIZE).map(|last| last.message.as_str());
    let pager = Pager::new(&urls::page(&platform, MAILBOX), &[], last, None);
    let tabs = tabs(&operator, &platform, MAILBOX);
    Ok(ok(&MailboxPage { frame, tabs, messages, pager }))
}

impl Message {
    /// Returns the addresses in the text.
    fn links(&self) -> Vec<&str> {
        let is_address = |word: &&str| word.starts_with("https://") || word.starts_with("http://");
        let words = self.text.split_whitespace().filter(is_address);
        words.map(|word| word.trim_end_matches(PUNCTUATION)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_pages_are_links() {
        let message = Message {
            message: String::new(),
            at: Time::from_millis(0),
            channel: "EMAIL".to_owned(),
            recipient: String::new(),
            subject: None,
            text: "Open https://example.com/verify?code=1. javascript:alert(1) http://example.com".to_owned(),
        };
        assert_eq!(message.links(), ["https://example.com/verify?code=1", "http://example.com"]);
    }
}
