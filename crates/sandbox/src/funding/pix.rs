//! The text of a PIX code: tags, lengths and values, with a checksum at the end.

/// Builds a static PIX code for payments to this random key, without an amount.
pub(super) fn code(key: &str, reference: &str) -> String {
    let account = field("00", "br.gov.bcb.pix") + &field("01", key);
    let fields = [
        field("00", "01"),
        field("26", &account),
        field("52", "0000"),
        field("53", "986"),
        field("58", "BR"),
        field("59", "CAUSEWAY SAMPLE"),
        field("60", "SAO PAULO"),
        field("62", &field("05", reference)),
    ];
    let text = fields.concat() + "6304";
    format!("{text}{:04X}", checksum(text.as_bytes()))
}

fn field(tag: &str, value: &str) -> String {
    format!("{tag}{:02}{value}", value.len())
}

/// Computes CRC-16 with the polynomial 0x1021 and the initial value 0xffff.
fn checksum(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xffff, |checksum, byte| {
        (0..8).fold(checksum ^ u16::from(*byte) << 8, |checksum, _| {
            let shifted = checksum << 1;
            if checksum & 0x8000 == 0 { shifted } else { shifted ^ 0x1021 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_standard_one() {
        assert_eq!(checksum(b"123456789"), 0x29b1);
    }

    #[test]
    fn a_code_is_made_of_fields() {
        let code = code("0190", "FUND");
        assert!(code.starts_with("00020126260014br.gov.bcb.pix01040190"));
        assert_eq!(
            checksum(&code.as_bytes()[..code.len() - 4]),
            u16::from_str_radix(&code[code.len() - 4..], 16).unwrap()
        );
    }
}
