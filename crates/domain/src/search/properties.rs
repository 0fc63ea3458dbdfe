//! Property tests of normalisation, and of amounts as operators type them.

use num_bigint::BigUint;
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

use super::*;
use crate::currency;
use crate::money::{Amount, CurrencyCode};

/// Returns the terms of the amounts that a text can be.
fn amounts(text: &str) -> Vec<Term> {
    let found = readings(text).into_iter().find_map(|reading| match reading {
        Reading::Amounts(terms) => Some(terms),
        _ => None,
    });
    found.unwrap_or_default()
}

/// Prints an amount in major units with thousands separators.
fn printed(minor: i64, decimals: u8) -> String {
    let decimals = usize::from(decimals);
    let digits = format!("{minor:0>width$}", width = decimals + 1);
    let (units, fraction) = digits.split_at(digits.len() - decimals);
    let mut grouped = String::new();
    for (at, digit) in units.char_indices() {
        if at > 0 && (units.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if fraction.is_empty() { grouped } else { format!("{grouped}.{fraction}") }
}

#[test]
fn amounts_are_printed_with_separators() {
    assert_eq!(printed(123_456_789, 2), "1,234,567.89");
    assert_eq!(
        (printed(5, 2), printed(1_000, 0), printed(99, 0)),
        ("0.05".into(), "1,000".into(), "99".into())
    );
}

proptest! {
    /// In each currency, with its code in any case, and among all currencies without it.
    #[test]
    fn an_amount_is_read_as_it_is_printed(minor in 0_i64..=i64::MAX) {
        for info in currency::every() {
            let text = printed(minor, info.decimals);
            let term = Term::amount(Amount::new(minor, info.code));
            for code in [info.code.to_string(), info.code.to_string().to_lowercase()] {
                prop_assert_eq!(amounts(&format!("{text} {code}")), [term.clone()], "{}", text);
            }
            prop_assert!(amounts(&text).contains(&term), "{}", text);
        }
    }

    #[test]
    fn zeros_at_the_end_do_not_matter(units in 0_i64..1_000_000_000_000, tenths in 0_i64..10) {
        let short = amounts(&format!("{units}.{tenths} USD"));
        prop_assert_eq!(&short, &amounts(&format!("{units}.{tenths}0 USD")));
        prop_assert_eq!(short, [Term::amount(Amount::new(units * 100 + tenths * 10, CurrencyCode::USD))]);
        prop_assert_eq!(amounts(&format!("{units} USD")), amounts(&format!("{units}.00 USD")));
    }

    /// Compares with a parser of numbers of any size: amounts beyond 64 bits are none.
    #[test]
    fn no_amount_is_cut_off(units in "[0-9]{1,24}", fraction in "[0-9]{0,4}") {
        let text = if fraction.is_empty() { units.clone() } else { format!("{units}.{fraction}") };
        let digits = format!("{units}{fraction:0<2}");
        let minor = BigUint::parse_bytes(digits.as_bytes(), 10).and_then(|minor| i64::try_from(minor).ok());
        let expected = minor.filter(|_| fraction.len() <= 2);
        let expected = expected.map(|minor| Term::amount(Amount::new(minor, CurrencyCode::USD)));
        prop_assert_eq!(amounts(&format!("{text} USD")), Vec::from_iter(expected));
    }

    #[test]
    fn a_composed_and_a_decomposed_text_have_the_same_words(text in "\\PC{0,40}") {
        let composed: String = text.nfc().collect();
        let decomposed: String = text.nfd().collect();
        prop_assert_eq!(words(&composed), words(&decomposed));
        prop_assert_eq!(letters_and_digits(&composed), letters_and_digits(&decomposed));
    }

    #[test]
    fn words_have_letters_and_digits_alone(text in "\\PC{0,200}") {
        let words = words(&text);
        prop_assert!(words.len() <= 16);
        for word in words {
            prop_assert!((1..=64).contains(&word.chars().count()));
            prop_assert!(word.chars().all(char::is_alphanumeric), "{}", word);
        }
    }

    #[test]
    fn separators_of_a_number_do_not_matter(groups in prop::collection::vec("[1-9]{1,4}", 1..8)) {
        let plain = groups.concat();
        for separator in [" ", "-", ".", "/"] {
            let spaced = groups.join(separator);
            prop_assert_eq!(phone_digits(&format!("+{spaced}")), plain.clone());
            prop_assert_eq!(letters_and_digits(&spaced), plain.clone());
        }
        prop_assert_eq!(phone_digits(&format!("00{plain}")), plain);
    }
}
