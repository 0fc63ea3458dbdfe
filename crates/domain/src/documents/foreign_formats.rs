//! Detection of polyglot files: a document with a file of another format before or after it, which another
//! program would read instead.

/// The magic numbers of formats that programs read from the start of a file, or find anywhere in another
/// file.
const MAGIC_NUMBERS: &[&[u8]] = &[
    b"PK\x03\x04",                       // ZIP and Office Open XML
    b"PK\x05\x06",                       // empty ZIP
    b"Rar!\x1a\x07",                     // RAR
    b"7z\xbc\xaf\x27\x1c",               // 7z
    b"\x1f\x8b",                         // gzip
    b"\xfd7zXZ\0",                       // xz
    b"BZh",                              // bzip2
    b"MSCF",                             // cabinet archive
    b"%PDF-",                            // PDF
    b"%!",                               // PostScript
    b"{\\rtf",                           // RTF
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", // OLE compound file (older Office formats)
    b"MZ",                               // Windows executable (PE)
    b"L\0\0\0\x01\x14\x02\0",            // Windows shortcut (.lnk)
    b"\x7fELF",                          // ELF
    b"\xfe\xed\xfa\xce",                 // Mach-O, 32-bit, big-endian
    b"\xfe\xed\xfa\xcf",                 // Mach-O, 64-bit, big-endian
    b"\xce\xfa\xed\xfe",                 // Mach-O, 32-bit, little-endian
    b"\xcf\xfa\xed\xfe",                 // Mach-O, 64-bit, little-endian
    b"\xca\xfe\xba\xbe",                 // Java class file, or universal Mach-O
    b"\0asm",                            // WebAssembly
    b"GIF8",                             // GIF
    b"II*\0",                            // TIFF, little-endian
    b"MM\0*",                            // TIFF, big-endian
    b"RIFF",                             // WAV, AVI and WebP
    b"#!",                               // script with its interpreter
];

/// The prefixes, in lower case, of text that a browser would render or a shell would run.
const MARKUP_PREFIXES: &[&[u8]] = &[
    b"<!doctype",
    b"<html",
    b"<head",
    b"<body",
    b"<script",
    b"<svg",
    b"<?xml",
    b"<iframe",
    b"<?php",
    b"@echo",
];

/// HTML tags by which a browser detects a page if whitespace or the end of the tag follows (WHATWG
/// mimesniff, 7.1).
const HTML_TAGS: &[&[u8]] =
    &[b"<h1", b"<div", b"<font", b"<table", b"<a", b"<style", b"<title", b"<b", b"<br", b"<p"];

/// The signature of the end of central directory (EOCD) record of a ZIP archive.
const EOCD_SIGNATURE: &[u8] = b"PK\x05\x06";

/// The length of an EOCD record without its comment.
const EOCD_LENGTH: usize = 22;

/// The offset of the `ftyp` box type in MP4 and other ISO base media files.
const FTYP_OFFSET: usize = 4;

/// The offset of the magic number in tar archives.
const TAR_MAGIC_OFFSET: usize = 257;

/// Returns `true` if the bytes start like a file of another format, after optional whitespace.
pub(super) fn looks_like_other_format(bytes: &[u8]) -> bool {
    let text = skip_whitespace(bytes);
    let has_magic_number = |bytes: &[u8]| MAGIC_NUMBERS.iter().any(|magic| bytes.starts_with(magic));
    let rest_after = |prefix: &[u8]| {
        let start = text.get(..prefix.len()).filter(|start| start.eq_ignore_ascii_case(prefix))?;
        text.get(start.len()..)
    };
    let is_tag_end =
        |rest: &[u8]| rest.first().is_none_or(|next| matches!(next, b'>' | b'/') || is_whitespace(*next));
    has_magic_number(bytes)
        || has_magic_number(text)
        || MARKUP_PREFIXES.iter().any(|prefix| rest_after(prefix).is_some())
        || HTML_TAGS.iter().any(|tag| rest_after(tag).is_some_and(is_tag_end))
}

