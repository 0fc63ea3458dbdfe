//! Detection of a file's format from its content (customers 8). The file is read as it arrives, and only its
//! first and last bytes are kept in memory.

use super::error::ContentError;
use super::foreign_formats::{self, Tail};
use super::jpeg::Jpeg;
use super::pdf::{self, Pdf};
use super::png::Png;

/// The file formats of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    Pdf,
    Jpeg,
    Png,
}

impl FileType {
    /// Returns the format that the first bytes of a file show, without a look at the rest of it.
    #[must_use]
    pub fn of_start(head: &[u8]) -> Option<Self> {
        if head.starts_with(&PNG) {
            Some(Self::Png)
        } else if head.starts_with(&JPEG) {
            Some(Self::Jpeg)
        } else {
            (pdf::looks_like_pdf(head) == Some(true)).then_some(Self::Pdf)
        }
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
        }
    }
}

/// The number of bytes that distinguish pictures from other files.
const SIGNATURE: usize = 8;

/// The signature of a PNG file.
const PNG: [u8; SIGNATURE] = *b"\x89PNG\r\n\x1a\n";

/// The first bytes of a JPEG file.
const JPEG: [u8; 3] = [0xff, 0xd8, 0xff];

/// The number of bytes after a picture that are kept to detect another file there.
const MAX_TRAILING_BYTES: usize = 64;

/// A scanner that reads a file piece by piece, up to the end of its document.
#[derive(Debug, Default)]
pub struct ContentScanner {
    /// The first bytes, until the format is known.
    head: Vec<u8>,
    reader: Option<Reader>,
    trailing: TrailingBytes,
    error: Option<ContentError>,
}

#[derive(Debug)]
enum Reader {
    Pdf(Box<Pdf>),
    Jpeg(Jpeg),
    Png(Png),
}

/// The bytes after the end of a picture, which do not belong to it.
#[derive(Debug, Default)]
struct TrailingBytes {
    head: Vec<u8>,
    tail: Tail,
}

impl ContentScanner {
    /// Reads the next piece and returns the number of its bytes that belong to the document. Bytes after the
    /// end of a picture are not kept.
    pub fn push(&mut self, piece: &[u8]) -> usize {
        if self.error.is_some() {
            return piece.len();
        }
        if self.reader.is_some() {
            return self.read(piece);
        }
        let known = self.head.len();
        self.head.extend_from_slice(piece);
        if self.begin(false) {
            let head = std::mem::take(&mut self.head);
            return self.read(&head).saturating_sub(known);
        }
        piece.len()
    }

    /// Returns the format of the file after all of it was read.
    ///
    /// # Errors
    /// The reason why the file cannot be a document.
    pub fn finish(mut self) -> Result<FileType, ContentError> {
        if self.head.is_empty() && self.reader.is_none() && self.error.is_none() {
            return Err(ContentError::Empty);
        }
        if self.reader.is_none() && self.begin(true) {
            let head = std::mem::take(&mut self.head);
            self.read(&head);
        }
        if let Some(error) = self.error {
            return Err(error);
        }
        let kind = match self.reader {
            Some(Reader::Pdf(pdf)) => pdf.finish().map(|()| FileType::Pdf),
            Some(Reader::Jpeg(jpeg)) => jpeg.finish().map(|()| FileType::Jpeg),
            Some(Reader::Png(png)) => png.finish().map(|()| FileType::Png),
            None => Err(ContentError::OtherKind),
        }?;
        if self.trailing.is_other_file() { Err(ContentError::Trailing) } else { Ok(kind) }
    }

    /// Chooses the reader by the first bytes of the file and returns `true` if it is chosen. `is_whole`: the
    /// file has no more bytes.
    fn begin(&mut self, is_whole: bool) -> bool {
        let head = &self.head;
        if head.len() < SIGNATURE && !is_whole {
            return false;
        }
        self.reader = if head.starts_with(&PNG) {
            Some(Reader::Png(Png::default()))
        } else if head.starts_with(&JPEG) {
            Some(Reader::Jpeg(Jpeg::default()))
        } else {
            match pdf::looks_like_pdf(head) {
                Some(true) => Some(Reader::Pdf(Box::default())),
                None if !is_whole => return false,
                Some(false) | None => {
                    self.error = Some(ContentError::OtherKind);
                    return false;
                }
            }
        };
        true
    }

    fn read(&mut self, piece: &[u8]) -> usize {
        let read = match &mut self.reader {
            Some(Reader::Pdf(pdf)) => pdf.push(piece).map(|()| piece.len()),
            Some(Reader::Jpeg(jpeg)) => jpeg.push(piece),
            Some(Reader::Png(png)) => png.push(piece),
            None => Ok(piece.len()),
        };
        match read {
            Ok(accepted) => {
                self.trailing.push(&piece[accepted..]);
                accepted
            }
            Err(error) => {
                self.error = Some(error);
                piece.len()
            }
        }
    }
}

