//! Strict reading of CBOR (RFC 8949) as authenticators write it: definite lengths, shortest heads, nothing
//! trailing.

/// The head of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    Unsigned(u64),
    /// A negative integer, as its distance below -1.
    Negative(u64),
    Bytes(usize),
    Text(usize),
    Array(usize),
    Map(usize),
    /// False, true, null, undefined, another simple value, or a float.
    Simple,
}

/// A cursor over the unread rest of an input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a>(&'a [u8]);

/// Maximum nesting of a skipped item; CTAP2 allows four levels.
const DEEPEST: u8 = 8;

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the unread bytes.
    pub(super) const fn rest(&self) -> &'a [u8] {
        self.0
    }

    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn argument(&mut self, additional: u8) -> Option<u64> {
        let (value, least) = match additional {
            0..=23 => return Some(u64::from(additional)),
            24 => (u64::from(*self.take(1)?.first()?), 24),
            25 => (u64::from(u16::from_be_bytes(self.take(2)?.try_into().ok()?)), 1 << 8),
            26 => (u64::from(u32::from_be_bytes(self.take(4)?.try_into().ok()?)), 1 << 16),
            27 => (u64::from_be_bytes(self.take(8)?.try_into().ok()?), 1 << 32),
            _ => return None,
        };
        (value >= least).then_some(value)
    }

    pub(super) fn head(&mut self) -> Option<Head> {
        let first = *self.take(1)?.first()?;
        let major = first >> 5;
        let additional = first & 0x1f;
        if major == 7 {
            let width = match additional {
                0..=23 => 0,
                25 => 2,
                26 => 4,
                27 => 8,
                _ => return None,
            };
            return self.take(width).map(|_| Head::Simple);
        }
        let argument = self.argument(additional)?;
        let length = || usize::try_from(argument).ok();
        Some(match major {
            0 => Head::Unsigned(argument),
            1 => Head::Negative(argument),
            2 => Head::Bytes(length()?),
            3 => Head::Text(length()?),
            4 => Head::Array(length()?),
            5 => Head::Map(length()?),
            // Tags are not allowed.
            _ => return None,
        })
    }

    pub(super) fn bytes(&mut self) -> Option<&'a [u8]> {
        match self.head()? {
            Head::Bytes(length) => self.take(length),
            _ => None,
        }
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        match self.head()? {
            Head::Text(length) => std::str::from_utf8(self.take(length)?).ok(),
            _ => None,
        }
    }

    pub(super) fn integer(&mut self) -> Option<i64> {
        match self.head()? {
            Head::Unsigned(value) => i64::try_from(value).ok(),
            Head::Negative(below) => i64::try_from(below).ok()?.checked_neg()?.checked_sub(1),
            _ => None,
        }
    }

    pub(super) fn map(&mut self) -> Option<usize> {
        match self.head()? {
            Head::Map(members) => Some(members),
            _ => None,
        }
    }

    /// Skips one item of any kind.
    pub(super) fn skip(&mut self) -> Option<()> {
        self.skip_within(DEEPEST)
    }

    fn skip_within(&mut self, depth: u8) -> Option<()> {
        let items = match self.head()? {
            Head::Unsigned(_) | Head::Negative(_) | Head::Simple => 0,
            Head::Bytes(length) => self.take(length).map(|_| 0)?,
            Head::Text(length) => std::str::from_utf8(self.take(length)?).map(|_| 0).ok()?,
            Head::Array(items) => items,
            Head::Map(members) => members.checked_mul(2)?,
        };
        // Every item takes at least one byte, so a false count ends with the input.
        for _ in 0..items {
            self.skip_within(depth.checked_sub(1)?)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;

    fn skips(text: &str) -> bool {
        let bytes = hex::decode(text).unwrap();
        let mut reader = Reader::new(&bytes);
        reader.skip().is_some() && reader.rest().is_empty()
    }

    #[test]
    fn items_are_skipped() {
        for item in [
            "00",
            "1903e8",
            "3bffffffffffffffff",
            "43010203",
            "63e282ac",
            "83010203",
            "a1616101",
            "f6",
            "fb3ff199999999999a",
        ] {
            assert!(skips(item), "{item}");
        }
    }

    #[test]
    fn other_spellings_are_refused() {
        for (item, why) in [
            ("1817", "a longer head than needed"),
            ("1900ff", "a longer head than needed"),
            ("1a0000ffff", "a longer head than needed"),
            ("1b00000000ffffffff", "a longer head than needed"),
            ("5f4100ff", "no definite length"),
            ("9fff", "no definite length"),
            ("c000", "a tag"),
            ("1c", "reserved"),
            ("f820", "a simple value of two bytes"),
            ("4301", "cut off"),
            ("8301", "cut off"),
            ("61ff", "not UTF-8"),
            ("", "nothing"),
            ("818181818181818181818100", "too deep"),
            ("9bffffffffffffffff", "a count beyond the input"),
            ("bbffffffffffffffff", "a count beyond the input"),
        ] {
            assert!(!skips(item), "{item}: {why}");
        }
    }

    #[test]
    fn integers_have_their_sign() {
        let read = |text: &str| Reader::new(&hex::decode(text).unwrap()).integer();
        assert_eq!(read("26"), Some(-7));
        assert_eq!(read("390100"), Some(-257));
        assert_eq!(read("3b7fffffffffffffff"), Some(i64::MIN));
        assert_eq!(read("3b8000000000000000"), None);
        assert_eq!(read("1b8000000000000000"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let mut reader = Reader::new(&bytes);
            while reader.skip().is_some() {}
        }
    }
}