/// Returns `true` if a whole file that starts with these bytes is of another format. This includes formats
/// that are usual after a document: the video of a camera, and a comment of the server that made the page.
pub(super) fn whole_file_looks_like_other_format(bytes: &[u8]) -> bool {
    let has_signature_at =
        |offset: usize, signature: &[u8]| bytes.get(offset..).is_some_and(|rest| rest.starts_with(signature));
    looks_like_other_format(bytes)
        || skip_whitespace(bytes).starts_with(b"<!--")
        || has_signature_at(FTYP_OFFSET, b"ftyp")
        || has_signature_at(TAR_MAGIC_OFFSET, b"ustar")
}

/// Skips a byte-order mark and whitespace.
fn skip_whitespace(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let length = bytes.iter().take_while(|byte| is_whitespace(**byte)).count();
    &bytes[length..]
}

const fn is_whitespace(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

/// The length of the end of a file that is searched for an EOCD record: the record with the longest comment.
pub(super) const TAIL: usize = 64 * 1024 + EOCD_LENGTH;

/// Returns `true` if a file that ends with these bytes may be read as a ZIP archive. ZIP is read from its
/// end: the comment of the EOCD record reaches the end of the file. The record of an archive that is attached
/// to a document ends before it.
pub(super) fn may_be_read_as_zip(tail: &[u8]) -> bool {
    tail.windows(EOCD_LENGTH).enumerate().any(|(offset, record)| {
        let comment_reaches_end = |record: &[u8]| {
            let comment = u16::from_le_bytes([record[20], record[21]]);
            offset + EOCD_LENGTH + usize::from(comment) >= tail.len()
        };
        record.starts_with(EOCD_SIGNATURE) && comment_reaches_end(record)
    })
}

/// A buffer of the last bytes of a file.
#[derive(Debug, Default)]
pub(super) struct Tail(Vec<u8>);

impl Tail {
    pub(super) fn push(&mut self, piece: &[u8]) {
        self.0.extend_from_slice(piece);
        if self.0.len() > 2 * TAIL {
            self.0.drain(..self.0.len() - TAIL);
        }
    }

    /// Returns at most the last [`TAIL`] bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0[self.0.len().saturating_sub(TAIL)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_detected_by_their_first_bytes() {
        for bytes in [
            &b"<H1>"[..],
            b" <div class=x",
            b"<table>",
            b"<a\thref",
            b"<STYLE>",
            b"<title>",
            b"<b>",
            b"<br/>",
            b"<p ",
            b"<p",
            b"<font size",
            b"II*\0\x08",
            b"MM\0*",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            b"RIFF....WEBP",
            b"{\\rtf1",
            b"%!PS-Adobe",
            b"@ECHO off",
            b"\xfd7zXZ\0",
            b"BZh9",
            b"L\0\0\0\x01\x14\x02\0",
            b"MSCF",
            b"\xcf\xfa\xed\xfe",
            b"\0asm\x01",
            b"\xef\xbb\xbf\n<html>",
        ] {
            assert!(
                looks_like_other_format(bytes) && whole_file_looks_like_other_format(bytes),
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
        for bytes in [&b"<!-- a page -->"[..], b"\0\0\0\x1cftypisom", &[&[b'x'; 257][..], b"ustar"].concat()]
        {
            assert!(
                !looks_like_other_format(bytes) && whole_file_looks_like_other_format(bytes),
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
        for bytes in
            [&b""[..], b"<pdf>", b"<abc>", b"<x:xmpmeta>", b"\x1b%-12345X@PJL", b"text", b"II", b"asm"]
        {
            assert!(!whole_file_looks_like_other_format(bytes), "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn a_zip_comment_reaches_the_end_of_the_file() {
        let record = |comment: u16| [&b"PK\x05\x06"[..], &[0; 16], &comment.to_le_bytes()].concat();
        let may_be_zip = |comment: u16, after: &[u8]| {
            may_be_read_as_zip(&[&[1; 50], &record(comment)[..], after].concat())
        };
        assert!(may_be_zip(0, b"") && may_be_zip(7, b"comment") && may_be_zip(9, b"comment"));
        assert!(!may_be_zip(0, b"\nendstream") && !may_be_zip(6, b"comment"));
        assert!(!may_be_read_as_zip(&record(0)[..21]) && !may_be_read_as_zip(b""));
        assert!(may_be_read_as_zip(&[record(0), record(0)].concat()));
    }
}
