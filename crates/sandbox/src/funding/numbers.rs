//! Account numbers with check digits.

use causeway_domain::Ids;

/// Generates `count` random digits.
pub(super) fn digits(ids: &Ids, count: u32) -> String {
    // 128 random bits against 10^25 at most: the bias of the remainder is negligible.
    let random = u128::from_be_bytes(ids.bytes()) % 10_u128.pow(count);
    format!("{random:0width$}", width = usize::try_from(count).unwrap_or_default())
}

/// Generates `count` random characters of an alphabet of 32.
pub(super) fn characters(ids: &Ids, alphabet: &[u8; 32], count: usize) -> String {
    let random: [u8; 32] = ids.bytes();
    random.iter().take(count).map(|byte| char::from(alphabet[usize::from(byte % 32)])).collect()
}

/// Capitals and digits that cannot be mistaken for each other.
pub(super) const PLAIN: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Builds an IBAN from its country and the characters after the check digits.
pub(super) fn iban(country: &str, account: &str) -> String {
    // The check digits make the number, with its first four characters moved to the end and letters read as
    // numbers, equal 1 modulo 97.
    let spelled = account.bytes().chain(country.bytes()).chain(*b"00");
    let remainder = spelled.fold(0, |remainder, byte| match byte {
        b'A'..=b'Z' => (remainder * 100 + u32::from(byte - b'A') + 10) % 97,
        byte => (remainder * 10 + u32::from(byte.wrapping_sub(b'0'))) % 97,
    });
    format!("{country}{:02}{account}", 98 - remainder)
}

/// Builds the 18 digits of a CLABE (Mexico) from the first 17.
pub(super) fn clabe(first: &str) -> String {
    let weights = [3, 7, 1].into_iter().cycle();
    let sum: u32 = values(first).zip(weights).map(|(digit, weight)| digit * weight % 10).sum();
    format!("{first}{}", (10 - sum % 10) % 10)
}

/// Builds the 22 digits of a CVU (Argentina) from the first 7 and the 13 of the account.
pub(super) fn cvu(entity: &str, account: &str) -> String {
    format!("{entity}{}{account}{}", cvu_check(entity), cvu_check(account))
}

/// Computes a check digit of a CVU; the weights are 3, 1, 7, 9 from the right.
fn cvu_check(block: &str) -> u32 {
    let digits: Vec<u32> = values(block).collect();
    let weights = [3, 1, 7, 9].into_iter().cycle();
    let sum: u32 = digits.iter().rev().zip(weights).map(|(digit, weight)| digit * weight).sum();
    (10 - sum % 10) % 10
}

fn values(digits: &str) -> impl Iterator<Item = u32> {
    digits.chars().filter_map(|digit| digit.to_digit(10))
}

#[cfg(test)]
mod tests {
    use causeway_domain::check_digits::Check;

    use super::*;

    #[test]
    fn check_digits_match_known_numbers() {
        assert_eq!(iban("DE", "370400440532013000"), "DE89370400440532013000");
        assert_eq!(iban("GB", "WEST12345698765432"), "GB82WEST12345698765432");
        assert_eq!(clabe("03218000011835971"), "032180000118359719");
        assert_eq!(cvu("2850590", "4009041813520"), "2850590940090418135201");
    }

    #[test]
    fn drawn_numbers_have_their_length_and_pass_their_checks() {
        let ids = Ids::seeded(11);
        for count in [1, 10, 25] {
            let drawn = digits(&ids, count);
            assert!(
                drawn.len() == usize::try_from(count).unwrap() && drawn.bytes().all(|b| b.is_ascii_digit())
            );
        }
        for _ in 0..200 {
            assert!(Check::Iban.passes(&iban("DE", &digits(&ids, 18))));
            assert!(Check::Clabe.passes(&clabe(&digits(&ids, 17))));
        }
        assert_eq!(characters(&ids, PLAIN, 8).len(), 8);
    }
}
