//! The mark that some programs put before a text in UTF-8 (RFC 8259, 8.1).

const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns a body without the byte-order mark that it may begin with.
#[must_use]
pub(crate) fn skipped(body: &[u8]) -> &[u8] {
    body.strip_prefix(MARK).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mark_is_skipped_at_the_beginning() {
        assert_eq!(skipped(b"\xef\xbb\xbf{}"), b"{}");
        assert_eq!(skipped(b"\xef\xbb\xbf\xef\xbb\xbf{}"), b"\xef\xbb\xbf{}");
        for other in [&b"{}"[..], b"", b"\xef\xbb", b"\xff\xfe{\0", b" \xef\xbb\xbf{}"] {
            assert_eq!(skipped(other), other);
        }
    }
}
