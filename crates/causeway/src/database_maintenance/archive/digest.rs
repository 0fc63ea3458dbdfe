//! The digest of a part, computed while the part is copied.

use std::io::{self, Read, Write};

use causeway_service::runtime::hex;
use sha2::{Digest, Sha256};

/// Bytes that are copied at a time.
const CHUNK: usize = 64 * 1024;

/// The length and the digest of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartDigest {
    /// In bytes.
    pub(super) length: u64,
    /// In lower-case hexadecimal.
    pub(super) sha256: String,
}

/// Copies a part up to the end of its source, and returns its digest.
///
/// # Errors
/// If the source cannot be read, or the target cannot be written.
pub(super) fn copy(from: &mut impl Read, to: &mut impl Write) -> io::Result<PartDigest> {
    let mut hash = Sha256::new();
    let mut length = 0_u64;
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = from.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        hash.update(&chunk[..read]);
        to.write_all(&chunk[..read])?;
        length = length.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
    }
    let digest: [u8; 32] = hash.finalize().into();
    Ok(PartDigest { length, sha256: hex::encode(&digest) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_several_chunks_is_copied_with_its_digest() {
        let content = vec![b'x'; 2 * CHUNK + 1];
        let mut copied = Vec::new();
        let digest = copy(&mut content.as_slice(), &mut copied).unwrap();
        let expected: [u8; 32] = Sha256::digest(&content).into();
        assert_eq!(digest, PartDigest { length: 131_073, sha256: hex::encode(&expected) });
        assert_eq!(copied, content);
    }
}
