//! The international bank account number.

pub(super) fn iban(number: &str) -> bool {
    let Some((head, account)) = number.split_at_checked(4).filter(|(head, _)| head.is_ascii()) else {
        return false;
    };
    let country = &head[..2];
    if length(country) != Some(number.len()) || !head[2..].bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    // The number that the characters spell, its head moved to the end, letters counting from 10, modulo 97.
    let mut remainder = 0;
    for byte in account.bytes().chain(head.bytes()) {
        remainder = match byte {
            b'0'..=b'9' => remainder * 10 + u32::from(byte - b'0'),
            b'A'..=b'Z' => remainder * 100 + u32::from(byte - b'A') + 10,
            _ => return false,
        } % 97;
    }
    remainder == 1
}

/// Whether banks of this country, by its two upper-case letters, are reached by such numbers.
#[must_use]
pub fn has_ibans(country: &str) -> bool {
    length(country).is_some()
}

fn length(country: &str) -> Option<usize> {
    LENGTHS.iter().find(|(known, _)| *known == country).map(|(_, length)| *length)
}

/// The countries that take part, and how long their numbers are.
#[rustfmt::skip]
pub(super) const LENGTHS: [(&str, usize); 89] = [
    ("AD", 24), ("AE", 23), ("AL", 28), ("AT", 20), ("AZ", 28), ("BA", 20), ("BE", 16), ("BG", 22),
    ("BH", 22), ("BI", 27), ("BR", 29), ("BY", 28), ("CH", 21), ("CR", 22), ("CY", 28), ("CZ", 24),
    ("DE", 22), ("DJ", 27), ("DK", 18), ("DO", 28), ("EE", 20), ("EG", 29), ("ES", 24), ("FI", 18),
    ("FK", 18), ("FO", 18), ("FR", 27), ("GB", 22), ("GE", 22), ("GI", 23), ("GL", 18), ("GR", 27),
    ("GT", 28), ("HN", 28), ("HR", 21), ("HU", 28), ("IE", 22), ("IL", 23), ("IQ", 23), ("IS", 26),
    ("IT", 27), ("JO", 30), ("KW", 30), ("KZ", 20), ("LB", 28), ("LC", 32), ("LI", 21), ("LT", 20),
    ("LU", 20), ("LV", 21), ("LY", 25), ("MC", 27), ("MD", 24), ("ME", 22), ("MK", 19), ("MN", 20),
    ("MR", 27), ("MT", 31), ("MU", 30), ("NI", 28), ("NL", 18), ("NO", 15), ("OM", 23), ("PK", 24),
    ("PL", 28), ("PS", 29), ("PT", 25), ("QA", 29), ("RO", 24), ("RS", 22), ("RU", 33), ("SA", 24),
    ("SC", 31), ("SD", 18), ("SE", 24), ("SI", 19), ("SK", 24), ("SM", 27), ("SO", 23), ("ST", 25),
    ("SV", 28), ("TL", 23), ("TN", 24), ("TR", 26), ("UA", 29), ("VA", 22), ("VG", 24), ("XK", 20),
    ("YE", 30),
];
