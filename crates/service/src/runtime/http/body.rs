//! Request bodies: size, content type, parsing (conventions 6).

use axum::body::{Body, HttpBody};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use bytes::{Bytes, BytesMut};
use causeway_domain::ids::PlatformId;
use causeway_wire::Code;
use causeway_wire::table::BodyKind;
use http_body_util::BodyExt;
use serde_json::Value;
use serde_json::error::Category;

use super::bodies::{Bodies, BudgetOwner, MemoryCharge};
use super::unambiguous::Unambiguous;
use super::whole_numbers;
use crate::runtime::api_error::ApiError;
use crate::runtime::{byte_order_mark, timers};

/// Maximum JSON body size in bytes.
const MAX_JSON_BYTES: usize = 1024 * 1024;

/// A body that was received completely.
#[derive(Debug)]
pub(super) struct ReceivedBody<'a> {
    pub(super) bytes: Bytes,
    /// The charge on the memory budgets, until the request is answered; `None` if there is no body.
    _share: Option<MemoryCharge<'a>>,
}

/// Reads the whole body of a caller of this platform: up to 1 MiB, within a timeout.
///
/// # Errors
/// `INVALID_REQUEST_FORMAT` if the body does not arrive in time or completely; 413 for one that is too large;
/// `RATE_LIMITED` and `SERVICE_UNAVAILABLE` if the budgets leave no room for it.
pub(super) async fn read(
    body: Body,
    bodies: &Bodies,
    platform: PlatformId,
) -> Result<ReceivedBody<'_>, ApiError> {
    if body.is_end_stream() {
        return Ok(ReceivedBody { bytes: Bytes::new(), _share: None });
    }
    // Refused before the client is told to continue (RFC 9110, 10.1.1).
    let announced = body.size_hint().lower();
    if u64::try_from(MAX_JSON_BYTES).is_ok_and(|most| announced > most) {
        return Err(too_large());
    }
    let mut share = bodies.begin(BudgetOwner::Platform(platform))?;
    match timers::within(timers::BODY_TIMEOUT, collect(body, &mut share)).await {
        Ok(bytes) => Ok(ReceivedBody { bytes: bytes?, _share: Some(share) }),
        Err(timers::Timeout) => {
            Err(ApiError::new(Code::InvalidRequestFormat, "The body did not arrive in time."))
        }
    }
}

/// Collects the body. Charges the bytes that arrived, not those announced: a caller that announces much and
/// sends little is charged little.
async fn collect(mut body: Body, share: &mut MemoryCharge<'_>) -> Result<Bytes, ApiError> {
    let mut all = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let broken = |_| ApiError::new(Code::InvalidRequestFormat, "The body broke off.");
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        let length = all.len() + data.len();
        if length > MAX_JSON_BYTES {
            return Err(too_large());
        }
        share.grow_to(length)?;
        all.extend_from_slice(&data);
    }
    Ok(all.freeze())
}

/// Returns the error for a body over the limit.
#[must_use]
pub fn too_large() -> ApiError {
    ApiError::new(Code::BodyTooLarge, format!("The body is larger than {MAX_JSON_BYTES} bytes."))
}

/// Parses the JSON object in a body that is not a form; a leading byte-order mark is skipped. If the body is
/// optional, an absent, empty or blank one is the empty object.
///
/// # Errors
/// `INVALID_REQUEST_FORMAT` for a content type other than JSON, for invalid JSON, for JSON that is not an
/// object or has a duplicate member, and for a missing body that is required.
pub(super) fn parse(kind: BodyKind, headers: &HeaderMap, body: &[u8]) -> Result<Value, ApiError> {
    let refuse = |message: &str| ApiError::new(Code::InvalidRequestFormat, message);
    if !body.is_empty() && !is_json(headers) {
        return Err(refuse("The body must be sent with Content-Type: application/json."));
    }
    let body = byte_order_mark::strip(body);
    if body.iter().all(u8::is_ascii_whitespace) {
        return match kind {
            BodyKind::OptionalJson => Ok(Value::Object(serde_json::Map::new())),
            BodyKind::Json | BodyKind::Multipart { .. } => {
                Err(refuse("This operation needs a body: a JSON object, which may be {}."))
            }
        };
    }
    let text = std::str::from_utf8(body).map_err(|_| refuse("The body is not UTF-8."))?;
    let unambiguous: Result<Unambiguous, _> = serde_json::from_str(&whole_numbers::plain(text));
    let Unambiguous(value) = unambiguous.map_err(|error| match error.classify() {
        Category::Data => refuse(&format!("The body is ambiguous: {error}.")),
        Category::Io | Category::Syntax | Category::Eof => refuse(&format!("The body is not JSON: {error}.")),
    })?;
    if value.is_object() { Ok(value) } else { Err(refuse("The body must be a JSON object.")) }
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(sent) = headers.get(CONTENT_TYPE) else {
        return true;
    };
    let media_type = sent.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case("application/json")
}
