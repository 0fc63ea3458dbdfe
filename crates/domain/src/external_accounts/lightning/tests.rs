//! Tests of the vectors of BOLT 11, and of addresses.
//!
//! `testdata/bolt11.json` contains the vectors of `bolt11/invoice-test.json` of the specification of
//! Lightning (github.com/lightning/bolts, by its authors under CC BY 4.0), with the fault that this code
//! reports for each.

use bech32::ByteIterExt;
use k256::ecdsa::{RecoveryId, Signature, SigningKey};
use proptest::prelude::*;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::signature::is_signed;
use super::{
    Invoice, InvoiceError, LightningNetwork, PayableInvoice, is_lightning_address, looks_like_invoice,
};
use crate::Time;

const VECTORS: &str = include_str!("../../../testdata/bolt11.json");

fn vectors() -> Vec<(String, String, Option<InvoiceError>)> {
    let all: Vec<Json> = serde_json::from_str(VECTORS).unwrap();
    let text = |vector: &Json, name: &str| vector[name].as_str().map(str::to_owned);
    all.iter()
        .map(|vector| {
            let fault = text(vector, "fault").map(|fault| fault.parse().unwrap());
            (text(vector, "description").unwrap(), text(vector, "invoice").unwrap(), fault)
        })
        .collect()
}

#[test]
fn each_vector_is_read_or_refused_for_its_fault() {
    for (description, invoice, fault) in vectors() {
        assert_eq!(Invoice::parse(&invoice).err(), fault, "{description}");
    }
}

#[test]
fn a_valid_invoice_is_recognized_by_form_and_network() {
    for (description, invoice, _) in vectors().iter().filter(|(.., fault)| fault.is_none()) {
        assert!(looks_like_invoice(invoice), "{description}");
        let expected = invoice.starts_with("lntb").then_some(InvoiceError::Network);
        assert_eq!(Invoice::parse_for_bitcoin(invoice).err(), expected, "{description}");
    }
}

#[test]
fn an_invoice_has_a_network_an_exact_amount_and_the_hash_of_its_description() {
    let valid: Vec<_> = vectors().into_iter().filter(|(.., fault)| fault.is_none()).collect();
    let of = |start: &str| {
        let found = valid.iter().find(|(_, invoice, _)| invoice.starts_with(start));
        Invoice::parse(&found.unwrap().1).unwrap()
    };
    let items = of("lnbc20m");
    let description = "One piece of chocolate cake, one icecream cone, one pickle, one slice of swiss cheese, one slice of salami, one lollypop, one piece of cherry pie, one sausage, one cupcake, and one slice of watermelon";
    let hash: [u8; 32] = Sha256::digest(description).into();
    assert_eq!(items.description_hash(), Some(&hash));
    assert_eq!((items.network(), items.millisatoshis()), (LightningNetwork::Bitcoin, Some(2_000_000_000)));
    let coffee = of("lnbc2500u");
    assert_eq!((coffee.description_hash(), coffee.millisatoshis()), (None, Some(250_000_000)));
    assert_eq!(of("lntb").network(), LightningNetwork::Test);
}

#[test]
fn an_invoice_contains_its_amount_payment_hash_and_expiry() {
    let of = |start: &str| {
        let found =
            vectors().into_iter().find(|(_, invoice, fault)| fault.is_none() && invoice.starts_with(start));
        PayableInvoice::read(&found.unwrap().1)
    };
    let coffee = of("lnbc2500u");
    assert_eq!(coffee.id, "0001020304050607080900010203040506070809000102030405060708090102");
    assert_eq!(
        (coffee.satoshis, coffee.expires_at),
        (Some(250_000), Some(Time::from_millis(1_496_314_718_000)))
    );
    assert!(coffee.is_expired(Time::from_millis(1_496_314_718_000)));
    assert!(!coffee.is_expired(Time::from_millis(1_496_314_717_999)));
    let week = of("lnbc9678785340p");
    assert_eq!((week.satoshis, week.expires_at), (Some(967_879), Some(Time::from_millis(1_573_073_503_000))));
    let donation = of("lnbc1");
    assert_eq!((donation.satoshis, donation.expires_at), (None, Some(Time::from_millis(1_496_318_258_000))));
}

