//! A picture of an invented passport: drawn here, so that the program contains no file for it.

use miniz_oxide::deflate::compress_to_vec_zlib;

const WIDTH: u32 = 480;
const HEIGHT: u32 = 320;

/// The colours of the palette: paper, band, portrait, text.
const PALETTE: [u8; 12] = [0xf3, 0xef, 0xe4, 0x33, 0x55, 0xd1, 0xb9, 0xb2, 0xa3, 0x59, 0x61, 0x6e];

/// A filled rectangle in a colour of the palette.
struct Area {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
    colour: u8,
}

const fn area(left: u32, top: u32, right: u32, bottom: u32, colour: u8) -> Area {
    Area { left, top, right, bottom, colour }
}

/// A band at the top, a portrait, and lines of text.
const AREAS: [Area; 9] = [
    area(0, 0, 480, 48, 1),
    area(32, 80, 160, 240, 2),
    area(192, 88, 400, 100, 3),
    area(192, 120, 352, 132, 3),
    area(192, 152, 376, 164, 3),
    area(192, 184, 320, 196, 3),
    area(192, 216, 360, 228, 3),
    area(32, 264, 448, 276, 3),
    area(32, 288, 448, 300, 3),
];

/// Returns the picture as PNG.
pub(super) fn specimen() -> Vec<u8> {
    let mut head = [WIDTH, HEIGHT].map(u32::to_be_bytes).concat();
    // 8 bits of a palette for each pixel, not interlaced.
    head.extend([8, 3, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, *b"IHDR", &head);
    chunk(&mut file, *b"PLTE", &PALETTE);
    chunk(&mut file, *b"IDAT", &compress_to_vec_zlib(&pixels(), 6));
    chunk(&mut file, *b"IEND", &[]);
    file
}

/// Returns the rows, each behind the number of its filter: none.
fn pixels() -> Vec<u8> {
    let colour = |x: u32, y: u32| {
        let covers =
            |area: &&Area| (area.left..area.right).contains(&x) && (area.top..area.bottom).contains(&y);
        AREAS.iter().rfind(covers).map_or(0, |area| area.colour)
    };
    let row = |y: u32| std::iter::once(0).chain((0..WIDTH).map(move |x| colour(x, y)));
    (0..HEIGHT).flat_map(row).collect()
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let content = [&kind[..], data].concat();
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend_from_slice(&content);
    file.extend(checksum(&content).to_be_bytes());
}

/// Returns the CRC-32 of a chunk.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |rest: u32| if rest & 1 == 1 { 0xedb8_8320 ^ (rest >> 1) } else { rest >> 1 };
    !bytes.iter().fold(u32::MAX, |rest, byte| (0..8).fold(rest ^ u32::from(*byte), |rest, _| step(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_a_png_with_the_checksum_of_its_end() {
        let file = specimen();
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(file.ends_with(b"IEND\xae\x42\x60\x82"), "the checksum that every PNG ends with");
        assert_eq!(pixels().len(), 481 * 320);
    }
}
