//! Tests of search terms and readings.

use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::alerts::AlertKind;
use crate::money::{Amount, CurrencyCode};

fn texts(terms: &Terms) -> Vec<String> {
    terms.iter().map(Term::to_string).collect()
}

#[test]
fn spellings_of_a_name_have_the_same_words() {
    for spelling in
        ["José Ángel-Núñez", "JOSE angel nunez", "jose\u{301}  ANGEL,nun\u{303}ez", "Ｊosé Angel/Nuñez"]
    {
        assert_eq!(words(spelling), ["jose", "angel", "nunez"], "{spelling}");
    }
    assert_eq!(words("Αθήνα 北京"), ["αθηνα", "北京"]);
    assert_eq!(words("…!"), Vec::<String>::new());
}

#[test]
fn characters_beyond_the_4096th_do_not_count() {
    let behind = |blanks: usize| words(&format!("{}ada", " ".repeat(blanks)));
    assert_eq!(behind(4_093), ["ada"]);
    assert_eq!(behind(4_094), ["ad"]);
    assert_eq!(behind(4_096), Vec::<String>::new());
}

#[test]
fn numbers_have_no_blanks() {
    assert_eq!(letters_and_digits("DE89 3704-0044 0532 0130 00"), "de89370400440532013000");
    assert_eq!(phone_digits("+49 (151) 123-456"), "49151123456");
    assert_eq!(phone_digits("0049 151 123456"), "49151123456");
    assert_eq!((last_letters("12345", 4), last_letters("123", 4)), (Some("2345"), None));
}

#[test]
fn a_resource_has_each_term_once() {
    let id = Uuid::from_u128(0x0190_a1b2_c3d4_7e8f_9a0b_1c2d_3eab_cdef);
    let terms = Terms::of(id)
        .name(Some("Ada Ada"))
        .mail(Some("Ada@Example.com"))
        .phone(Some("+1 415 555 0123"))
        .account(Some("DE89 3704"))
        .reference(Some("INV-7/a"))
        .text(Some("Rent, rent 7"))
        .amount(Some(Amount::new(123_456, CurrencyCode::EUR)));
    let expected = [
        "name:ada",
        "mail:ada@example.com",
        "phone:14155550123",
        "phone7:5550123",
        "account:de893704",
        "last4:3704",
        "last6:893704",
        "ref:inv7a",
        "text:7",
        "text:rent",
        "amount:EUR:123456",
        "id:abcdef",
    ];
    assert_eq!(texts(&terms), expected);
    assert_eq!(texts(&terms.without(&Terms::of(id).name(Some("ada")))).len(), expected.len() - 2);
}

#[test]
fn a_kind_of_alert_is_read_in_any_case() {
    for text in ["JOB_POISONED", " job_poisoned\n"] {
        assert_eq!(readings(text)[0], Reading::AlertKind(AlertKind::JobPoisoned));
    }
    assert!(!readings("JOB").iter().any(|reading| matches!(reading, Reading::AlertKind(_))));
}

#[test]
fn an_id_is_read_with_and_without_its_type() {
    let id = "0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
    let expected = Reading::Id(id.parse().unwrap());
    for text in [id.to_owned(), format!("Customer:{id}"), format!(" Transaction:{id}\n")] {
        assert_eq!(readings(&text)[0], expected, "{text}");
    }
    for text in ["3E4F5A", "…3e4f5a6b", "Transaction:…3e4f5a"] {
        let end = ShortId::of(text).unwrap();
        assert!(readings(text).contains(&Reading::IdEnd(end)), "{text}");
    }
    assert!(!readings("f5a6b").iter().any(|reading| matches!(reading, Reading::IdEnd(_))));
}

#[test]
fn an_amount_is_read_in_its_currency_or_in_each() {
    let amounts = |text: &str| {
        readings(text).into_iter().find_map(|reading| match reading {
            Reading::Amounts(terms) => Some(terms.iter().map(Term::to_string).collect::<Vec<_>>()),
            _ => None,
        })
    };
    assert_eq!(amounts("1,234.56 EUR"), Some(vec!["amount:EUR:123456".to_owned()]));
    assert_eq!(amounts("1234.5 eur"), Some(vec!["amount:EUR:123450".to_owned()]));
    for text in
        ["EUR 1,234.56", "eur 1234.56", "1.234,56 EUR", "1234,56 EUR", "€1,234.56", "1.234,56 €", "€ 1234.56"]
    {
        assert_eq!(amounts(text), Some(vec!["amount:EUR:123456".to_owned()]), "{text}");
    }
    assert_eq!(amounts("$1,234.56"), Some(vec!["amount:USD:123456".to_owned()]));
    let all = amounts("1234.5").unwrap();
    assert!(
        all.contains(&"amount:USD:123450".to_owned()) && all.contains(&"amount:BTC:123450000000".to_owned())
    );
    for text in [
        "1.234 EUR",
        "1,2345 EUR",
        "$",
        "EUR USD",
        "1 €2",
        "x EUR",
        "1 2 EUR",
        "-5 EUR",
        "1 ???",
        ".5 EUR",
        "9".repeat(40).as_str(),
    ] {
        assert_eq!(amounts(text), None, "{text}");
    }
}