#[test]
fn a_sample_says_its_amount_in_parts_of_a_bitcoin() {
    let amount = |readable: &str| {
        let text = format!("{readable}1pvjluezpp5qqqsyqcyq5rqwz002");
        assert!(looks_like_invoice(&text), "{text}");
        let read = PayableInvoice::read(&text);
        assert_eq!(read.expires_at, None);
        read.satoshis
    };
    assert_eq!(amount("lnbc2500u"), Some(250_000));
    assert_eq!(amount("lnbc20m"), Some(2_000_000));
    assert_eq!(amount("lnbc1"), Some(100_000_000));
    assert_eq!(amount("lntb250n"), Some(25));
    assert_eq!(amount("lntbs250n"), Some(25));
    assert_eq!(amount("lnbcrt15n"), Some(2), "1.5 satoshis");
    assert_eq!(amount("lnbc10p"), Some(1), "a thousandth of a satoshi");
    assert_eq!(amount("lnbc9678785340p"), Some(967_879));
    assert_eq!(amount("lnbc"), None);
}

#[test]
fn other_texts_do_not_look_like_an_invoice() {
    for text in [
        "",
        "lnbc",
        "lnhello12345",
        "lnbc1",
        "lnbc1pv",
        "lnbc0u1pvjluez002",
        "lnbc010u1pvjluez002",
        "lnbc-1u1pvjluez002",
        "lnbc2500x1pvjluez002",
        "lnbc11p1pvjluez002",
        "lnbc99999999999999999999m1pvjluez002",
        "lnsb20m1pvjluez002",
        "ln1pvjluez002",
        "lno1pqps7sj002",
        "LNBC20m1pvjluez002",
        "lnbc20m1pvjiuez002",
        "lnbc20m1pvjluez0é2",
        "lnurl1dp68gurn8ghj7em9w3skccne9e3k7mf0d3h82unv",
        "lightning:lnbc20m1pvjluez002",
    ] {
        assert!(!looks_like_invoice(text), "{text}");
        assert!(Invoice::parse(text).is_err(), "{text}");
    }
}

/// Checks signatures with a named and with a recovered key of the payee. With a named key, only the lower S
/// is accepted.
#[test]
fn the_signature_must_be_by_the_payee() {
    let key = SigningKey::from_slice(&[7; 32]).unwrap();
    let data = [3; 16];
    let readable = "lnbc";
    let hash = Sha256::new().chain_update(readable).chain_update([0x18, 0xc6, 0x31, 0x8c, 0x63]);
    let hash = hash.chain_update([0x18, 0xc6, 0x31, 0x8c, 0x63]).finalize();
    let (low, recovery) = key.sign_prehash_recoverable(&hash);
    let high = Signature::from_scalars(low.r().to_bytes(), (-*low.s()).to_bytes()).unwrap();
    let other = RecoveryId::new(!recovery.is_y_odd(), recovery.is_x_reduced());
    let payee: [u8; 33] = key.verifying_key().to_sec1_point(true).as_bytes().try_into().unwrap();
    let words = |signature: &Signature, recovery: u8| -> Vec<u8> {
        let bytes = [&signature.to_bytes()[..], &[recovery]].concat();
        bytes.into_iter().bytes_to_fes().map(bech32::Fe32::to_u8).collect()
    };
    let signed = |words: &[u8], payee: Option<&[u8; 33]>| is_signed(readable, &data, words, payee);
    for (signature, recovery, is_low) in [(low, recovery, true), (high, other, false)] {
        let words = words(&signature, recovery.to_byte());
        assert!(signed(&words, None));
        assert_eq!(signed(&words, Some(&payee)), is_low);
        assert!(!signed(&words, Some(&[2; 33])), "another key, or none");
        assert!(!is_signed("lntb", &data, &words, Some(&payee)));
    }
    assert!(!signed(&words(&low, 4), None), "there are four keys");
    assert!(!signed(&[0; 104], None));
}

