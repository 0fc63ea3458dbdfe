use super::*;
use crate::documents::samples::chunk;

const DEFLATED: &[u8] = &[0x78, 0x9c, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01];

fn picture_of(chunks: &[Vec<u8>]) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
}

/// Returns the header of a picture of one pixel.
fn header(depth: u8, colour: u8, interlace: u8) -> Vec<u8> {
    chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, depth, colour, 0, 0, interlace])
}

fn data() -> Vec<u8> {
    chunk(b"IDAT", DEFLATED)
}

fn end() -> Vec<u8> {
    chunk(b"IEND", &[])
}

/// Returns a picture of one pixel.
fn picture() -> Vec<u8> {
    picture_of(&[header(8, 0, 0), data(), end()])
}

fn read(file: &[u8]) -> Result<(), ContentError> {
    let read_in = |size: usize| {
        let mut png = Png::default();
        for piece in file.chunks(size) {
            png.push(piece)?;
        }
        png.finish()
    };
    let whole = read_in(file.len());
    assert_eq!(read_in(1), whole);
    assert_eq!(read_in(5), whole);
    whole
}

#[test]
fn pictures_of_every_kind_are_read() {
    for (depth, colour) in [(1, 0), (16, 0), (8, 2), (16, 2), (8, 4), (16, 6)] {
        for interlace in [0, 1] {
            assert_eq!(read(&picture_of(&[header(depth, colour, interlace), data(), end()])), Ok(()));
        }
    }
    let palette = chunk(b"PLTE", &[1, 2, 3, 4, 5, 6]);
    assert_eq!(read(&picture_of(&[header(4, 3, 0), palette.clone(), data(), end()])), Ok(()));
    let unused = picture_of(&[header(8, 0, 0), palette, data(), end()]);
    assert_eq!(read(&unused), Ok(()), "readers pass over a palette of grey pictures");
    let pieces =
        [chunk(b"IDAT", &[]), chunk(b"IDAT", &DEFLATED[..1]), chunk(b"IDAT", &DEFLATED[1..])].concat();
    assert_eq!(read(&picture_of(&[header(8, 0, 0), pieces, end()])), Ok(()));
}

#[test]
fn chunks_that_readers_ignore_are_accepted() {
    let animated =
        [chunk(b"acTL", &[0; 8]), chunk(b"fcTL", &[0; 26]), data(), chunk(b"fdAT", &[0; 9])].concat();
    assert_eq!(read(&picture_of(&[header(8, 6, 0), animated, end()])), Ok(()));
    let mut text = chunk(b"tEXt", b"Title");
    *text.last_mut().unwrap() ^= 1;
    assert_eq!(read(&picture_of(&[header(8, 6, 0), text, data(), end()])), Ok(()), "with a wrong checksum");
}

#[test]
fn a_header_with_impossible_values_is_refused() {
    for wrong in
        [[0, 0, 0, 0, 8, 0, 0], [0, 1, 0, 0, 8, 0, 0], [0, 0, 0, 1, 8, 0, 0], [0x80, 1, 0, 1, 8, 0, 0]]
    {
        let [high, width, _, height, depth, colour, interlace] = wrong;
        let sized = chunk(b"IHDR", &[high, 0, 0, width, 0, 0, 0, height, depth, colour, 0, 0, interlace]);
        assert_eq!(read(&picture_of(&[sized, data(), end()])), Err(ContentError::Malformed), "{wrong:?}");
    }
    for (depth, colour, interlace) in
        [(8, 5, 0), (8, 1, 0), (8, 7, 0), (3, 0, 0), (4, 2, 0), (16, 3, 0), (1, 6, 0), (0, 0, 0), (8, 0, 2)]
    {
        let file = picture_of(&[header(depth, colour, interlace), chunk(b"PLTE", &[0; 3]), data(), end()]);
        assert_eq!(read(&file), Err(ContentError::Malformed), "{depth} {colour} {interlace}");
    }
    for at in [10, 11] {
        let mut method = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0];
        method[at] = 1;
        assert_eq!(
            read(&picture_of(&[chunk(b"IHDR", &method), data(), end()])),
            Err(ContentError::Malformed)
        );
    }
}

#[test]
fn critical_chunks_must_be_whole() {
    let lengths = [header(8, 0, 0).len(), data().len(), end().len()];
    let mut at = 8;
    for length in lengths {
        at += length;
        let mut wrong = picture();
        wrong[at - 1] ^= 1;
        assert_eq!(read(&wrong), Err(ContentError::Malformed), "checksum before byte {at}");
    }
    for chunks in [
        vec![data(), end()],
        vec![header(8, 0, 0), end()],
        vec![header(8, 0, 0), header(8, 0, 0), data(), end()],
        vec![header(8, 0, 0), chunk(b"JDAT", &[1]), data(), end()],
        vec![header(8, 0, 0), chunk(b"tE t", &[1]), data(), end()],
        vec![header(8, 0, 0), data(), chunk(b"IEND", &[1])],
        vec![header(8, 3, 0), data(), end()],
        vec![header(8, 3, 0), chunk(b"PLTE", &[1, 2, 3, 4]), data(), end()],
        vec![header(8, 3, 0), chunk(b"PLTE", &[]), data(), end()],
        vec![header(8, 0, 0), chunk(b"IDAT", b"no zlib"), end()],
        vec![header(8, 0, 0), chunk(b"IDAT", &[0x78]), end()],
        vec![header(8, 0, 0), chunk(b"IDAT", &[0x78, 0x9d, 0, 0]), end()],
        vec![header(8, 0, 0), chunk(b"IDAT", &[0x78, 0xbb, 0, 0]), end()],
    ] {
        assert_eq!(read(&picture_of(&chunks)), Err(ContentError::Malformed), "{chunks:?}");
    }
}
