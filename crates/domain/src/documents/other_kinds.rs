//! Detection of files of other kinds before or behind a document, where another program would find them.

/// The beginnings of files that are read from their beginning, or that are found anywhere in another file.
const BEGINNINGS: &[&[u8]] = &[
    b"PK\x03\x04",                       // ZIP and the office formats in it
    b"PK\x05\x06",                       // an empty ZIP
    b"Rar!\x1a\x07",                     // RAR
    b"7z\xbc\xaf\x27\x1c",               // 7z
    b"\x1f\x8b",                         // gzip
    b"\xfd7zXZ\0",                       // xz
    b"BZh",                              // bzip2
    b"MSCF",                             // a cabinet
    b"%PDF-",                            // PDF
    b"%!",                               // PostScript
    b"{\\rtf",                           // RTF
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", // the older office formats
    b"MZ",                               // a program for Windows
    b"L\0\0\0\x01\x14\x02\0",            // a link to one
    b"\x7fELF",                          // a program for Linux
    b"\xfe\xed\xfa\xce",                 // a program for macOS, in any order of bytes
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe", // a class for Java, or programs for macOS
    b"\0asm",            // a program for WebAssembly
    b"GIF8",             // GIF
    b"II*\0",            // TIFF
    b"MM\0*",            // TIFF, in the other order of bytes
    b"RIFF",             // sounds, films and WebP
    b"#!",               // a script with its interpreter
];

/// The beginnings, in lower case, of text that a browser would show or a shell would run.
const MARKUP: &[&[u8]] = &[
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

/// Tags that a browser takes for the beginning of a page, if a blank or their end follows (WHATWG mimesniff,
/// 7.1).
const TAGS: &[&[u8]] =
    &[b"<h1", b"<div", b"<font", b"<table", b"<a", b"<style", b"<title", b"<b", b"<br", b"<p"];

/// The record that ends the directory of a ZIP archive, and its length.
const ARCHIVE_END: &[u8] = b"PK\x05\x06";
const ARCHIVE_END_LENGTH: usize = 22;

/// Returns `true` if the bytes begin like a file of another kind, after any blanks.
pub(super) fn begins(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let is_any =
        |beginnings: &[&[u8]], of: &[u8]| beginnings.iter().any(|beginning| of.starts_with(beginning));
    let follows = |tag: &[u8]| {
        let begin = text.get(..tag.len()).filter(|begin| begin.eq_ignore_ascii_case(tag))?;
        text.get(begin.len()..)
    };
    let ends = |rest: &[u8]| rest.first().is_none_or(|next| matches!(next, b'>' | b'/') || is_blank(*next));
    is_any(BEGINNINGS, bytes)
        || is_any(BEGINNINGS, text)
        || MARKUP.iter().any(|markup| follows(markup).is_some())
        || TAGS.iter().any(|tag| follows(tag).is_some_and(ends))
}

/// Returns `true` if a whole file that begins with these bytes is of another kind. This includes kinds that
/// are usual behind a document: the film of a camera, and a comment of the server that made the page.
pub(super) fn begins_at_start(bytes: &[u8]) -> bool {
    let stands_at =
        |at: usize, signature: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(signature));
    begins(bytes)
        || text(bytes).starts_with(b"<!--")
        || stands_at(FILM_AT, b"ftyp")
        || stands_at(TAR_AT, b"ustar")
}

/// The offsets of the signatures of films and tar archives.
const FILM_AT: usize = 4;
const TAR_AT: usize = 257;

/// Skips a byte-order mark and blanks.
fn text(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let blank = bytes.iter().take_while(|byte| is_blank(**byte)).count();
    &bytes[blank..]
}

const fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

/// The length of the end of a file that is searched for the directory of an archive: the record that ends it
/// with the longest comment behind it.
pub(super) const TAIL: usize = 64 * 1024 + ARCHIVE_END_LENGTH;

/// Returns `true` if a file that ends with these bytes may be read as a ZIP archive, which is read from its
/// end: the comment of its last record reaches to the end of the file. The record of an archive attached to a
/// document ends before.
pub(super) fn ends_as_archive(tail: &[u8]) -> bool {
    tail.windows(ARCHIVE_END_LENGTH).enumerate().any(|(at, record)| {
        let reaches = |record: &[u8]| {
            let comment = u16::from_le_bytes([record[20], record[21]]);
            at + ARCHIVE_END_LENGTH + usize::from(comment) >= tail.len()
        };
        record.starts_with(ARCHIVE_END) && reaches(record)
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
    fn other_kinds_are_known_by_how_they_begin() {
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
            assert!(begins(bytes) && begins_at_start(bytes), "{}", String::from_utf8_lossy(bytes));
        }
        for bytes in [&b"<!-- a page -->"[..], b"\0\0\0\x1cftypisom", &[&[b'x'; 257][..], b"ustar"].concat()]
        {
            assert!(!begins(bytes) && begins_at_start(bytes), "{}", String::from_utf8_lossy(bytes));
        }
        for bytes in
            [&b""[..], b"<pdf>", b"<abc>", b"<x:xmpmeta>", b"\x1b%-12345X@PJL", b"text", b"II", b"asm"]
        {
            assert!(!begins_at_start(bytes), "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn an_archive_reaches_to_the_end_of_its_file() {
        let record = |comment: u16| [&b"PK\x05\x06"[..], &[0; 16], &comment.to_le_bytes()].concat();
        let ends =
            |comment: u16, behind: &[u8]| ends_as_archive(&[&[1; 50], &record(comment)[..], behind].concat());
        assert!(ends(0, b"") && ends(7, b"comment") && ends(9, b"comment"));
        assert!(!ends(0, b"\nendstream") && !ends(6, b"comment"));
        assert!(!ends_as_archive(&record(0)[..21]) && !ends_as_archive(b""));
        assert!(ends_as_archive(&[record(0), record(0)].concat()));
    }
}
