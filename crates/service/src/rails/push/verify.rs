//! The signatures of pushes.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::HeaderName;
use bytes::Bytes;
use causeway_domain::Time;
use causeway_rail_protocol::limits::PAGE_BODY;
use causeway_rail_protocol::signing::{
    Request, RequestTarget, Signature, SignatureError, SignatureHeaders, SignedPart, VerifiedRequest,
    VerifyingKey, request_signature, verify_request,
};
use uuid::Uuid;

use crate::runtime::outbound::AddressRange;
use crate::runtime::rails::{KnownRail, keys_in_force};

const SIGNATURE: HeaderName = HeaderName::from_static("signature");

/// Maximum length of the body of a push in bytes.
pub const MAX_BODY: usize = PAGE_BODY;

/// A push as it was received.
#[derive(Debug)]
pub struct IncomingPush {
    /// The name of the rail in the path.
    pub rail: String,
    /// The whole path, as it was sent.
    pub path: String,
    /// The raw query, empty if there is none.
    pub query: String,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The client's address, if it is known.
    pub peer: Option<IpAddr>,
}

/// A push that the adapter has signed.
pub(super) struct VerifiedPush {
    pub(super) request: VerifiedRequest,
    /// The row of the key.
    pub(super) key: Uuid,
}

impl IncomingPush {
    /// Verifies the signature with the keys of a rail at this wall time.
    pub(super) fn verify(&self, rail: &KnownRail, now: Time) -> Result<VerifiedPush, SignatureError> {
        const UNSIGNED: SignatureError = SignatureError::Unsigned(SignedPart::SignatureInput);
        let headers = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let headers = SignatureHeaders::read(headers)?;
        let query = (!self.query.is_empty()).then_some(self.query.as_str());
        let target = RequestTarget::new("POST", &self.path, query).map_err(|_| UNSIGNED)?;
        let keys = keys_in_force(rail, now);
        let request = Request { target: &target, rail: rail.record.id, body: &self.body };
        let verifying: Vec<VerifyingKey> = keys.iter().map(|(_, key)| *key).collect();
        let request = verify_request(&request, &headers, &verifying, now.millis().div_euclid(1_000))?;
        let key = keys.iter().find(|(_, key)| key.key_id() == request.proof.key_id).map(|(id, _)| *id);
        Ok(VerifiedPush { key: key.ok_or(UNSIGNED)?, request })
    }

    /// Returns `true` if the rail may push from the client's address.
    pub(super) fn is_from(&self, rail: &KnownRail) -> bool {
        let Some(range) = rail.record.doc.push_from.as_deref() else { return true };
        let range: Option<AddressRange> = range.parse().ok();
        range.zip(self.peer).is_some_and(|(range, peer)| range.contains(peer))
    }

    /// Returns the signature as far as it can be read, to which the answer is bound.
    pub(super) fn signature(&self) -> Option<Signature> {
        request_signature(self.headers.get(SIGNATURE)?.to_str().ok()?)
    }
}
