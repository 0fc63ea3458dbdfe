//! Records of type, length and value, each of type and length in one byte.

/// The records of an invoice, by type.
#[derive(Debug)]
pub(super) struct Records<'a>(Vec<Record<'a>>);

/// A record, with its bytes in front of the value.
#[derive(Debug, Clone, Copy)]
struct Record<'a> {
    kind: u8,
    value: &'a [u8],
}

impl<'a> Records<'a> {
    /// Reads records, or returns `None` if one is cut off or has the type of another one.
    pub(super) fn parse(mut bytes: &'a [u8]) -> Option<Self> {
        let mut found: Vec<Record<'a>> = Vec::new();
        while !bytes.is_empty() {
            let ([kind, length], rest) = bytes.split_first_chunk()?;
            let (value, rest) = rest.split_at_checked((*length).into())?;
            if found.iter().any(|known| known.kind == *kind) {
                return None;
            }
            found.push(Record { kind: *kind, value });
            bytes = rest;
        }
        Some(Self(found))
    }

    pub(super) fn value(&self, kind: u8) -> Option<&'a [u8]> {
        self.0.iter().find(|record| record.kind == kind).map(|record| record.value)
    }

    pub(super) fn text(&self, kind: u8) -> Option<&'a str> {
        str::from_utf8(self.value(kind)?).ok()
    }

    /// Returns a number of at least zero in 1, 2, 4 or 8 bytes, big endian with a sign.
    pub(super) fn number(&self, kind: u8) -> Option<u64> {
        let number = match *self.value(kind)? {
            [a] => i64::from(i8::from_be_bytes([a])),
            [a, b] => i64::from(i16::from_be_bytes([a, b])),
            [a, b, c, d] => i64::from(i32::from_be_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => i64::from_be_bytes([a, b, c, d, e, f, g, h]),
            _ => return None,
        };
        u64::try_from(number).ok()
    }

    pub(super) fn flag(&self, kind: u8) -> Option<bool> {
        match self.value(kind)? {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    /// Returns the bytes of all records but one, in the order in which they were read.
    pub(super) fn without(&self, kind: u8) -> Vec<u8> {
        let mut writer = RecordWriter::default();
        self.0
            .iter()
            .filter(|record| record.kind != kind)
            .for_each(|record| writer.put(record.kind, record.value));
        writer.bytes
    }
}

/// The bytes of records.
#[derive(Debug, Default)]
pub(super) struct RecordWriter {
    bytes: Vec<u8>,
    is_too_long: bool,
}

impl RecordWriter {
    pub(super) fn put(&mut self, kind: u8, value: &[u8]) {
        match u8::try_from(value.len()) {
            Ok(length) => {
                self.bytes.extend([kind, length]);
                self.bytes.extend(value);
            }
            Err(_) => self.is_too_long = true,
        }
    }

    /// Puts a number in the fewest bytes that hold it with a sign.
    pub(super) fn put_number(&mut self, kind: u8, number: u64) {
        if let Ok(small) = i8::try_from(number) {
            return self.put(kind, &small.to_be_bytes());
        }
        if let Ok(short) = i16::try_from(number) {
            return self.put(kind, &short.to_be_bytes());
        }
        match i32::try_from(number) {
            Ok(word) => self.put(kind, &word.to_be_bytes()),
            Err(_) => self.put(kind, &number.to_be_bytes()),
        }
    }

    /// Returns the bytes, or `None` if a value did not fit into a record.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        (!self.is_too_long).then_some(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_have_the_widths_of_peers() {
        for (number, width) in
            [(0, 1), (127, 1), (128, 2), (32_767, 2), (32_768, 4), (2_147_483_647, 4), (2_147_483_648, 8)]
        {
            let mut writer = RecordWriter::default();
            writer.put_number(2, number);
            let bytes = writer.finish().unwrap();
            assert_eq!(bytes.len(), 2 + width, "{number}");
            assert_eq!(Records::parse(&bytes).unwrap().number(2), Some(number));
        }
        for bytes in [&[2, 1, 0x80][..], &[2, 0], &[2, 3, 0, 0, 1]] {
            assert_eq!(Records::parse(bytes).unwrap().number(2), None);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            if let Some(records) = Records::parse(&bytes) {
                let unused = (0..=255).find(|kind| records.value(*kind).is_none());
                prop_assert_eq!(unused.map(|kind| records.without(kind)), Some(bytes.clone()));
                let _ = (records.number(0), records.text(1), records.flag(2));
            }
        }
    }
}
