//! Sample pictures of one pixel.

use super::crc32::Crc32;

/// Returns a grey PNG.
pub(super) fn png() -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
    file.extend(chunk(b"IDAT", &[0x78, 0x9c, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01]));
    file.extend(chunk(b"IEND", &[]));
    file
}

/// Returns a JPEG with an embedded preview as cameras write one, and with coded bytes that look like markers.
pub(super) fn jpeg() -> Vec<u8> {
    let segments: [&[u8]; 7] = [
        &[0xff, 0xd8],
        &[0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9],
        &[0xff, 0xdb, 0, 4, 0, 1],
        &[0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0],
        &[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0],
        &[0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56],
        &[0xff, 0xd9],
    ];
    segments.concat()
}

/// Returns a chunk of a PNG with its checksum.
pub(super) fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut checksum = Crc32::default();
    checksum.push(kind);
    checksum.push(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length, &kind[..], data, &checksum.value().to_be_bytes()].concat()
}
