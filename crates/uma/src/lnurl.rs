//! Plain LNURL-pay, by which lightning addresses `user@domain` are paid (LUD-06, LUD-16).

use std::fmt;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::addresses::{Callback, Host};
use crate::amounts::{AmountRange, ExactDecimal};
use crate::currency::whole_range;
use crate::errors::ErrorBody;
use crate::json;

/// The answer about a lightning address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LnurlPayResponse {
    pub callback: Callback,
    /// In millisatoshi.
    pub sendable: AmountRange,
    /// A JSON text, which invoices are bound to.
    pub metadata: String,
    /// The longest comment, in characters.
    pub comment_allowed: u32,
}

/// The answer with an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LnurlInvoiceResponse {
    /// A BOLT 11 invoice, unread.
    pub pr: String,
}

/// A reason why an answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LnurlError {
    Malformed,
    /// The other side refused; its reason is in the body.
    Refused(ErrorBody),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PayMembers {
    tag: String,
    callback: String,
    min_sendable: ExactDecimal,
    max_sendable: ExactDecimal,
    metadata: String,
    comment_allowed: Option<u32>,
}

#[derive(Deserialize)]
struct InvoiceMembers {
    pr: String,
}

/// The longest invoice, in bytes.
const MAX_INVOICE: usize = 16 * 1024;

/// Returns the URL that answers about a lightning address, from its two parts.
#[must_use]
pub fn lightning_address_url(user: &str, host: &Host) -> String {
    format!("{}://{host}/.well-known/lnurlp/{user}", host.scheme())
}

impl LnurlPayResponse {
    /// Reads an answer; fields of UMA are skipped.
    ///
    /// # Errors
    /// Any [`LnurlError`].
    pub fn parse(body: &[u8]) -> Result<Self, LnurlError> {
        let read: PayMembers = members(body)?;
        let is_pay_request = read.tag == "payRequest";
        let sendable = whole_range(read.min_sendable, read.max_sendable).filter(|_| is_pay_request);
        Ok(Self {
            callback: Callback::parse(&read.callback).map_err(|_| LnurlError::Malformed)?,
            sendable: sendable.ok_or(LnurlError::Malformed)?,
            metadata: read.metadata,
            comment_allowed: read.comment_allowed.unwrap_or_default(),
        })
    }

    /// Returns the URL that answers with an invoice over an amount in millisatoshi, or `None` if the amount is
    /// not in the range.
    #[must_use]
    pub fn invoice_url(&self, amount: u64) -> Option<String> {
        self.sendable.contains(amount).then(|| self.callback.with_parameter("amount", &amount.to_string()))
    }

    /// Returns the description hash that the invoice must have.
    #[must_use]
    pub fn description_hash(&self) -> [u8; 32] {
        Sha256::digest(&self.metadata).into()
    }
}

impl LnurlInvoiceResponse {
    /// Reads an answer.
    ///
    /// # Errors
    /// Any [`LnurlError`].
    pub fn parse(body: &[u8]) -> Result<Self, LnurlError> {
        let InvoiceMembers { pr } = members(body)?;
        let is_printable = pr.bytes().all(|byte| byte.is_ascii_graphic());
        if pr.is_empty() || pr.len() > MAX_INVOICE || !is_printable {
            return Err(LnurlError::Malformed);
        }
        Ok(Self { pr })
    }
}

fn members<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, LnurlError> {
    if let Some(refusal) = ErrorBody::parse(body) {
        return Err(LnurlError::Refused(refusal));
    }
    json::read(body).ok_or(LnurlError::Malformed)
}

impl fmt::Display for LnurlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the LNURL answer cannot be read",
            Self::Refused(_) => "the LNURL request was refused",
        })
    }
}

impl std::error::Error for LnurlError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ANSWER: &str = r#"{"tag":"payRequest","callback":"https://a.example/pay?x=1","minSendable":1000,"maxSendable":5000000,"metadata":"abc","commentAllowed":20,"allowsNostr":true}"#;

    #[test]
    fn a_lightning_address_is_paid_in_two_steps() {
        let url = lightning_address_url("bob+tag", &Host::parse("a.example").unwrap());
        assert_eq!(url, "https://a.example/.well-known/lnurlp/bob+tag");
        let answer = LnurlPayResponse::parse(ANSWER.as_bytes()).unwrap();
        assert_eq!(answer.invoice_url(1_000).as_deref(), Some("https://a.example/pay?x=1&amount=1000"));
        assert_eq!((answer.invoice_url(999), answer.invoice_url(5_000_001)), (None, None));
        assert_eq!(answer.description_hash()[..4], [0xba, 0x78, 0x16, 0xbf]);
        let invoice = LnurlInvoiceResponse::parse(br#"{"pr":"lnbc1","routes":[]}"#).unwrap();
        assert_eq!(invoice.pr, "lnbc1");
    }

    #[test]
    fn other_answers_have_their_errors() {
        for (part, instead) in
            [("payRequest", "withdrawRequest"), ("https", "ftp"), ("1000,", "-1,"), ("metadata", "x")]
        {
            let changed = ANSWER.replacen(part, instead, 1);
            assert_eq!(LnurlPayResponse::parse(changed.as_bytes()), Err(LnurlError::Malformed), "{changed}");
        }
        let refused = LnurlInvoiceResponse::parse(br#"{"status":"ERROR","reason":"no"}"#);
        assert!(matches!(refused, Err(LnurlError::Refused(body)) if body.reason == "no"));
        assert_eq!(LnurlInvoiceResponse::parse(br#"{"pr":"a b"}"#), Err(LnurlError::Malformed));
    }

    proptest! {
        #[test]
        fn any_body_is_read_or_refused(body: Vec<u8>, at: prop::sample::Index, byte: u8) {
            let _ = LnurlPayResponse::parse(&body);
            let _ = LnurlInvoiceResponse::parse(&body);
            let mut changed = ANSWER.as_bytes().to_vec();
            let at = at.index(changed.len());
            changed[at] = byte;
            let _ = LnurlPayResponse::parse(&changed);
        }
    }
}
