//! Tests of UMA invoices.

use proptest::prelude::*;

use super::*;
use crate::addresses::{Callback, Identifier};
use crate::counterparty::CounterpartyDataOptions;
use crate::keys::PrivateKey;
use crate::signing::SignatureError;
use crate::{ProtocolVersion, WireCurrencyCode, WireKycStatus, bech32_text};

fn key() -> PrivateKey {
    PrivateKey::from_bytes(&[1; 32]).unwrap()
}

fn invoice(amount: u64) -> UmaInvoice {
    UmaInvoice {
        receiver_uma: Identifier::parse("$bob@p2.example").unwrap(),
        invoice_uuid: "c7c07fec-cf00-431c-916f-6c13fc4b69f9".into(),
        amount,
        receiving_currency: InvoiceCurrency {
            code: WireCurrencyCode::parse("USD").unwrap(),
            name: "US Dollar".into(),
            symbol: "$".into(),
            decimals: 2,
        },
        expiration: 1_795_784_400,
        is_subject_to_travel_rule: true,
        required_payer_data: Some(CounterpartyDataOptions::required()),
        uma_versions: vec![ProtocolVersion::OWN],
        comment_chars_allowed: Some(140),
        sender_uma: Some(Identifier::parse("$alice@p1.example").unwrap()),
        max_num_payments: Some(3),
        kyc_status: Some(WireKycStatus::Verified),
        callback: Callback::parse("https://p2.example/uma/payreq/abc").unwrap(),
    }
}

/// Returns the invoice with sorted payer data, as it is read.
fn sorted(mut invoice: UmaInvoice) -> UmaInvoice {
    let text = invoice.required_payer_data.as_ref().map(CounterpartyDataOptions::to_invoice_text);
    invoice.required_payer_data = text.and_then(|text| CounterpartyDataOptions::parse_invoice_text(&text));
    invoice
}

#[test]
fn an_invoice_is_written_and_read() {
    let plain = UmaInvoice {
        required_payer_data: None,
        comment_chars_allowed: None,
        sender_uma: None,
        max_num_payments: None,
        kyc_status: None,
        ..invoice(0)
    };
    for content in [invoice(1_000), plain] {
        let signed = SignedUmaInvoice::sign(&key(), content.clone()).unwrap();
        let text = signed.to_text().unwrap();
        assert!(text.starts_with("uma1"));
        let read = SignedUmaInvoice::parse(&text).unwrap();
        assert_eq!(read.invoice(), &sorted(content));
        assert_eq!(read.to_text(), Ok(text));
        assert_eq!(read.verify(&key().public_key()), Ok(()));
        let other = PrivateKey::from_bytes(&[2; 32]).unwrap().public_key();
        assert_eq!(read.verify(&other), Err(SignatureError));
    }
}

#[test]
fn a_changed_invoice_does_not_verify() {
    let signed = SignedUmaInvoice::sign(&key(), invoice(1_000)).unwrap();
    let bytes = bech32_text::decode("uma", &signed.to_text().unwrap()).unwrap();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let text = bech32_text::encode("uma", &changed).unwrap();
        let verified = SignedUmaInvoice::parse(&text).map(|read| read.verify(&key().public_key()));
        assert!(!matches!(verified, Ok(Ok(()))), "byte {at}");
    }
}

#[test]
fn fields_that_do_not_fit_are_refused() {
    let long = UmaInvoice { invoice_uuid: "x".repeat(256), ..invoice(1) };
    assert_eq!(SignedUmaInvoice::sign(&key(), long), Err(UmaInvoiceError));
    assert_eq!(SignedUmaInvoice::sign(&key(), invoice(u64::MAX)), Err(UmaInvoiceError));
    assert_eq!(SignedUmaInvoice::parse("uma1"), Err(UmaInvoiceError));
}

proptest! {
    #[test]
    fn any_amount_survives(amount in 0..=u64::MAX >> 1) {
        let text = SignedUmaInvoice::sign(&key(), invoice(amount)).unwrap().to_text().unwrap();
        prop_assert_eq!(SignedUmaInvoice::parse(&text).unwrap().invoice().amount, amount);
    }

    #[test]
    fn any_text_is_read_or_refused(text: String, bytes: Vec<u8>, at: prop::sample::Index, byte: u8) {
        let _ = SignedUmaInvoice::parse(&text);
        let _ = SignedUmaInvoice::parse(&bech32_text::encode("uma", &bytes).unwrap());
        let signed = SignedUmaInvoice::sign(&key(), invoice(5)).unwrap();
        let mut changed = bech32_text::decode("uma", &signed.to_text().unwrap()).unwrap();
        let at = at.index(changed.len());
        changed[at] = byte;
        let _ = SignedUmaInvoice::parse(&bech32_text::encode("uma", &changed).unwrap());
    }
}
