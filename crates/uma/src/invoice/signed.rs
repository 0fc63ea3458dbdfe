//! Signed UMA invoices and their text.

use std::fmt;

use super::fields::UmaInvoice;
use super::tlv::Records;
use crate::bech32_text;
use crate::errors::WireCode;
use crate::keys::{PrivateKey, PublicKey, Signature};
use crate::signing::SignatureError;

/// A UMA invoice with the bytes that its signature covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedUmaInvoice {
    invoice: UmaInvoice,
    /// As they were read: peers write the fields in different orders.
    signed_bytes: Vec<u8>,
    /// DER.
    signature: Vec<u8>,
}

/// The error for a text that is not a UMA invoice, or an invoice with too long a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UmaInvoiceError;

const PREFIX: &str = "uma";
const SIGNATURE: u8 = 100;

impl SignedUmaInvoice {
    /// Signs an invoice.
    ///
    /// # Errors
    /// A field of more than 255 bytes, or a number of more than 63 bits.
    pub fn sign(key: &PrivateKey, invoice: UmaInvoice) -> Result<Self, UmaInvoiceError> {
        let writer = invoice.write().ok_or(UmaInvoiceError)?;
        let signed_bytes = writer.finish().ok_or(UmaInvoiceError)?;
        let signature = key.sign(&signed_bytes).to_der();
        Ok(Self { invoice, signed_bytes, signature })
    }

    /// Reads the text of a peer's invoice, unverified. Unknown fields are signed too.
    ///
    /// # Errors
    /// Another text.
    pub fn parse(text: &str) -> Result<Self, UmaInvoiceError> {
        let bytes = bech32_text::decode(PREFIX, text).ok_or(UmaInvoiceError)?;
        let records = Records::parse(&bytes).ok_or(UmaInvoiceError)?;
        Ok(Self {
            invoice: UmaInvoice::read(&records).ok_or(UmaInvoiceError)?,
            signed_bytes: records.without(SIGNATURE),
            signature: records.value(SIGNATURE).ok_or(UmaInvoiceError)?.to_vec(),
        })
    }

    #[must_use]
    pub const fn invoice(&self) -> &UmaInvoice {
        &self.invoice
    }

    /// Returns the bytes that the signature covers.
    #[must_use]
    pub fn signed_bytes(&self) -> &[u8] {
        &self.signed_bytes
    }

    /// Checks the signature with the key of the receiver's provider.
    ///
    /// # Errors
    /// Another key, or a changed field.
    pub fn verify(&self, key: &PublicKey) -> Result<(), SignatureError> {
        let signature = Signature::from_der(&self.signature).map_err(|_| SignatureError)?;
        if key.verifies(&self.signed_bytes, &signature) { Ok(()) } else { Err(SignatureError) }
    }

    /// Returns the text, which begins with `uma1`.
    ///
    /// # Errors
    /// None for an invoice that was signed or read here.
    pub fn to_text(&self) -> Result<String, UmaInvoiceError> {
        let length = u8::try_from(self.signature.len()).map_err(|_| UmaInvoiceError)?;
        let bytes = [&self.signed_bytes[..], &[SIGNATURE, length], &self.signature].concat();
        bech32_text::encode(PREFIX, &bytes).ok_or(UmaInvoiceError)
    }
}

impl UmaInvoiceError {
    /// Returns the wire code.
    #[must_use]
    pub const fn code(self) -> WireCode {
        WireCode::InvalidInvoice
    }
}

impl fmt::Display for UmaInvoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a UMA invoice, or one with a field that is too long")
    }
}

impl std::error::Error for UmaInvoiceError {}
