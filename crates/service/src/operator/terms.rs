//! The End User Terms (customers 2.6).

use causeway_store::customers::terms as rows;
use causeway_store::{ChangeEffect, Tx, collect_change};

use super::{Answer, Call, OperatorError, arguments, noun, option};
use crate::customers::terms;

noun! {
    /// End User Terms
    "terms" {
        /// Publish the next version of the End User Terms; consents to earlier versions stay valid
        "publish": Administer => change_deployment(publish).irreversible(),
    }
}

arguments! {
    struct PublishRequest {
        url: String = option("URL of the text (http or https)").required(),
    }
}

#[derive(serde::Serialize)]
struct TermsVersion {
    version: String,
    url: String,
}

fn publish(tx: &mut Tx<'_>, _: &Call, PublishRequest { url }: &PublishRequest) -> Answer<TermsVersion> {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    if !is_web || url.len() > 2048 || url.contains(char::is_whitespace) {
        return Err(OperatorError::invalid("the URL must begin with http:// or https://"));
    }
    let last = rows::current(tx)?;
    let version = terms::publish(tx, url)?.to_string();
    let name = "the newest terms".to_owned();
    let from = Some(format!("{} at {}", last.version, last.url));
    collect_change(tx, ChangeEffect { name, from, to: Some(format!("{version} at {url}")) });
    Ok(TermsVersion { version, url: url.clone() })
}
