//! The gzip format (RFC 1952) around deflated bytes.

use miniz_oxide::deflate::compress_to_vec;

/// Best compression: each content is compressed once.
const LEVEL: u8 = 9;

/// Magic number, deflate, no flags, no time, best compression, no operating system.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];

/// Compresses bytes.
pub(super) fn compress(content: &[u8]) -> Vec<u8> {
    let mut out = HEAD.to_vec();
    out.extend(compress_to_vec(content, LEVEL));
    out.extend(checksum(content).to_le_bytes());
    // The length counts modulo 2^32.
    out.extend(&content.len().to_le_bytes()[..4]);
    out
}

/// Polynomial of the checksum, with its bits reversed.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// Checksum of each byte.
const CHECKSUMS: [u32; 256] = checksums();

const fn checksums() -> [u32; 256] {
    let mut sums = [0; 256];
    let mut byte = 0;
    let mut at = 0;
    while at < sums.len() {
        let mut sum: u32 = byte;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum >> 1) ^ (POLYNOMIAL * (sum & 1));
            bit += 1;
        }
        sums[at] = sum;
        byte += 1;
        at += 1;
    }
    sums
}

/// Returns the cyclic redundancy check of the format.
fn checksum(content: &[u8]) -> u32 {
    let sum = content.iter().fold(u32::MAX, |sum, byte| {
        let [low, ..] = (sum ^ u32::from(*byte)).to_le_bytes();
        (sum >> 8) ^ CHECKSUMS[usize::from(low)]
    });
    !sum
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec;

    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_format() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn compressed_bytes_can_be_read_again() {
        let content = "a page of the reference, ".repeat(4000);
        let compressed = compress(content.as_bytes());
        assert!(compressed.len() < content.len() / 50, "{}", compressed.len());
        let (deflated, end) = compressed[HEAD.len()..].split_at(compressed.len() - HEAD.len() - 8);
        assert_eq!(decompress_to_vec(deflated).unwrap(), content.as_bytes());
        assert_eq!(end[..4], checksum(content.as_bytes()).to_le_bytes());
        assert_eq!(end[4..], 100_000_u32.to_le_bytes());
    }
}
