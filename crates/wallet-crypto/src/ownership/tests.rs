use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::testdata::{ownership, text};

const CHAINS: [(&str, Chain); 4] =
    [("evm", Chain::Evm), ("tron", Chain::Tron), ("solana", Chain::Solana), ("spark", Chain::Spark)];

fn cases(name: &str) -> Vec<(Value, String)> {
    let messages = ownership("/messages");
    let cases = ownership(&format!("/{name}"));
    let cases = cases.as_array().unwrap().clone();
    assert!(cases.len() >= 8, "{name}");
    cases.into_iter().map(|case| (case.clone(), text(&messages, text(&case, "message")).to_owned())).collect()
}

fn check(chain: Chain, case: &Value, message: &str) -> Result<(), OwnershipError> {
    verify(chain, MessageScheme::Bip137, text(case, "address"), message, text(case, "signature"))
}

#[test]
fn signatures_of_each_chains_wallets_prove_ownership() {
    for (name, chain) in CHAINS {
        for (case, message) in cases(name) {
            assert_eq!(check(chain, &case, &message), Ok(()), "{name} {case}");
        }
    }
}

#[test]
fn signatures_of_another_message_or_owner_are_refused() {
    for (name, chain) in CHAINS {
        let all = cases(name);
        let label = |case: &Value| text(case, "label").to_owned();
        for (case, message) in &all {
            assert_eq!(check(chain, case, &format!("{message} ")), Err(OwnershipError::Mismatch));
            let (other, _) = all.iter().find(|(other, _)| label(other) != label(case)).unwrap();
            let mut stolen = case.clone();
            stolen["address"] = other["address"].clone();
            assert_eq!(check(chain, &stolen, message), Err(OwnershipError::Mismatch), "{name}");
        }
    }
}

#[test]
fn a_signature_of_another_chain_is_refused() {
    for (name, _) in CHAINS {
        for (case, message) in cases(name) {
            for (other, chain) in CHAINS.into_iter().filter(|(other, _)| *other != name) {
                let mut moved = case.clone();
                moved["address"] = cases(other)[0].0["address"].clone();
                assert!(check(chain, &moved, &message).is_err(), "{name} as {other}");
            }
        }
    }
}

#[test]
fn the_address_must_be_of_the_chain() {
    for (name, chain) in CHAINS {
        let (mut case, message) = cases(name).remove(0);
        for (_, address) in CHAINS.into_iter().filter(|(other, _)| *other != name).map(|(other, _)| {
            let case = cases(other).remove(0).0;
            (other, case["address"].clone())
        }) {
            case["address"] = address;
            assert_eq!(check(chain, &case, &message), Err(OwnershipError::Address), "{name}");
        }
    }
}

#[test]
fn both_spellings_of_v_are_read_and_no_third() {
    for (name, chain) in [("evm", Chain::Evm), ("tron", Chain::Tron)] {
        for (case, message) in cases(name) {
            let signature = text(&case, "signature").strip_prefix("0x").unwrap();
            let (rs, v) = signature.split_at(128);
            let with = |v: &str| {
                let mut case = case.clone();
                case["signature"] = Value::from(format!("{rs}{v}").to_uppercase());
                check(chain, &case, &message)
            };
            let (short, wrong) = if v == "1b" { ("00", "1c") } else { ("01", "1b") };
            assert_eq!(with(v), Ok(()));
            assert_eq!(with(short), Ok(()));
            assert_eq!(with(wrong), Err(OwnershipError::Mismatch));
            for bad in ["02", "1d", "25", "", "1b00"] {
                assert_eq!(with(bad), Err(OwnershipError::Malformed), "{bad}");
            }
        }
    }
}

#[test]
fn electrum_knows_no_segwit_headers() {
    for (case, message) in cases("spark") {
        let outcome = verify(
            Chain::Spark,
            MessageScheme::Electrum,
            text(&case, "address"),
            &message,
            text(&case, "signature"),
        );
        let expected = match text(&case, "form") {
            "compressed" | "uncompressed" => Ok(()),
            _ => Err(OwnershipError::Malformed),
        };
        assert_eq!(outcome, expected, "{case}");
    }
}

#[test]
fn headers_out_of_range_and_the_higher_s_are_refused() {
    let (mut case, message) = cases("spark").remove(0);
    let good = STANDARD.decode(text(&case, "signature")).unwrap();
    for header in [0, 26, 43, 255] {
        let mut bytes = good.clone();
        bytes[0] = header;
        case["signature"] = Value::from(STANDARD.encode(bytes));
        assert_eq!(check(Chain::Spark, &case, &message), Err(OwnershipError::Malformed));
    }
    // The same signature with the higher S and the matching recovery id.
    let low = k256::ecdsa::Signature::from_slice(&good[1..]).unwrap();
    let (r, s) = low.split_scalars();
    let high = k256::ecdsa::Signature::from_scalars(r, -*s).unwrap();
    let header = ((good[0] - 27) ^ 1) + 27;
    case["signature"] = Value::from(STANDARD.encode([&[header][..], &high.to_bytes()].concat()));
    assert_eq!(check(Chain::Spark, &case, &message), Err(OwnershipError::Mismatch));
}

#[test]
fn a_challenge_is_signed_and_checked() {
    use k256::ecdsa::SigningKey;
    let key = SigningKey::from_slice(&[7; 32]).unwrap();
    let owner = addresses::account_hash(key.verifying_key().to_sec1_point(false).as_bytes()).unwrap();
    let address = format!("0x{}", crate::hex::encode(&owner));
    let message = challenge_message(&address, [3; 16]);
    let (rs, recovery) = key.sign_prehash_recoverable(&recovery::personal_hash("Ethereum", &message));
    let signature = crate::hex::encode(&[&rs.to_bytes()[..], &[recovery.to_byte() + 27]].concat());
    let check = |message: &str| verify(Chain::Evm, MessageScheme::Bip137, &address, message, &signature);
    assert_eq!(check(&message), Ok(()));
    assert_eq!(
        check(&challenge_message(&address, [4; 16])),
        Err(OwnershipError::Mismatch),
        "an earlier nonce"
    );
}

proptest! {
    #[test]
    fn any_signature_is_checked_or_refused(any: String, bytes in proptest::collection::vec(any::<u8>(), 64..=65)) {
        let spellings =
            [any, crate::hex::encode(&bytes), bs58::encode(&bytes).into_string(), STANDARD.encode(&bytes)];
        for (name, chain) in CHAINS {
            let (case, message) = cases(name).remove(0);
            for signature in &spellings {
                let outcome =
                    verify(chain, MessageScheme::Bip137, text(&case, "address"), &message, signature);
                prop_assert!(outcome.is_err());
            }
        }
    }

    #[test]
    fn a_flipped_bit_is_noticed(at in 0_usize..64, bit in 0_u8..8) {
        let (mut case, message) = cases("evm").remove(0);
        let mut bytes = crate::hex::decode(text(&case, "signature").strip_prefix("0x").unwrap()).unwrap();
        bytes[at] ^= 1 << bit;
        case["signature"] = Value::from(crate::hex::encode(&bytes));
        prop_assert!(check(Chain::Evm, &case, &message).is_err());

        let (mut case, message) = cases("solana").remove(0);
        let mut bytes = bs58::decode(text(&case, "signature")).into_vec().unwrap();
        bytes[at] ^= 1 << bit;
        case["signature"] = Value::from(bs58::encode(bytes).into_string());
        prop_assert_eq!(check(Chain::Solana, &case, &message), Err(OwnershipError::Mismatch));
    }
}
