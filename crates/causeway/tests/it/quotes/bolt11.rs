//! Lightning invoices as a node writes them (BOLT 11).

use bech32::primitives::iter::Fe32IterExt;
use bech32::{Bech32, ByteIterExt, Fe32, Hrp};
use k256::ecdsa::SigningKey;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::payments::scene::{Scene, text};

/// Lifetime of the invoices in seconds.
pub(crate) const EXPIRY: u64 = 600;

/// Writes an invoice that a node issues now on the scene's clock. `readable` is `lnbc` and the amount,
/// `payment` the byte that the payment hash repeats.
pub(crate) async fn invoice(scene: &Scene, readable: &str, payment: u8) -> String {
    written(readable, now(scene).await, EXPIRY, payment)
}

/// Returns the seconds since 1970 on the scene's clock.
async fn now(scene: &Scene) -> u64 {
    let customer = scene.platform.customer(&["USD"]).await;
    let at: causeway_domain::Time = text(&customer["createdAt"]).parse().expect("a time");
    u64::try_from(at.millis() / 1_000).expect("after 1970")
}

/// Writes an invoice issued at `made_at` that expires after `expiry` seconds.
pub(crate) fn written(readable: &str, made_at: u64, expiry: u64, payment: u8) -> String {
    let mut words = number(made_at, 7);
    // Payment hash, secret, description, expiry, and the features 8 and 14.
    field(&mut words, 1, &groups(&[payment; 32]));
    field(&mut words, 16, &groups(&[0x11; 32]));
    field(&mut words, 13, &groups(b"coffee"));
    field(&mut words, 6, &number(expiry, 4));
    field(&mut words, 5, &number(1 << 14 | 1 << 8, 3));

    let key = SigningKey::from_slice(&[7; 32]).expect("a key");
    let hash = Sha256::new().chain_update(readable).chain_update(bytes(&words)).finalize();
    let (signature, recovery) = key.sign_prehash_recoverable(&hash);
    words.extend(groups(&[&signature.to_bytes()[..], &[recovery.to_byte()]].concat()));
    let hrp = Hrp::parse(readable).expect("a readable part");
    words.into_iter().with_checksum::<Bech32>(&hrp).chars().collect()
}

fn field(words: &mut Vec<Fe32>, tag: u64, data: &[Fe32]) {
    words.extend(number(tag, 1));
    words.extend(number(u64::try_from(data.len()).expect("a length"), 2));
    words.extend(data);
}

fn number(value: u64, words: u32) -> Vec<Fe32> {
    let word = |at: u32| u8::try_from(value >> (5 * at) & 31).expect("five bits");
    (0..words).rev().map(|at| Fe32::try_from(word(at)).expect("five bits")).collect()
}

fn groups(bytes: &[u8]) -> Vec<Fe32> {
    bytes.iter().copied().bytes_to_fes().collect()
}

/// Packs groups of five bits into bytes; the last byte is filled up with zeros.
fn bytes(words: &[Fe32]) -> Vec<u8> {
    let bits: Vec<u8> = words.iter().flat_map(|word| (0..5).rev().map(|at| word.to_u8() >> at & 1)).collect();
    let byte = |bits: &[u8]| (0..8).fold(0, |byte, at| byte << 1 | bits.get(at).copied().unwrap_or_default());
    bits.chunks(8).map(byte).collect()
}

/// Registers the invoice as an external account of a customer, or of the platform, and returns its id.
pub(crate) async fn account(scene: &Scene, invoice: &str, customer: Option<&Value>) -> String {
    let mut body = serde_json::json!({
        "currency": "BTC", "accountInfo": { "accountType": "LIGHTNING", "invoice": invoice },
    });
    let path = match customer {
        None => "/platform/external-accounts",
        Some(customer) => {
            body["customerId"] = customer["id"].clone();
            "/customers/external-accounts"
        }
    };
    text(&scene.platform.post(path).json(&body).send().await.expect(201)["id"]).to_owned()
}
