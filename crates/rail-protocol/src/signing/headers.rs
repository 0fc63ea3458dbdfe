//! The headers of a signature.

use std::collections::BTreeMap;

use super::error::{SignatureError, SignedPart};

/// The headers of a signed request or answer (rails 3.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureHeaders {
    /// `Content-Digest`.
    pub content_digest: String,
    /// `Crp-Rail`.
    pub rail: String,
    /// `Signature-Input`.
    pub signature_input: String,
    /// `Signature`.
    pub signature: String,
}

/// Maximum length of a header's value, in bytes.
const LENGTH: usize = 1024;

impl SignatureHeaders {
    /// Picks the headers of the signature out of all headers, by their names in any case.
    ///
    /// # Errors
    /// [`SignatureError::Unsigned`] with the header that is missing, occurs twice, is longer than 1 KiB, or has
    /// other characters than printable ASCII.
    pub fn read<'a>(headers: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<Self, SignatureError> {
        let mut found: BTreeMap<SignedPart, &str> = BTreeMap::new();
        for (name, value) in headers {
            let part = SignedPart::HEADERS.into_iter().find(|part| part.name().eq_ignore_ascii_case(name));
            let Some(part) = part else { continue };
            let is_printable = value.iter().all(|byte| (b' '..=b'~').contains(byte));
            let text = std::str::from_utf8(value).ok().filter(|_| is_printable && value.len() <= LENGTH);
            let is_first = text.is_some_and(|text| found.insert(part, text).is_none());
            if !is_first {
                return Err(SignatureError::Unsigned(part));
            }
        }
        let take =
            |part| found.get(&part).map(|text| (*text).to_owned()).ok_or(SignatureError::Unsigned(part));
        Ok(Self {
            content_digest: take(SignedPart::ContentDigest)?,
            rail: take(SignedPart::Rail)?,
            signature_input: take(SignedPart::SignatureInput)?,
            signature: take(SignedPart::Signature)?,
        })
    }

    /// Returns the headers as pairs of name and value, to be sent.
    #[must_use]
    pub fn pairs(&self) -> [(&'static str, &str); 4] {
        [
            (SignedPart::ContentDigest.name(), &self.content_digest),
            (SignedPart::Rail.name(), &self.rail),
            (SignedPart::SignatureInput.name(), &self.signature_input),
            (SignedPart::Signature.name(), &self.signature),
        ]
    }
}
