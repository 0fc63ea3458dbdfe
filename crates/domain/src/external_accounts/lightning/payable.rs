//! An invoice as a payment sees it.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::invoice::Invoice;
use super::readable::{Readable, split};
use crate::Time;

/// What a payment must know of the invoice that it pays. Of a sample, which no node has made, only the readable part
/// counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayableInvoice {
    /// One for all payments of the invoice: its payment hash, of a sample the hash of its text, in hexadecimal digits.
    pub id: String,
    /// What arrives in satoshis, if the invoice fixes it.
    pub satoshis: Option<i64>,
    /// From when on it is not paid any more; `None` of a sample.
    pub expires_at: Option<Time>,
}

impl PayableInvoice {
    /// Reads the invoice of an account.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        match Invoice::parse(text) {
            Ok(invoice) => Self {
                id: hexadecimal(invoice.payment_hash()),
                satoshis: invoice.satoshis(),
                expires_at: Some(invoice.expires_at()),
            },
            Err(_) => Self::sample(&text.to_ascii_lowercase()),
        }
    }

    fn sample(text: &str) -> Self {
        let readable = split(text).and_then(|(readable, _)| Readable::parse(readable));
        Self {
            id: hexadecimal(&Sha256::digest(text)),
            satoshis: readable.and_then(|readable| readable.amount.satoshis()),
            expires_at: None,
        }
    }

    /// Returns whether it is too late to pay it.
    #[must_use]
    pub fn is_expired(&self, now: Time) -> bool {
        self.expires_at.is_some_and(|expires_at| now >= expires_at)
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
