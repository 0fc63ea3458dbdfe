//! Findings of an independent review of the checks: actions that were overlooked, and harmless files that
//! were refused.

use crate::documents::{ContentError, ContentScanner, FileType};

const END: &[u8] = b"xref\n0 1\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n";
const ACTION: &str =
    "4 0 obj\n<</JS(app.alert\\(1\\))/S 5 0 R/Type/Action>>\nendobj\n5 0 obj\n/JavaScript\nendobj\n";

/// Scans a file with these objects, whole and in small pieces.
fn scan(objects: &[u8]) -> Result<FileType, ContentError> {
    let file = [b"%PDF-1.4\n", objects, END].concat();
    scan_file(&file)
}

fn scan_file(file: &[u8]) -> Result<FileType, ContentError> {
    let scanned = |size: usize| {
        let mut scanner = ContentScanner::default();
        for piece in file.chunks(size) {
            scanner.push(piece);
        }
        scanner.finish()
    };
    let whole = scanned(file.len());
    for size in [1, 2, 5, 64] {
        assert_eq!(scanned(size), whole, "in pieces of {size}: {}", String::from_utf8_lossy(file));
    }
    whole
}

fn expect(objects: &[u8], error: Option<ContentError>) {
    let expected = error.map_or(Ok(FileType::Pdf), Err);
    assert_eq!(scan(objects), expected, "{}", String::from_utf8_lossy(objects));
}

fn stream(dictionary: &str, data: &[u8]) -> Vec<u8> {
    [format!("9 0 obj\n<<{dictionary}>>\nstream\n").as_bytes(), data, b"\nendstream\nendobj\n"].concat()
}

fn deflated(dictionary: &str, text: &[u8]) -> Vec<u8> {
    stream(dictionary, &miniz_oxide::deflate::compress_to_vec_zlib(text, 6))
}

/// Places in which a keyword or a bracket is only text.
const DECOYS: [&str; 12] = [
    "% stream \n",
    "%stream\r",
    "7 0 obj<</X(stream )>>endobj\n",
    "7 0 obj<</X(>>stream\n)>>endobj\n",
    "7 0 obj<</X(\\)>>stream\n)>>endobj\n",
    "7 0 obj<</X(()>>stream\n)>>endobj\n",
    "7 0 obj<</X % >>\n>>endobj\n",
    "7 0 obj<</X>> % >> stream\nendobj\n",
    "7 0 obj stream\nendobj\n",
    "7 0 obj(obj )endobj\n",
    "7 0 obj/A#zstream\nendobj\n",
    "7 0 obj<28 29>endobj\n",
];

#[test]
fn keywords_in_strings_and_comments_hide_no_action() {
    for decoy in DECOYS {
        expect(decoy.as_bytes(), None);
        for action in [
            ACTION,
            "4 0 obj<</Names<</JavaScript 5 0 R>>>>endobj\n",
            "4 0 obj<</S 5 0 R/F(x)>>endobj 5 0 obj /Launch endobj\n",
        ] {
            expect(format!("{decoy}{action}").as_bytes(), Some(ContentError::Active));
        }
        let encrypted = format!("{decoy}trailer <</Root 1 0 R/Encrypt 9 0 R>>\n");
        expect(encrypted.as_bytes(), Some(ContentError::Encrypted));
        let hidden =
            [decoy.as_bytes(), &deflated("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", b"7 0 <</JS(x)>>")];
        expect(&hidden.concat(), Some(ContentError::Active));
    }
}

#[test]
fn objects_are_found_inside_strings_comments_and_streams() {
    for (before, after) in [
        ("7 0 obj(", ")endobj\n"),
        ("7 0 obj(\nendobj\n", ""),
        ("7 0 obj(endobj % (\n", ""),
        ("% (", "\n"),
        ("( ", ""),
        ("7 0 obj<</Length 3>>stream\nabc\n", ""),
        ("7 0 obj<<>>stream\n", "endstream endobj\n"),
        ("7 0 obj<<>>stream\nendstream (", ")\n"),
        ("7 0 obj<", ">endobj\n"),
        ("7 0 obj<41(42>/X endobj\n", ""),
        ("7 0 obj<</A<<>>stream\n", "endstream endobj\n"),
    ] {
        let action = ACTION.replace('\n', " ");
        let hidden = format!("{before}{action}{after}");
        expect(hidden.as_bytes(), Some(ContentError::Active));
    }
    expect(b"7 0 obj(trailer %\n<</Encrypt 9 0 R>>)endobj\n", Some(ContentError::Encrypted));
    let spooled = [b"4 0 obj<</S 5 0 R>>5 0 obj/Launch \n%PDF-1.4\n", END].concat();
    assert_eq!(scan_file(&spooled), Err(ContentError::Active));
    let before = [b"@PJL SET X=[(/JS \n%PDF-1.4\n", END].concat();
    assert_eq!(scan_file(&before), Ok(FileType::Pdf));
}

