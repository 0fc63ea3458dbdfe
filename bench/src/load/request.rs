//! Requests as bytes, built once.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The idempotency key before its digits are filled in.
const KEY: &str = "bench-0000000000000000";
const DIGITS: usize = 16;

/// Odd, so that all products differ; its multiples are far apart.
const SCATTERING: u64 = 0x9e37_79b9_7f4a_7c15;

/// A request with a place for the idempotency key, which makes each sending unique.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    bytes: Vec<u8>,
    digits_at: Option<usize>,
}

/// The credentials of the sender.
#[derive(Debug, Clone)]
pub(crate) struct Credentials {
    pub(crate) client_id: String,
    pub(crate) secret: String,
}

impl Credentials {
    /// Returns the value of the `Authorization` header.
    pub(crate) fn header(&self) -> String {
        format!("Basic {}", STANDARD.encode(format!("{}:{}", self.client_id, self.secret)))
    }
}

impl Request {
    /// Creates a reading request.
    pub(crate) fn get(path: &str, caller: &Credentials) -> Self {
        Self { bytes: format!("{}\r\n", head("GET", path, caller)).into_bytes(), digits_at: None }
    }

    /// Creates a writing request with an `Idempotency-Key`.
    pub(crate) fn post(path: &str, caller: &Credentials, body: &str) -> Self {
        let head = head("POST", path, caller);
        let text = format!(
            "{head}Content-Type: application/json\r\nContent-Length: {}\r\nIdempotency-Key: {KEY}\r\n\r\n{body}",
            body.len()
        );
        let digits_at = text.find(KEY).map(|at| at + KEY.len() - DIGITS);
        Self { bytes: text.into_bytes(), digits_at }
    }

    /// Adds a header.
    pub(crate) fn header(self, name: &str, value: &str) -> Self {
        let line = format!("{name}: {value}\r\n");
        // After the request line, before the other headers.
        let at = self.bytes.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let digits_at = self.digits_at.map(|digits| digits + line.len());
        let mut bytes = self.bytes;
        bytes.splice(at..at, line.into_bytes());
        Self { bytes, digits_at }
    }

    /// Writes the bytes of sending number `number` to `out`.
    pub(crate) fn write(&self, number: u64, out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(&self.bytes);
        if let Some(digits) = self.digits_at.and_then(|at| out.get_mut(at..at + DIGITS)) {
            digits.copy_from_slice(format!("{:016x}", scattered(number)).as_bytes());
        }
    }
}

/// Maps consecutive numbers to distant ones, like the random keys of clients.
pub(crate) const fn scattered(number: u64) -> u64 {
    number.wrapping_mul(SCATTERING)
}

fn head(method: &str, path: &str, caller: &Credentials) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {}\r\n", caller.header())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sending_has_its_own_key() {
        let caller = Credentials { client_id: "a".to_owned(), secret: "b".to_owned() };
        let request = Request::post("/x", &caller, "{}");
        let sent = |number| {
            let mut out = Vec::new();
            request.write(number, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert!(sent(2).contains("Idempotency-Key: bench-3c6ef372fe94f82a\r\n\r\n{}"));
        assert_ne!(sent(1), sent(2));
    }
}
