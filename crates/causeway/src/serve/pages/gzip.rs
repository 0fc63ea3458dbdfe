//! The gzip format (RFC 1952) around deflated bytes.

use causeway_domain::documents::Crc32;
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

fn checksum(content: &[u8]) -> u32 {
    let mut checksum = Crc32::default();
    checksum.push(content);
    checksum.value()
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec;

    use super::*;

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
