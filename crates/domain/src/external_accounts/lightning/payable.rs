//! The view of an invoice that a payment needs.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::invoice::Invoice;
use super::readable::{ReadablePart, split};
use crate::Time;

/// The data of the invoice that a payment pays. For a sample, which no node has made, only the readable part
/// is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayableInvoice {
    /// The same for all payments of the invoice: its payment hash, or for a sample the hash of its text, in
    /// hexadecimal digits.
    pub id: String,
    /// The amount to arrive, in satoshis; `None` if the invoice does not fix it.
    pub satoshis: Option<i64>,
    /// The instant from which the request can no longer be paid; `None` if it is a sample.
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
        let readable = split(text).and_then(|(readable, _)| ReadablePart::parse(readable));
        Self {
            id: hexadecimal(&Sha256::digest(text)),
            satoshis: readable.and_then(|readable| readable.amount.satoshis()),
            expires_at: None,
        }
    }

    /// Returns `true` if it is too late to pay it.
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
