//! Signatures of requests and answers: a fixed profile of RFC 9421 with Ed25519 and RFC 9530 digests (rails 3).

mod answer;
mod base;
mod content_digest;
mod error;
mod evidence;
mod headers;
mod keys;
mod nonce;
mod parameters;
mod request;
mod target;

pub use answer::{Answer, sign_answer, verify_answer};
pub use base::SignedMessage;
pub use content_digest::{ContentDigest, InvalidContentDigest};
pub use error::{SignatureError, SignedPart};
pub use evidence::verify_evidence;
pub use headers::SignatureHeaders;
pub use keys::{KeyError, KeyId, Signature, SigningKey, VerifyingKey};
pub use nonce::{InvalidNonce, Nonce};
pub use parameters::SignatureProof;
pub use request::{Request, VerifiedRequest, request_signature, sign_request, verify_request};
pub use target::{InvalidTarget, RequestTarget};