impl TrailingBytes {
    fn push(&mut self, piece: &[u8]) {
        let length = MAX_TRAILING_BYTES.saturating_sub(self.head.len()).min(piece.len());
        self.head.extend_from_slice(&piece[..length]);
        self.tail.push(piece);
    }

    fn is_other_file(&self) -> bool {
        foreign_formats::looks_like_other_format(&self.head)
            || foreign_formats::may_be_read_as_zip(self.tail.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{jpeg, png};
    use super::*;

    fn pdf() -> Vec<u8> {
        b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n".to_vec()
    }

    /// Scans a file whole and in pieces of several sizes, and checks that format and length of the document
    /// are the same.
    fn kept(file: &[u8]) -> (Result<FileType, ContentError>, usize) {
        let scanned = |size: usize| {
            let mut scanner = ContentScanner::default();
            let accepted = file.chunks(size).map(|piece| scanner.push(piece)).sum::<usize>();
            let kind = scanner.finish();
            (kind, if kind.is_ok() { accepted } else { 0 })
        };
        let whole = scanned(file.len().max(1));
        for size in [1, 2, 3, 7] {
            assert_eq!(scanned(size), whole, "in pieces of {size}");
        }
        whole
    }

    fn scan(file: &[u8]) -> Result<FileType, ContentError> {
        kept(file).0
    }

    fn with(file: Vec<u8>, more: &[u8]) -> Vec<u8> {
        [&file, more].concat()
    }

    /// Returns a PDF with these objects.
    fn pdf_with(objects: &[u8]) -> Vec<u8> {
        [b"%PDF-1.7\n", objects, &pdf()[9..]].concat()
    }

    fn deflated(dictionary: &str, text: &[u8]) -> Vec<u8> {
        let data = miniz_oxide::deflate::compress_to_vec_zlib(text, 6);
        let head = format!("7 0 obj\n<</Filter/FlateDecode/Length {}{dictionary}>>\nstream\n", data.len());
        [head.as_bytes(), &data, b"\nendstream\nendobj\n"].concat()
    }

    #[test]
    fn pictures_and_pdfs_are_detected_by_their_start_and_end() {
        assert_eq!(scan(&png()), Ok(FileType::Png));
        assert_eq!(scan(&jpeg()), Ok(FileType::Jpeg));
        assert_eq!(scan(&pdf()), Ok(FileType::Pdf));
        assert_eq!(scan(&with(pdf(), &pdf()[9..])), Ok(FileType::Pdf), "changed and saved again");
    }

    #[test]
    fn bytes_after_a_picture_are_not_kept() {
        let film = b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00isommp42\x00\x00\x00\x08mdat";
        let padding = vec![0; 70_000];
        for (file, kind) in [(png(), FileType::Png), (jpeg(), FileType::Jpeg)] {
            for trailing in [&b"\n"[..], b"\0\0\0", b"\x14", film, &padding, &jpeg(), b"\xff", b"MP"] {
                assert_eq!(kept(&with(file.clone(), trailing)), (Ok(kind), file.len()), "{}", trailing.len());
            }
        }
    }

    #[test]
    fn the_header_of_a_pdf_is_accepted_within_its_first_kibibyte() {
        for before in [&b"  "[..], b"\r\n", b"\xef\xbb\xbf", b"\x1b%-12345X@PJL JOB\r\n", &[b' '; 1024]] {
            let file = with(before.to_vec(), &pdf());
            assert_eq!(kept(&file), (Ok(FileType::Pdf), file.len()), "{before:?}");
        }
        for before in
            [&[b' '; 1025][..], b"<html>", b" <!DOCTYPE html>", b"PK\x03\x04", b"MZ\x90", b"#!/bin/sh\n"]
        {
            assert_eq!(scan(&with(before.to_vec(), &pdf())), Err(ContentError::OtherKind), "{before:?}");
        }
        let commented = with(pdf(), b"\n<!-- made in 0.2 s -->\n");
        assert_eq!(scan(&commented), Ok(FileType::Pdf));
        assert_eq!(scan(&with(commented, &[b'x'; 1000])), Err(ContentError::Trailing));
        assert_eq!(scan(&with(pdf(), &[0; 5000])), Ok(FileType::Pdf), "padding to a block");
    }

    #[test]
    fn encrypted_and_active_pdfs_are_refused() {
        let encrypted = pdf_with(b"trailer\n<</Root 1 0 R/Encrypt 9 0 R>>\n");
        assert_eq!(scan(&encrypted), Err(ContentError::Encrypted));
        let script = b"4 0 obj\n<</S/JavaScript/JS(app.alert\\(1\\))>>\nendobj\n";
        for active in [
            &script[..],
            b"4 0 obj\n<</S /Launch /F (calc.exe)>>\nendobj\n",
            b"4 0 obj\n<</Names<</JavaScript 5 0 R>>>>\nendobj\n",
            b"4 0 obj\n<</S/Rendition/J#53 5 0 R>>\nendobj\n",
            b"4 0 obj\n<<>>\nstream\n<</S/JavaScript>>\nendstream\nendobj\n",
        ] {
            assert_eq!(scan(&pdf_with(active)), Err(ContentError::Active), "{active:?}");
        }
        for hidden in [
            deflated("/Type/ObjStm", b"4 0 <</Next<</JS(x)>>>>"),
            deflated("/Type /ObjStm /Subtype/Image", b"4 0 <</S/Launch>>"),
            deflated("", b"<</S /JavaScript/JS(x)>>"),
        ] {
            assert_eq!(scan(&pdf_with(&hidden)), Err(ContentError::Active));
            let before = deflated("", b"BT (a) Tj ET");
            assert_eq!(scan(&pdf_with(&[&before[..], script].concat())), Err(ContentError::Active));
        }
    }

    #[test]
    fn texts_about_scripts_are_accepted() {
        for passive in [
            deflated("", b"BT (see https://example.com/JavaScript/JS and /Launch ) Tj ET"),
            deflated("/Subtype/Image", b"<</S/JavaScript>>"),
            deflated("/Type/ObjStm", b"4 0 <</Type/Annot/Subtype/Link>>"),
            b"4 0 obj\n<</EncryptMetadata true/Title(JS)/JSON 1>>\nendobj\n".to_vec(),
            b"4 0 obj\n<<>>\nstream\n\x01/JS(\x02\nendstream\nendobj\n".to_vec(),
        ] {
            assert_eq!(scan(&pdf_with(&passive)), Ok(FileType::Pdf), "{passive:?}");
        }
    }

    #[test]
    fn the_inflation_of_streams_is_bounded() {
        let bomb = vec![b' '; 17 << 20];
        let others = pdf_with(&deflated("", &bomb));
        let whole = |file: &[u8]| {
            let mut scanner = ContentScanner::default();
            scanner.push(file);
            scanner.finish()
        };
        assert_eq!(whole(&others), Ok(FileType::Pdf));
        assert_eq!(whole(&pdf_with(&deflated("/Type/ObjStm", &bomb))), Err(ContentError::Malformed));
    }

    #[test]
    fn other_formats_are_refused() {
        assert_eq!(scan(b""), Err(ContentError::Empty));
        let long = vec![b'x'; 2000];
        for other in [
            &b"%PDF"[..],
            b"x",
            b"GIF89a..........",
            b"PK\x03\x04 a document of another kind",
            b"hello, world",
            &long,
        ] {
            assert_eq!(scan(other), Err(ContentError::OtherKind), "{other:?}");
        }
    }

    #[test]
    fn a_truncated_file_is_refused_at_every_length() {
        for file in [png(), jpeg()] {
            for length in SIGNATURE..file.len() {
                let scanned = scan(&file[..length]);
                assert!(scanned == Err(ContentError::Truncated), "{length} of {}: {scanned:?}", file.len());
            }
        }
        let length = pdf().len() - 2;
        assert_eq!(scan(&pdf()[..length]), Err(ContentError::Truncated));
        assert_eq!(scan(b"%PDF-1.7\nnothing else"), Err(ContentError::Truncated));
    }

    #[test]
    fn polyglot_files_are_refused() {
        let archive = b"PK\x03\x04 an archive PK\x05\x06 and its directory";
        for file in [png(), jpeg(), pdf()] {
            assert_eq!(scan(&with(file.clone(), archive)), Err(ContentError::Trailing));
            assert_eq!(scan(&with(file.clone(), &with(vec![0; 100], archive))), Err(ContentError::Trailing));
            assert_eq!(scan(&with(file, b"\n<script>")), Err(ContentError::Trailing));
        }
        assert_eq!(scan(&with(png(), &pdf())), Err(ContentError::Trailing));
        // The end of a PDF is the comment of an archive.
        let hidden = with(pdf(), &with(archive.to_vec(), b"\nstartxref\n9\n%%EOF\n"));
        assert_eq!(scan(&hidden), Err(ContentError::Trailing));
    }
}