#[test]
fn lightning_addresses_follow_lud_16() {
    let host = ["a".repeat(63), "b".repeat(63), "c".repeat(63), "d".repeat(61)].join(".");
    for address in [
        "satoshi@bitcoin.org".to_owned(),
        "alice+tips@getalby.com".to_owned(),
        "Alice@GetAlby.org".to_owned(),
        "a_b-c.d@sub.getalby.com".to_owned(),
        "_@zaphq.io".to_owned(),
        "0@xn--mnchen-3ya.de".to_owned(),
        "bob@abcdefghijklmnop234567.onion".to_owned(),
        "a..b@1.2.example4".to_owned(),
        "alice@0x7f.x0".to_owned(),
        "alice@pay.0xyz".to_owned(),
        format!("{}@{host}", "n".repeat(64)),
    ] {
        assert!(is_lightning_address(&address), "{address}");
    }
    for address in [
        String::new(),
        "@".to_owned(),
        "@pay.example".to_owned(),
        "alice@".to_owned(),
        "alice".to_owned(),
        "a@b@pay.example".to_owned(),
        "a/../../x@pay.example".to_owned(),
        "a?b=c@pay.example".to_owned(),
        "a#b@pay.example".to_owned(),
        "a%2fb@pay.example".to_owned(),
        "a b@pay.example".to_owned(),
        "a\n@pay.example".to_owned(),
        "$alice@pay.example".to_owned(),
        "ålice@pay.example".to_owned(),
        ".@pay.example".to_owned(),
        "..@pay.example".to_owned(),
        "+tag@pay.example".to_owned(),
        "..+tag@pay.example".to_owned(),
        "alice@localhost".to_owned(),
        "alice@127.0.0.1".to_owned(),
        "alice@pay.2130706433".to_owned(),
        "alice@0x7f.0x1".to_owned(),
        "alice@pay.0X7f".to_owned(),
        "alice@pay.0x".to_owned(),
        "alice@[::1]".to_owned(),
        "alice@pay.example:8080".to_owned(),
        "alice@pay.example.".to_owned(),
        "alice@.pay.example".to_owned(),
        "alice@pay..example".to_owned(),
        "alice@-pay.example".to_owned(),
        "alice@pay-.example".to_owned(),
        "alice@pay_me.example".to_owned(),
        "alice@pay.example/x".to_owned(),
        "alice@pay.exämple".to_owned(),
        format!("alice@{}.example", "a".repeat(64)),
        format!("alice@{host}x"),
        format!("{}@pay.example", "n".repeat(65)),
    ] {
        assert!(!is_lightning_address(&address), "{address}");
    }
}

proptest! {
    #[test]
    fn no_text_causes_a_panic(text in "\\PC{0,200}") {
        prop_assert!(Invoice::parse(&text).is_err());
        let _ = (looks_like_invoice(&text), is_lightning_address(&text), PayableInvoice::read(&text));
    }

    #[test]
    fn an_invoice_is_read_until_a_character_is_changed(of in 0_usize..15, at: usize, pick in 0_usize..32) {
        let right: Vec<_> = vectors().into_iter().filter(|(.., fault)| fault.is_none()).collect();
        let invoice = right[of].1.to_lowercase();
        let data = invoice.rfind('1').unwrap() + 1;
        let mut other = invoice.clone().into_bytes();
        other[data + at % (invoice.len() - data)] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l"[pick];
        let other = String::from_utf8(other).unwrap();
        prop_assert_eq!(Invoice::parse(&other).is_ok(), other == invoice);
    }

    #[test]
    fn no_data_with_a_valid_checksum_causes_a_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        readable in "lnbc([0-9]{1,3}[munp]?)?",
    ) {
        let hrp = bech32::Hrp::parse(&readable).unwrap();
        let text = bech32::encode_lower::<bech32::Bech32>(hrp, &bytes).unwrap();
        prop_assert!(Invoice::parse(&text).is_err());
    }
}
