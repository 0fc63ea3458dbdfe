//! Test vectors, read from the files beside the sources.

use std::sync::LazyLock;

use serde_json::Value;

use crate::{PrivateKey, hex};

static WALLET: LazyLock<Value> = LazyLock::new(|| parse(include_str!("../testdata/wallet.json")));
static OIDC: LazyLock<Value> = LazyLock::new(|| parse(include_str!("../testdata/oidc.json")));
static PASSKEYS: LazyLock<Value> = LazyLock::new(|| parse(include_str!("../testdata/passkeys.json")));
static OWNERSHIP: LazyLock<Value> = LazyLock::new(|| parse(include_str!("../testdata/ownership.json")));

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("test data is JSON")
}

fn read(all: &Value, pointer: &str) -> Value {
    all.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is not there")).clone()
}

/// Returns a part of the test vectors for embedded wallets.
pub(crate) fn wallet(pointer: &str) -> Value {
    read(&WALLET, pointer)
}

/// Returns a part of the identity tokens.
pub(crate) fn oidc(pointer: &str) -> Value {
    read(&OIDC, pointer)
}

/// Returns a part of the passkeys with other kinds of keys.
pub(crate) fn passkeys(pointer: &str) -> Value {
    read(&PASSKEYS, pointer)
}

/// Returns a part of the signatures of external wallets.
pub(crate) fn ownership(pointer: &str) -> Value {
    read(&OWNERSHIP, pointer)
}

pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is not a text"))
}

/// Returns the private key of a key pair.
pub(crate) fn private_key(pair: &Value) -> PrivateKey {
    PrivateKey::from_bytes(&hex::decode(text(pair, "privateKeyHex")).unwrap()).unwrap()
}
