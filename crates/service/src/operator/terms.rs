//! The End User Terms (customers 2.6).

use serde::{Deserialize, Serialize};

use super::argument::option;
use super::{Noun, OperatorError};
use crate::customers::terms;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Publish {
    url: String,
}

#[derive(Debug, Clone, Serialize)]
struct Published {
    version: String,
    url: String,
}

pub(super) fn noun() -> Noun {
    Noun::new("terms", "The End User Terms").change_deployment(
        "publish",
        "Publishes the next version of the End User Terms; consents to earlier ones stay valid",
        &[option("url", "Where the text can be read, an http or https address").required()],
        |tx, _, Publish { url }| {
            let is_web = url.starts_with("https://") || url.starts_with("http://");
            if !is_web || url.len() > 2048 || url.contains(char::is_whitespace) {
                return Err(OperatorError::invalid("the address must begin with http:// or https://"));
            }
            let version = terms::publish(tx, url)?.to_string();
            Ok((None, Published { version, url: url.clone() }))
        },
    )
}
