//! Tests of every check with public samples and with wrong characters in them.

use proptest::prelude::*;
use sha2::{Digest, Sha256};

use super::Check;

/// Right numbers and addresses. Those of chains are the published samples of their own documentation.
const RIGHT: &[(Check, &str)] = &[
    (Check::Aba, "021000021"),
    (Check::Aba, "011401533"),
    (Check::Aba, "325181028"),
    (Check::Aba, "000000518"),
    (Check::Clabe, "032180000118359719"),
    (Check::Iban, "DE89370400440532013000"),
    (Check::Iban, "GB82WEST12345698765432"),
    (Check::Iban, "NO9386011117947"),
    (Check::Iban, "EG380019000500000000263180002"),
    (Check::Iban, "PK36SCBL0000001123456702"),
    (Check::Iban, "AE070331234567890123456"),
    (Check::Cpf, "52998224725"),
    (Check::Cnpj, "11222333000181"),
    (Check::Cnpj, "12ABC34501DE35"),
    (Check::BrazilianTaxId, "52998224725"),
    (Check::BrazilianTaxId, "11222333000181"),
    (Check::Eip55, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
    (Check::Eip55, "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"),
    (Check::Solana, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
    (Check::Solana, "11111111111111111111111111111111"),
    (Check::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
    (Check::Bitcoin, "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"),
    (Check::Bitcoin, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"),
    (Check::Bitcoin, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"),
    (Check::Bitcoin, "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"),
];

#[test]
fn valid_numbers_are_accepted() {
    for (check, right) in RIGHT {
        assert!(check.passes(right), "{check} {right}");
    }
    assert!(Check::Spark.passes(&spark(&[7; 35])));
}

#[test]
fn invalid_numbers_are_refused() {
    for (check, wrong) in [
        (Check::Aba, "123456789"),
        (Check::Aba, "000000000"),
        (Check::Aba, "130000006"),
        (Check::Aba, "990000000"),
        (Check::Clabe, "123456789012345678"),
        (Check::Iban, "DE89370400440532013003"),
        (Check::Iban, "NO9386011117974"),
        (Check::Cpf, "11111111111"),
        (Check::Cpf, "52998224726"),
        (Check::Cnpj, "11222333000182"),
        (Check::Cnpj, "00000000000000"),
        (Check::Cnpj, "12ABC34501DE36"),
        (Check::Cnpj, "12abc34501de35"),
        (Check::Cnpj, "12ABC34501DEA5"),
        (Check::BrazilianTaxId, "529982247250"),
        (Check::Eip55, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed"),
        (Check::Eip55, "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        (Check::Solana, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
        (Check::Solana, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        (Check::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u"),
        (Check::Spark, "a1lqfn3a"),
        (Check::Bitcoin, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"),
        (Check::Bitcoin, "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"),
        (Check::Bitcoin, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3"),
        (Check::Bitcoin, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
    ] {
        assert!(!check.passes(wrong), "{check} {wrong}");
    }
}

#[test]
fn sample_account_numbers_of_every_country_are_valid() {
    let lines = include_str!("ibans.txt").lines().filter(|line| !line.starts_with('#'));
    let countries = lines.inspect(|line| {
        for number in line.split(' ') {
            assert!(Check::Iban.passes(number), "{number}");
        }
    });
    assert_eq!(countries.count(), 111);
}

/// Checks numbers that are right by ISO 13616 and wrong by the rules of their country.
#[test]
fn a_country_has_a_structure_and_check_digits_of_its_own() {
    for (country, account) in [
        // A letter in place of a digit, or a digit in place of a letter.
        ("GB", "BARC2020153009A459"),
        ("NL", "INGB000123456A"),
        ("DE", "3704004405320130A0"),
        ("MU", "BOMM0101101030300200000123"),
        ("SN", "08A10015200004850000303A"),
        // Wrong national check digits.
        ("BE", "539007547035"),
        ("CZ", "08000000192000145398"),
        ("EE", "2200221020145686"),
        ("ES", "21000418440200051332"),
        ("FI", "12345600000786"),
        ("FR", "20041010050500013M02607"),
        ("IT", "Y0542811101000000123456"),
        ("NO", "86011117948"),
        ("PL", "109010150000071219812874"),
        ("PT", "000201231234567890155"),
        ("TN", "10006035183598478832"),
        // Banks of a territory use the numbers of another country.
        ("JE", "NWBK60161331926819"),
        ("RE", "20041010050500013M02606"),
        ("US", "021000021123456789"),
    ] {
        let number = with_check_digits(country, account);
        assert!(!Check::Iban.passes(&number), "{number}");
    }
    for (country, account) in [
        ("BE", "539007547034"),
        ("CZ", "08000000192000145399"),
        ("EE", "2200221020145685"),
        ("ES", "21000418450200051332"),
        ("FI", "12345600000785"),
        ("FR", "20041010050500013M02606"),
        ("IT", "X0542811101000000123456"),
        ("NO", "86011117947"),
        ("PL", "109010140000071219812874"),
        ("PT", "000201231234567890154"),
        ("TN", "10006035183598478831"),
    ] {
        let number = with_check_digits(country, account);
        assert!(Check::Iban.passes(&number), "{number}");
    }
}

/// Checks that 00, 01 and 99, which leave the same remainder as 97, 98 and 02, are refused.
#[test]
fn check_digits_are_from_02_to_98() {
    let mut twins = 0;
    for serial in 0..400 {
        let number = with_check_digits("DE", &format!("370400440532{serial:06}"));
        let digits: u32 = number[2..4].parse().unwrap();
        let twin = if digits < 3 { digits + 97 } else { digits.wrapping_sub(97) };
        if twin < 100 {
            twins += 1;
            assert!(!Check::Iban.passes(&format!("DE{twin:02}{}", &number[4..])), "{number}");
        }
        assert!(Check::Iban.passes(&number), "{number}");
    }
    assert!(twins > 5, "{twins}");
}

fn with_check_digits(country: &str, account: &str) -> String {
    let spelled = account.bytes().chain(country.bytes()).chain(*b"00");
    format!("{country}{:02}{account}", 98 - super::modulus::remainder(spelled).unwrap())
}

#[test]
fn every_single_wrong_digit_is_found() {
    let checked = [Check::Aba, Check::Clabe, Check::Iban, Check::Cpf, Check::Cnpj];
    for (check, right) in RIGHT.iter().filter(|(check, _)| checked.contains(check)) {
        for (at, old) in right.char_indices().filter(|(_, old)| old.is_ascii_digit()) {
            for digit in '0'..='9' {
                let mut changed = (*right).to_owned();
                changed.replace_range(at..=at, &digit.to_string());
                assert_eq!(check.passes(&changed), digit == old, "{changed}");
            }
        }
    }
}

#[test]
fn an_address_of_one_case_has_no_checksum() {
    let mixed = "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    assert!(Check::Eip55.passes(&format!("0x{}", mixed.to_lowercase())));
    assert!(Check::Eip55.passes(&format!("0x{}", mixed.to_uppercase())));
    assert!(!Check::Eip55.passes(&format!("0X{mixed}")));
}

#[test]
fn malformed_numbers_are_refused() {
    for number in [
        "",
        "02100002",
        "0210000211",
        "02100002x",
        "٠٢١٠٠٠٠٢١",
        "DE",
        "DÄ89",
        "ÄDE8",
        "DE8937040044053201300",
    ] {
        for check in Check::ALL {
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
    assert!(["GB", "BR", "JE", "RE"].into_iter().all(super::has_ibans));
    assert!(!["US", "SN", "DZ"].into_iter().any(super::has_ibans));
    let prefixes = ["JE", "AX", "GP", "DE", "US"].map(super::iban_prefix);
    assert_eq!(prefixes, ["GB", "FI", "FR", "DE", "US"]);
    assert!(super::is_in_sepa("XK051212012345678906") && !super::is_in_sepa("FO6264600001631634"));
}

fn spark(message: &[u8]) -> String {
    bech32::encode::<bech32::Bech32m>(bech32::Hrp::parse_unchecked("spark"), message).unwrap()
}

fn tron(account: [u8; 20]) -> String {
    let mut bytes = vec![0x41];
    bytes.extend(account);
    let checksum = Sha256::digest(Sha256::digest(&bytes));
    bytes.extend(&checksum[..4]);
    bs58::encode(bytes).into_string()
}

/// Returns the text with one character replaced by another of the alphabet.
fn changed(text: &str, at: usize, alphabet: &str, pick: usize) -> String {
    let at = text.len() - 1 - at % (text.len() - 8);
    let new = alphabet.as_bytes()[pick % alphabet.len()];
    let mut bytes = text.as_bytes().to_vec();
    bytes[at] = new;
    String::from_utf8(bytes).unwrap()
}

proptest! {
    #[test]
    fn no_text_causes_a_panic(text in "\\PC{0,60}") {
        for check in Check::ALL {
            prop_assert!(!check.passes(&text) || text.is_ascii());
        }
    }

    #[test]
    fn a_spark_address_passes_until_a_character_is_changed(key: [u8; 32], at in 0_usize..60, pick: usize) {
        let right = spark(&key);
        prop_assert!(Check::Spark.passes(&right));
        let other = changed(&right, at, "qpzry9x8gf2tvdw0s3jn54khce6mua7l", pick);
        prop_assert_eq!(Check::Spark.passes(&other), other == right);
    }

    #[test]
    fn a_tron_address_passes_until_a_character_is_changed(account: [u8; 20], at in 0_usize..25, pick: usize) {
        let right = tron(account);
        prop_assert!(Check::Tron.passes(&right) && right.starts_with('T') && right.len() == 34);
        let other = changed(&right, at, "123456789ABCDEFGHJKLMNPQRSTUVWXYZ", pick);
        prop_assert_eq!(Check::Tron.passes(&other), other == right);
    }

    #[test]
    fn a_solana_address_is_any_32_bytes(key: [u8; 32]) {
        prop_assert!(Check::Solana.passes(&bs58::encode(key).into_string()));
        prop_assert!(!Check::Solana.passes(&bs58::encode(&key[1..]).into_string()));
    }
}