#[test]
fn a_name_is_read_with_an_amount_before_or_behind_it() {
    let found = |text: &str| {
        readings(text).into_iter().find_map(|reading| match reading {
            Reading::NamedAmount(found) => Some(found),
            _ => None,
        })
    };
    for text in [
        "Ada Kellner 1,000.11 USD",
        "Ada Kellner USD 1000.11",
        "$1000.11 Ada Kellner",
        "1000.11 usd Ada Kellner",
    ] {
        let NamedAmount { words, amounts } = found(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(amounts.iter().map(Term::to_string).collect::<Vec<_>>(), ["amount:USD:100011"], "{text}");
        assert_eq!(words.whole.iter().map(Term::to_string).collect::<Vec<_>>(), ["name:ada"], "{text}");
        assert_eq!(words.beginning.map(|term| term.to_string()), Some("name:kellner".to_owned()), "{text}");
    }
    assert!(found("Kellner 1000.11").is_some_and(|found| found.amounts.len() > 1));
    for text in ["1000.11 USD", "Ada Kellner", "1000.11", "", "USD"] {
        assert_eq!(found(text), None, "{text}");
    }
}

#[test]
fn the_last_word_of_a_name_may_be_a_beginning() {
    let search = |text: &str| {
        readings(text).into_iter().find_map(|reading| match reading {
            Reading::Words(search) => Some(search),
            _ => None,
        })
    };
    let ada_lov = search("Ada Lov").unwrap();
    assert_eq!(ada_lov.whole.iter().map(Term::to_string).collect::<Vec<_>>(), ["name:ada"]);
    assert_eq!(ada_lov.beginning.map(|term| term.to_string()), Some("name:lov".to_owned()));
    let ada_l = search("Ada L").unwrap();
    assert_eq!((ada_l.whole.len(), ada_l.beginning), (2, None));
    assert_eq!(search("12 34"), None);
}

#[test]
fn the_words_of_a_text_are_read_as_those_of_a_name() {
    let words = readings("Rent March flat 7").into_iter().find_map(|reading| match reading {
        Reading::TextWords(search) => Some(search),
        _ => None,
    });
    let WordSearch { whole, beginning } = words.unwrap();
    let whole: Vec<String> = whole.iter().map(Term::to_string).collect();
    assert_eq!((whole.join(" "), beginning), ("text:rent text:march text:flat text:7".to_owned(), None));
}

#[test]
fn a_contact_is_read_as_such() {
    let texts = |text: &str| -> Vec<String> {
        let terms = readings(text).into_iter().filter_map(|reading| match reading {
            Reading::Term(term) => Some(term.to_string()),
            _ => None,
        });
        terms.collect()
    };
    assert!(texts("Ada@Example.com").contains(&"mail:ada@example.com".to_owned()));
    assert!(texts("+1 415 555 0123").contains(&"phone:14155550123".to_owned()));
    assert!(texts("DE89 3704 0044 0532 0130 00").contains(&"account:de89370400440532013000".to_owned()));
    assert!(texts("3000").contains(&"last4:3000".to_owned()));
    assert!(texts("013000").contains(&"last6:013000".to_owned()));
    assert!(readings("532013000").contains(&Reading::AccountEnd("532013000".to_owned())));
    for text in ["0151 234567", "(0151) 234567", "151234567"] {
        assert!(readings(text).contains(&Reading::PhoneEnd("151234567".to_owned())), "{text}");
    }
    let is_end = |reading: &Reading| matches!(reading, Reading::PhoneEnd(_) | Reading::AccountEnd(_));
    assert!(!["234567", "DE89", "Ada 1234567"].iter().any(|text| readings(text).iter().any(is_end)));
    assert!(readings("$Ada@uma.example").contains(&Reading::UmaAddress("$ada@uma.example".to_owned())));
}

proptest! {
    #[test]
    fn normalising_twice_changes_nothing(text in "\\PC{0,40}") {
        let once = words(&text);
        prop_assert_eq!(words(&once.join(" ")), once);
        let number = letters_and_digits(&text);
        prop_assert_eq!(letters_and_digits(&number), number);
    }

    #[test]
    fn case_and_blanks_do_not_matter(text in "[A-Za-z0-9]{1,30}", at in 0_usize..30) {
        let at = at.min(text.len());
        let spaced = format!("{} {}", &text[..at], text[at..].to_uppercase());
        prop_assert_eq!(letters_and_digits(&spaced), letters_and_digits(&text));
        prop_assert_eq!(words(&text.to_uppercase()), words(&text));
    }

    #[test]
    fn no_text_causes_a_panic(text in "\\PC{0,60}") {
        for reading in readings(&text) {
            prop_assert!(!reading.about().is_empty());
        }
        let terms = Terms::default().name(Some(&text)).account(Some(&text)).reference(Some(&text));
        prop_assert!(terms.iter().all(|term| !term.text().is_empty()));
    }

    #[test]
    fn every_amount_is_found_as_it_is_printed(minor in 0_i64..9_000_000_000_000_000) {
        let text = format!("{}.{:02} USD", minor / 100, minor % 100);
        let term = Term::amount(Amount::new(minor, CurrencyCode::USD));
        prop_assert!(readings(&text).contains(&Reading::Amounts(vec![term])));
    }

    #[test]
    fn every_name_is_found_by_its_words(name in "[a-zé]{3,10}( [a-zé]{3,10}){0,3}") {
        let terms = Terms::default().name(Some(&name));
        let search = readings(&name).into_iter().find_map(|reading| match reading {
            Reading::Words(search) => Some(search),
            _ => None,
        });
        let search = search.unwrap();
        prop_assert!(search.whole.iter().chain(&search.beginning).all(|term| terms.iter().any(|known| known == term)));
    }
}
