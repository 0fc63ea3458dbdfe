//! The byte-order mark that some programs put before UTF-8 text (RFC 8259, 8.1).

const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns the body without a leading byte-order mark.
#[must_use]
pub(crate) fn strip(body: &[u8]) -> &[u8] {
    body.strip_prefix(MARK).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mark_is_skipped_at_the_beginning() {
        assert_eq!(strip(b"\xef\xbb\xbf{}"), b"{}");
        assert_eq!(strip(b"\xef\xbb\xbf\xef\xbb\xbf{}"), b"\xef\xbb\xbf{}");
        for other in [&b"{}"[..], b"", b"\xef\xbb", b"\xff\xfe{\0", b" \xef\xbb\xbf{}"] {
            assert_eq!(strip(other), other);
        }
    }
}
