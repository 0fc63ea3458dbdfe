//! The keys that sign the webhooks of a platform.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use causeway_domain::Time;
use causeway_service::operator::Kind;

use super::pages::{KEYS, tabs};
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::screens::tabs::Tab;
use crate::urls;

/// The stage of the key that signs.
const SIGNING: &str = "SIGNING";

answer! {
    /// A key with its stage. All times are wall time.
    struct Key {
        key: String,
        stage: String,
        signs_from: Time,
        signs_until: Option<Time>,
        published_until: Option<Time>,
    }

    /// The public key that signs now.
    struct PublicKey {
        config: String,
        key: String,
        public_key: String,
    }
}

#[derive(Template)]
#[template(path = "webhook_keys.html")]
struct KeysPage {
    frame: Frame,
    tabs: Vec<Tab>,
    keys: Vec<Key>,
    /// `None` if no key can be used.
    signing: Option<PublicKey>,
    /// The action that publishes the next key; `None` outside the operator's roles.
    rotate: Option<String>,
}

/// Serves the page of the keys.
pub(in crate::screens) async fn keys(
    operator: Operator,
    Path(platform): Path<String>,
) -> Result<Response, Failure> {
    let entry = Entry::new("webhook-key", "list").with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Webhooks, &entry).await?;
    let keys: Vec<Key> = operator.read(&entry).await?;
    let rotate = || urls::action(Some(&platform), "webhook-key", "rotate", None);
    let page = KeysPage {
        frame: frame.titled("Webhook keys"),
        tabs: tabs(&platform, KEYS),
        keys,
        signing: public_key(&operator, &platform).await?,
        rotate: operator.may("webhook-key", "rotate").then(rotate),
    };
    Ok(ok(&page))
}

/// Returns the id of the key that signs now; `None` without one.
pub(super) async fn signing_key(operator: &Operator, platform: &str) -> Result<Option<String>, Failure> {
    let list = Entry::new("webhook-key", "list").with("platform", platform);
    let keys: Vec<Key> = operator.read(&list).await?;
    Ok(keys.into_iter().find(|key| key.stage == SIGNING).map(|key| key.key))
}

/// Returns the public key that signs now; `None` without one.
pub(super) async fn public_key(operator: &Operator, platform: &str) -> Result<Option<PublicKey>, Failure> {
    match operator.try_read(&Entry::new("webhook-key", "show").with("platform", platform)).await {
        Ok(key) => Ok(Some(key)),
        Err(error) if error.kind == Kind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}
