//! The container of an archive: a tar file in one canonical form. Names and contents of the parts determine
//! each of its bytes, so that no altered byte is overlooked.

use std::io::{self, Read, Write};

use super::fault::ArchiveFault;

const BLOCK: usize = 512;
const BLOCK_BYTES: u64 = 512;
const NAME_BYTES: usize = 100;
/// Greatest length that the octal digits of a header can express; longer ones are written in binary, as GNU
/// tar does.
const MAX_OCTAL: u64 = 0o777_7777_7777;

/// The head of a part.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    /// In bytes.
    pub(super) length: u64,
}

/// Writes a part whose content has this length.
///
/// # Errors
/// If the content has another length, or cannot be read or written.
pub(super) fn write_part(
    to: &mut impl Write,
    name: &str,
    length: u64,
    content: &mut impl Read,
) -> io::Result<()> {
    to.write_all(&header(name, length))?;
    if io::copy(content, to)? != length {
        return Err(io::Error::other(format!("{name} has changed while it was read")));
    }
    io::copy(&mut io::repeat(0).take(padding(length)), to).map(drop)
}

/// Writes the end of the archive.
pub(super) fn write_end(to: &mut impl Write) -> io::Result<()> {
    to.write_all(&[0; 2 * BLOCK])
}

/// Reads the head of the next part, or `None` at the end of the archive.
pub(super) fn read_header(from: &mut impl Read) -> Result<Option<Entry>, ArchiveFault> {
    let mut block = [0; BLOCK];
    from.read_exact(&mut block)?;
    if block == [0; BLOCK] {
        return read_end(from).map(|()| None);
    }
    let name = block[..NAME_BYTES].split(|byte| *byte == 0).next().unwrap_or_default();
    match str::from_utf8(name).ok().zip(length_in(&block[124..136])) {
        Some((name, length)) if block == header(name, length) => {
            Ok(Some(Entry { name: name.to_owned(), length }))
        }
        _ => Err(ArchiveFault::Altered("the header of a part".to_owned())),
    }
}

/// Reads the bytes that fill the last block of a part.
pub(super) fn read_padding(from: &mut impl Read, length: u64) -> Result<(), ArchiveFault> {
    let expected = padding(length);
    let mut filling = Vec::new();
    from.by_ref().take(expected).read_to_end(&mut filling)?;
    match filling.iter().all(|byte| *byte == 0) {
        true if u64::try_from(filling.len()) == Ok(expected) => Ok(()),
        true => Err(ArchiveFault::Truncated),
        false => Err(ArchiveFault::Altered("the space between two parts".to_owned())),
    }
}

fn read_end(from: &mut impl Read) -> Result<(), ArchiveFault> {
    let mut rest = Vec::new();
    from.by_ref().take(BLOCK_BYTES + 1).read_to_end(&mut rest)?;
    match rest.len() {
        BLOCK if rest.iter().all(|byte| *byte == 0) => Ok(()),
        ..BLOCK => Err(ArchiveFault::Truncated),
        _ => Err(ArchiveFault::Altered("its end".to_owned())),
    }
}

/// Returns the number of bytes that fill the last block of a part.
const fn padding(length: u64) -> u64 {
    (BLOCK_BYTES - length % BLOCK_BYTES) % BLOCK_BYTES
}

/// Returns the header of a file that only its owner may read, without an owner and a time.
fn header(name: &str, length: u64) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let fields: [(usize, &[u8]); 9] = [
        (0, name.as_bytes()),
        (100, b"0000600\0"),
        (108, b"0000000\0"),
        (116, b"0000000\0"),
        (124, &length_field(length)),
        (136, b"00000000000\0"),
        // The sum is computed with spaces in its own place.
        (148, b"        "),
        (156, b"0"),
        (257, b"ustar\x0000"),
    ];
    for (at, field) in fields {
        block[at..at + field.len()].copy_from_slice(field);
    }
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

fn length_field(length: u64) -> [u8; 12] {
    let mut field = [0; 12];
    if length <= MAX_OCTAL {
        field[..11].copy_from_slice(format!("{length:011o}").as_bytes());
    } else {
        field[0] = 0x80;
        field[4..].copy_from_slice(&length.to_be_bytes());
    }
    field
}

fn length_in(field: &[u8]) -> Option<u64> {
    match field.first() {
        Some(0x80) => field.last_chunk().copied().map(u64::from_be_bytes),
        _ => u64::from_str_radix(str::from_utf8(field.get(..11)?).ok()?, 8).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_lengths_are_read_as_they_were_written() {
        for length in [0, 1, 511, 512, MAX_OCTAL, MAX_OCTAL + 1, 1 << 40] {
            let block = header("causeway.db", length);
            let read = read_header(&mut &block[..]).unwrap();
            assert_eq!(read, Some(Entry { name: "causeway.db".to_owned(), length }));
        }
    }

    #[test]
    fn each_changed_byte_of_a_header_is_noticed() {
        let whole = header("anchors", 513);
        for at in 0..BLOCK {
            for change in [0x01, 0x20, 0x80] {
                let mut block = whole;
                block[at] ^= change;
                assert!(read_header(&mut &block[..]).is_err(), "byte {at} with {change:#x}");
            }
        }
    }
}
