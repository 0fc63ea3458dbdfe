use super::*;

/// A segment of quantization tables (DQT). The content of the tables is never read.
const QUANTIZATION: &[u8] = &[0xff, 0xdb, 0, 4, 0, 1];
/// A baseline frame header (SOF0) of one pixel.
const FRAME: &[u8] = &[0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0];
/// A scan header (SOS).
const SCAN: &[u8] = &[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
/// Entropy-coded data with an escaped `0xff` and a restart marker.
const CODED: &[u8] = &[0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56];
/// A preview with an end marker of its own.
const PREVIEW: &[u8] = &[0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9];

fn picture_of(segments: &[&[u8]]) -> Vec<u8> {
    [&[0xff, 0xd8], &segments.concat()[..], &[0xff, 0xd9]].concat()
}

/// Returns a picture of one pixel.
fn picture() -> Vec<u8> {
    picture_of(&[PREVIEW, QUANTIZATION, FRAME, SCAN, CODED])
}

fn read(file: &[u8]) -> Result<(), ContentError> {
    let mut jpeg = Jpeg::default();
    jpeg.push(file)?;
    jpeg.finish()
}

/// Reads a picture with another frame.
fn framed(frame: &[u8]) -> Result<(), ContentError> {
    read(&picture_of(&[QUANTIZATION, frame, SCAN, CODED]))
}

#[test]
fn pictures_as_cameras_write_them_are_read() {
    assert_eq!(read(&picture()), Ok(()));
    let empty_comment = &[0xff, 0xfe, 0, 2];
    assert_eq!(read(&picture_of(&[empty_comment, QUANTIZATION, FRAME, SCAN, CODED])), Ok(()));
    let coloured = [0xff, 0xc2, 0, 17, 8, 4, 0, 3, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
    let all = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 0, 1];
    let huffman = [0xff, 0xc4, 0, 3, 0];
    let progressive = picture_of(&[QUANTIZATION, &coloured, &huffman, &all, CODED, &huffman, SCAN, CODED]);
    assert_eq!(read(&progressive), Ok(()));
    let lossless = [0xff, 0xc3, 0, 11, 16, 0, 1, 0, 1, 1, 1, 0x11, 0];
    assert_eq!(read(&picture_of(&[&lossless, SCAN, CODED])), Ok(()));
}

#[test]
fn a_frame_with_impossible_values_is_refused() {
    for (at, wrong) in
        [(3, 10), (3, 14), (4, 77), (4, 16), (6, 0), (8, 0), (9, 0), (9, 2), (9, 5), (11, 0x10), (11, 0x51)]
    {
        let mut frame = FRAME.to_vec();
        frame[at] = wrong;
        assert_eq!(framed(&frame), Err(ContentError::Malformed), "{wrong} at {at}");
    }
    assert_eq!(framed(&[0xff, 0xc0, 0, 2]), Err(ContentError::Malformed));
    assert_eq!(framed(&[FRAME, FRAME].concat()), Err(ContentError::Malformed), "two frames");
    let many = [&[0xff, 0xc0, 0, 23, 8, 0, 1, 0, 1, 5][..], &[1, 0x11, 0].repeat(5)].concat();
    assert_eq!(framed(&many), Err(ContentError::Malformed), "five components");
}

#[test]
fn a_scan_fits_its_frame() {
    for wrong in [
        &[0xff, 0xda, 0, 2][..],
        &[0xff, 0xda, 0, 6, 0, 0, 63, 0],
        &[0xff, 0xda, 0, 7, 1, 1, 0, 0, 63],
        &[0xff, 0xda, 0, 10, 2, 1, 0, 2, 0, 0, 63, 0],
    ] {
        assert_eq!(
            read(&picture_of(&[QUANTIZATION, FRAME, wrong, CODED])),
            Err(ContentError::Malformed),
            "{wrong:?}"
        );
    }
    for segments in [&[QUANTIZATION, SCAN][..], &[FRAME, SCAN], &[QUANTIZATION, FRAME]] {
        assert_eq!(read(&picture_of(segments)), Err(ContentError::Malformed), "{segments:?}");
    }
}

#[test]
fn a_picture_is_built_of_segments() {
    assert_eq!(read(b"\xff\xd8\xff\xc0\0\x02\xff\xda\0\x02\xff\xd9"), Err(ContentError::Malformed));
    let shorter_than_its_length = [0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0];
    assert_eq!(read(&shorter_than_its_length), Err(ContentError::Malformed));
    assert_eq!(read(&[0xff, 0xd8, 0xff, 0xe1, 0, 3, 0, 0xff, 0xd9]), Err(ContentError::Malformed));
}
