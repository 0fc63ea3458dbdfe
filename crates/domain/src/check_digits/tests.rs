//! Public samples of every check, and what becomes of them when a character is wrong.

use proptest::prelude::*;
use sha2::{Digest, Sha256};

use super::Check;
use super::iban::LENGTHS;

/// Right numbers and addresses. Those of chains are the published samples of their own documents.
const RIGHT: &[(Check, &str)] = &[
    (Check::Aba, "021000021"),
    (Check::Aba, "011401533"),
    (Check::Clabe, "032180000118359719"),
    (Check::Iban, "DE89370400440532013000"),
    (Check::Iban, "GB82WEST12345698765432"),
    (Check::Iban, "NO9386011117947"),
    (Check::Iban, "EG380019000500000000263180002"),
    (Check::Iban, "PK36SCBL0000001123456702"),
    (Check::Iban, "AE070331234567890123456"),
    (Check::Cpf, "52998224725"),
    (Check::Cnpj, "11222333000181"),
    (Check::BrazilianTaxId, "52998224725"),
    (Check::BrazilianTaxId, "11222333000181"),
    (Check::Eip55, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
    (Check::Eip55, "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"),
    (Check::Solana, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
    (Check::Solana, "11111111111111111111111111111111"),
    (Check::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
];

#[test]
fn right_numbers_pass() {
    for (check, right) in RIGHT {
        assert!(check.passes(right), "{check} {right}");
    }
    assert!(Check::Spark.passes(&spark(&[7; 35])));
}

#[test]
fn wrong_numbers_do_not() {
    for (check, wrong) in [
        (Check::Aba, "123456789"),
        (Check::Clabe, "123456789012345678"),
        (Check::Iban, "DE89370400440532013003"),
        (Check::Iban, "NO9386011117974"),
        (Check::Cpf, "11111111111"),
        (Check::Cpf, "52998224726"),
        (Check::Cnpj, "11222333000182"),
        (Check::Cnpj, "00000000000000"),
        (Check::BrazilianTaxId, "529982247250"),
        (Check::Eip55, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed"),
        (Check::Eip55, "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        (Check::Solana, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
        (Check::Solana, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        (Check::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u"),
        (Check::Spark, "a1lqfn3a"),
    ] {
        assert!(!check.passes(wrong), "{check} {wrong}");
    }
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
fn other_shapes_do_not_pass() {
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
    assert!(LENGTHS.is_sorted());
    assert!(super::has_ibans("GB") && super::has_ibans("BR") && !super::has_ibans("US"));
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

/// The text with another character at a place: one of the alphabet.
fn changed(text: &str, at: usize, alphabet: &str, pick: usize) -> String {
    let at = text.len() - 1 - at % (text.len() - 8);
    let new = alphabet.as_bytes()[pick % alphabet.len()];
    let mut bytes = text.as_bytes().to_vec();
    bytes[at] = new;
    String::from_utf8(bytes).unwrap()
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC{0,60}") {
        for check in Check::EVERY {
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
