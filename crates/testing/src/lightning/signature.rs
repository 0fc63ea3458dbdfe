//! The check of a signed request, as the operator of an adapter has to do it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::receiver::ReceivedRequest;

/// Maximum age of a request, in seconds.
const REPLAY_WINDOW: u64 = 300;

/// Returns `true` if a request was signed with the secret (in Base64) within the replay window, for the path
/// that it was sent to.
pub(super) fn is_signed(request: &ReceivedRequest, path: &str, secret: &str, now: u64) -> bool {
    let header = |name: &str| request.header(name).unwrap_or_default();
    let [id, at] = [header("webhook-id"), header("webhook-timestamp")];
    let is_in_time = at.parse::<u64>().is_ok_and(|at| at.abs_diff(now) <= REPLAY_WINDOW);
    // The id repeats the path, because the signature does not cover it.
    let is_for_path = id.split_once(':').is_some_and(|(named, _)| named == path);
    let signed = [id.as_bytes(), b".", at.as_bytes(), b".", &request.body[..]].concat();
    is_in_time
        && is_for_path
        && header("webhook-signature").split(' ').any(|one| is_by(secret, &signed, one).is_some())
}

/// Returns `Some` if the signature is by this secret.
fn is_by(secret: &str, signed: &[u8], signature: &str) -> Option<()> {
    let secret = STANDARD.decode(secret).ok()?;
    let signature = STANDARD.decode(signature.strip_prefix("v1,")?).ok()?;
    let mut hmac: Hmac<Sha256> = Hmac::new_from_slice(&secret).ok()?;
    hmac.update(signed);
    hmac.verify_slice(&signature).ok()
}
