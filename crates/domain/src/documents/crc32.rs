//! CRC-32 as in the chunks of PNG and in gzip (ISO 3309, ITU-T V.42).

const TABLE: [u32; 256] = table();

/// A running checksum.
#[derive(Debug, Clone, Copy)]
pub struct Crc32(u32);

impl Default for Crc32 {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl Crc32 {
    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let [low, ..] = self.0.to_le_bytes();
            self.0 = TABLE[usize::from(low ^ byte)] ^ (self.0 >> 8);
        }
    }

    /// Returns the checksum of the bytes so far.
    #[must_use]
    pub const fn value(self) -> u32 {
        !self.0
    }
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    let mut byte = 0;
    while at < table.len() {
        let mut value: u32 = byte;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 { 0xedb8_8320 ^ (value >> 1) } else { value >> 1 };
            bit += 1;
        }
        table[at] = value;
        at += 1;
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_match_published_vectors() {
        let of = |pieces: &[&[u8]]| {
            let mut checksum = Crc32::default();
            pieces.iter().for_each(|piece| checksum.push(piece));
            checksum.value()
        };
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[b"123456789"]), 0xcbf4_3926);
        assert_eq!(of(&[b"I", b"END"]), 0xae42_6082);
    }
}
