//! Request bodies: size, content type, parse (conventions 6).

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use bytes::Bytes;
use causeway_wire::Code;
use causeway_wire::table::BodyKind;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::Value;
use serde_json::error::Category;

use super::unambiguous::Unambiguous;
use crate::runtime::api_error::ApiError;
use crate::runtime::timers;

/// The most bytes a JSON body may have: 1 MiB.
const JSON_BYTES_MAX: usize = 1024 * 1024;

/// Reads the whole body; 413 beyond 1 MiB, 400 when it does not arrive in time.
///
/// # Errors
/// `INVALID_REQUEST_FORMAT`, with status 413 for a body that is too large.
pub(super) async fn read(body: Body) -> Result<Bytes, ApiError> {
    let arriving = Limited::new(body, JSON_BYTES_MAX).collect();
    let Ok(arrived) = timers::within(timers::BODY, arriving).await else {
        return Err(ApiError::new(Code::InvalidRequestFormat, "The body did not arrive in time."));
    };
    match arrived {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            let message = format!("The body is larger than {JSON_BYTES_MAX} bytes.");
            Err(ApiError::new(Code::BodyTooLarge, message))
        }
        Err(_) => Err(ApiError::new(Code::InvalidRequestFormat, "The body broke off.")),
    }
}

/// The JSON object in a body. Where it may be left out, an absent, empty or blank body is the empty object.
///
/// # Errors
/// `INVALID_REQUEST_FORMAT` for another content type than JSON, for text that is no JSON, for JSON that is no
/// object or has a member twice in one, and for no body where there must be one.
pub(super) fn parse(kind: BodyKind, headers: &HeaderMap, body: &[u8]) -> Result<Value, ApiError> {
    let refuse = |message: &str| ApiError::new(Code::InvalidRequestFormat, message);
    if !body.is_empty() && !is_json(headers) {
        return Err(refuse("The body must be sent with Content-Type: application/json."));
    }
    if body.iter().all(u8::is_ascii_whitespace) {
        return match kind {
            BodyKind::Optional => Ok(Value::Object(serde_json::Map::new())),
            BodyKind::Required | BodyKind::Multipart => {
                Err(refuse("This operation needs a body: a JSON object, which may be {}."))
            }
        };
    }
    let unambiguous: Result<Unambiguous, _> = serde_json::from_slice(body);
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