#[test]
fn object_streams_are_inspected_or_refused() {
    let action = b"7 0 <</S/JavaScript/JS(app.alert(1))>>";
    for details in ["", "%obj \n", "/X(obj )", "/X(endobj 1 0 obj<<>>)", "/Length 9 0 R"] {
        let dictionary = format!("/Type/ObjStm/N 1/First 4/Filter/FlateDecode{details}");
        expect(&deflated(&dictionary, action), Some(ContentError::Active));
    }
    expect(
        &deflated("/Type 8 0 R/N 1/First 4/Filter/FlateDecode", b"7 0 /Launch"),
        Some(ContentError::Active),
    );
    expect(&stream("/Type/ObjStm/N 1/First 4", b"7 0 <</S 5 0 R>>/JavaScript"), Some(ContentError::Active));
    expect(&stream("/Type/ObjStm/N 1/First 4", b"7 0 (/JS)"), None);

    let opaque = Some(ContentError::Opaque);
    for dictionary in [
        "/Type/ObjStm/N 1/First 4/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 8>>",
        "/Type/ObjStm/N 1/First 4/Filter 4 0 R",
        "/Type/ObjStm/N 1/First 4/Filter/ASCIIHexDecode",
        "/Type/ObjStm/N 1/First 4/Filter[/ASCII85Decode/FlateDecode]",
        "/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]",
        "/Type/ObjStm/N 1/First 4/Filter/FlateDecode/X[1 0 obj]",
        "/Type/ObjStm/N 1/First 4/Filter/FlateDecode/X[>>endobj 1 0 obj<<]",
        "/N 1/First 5 0 R/Filter/FlateDecode",
        "/N 2/First 4/Filter/FlateDecode",
        "/N 1/First 90/Filter/FlateDecode",
    ] {
        expect(&deflated(dictionary, b"7 0 <</A 5>>"), opaque);
    }
    let flate = "/Type/ObjStm/N 1/First 4/Filter/FlateDecode";
    expect(&stream(flate, b"not deflated"), opaque);
    let stored = miniz_oxide::deflate::compress_to_vec_zlib(b"7 0 (endstream) (\n", 0);
    expect(&stream(flate, &stored), opaque);
    let in_string =
        deflated("/Type/ObjStm/N 2/First 8/Filter/FlateDecode", b"7 0 8 1 (<</S/JavaScript/JS(x)>>)");
    expect(&in_string, opaque);
    // Within another stream, the text of an object stream is not inflated.
    expect(&[b"7 0 obj<<>>stream\n", &deflated(flate, b"7 0 <</A 5>>")[..]].concat(), opaque);
    // Encryption explains why the streams of a file cannot be read.
    let encrypted = [&stream(flate, b"\x01\x02")[..], b"trailer<</Encrypt 9 0 R>>\n"].concat();
    expect(&encrypted, Some(ContentError::Encrypted));
}

#[test]
fn files_without_actions_are_accepted() {
    let course = b"7 0 <</URI(https://example.org/JavaScript)/Title(HTML/CSS/JS course)/X(/Encrypt)>>";
    for objects in [
        &b"4 0 obj<</S/URI/URI(https://en.wikipedia.org/wiki/JavaScript)>>endobj\n"[..],
        b"4 0 obj<</S/URI/URI(https://example.org/Launch)>>endobj\n",
        b"4 0 obj<</S/URI/URI(https://example.org/JS/)>>endobj\n",
        b"4 0 obj<</Title(HTML/CSS/JS course)/First 5 0 R>>endobj\n",
        b"4 0 obj<</Title(Java/JavaScript \\(intro)>>endobj\n",
        b"4 0 obj<</Title(HTML/JS (for (all)) /JS )>>endobj\n",
        b"4 0 obj<</URI(https://example.org/Encrypt)>>endobj\n",
        b"% made with PHP/JS \n",
        b"4 0 obj<</Title(a trailer, an obj 5 and a stream)>>endobj 4 0 obj(/JS )endobj\n",
        b"]>>\n",
        &deflated("/Filter/FlateDecode", b"BT (use /S /JavaScript in PDF) Tj ET"),
        &stream("", b"BT (use /S /JavaScript in PDF) Tj ET"),
        &stream("/Type/Metadata", b"<dc:title>https://example.org/JavaScript</dc:title>"),
        &deflated("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", course),
        &deflated("/Type/ObjStm/N 1/First 4/Filter[/FlateDecode]/Extends 3 0 R", course),
        &deflated(
            "/Type/XRef/W[1 2 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>",
            b"\x02\0\0",
        ),
        &[deflated("/Filter/FlateDecode", b"%PDF-1.4 4 0 obj"), b"4 0 obj(/JS )endobj\n".to_vec()].concat(),
    ] {
        expect(objects, None);
    }
}

#[test]
fn an_archive_may_be_attached() {
    let archive = [&b"PK\x03\x04 a file PK\x05\x06"[..], &[0; 18]].concat();
    let attached = stream("/Type/EmbeddedFile", &archive);
    expect(&attached, None);
    let file = [b"%PDF-1.4\n", END, &archive].concat();
    assert_eq!(scan_file(&file), Err(ContentError::Trailing));
}

#[test]
fn another_format_before_the_header_is_refused() {
    for before in
        [&b"<h1>"[..], b"<!-- x -->", b"II*\0", b"\0\0\0\x18ftypmp42", b"{\\rtf1", b"@echo off\r\n", b"\0asm"]
    {
        let file = [before, b"%PDF-1.4\n", END].concat();
        assert_eq!(scan_file(&file), Err(ContentError::OtherKind), "{before:?}");
    }
}
