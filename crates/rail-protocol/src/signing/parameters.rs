//! The parameters of a signature, in the header `Signature-Input`.

use super::error::{SignatureError, SignedPart};
use super::keys::{KeyId, Signature};
use super::nonce::Nonce;

/// The kind of a signed message: its components and its tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MessageKind {
    Request,
    /// An answer to a request with a readable signature.
    BoundAnswer,
    /// An answer to a request without one.
    FreeAnswer,
}

impl MessageKind {
    /// Returns the signed components, as they begin the parameters.
    pub(super) const fn components(self) -> &'static str {
        match self {
            Self::Request => r#"("@method" "@path" "@query" "content-digest" "crp-rail")"#,
            Self::BoundAnswer => r#"("@status" "content-digest" "crp-rail" "signature";req;key="crp")"#,
            Self::FreeAnswer => r#"("@status" "content-digest" "crp-rail")"#,
        }
    }

    const fn tag(self) -> &'static str {
        match self {
            Self::Request => "crp-request",
            Self::BoundAnswer | Self::FreeAnswer => "crp-response",
        }
    }
}

/// The parameters of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parameters {
    /// The parameters as they are signed.
    pub(super) text: String,
    /// Seconds since 1970.
    pub(super) created: i64,
    /// Set in requests, and only there.
    pub(super) nonce: Option<Nonce>,
    pub(super) key_id: KeyId,
}

/// A signature that was made or verified, with its base: enough to verify it again (rails 16).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureProof {
    /// The signed text.
    pub base: String,
    /// Signature over the base.
    pub signature: Signature,
    /// Name of the key.
    pub key_id: KeyId,
    /// Seconds since 1970 on the sender's clock.
    pub created: i64,
}

/// Label of the one signature of a message.
const LABEL: &str = "crp=";

/// The error of a header that is not of the profile's form.
const MALFORMED: SignatureError = SignatureError::Unsigned(SignedPart::SignatureInput);

impl Parameters {
    /// Builds the parameters of a new signature, in the order of the document.
    pub(super) fn new(kind: MessageKind, created: i64, nonce: Option<Nonce>, key_id: KeyId) -> Self {
        let nonce_text = nonce.as_ref().map(|nonce| format!(";nonce=\"{nonce}\"")).unwrap_or_default();
        let text = format!(
            "{};created={created}{nonce_text};keyid=\"{key_id}\";alg=\"ed25519\";tag=\"{}\"",
            kind.components(),
            kind.tag()
        );
        Self { text, created, nonce, key_id }
    }

    /// Returns the value of the header `Signature-Input`.
    pub(super) fn header(&self) -> String {
        format!("{LABEL}{}", self.text)
    }

    /// Reads the header. The components have the order of the document; parameters may have any order, each
    /// occurs once, and there are no others.
    pub(super) fn parse(header: &str, kind: MessageKind) -> Result<Self, SignatureError> {
        let text = header.strip_prefix(LABEL).ok_or(MALFORMED)?;
        let rest =
            text.strip_prefix(kind.components()).and_then(|rest| rest.strip_prefix(';')).ok_or(MALFORMED)?;
        let mut list = ParameterList::default();
        for parameter in rest.split(';') {
            let (name, value) = parameter.split_once('=').ok_or(MALFORMED)?;
            list.put(name, value)?;
        }
        let is_ours = list.algorithm == Some("ed25519") && list.tag == Some(kind.tag());
        if !is_ours || list.nonce.is_some() != (kind == MessageKind::Request) {
            return Err(MALFORMED);
        }
        let nonce = list.nonce.map(str::parse::<Nonce>).transpose().map_err(|_| MALFORMED)?;
        let key_id = list.key_id.and_then(|id| id.parse().ok()).ok_or(MALFORMED)?;
        Ok(Self { text: text.to_owned(), created: list.created.ok_or(MALFORMED)?, nonce, key_id })
    }
}

/// The parameters as they are read.
#[derive(Default)]
struct ParameterList<'a> {
    created: Option<i64>,
    nonce: Option<&'a str>,
    key_id: Option<&'a str>,
    algorithm: Option<&'a str>,
    tag: Option<&'a str>,
}

impl<'a> ParameterList<'a> {
    fn put(&mut self, name: &str, value: &'a str) -> Result<(), SignatureError> {
        if name == "created" {
            return once(&mut self.created, seconds(value).ok_or(MALFORMED)?);
        }
        let member = match name {
            "nonce" => &mut self.nonce,
            "keyid" => &mut self.key_id,
            "alg" => &mut self.algorithm,
            "tag" => &mut self.tag,
            _ => return Err(MALFORMED),
        };
        let text = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).ok_or(MALFORMED)?;
        once(member, text)
    }
}

/// Sets a parameter that must not be set yet.
fn once<T>(member: &mut Option<T>, value: T) -> Result<(), SignatureError> {
    if member.replace(value).is_some() { Err(MALFORMED) } else { Ok(()) }
}

/// Reads up to 15 digits, which is the longest integer of a structured header; one spelling per number.
fn seconds(text: &str) -> Option<i64> {
    let is_plain = (1..=15).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    is_plain.then(|| text.parse().ok()).flatten()
}
