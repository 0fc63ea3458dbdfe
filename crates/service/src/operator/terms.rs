//! The End User Terms (customers 2.6).

use causeway_store::Tx;

use super::{Answer, Call, OperatorError, arguments, noun, option};
use crate::customers::terms;

noun! {
    /// The End User Terms
    "terms" {
        /// Publishes the next version of the End User Terms; consents to earlier ones stay valid
        "publish" => change_deployment(publish),
    }
}

arguments! {
    struct Publish {
        url: String = option("Where the text can be read, an http or https address").required(),
    }
}

#[derive(serde::Serialize)]
struct Published {
    version: String,
    url: String,
}

fn publish(tx: &mut Tx<'_>, _: &Call, Publish { url }: &Publish) -> Answer<Published> {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    if !is_web || url.len() > 2048 || url.contains(char::is_whitespace) {
        return Err(OperatorError::invalid("the address must begin with http:// or https://"));
    }
    let version = terms::publish(tx, url)?.to_string();
    Ok(Published { version, url: url.clone() })
}
