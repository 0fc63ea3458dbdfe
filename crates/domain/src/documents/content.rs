//! What a file is, by its content (customers 8), read as it arrives: nothing of it is kept.

use super::fault::ContentFault;
use super::jpeg::Jpeg;
use super::pdf::Pdf;
use super::png::Png;

/// The kinds of files that a document may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileType {
    /// A PDF.
    Pdf,
    /// A JPEG picture.
    Jpeg,
    /// A PNG picture.
    Png,
}

/// Bytes that tell the kinds apart.
const SIGNATURE: usize = 8;

const PNG: [u8; SIGNATURE] = *b"\x89PNG\r\n\x1a\n";
const JPEG: [u8; 3] = [0xff, 0xd8, 0xff];
const PDF: [u8; 5] = *b"%PDF-";

/// Reads a file piece by piece and says what it is.
#[derive(Debug, Default)]
pub struct ContentScanner {
    /// The beginning, until it shows the kind.
    head: Vec<u8>,
    reader: Option<Reader>,
    fault: Option<ContentFault>,
}

#[derive(Debug)]
enum Reader {
    Pdf(Pdf),
    Jpeg(Jpeg),
    Png(Png),
}

impl ContentScanner {
    /// Takes in the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        if self.fault.is_some() {
            return;
        }
        if self.reader.is_some() {
            return self.read(piece);
        }
        self.head.extend_from_slice(piece);
        if self.head.len() >= SIGNATURE {
            self.begin();
        }
    }

    /// What the file is, now that all of it was taken in.
    ///
    /// # Errors
    /// Why it is none that a document may be.
    pub fn finish(mut self) -> Result<FileType, ContentFault> {
        if self.head.is_empty() && self.reader.is_none() && self.fault.is_none() {
            return Err(ContentFault::Empty);
        }
        if self.reader.is_none() && self.fault.is_none() {
            self.begin();
        }
        match (self.fault, self.reader) {
            (Some(fault), _) => Err(fault),
            (None, Some(Reader::Pdf(pdf))) => pdf.finish().map(|()| FileType::Pdf),
            (None, Some(Reader::Jpeg(jpeg))) => jpeg.finish().map(|()| FileType::Jpeg),
            (None, Some(Reader::Png(png))) => png.finish().map(|()| FileType::Png),
            (None, None) => Err(ContentFault::OtherKind),
        }
    }

    fn begin(&mut self) {
        let head = std::mem::take(&mut self.head);
        let begins = |signature: &[u8]| head.starts_with(signature);
        let rest = if begins(&PNG) {
            self.reader = Some(Reader::Png(Png::default()));
            &head[PNG.len()..]
        } else if begins(&JPEG) {
            self.reader = Some(Reader::Jpeg(Jpeg::default()));
            &head[..]
        } else if begins(&PDF) {
            self.reader = Some(Reader::Pdf(Pdf::default()));
            &head[..]
        } else {
            self.fault = Some(ContentFault::OtherKind);
            return;
        };
        self.read(rest);
    }

    fn read(&mut self, piece: &[u8]) {
        let read = match &mut self.reader {
            Some(Reader::Pdf(pdf)) => {
                pdf.push(piece);
                Ok(())
            }
            Some(Reader::Jpeg(jpeg)) => piece.iter().try_for_each(|byte| jpeg.push(*byte)),
            Some(Reader::Png(png)) => png.push(piece),
            None => Ok(()),
        };
        self.fault = read.err();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest picture there is: one pixel.
    fn png() -> Vec<u8> {
        let mut file = PNG.to_vec();
        for (kind, data) in
            [(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0][..]), (b"IDAT", &[1, 2, 3]), (b"IEND", &[])]
        {
            file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
            file.extend(kind);
            file.extend(data);
            file.extend([0; 4]);
        }
        file
    }

    fn jpeg() -> Vec<u8> {
        let mut file = vec![0xff, 0xd8];
        // A preview within a segment ends a picture of its own, not this one.
        file.extend([0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9]);
        file.extend([0xff, 0xc0, 0, 5, 8, 0, 1]);
        file.extend([0xff, 0xda, 0, 4, 1, 0, 0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56]);
        file.extend([0xff, 0xd9]);
        file
    }

    fn pdf() -> Vec<u8> {
        b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n".to_vec()
    }

    /// Whatever pieces a file arrives in, it is the same file.
    fn scan(file: &[u8]) -> Result<FileType, ContentFault> {
        let scanned = |size: usize| {
            let mut scanner = ContentScanner::default();
            file.chunks(size).for_each(|piece| scanner.push(piece));
            scanner.finish()
        };
        let whole = scanned(file.len().max(1));
        for size in [1, 2, 3, 7] {
            assert_eq!(scanned(size), whole, "in pieces of {size}");
        }
        whole
    }

    fn with(file: Vec<u8>, more: &[u8]) -> Vec<u8> {
        [&file, more].concat()
    }

    #[test]
    fn pictures_and_pdfs_are_what_they_begin_and_end_as() {
        assert_eq!(scan(&png()), Ok(FileType::Png));
        assert_eq!(scan(&jpeg()), Ok(FileType::Jpeg));
        assert_eq!(scan(&pdf()), Ok(FileType::Pdf));
        assert_eq!(scan(&with(jpeg(), &[0; 5])), Ok(FileType::Jpeg), "padding");
        assert_eq!(scan(&with(jpeg(), &jpeg())), Ok(FileType::Jpeg), "several pictures in one file");
        assert_eq!(scan(&with(pdf(), &pdf()[9..])), Ok(FileType::Pdf), "changed and saved again");
    }

    #[test]
    fn everything_else_is_refused() {
        assert_eq!(scan(b""), Err(ContentFault::Empty));
        for other in [
            &b"%PDF"[..],
            b"x",
            b"GIF89a..........",
            b"PK\x03\x04 a document of another kind",
            b"hello, world",
        ] {
            assert_eq!(scan(other), Err(ContentFault::OtherKind), "{other:?}");
        }
        assert_eq!(scan(&with(b"  ".to_vec(), &pdf())), Err(ContentFault::OtherKind));
    }

    #[test]
    fn what_breaks_off_is_refused_wherever_it_does() {
        for file in [png(), jpeg()] {
            for length in SIGNATURE..file.len() {
                let scanned = scan(&file[..length]);
                assert!(scanned == Err(ContentFault::Truncated), "{length} of {}: {scanned:?}", file.len());
            }
        }
        let length = pdf().len() - 2;
        assert_eq!(scan(&pdf()[..length]), Err(ContentFault::Truncated));
        assert_eq!(scan(b"%PDF-1.7\nnothing else"), Err(ContentFault::Truncated));
    }

    #[test]
    fn two_files_in_one_are_refused() {
        let archive = b"PK\x03\x04 an archive PK\x05\x06 and its directory";
        for file in [png(), jpeg(), pdf()] {
            assert_eq!(scan(&with(file.clone(), archive)), Err(ContentFault::Trailing));
            assert_eq!(scan(&with(file, b"\n<script>")), Err(ContentFault::Trailing));
        }
        // The end of a PDF as the comment of an archive.
        let hidden = with(pdf(), &with(archive.to_vec(), b"\nstartxref\n9\n%%EOF\n"));
        assert_eq!(scan(&hidden), Err(ContentFault::Trailing));
    }

    #[test]
    fn a_picture_must_be_built_as_one() {
        let mut wrong = png();
        wrong[12] = b'J';
        assert_eq!(scan(&wrong), Err(ContentFault::Malformed), "no header");
        let mut endless = png();
        endless[8] = 0xff;
        assert_eq!(scan(&endless), Err(ContentFault::Malformed), "a header of the wrong length");
        let without_picture = [&PNG[..], &png()[8..33], &png()[48..]].concat();
        assert_eq!(scan(&without_picture), Err(ContentFault::Malformed), "no picture");
        assert_eq!(
            scan(&[0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0]),
            Err(ContentFault::Malformed),
            "an empty segment"
        );
        assert_eq!(scan(&[0xff, 0xd8, 0xff, 0xe1, 0, 3, 0, 0xff, 0xd9]), Err(ContentFault::Malformed));
    }
}
