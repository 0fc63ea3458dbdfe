//! The check of a signature that a receiver could not verify.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;

use super::keys::{PublicKey, public_key};
use super::pages::tabs_of_event;
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::screens::resource_path::ResourcePath;
use crate::screens::tabs::Tab;

/// The field with the header that the receiver got.
const HEADER: &str = "signature";
/// The field with the hash of the bytes that the receiver has verified.
const HASH: &str = "body_sha256";

answer! {
    struct SignedEvent {
        webhook: String,
        event_type: String,
        body_sha256: String,
        #[serde(default)]
        signature: Option<Finding>,
    }

    /// The usual mistake that fits a header.
    struct Finding {
        mistake: String,
        explanation: String,
    }
}

#[derive(Template)]
#[template(path = "webhook_signature.html")]
struct SignaturePage {
    frame: Frame,
    event: SignedEvent,
    tabs: Vec<Tab>,
    /// `None` if no key can be used.
    key: Option<PublicKey>,
    /// The fields as they were filled in.
    header: String,
    hash: String,
}

/// Serves the check.
pub(in crate::screens) async fn signature(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let header = fields.get(HEADER);
    let hash = fields.get(HASH).filter(|_| header.is_some());
    let entry = Entry::new("webhook", "show")
        .with("webhook", id.as_str())
        .with("platform", platform.as_str())
        .with_some(HEADER, header)
        .with_some(HASH, hash);
    let frame = Frame::load(&operator, Some(&platform), Section::Webhooks, &entry).await?;
    let event: SignedEvent = operator.read(&entry).await?;
    let page = SignaturePage {
        frame: frame.titled(format!("Signature of {}", event.event_type)),
        tabs: tabs_of_event(&platform, &event.webhook, true).ok_or_else(Failure::no_page)?,
        key: public_key(&operator, &platform).await?,
        header: header.unwrap_or_default().to_owned(),
        hash: hash.unwrap_or_default().to_owned(),
        event,
    };
    Ok(ok(&page))
}

impl Finding {
    /// Returns the mistake in words: `OTHER_EVENT` becomes `other event`.
    fn title(&self) -> String {
        self.mistake.to_lowercase().replace('_', " ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_in_words() {
        let finding = Finding { mistake: "OTHER_EVENT".to_owned(), explanation: String::new() };
        assert_eq!(finding.title(), "other event");
    }
}
