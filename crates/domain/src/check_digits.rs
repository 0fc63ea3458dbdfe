//! Check digits of account numbers (money 4.3), by the names that account types give them.

use crate::named::named;

named! {
    /// A check that the characters of an account number must pass.
    pub enum Check {
        /// The routing number of a bank in the United States.
        Aba = "ABA",
        /// The international bank account number, with the length of its country.
        Iban = "IBAN",
        /// The account number of a bank in Mexico.
        Clabe = "CLABE",
    }
}

impl Check {
    /// Whether `number` is well formed and its check digits are right.
    #[must_use]
    pub fn passes(self, number: &str) -> bool {
        match self {
            Self::Aba => aba(number),
            Self::Iban => iban(number),
            Self::Clabe => clabe(number),
        }
    }
}

fn digits<const N: usize>(text: &str) -> Option<[u32; N]> {
    let bytes: &[u8; N] = text.as_bytes().try_into().ok()?;
    bytes.iter().all(u8::is_ascii_digit).then(|| bytes.map(|byte| u32::from(byte - b'0')))
}

fn aba(number: &str) -> bool {
    let Some(digits) = digits::<9>(number) else { return false };
    let weighted: u32 =
        digits.iter().zip([3, 7, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    weighted.is_multiple_of(10)
}

fn clabe(number: &str) -> bool {
    let Some(digits) = digits::<18>(number) else { return false };
    let weights = [3, 7, 1].into_iter().cycle();
    let sum: u32 = digits[..17].iter().zip(weights).map(|(digit, weight)| digit * weight % 10).sum();
    (10 - sum % 10) % 10 == digits[17]
}

fn iban(number: &str) -> bool {
    let Some((head, account)) = number.split_at_checked(4) else { return false };
    let length =
        IBAN_LENGTHS.iter().find(|(country, _)| head.starts_with(country)).map(|(_, length)| *length);
    if length != Some(number.len()) || !head[2..].bytes().all(|byte| byte.is_ascii_digit()) {
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

/// The countries that take part, and how long their numbers are.
#[rustfmt::skip]
const IBAN_LENGTHS: [(&str, usize); 89] = [
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_check_digits_pass_and_wrong_ones_do_not() {
        for (check, right, wrong) in [
            (Check::Aba, "021000021", "123456789"),
            (Check::Clabe, "032180000118359719", "123456789012345678"),
            (Check::Iban, "DE89370400440532013000", "DE89370400440532013003"),
            (Check::Iban, "GB82WEST12345698765432", "GB82WEST12345698765433"),
            (Check::Iban, "NO9386011117947", "NO9386011117974"),
        ] {
            assert!(check.passes(right), "{right}");
            assert!(!check.passes(wrong), "{wrong}");
        }
    }

    #[test]
    fn every_single_wrong_digit_is_found() {
        for (check, right) in [
            (Check::Aba, "021000021"),
            (Check::Clabe, "032180000118359719"),
            (Check::Iban, "DE89370400440532013000"),
        ] {
            for at in 2..right.len() {
                for digit in '0'..='9' {
                    let mut changed = right.to_owned();
                    changed.replace_range(at..=at, &digit.to_string());
                    assert_eq!(check.passes(&changed), changed == right, "{changed}");
                }
            }
        }
    }

    #[test]
    fn other_shapes_do_not_pass() {
        for number in ["", "02100002", "0210000211", "02100002x", "٠٢١٠٠٠٠٢١", "DE", "DE8937040044053201300"]
        {
            for check in Check::EVERY {
                assert!(!check.passes(number), "{check} {number}");
            }
        }
        for number in [
            "de89370400440532013000",
            "XX89370400440532013000",
            "DEA9370400440532013000",
            "DÄ89370400440532013000",
        ] {
            assert!(!Check::Iban.passes(number), "{number}");
        }
        assert!(IBAN_LENGTHS.is_sorted());
    }
}
