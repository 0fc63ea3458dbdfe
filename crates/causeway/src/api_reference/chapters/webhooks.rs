//! Webhook events and their signatures.

use causeway_wire::webhooks::EventType;

use super::tables::{code, filled, table};

/// Public key with its id, header and body of a signed event, with which receivers test their code.
pub(super) const KEY: &str = "\
-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELpwnTKG+b0cGKCVJEnQX7QueXC3Q
I1G/susDVQdCd60iS2pcbNcnbkvU/7/TujLHEDpaidGj+UaOGFxe8aBxQw==
-----END PUBLIC KEY-----";
pub(super) const KEY_ID: &str = "0199a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6c";
pub(super) const HEADER: &str = r#"{"v":"1","s":"MEQCID7m35TFrzPNl8QpTFoS4v12AOQm+tpMS5yPxmq/v9FpAiBpfPckVQ/79GlnbT4CI9lGBjMeLZXNirxmimnOG+8kMg=="}"#;
pub(super) const BODY: &str = r#"{"id":"Webhook:0199a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b","type":"TEST","timestamp":"2025-10-03T12:00:00.000Z","data":{}}"#;

pub(super) const JAVASCRIPT: &str = include_str!("verify.mjs");
pub(super) const PYTHON: &str = include_str!("verify.py");
pub(super) const GO: &str = include_str!("verify.go");

pub(super) fn text() -> String {
    let events = EventType::ALL.iter().map(|event| [code(event.as_str()), event.occasion().to_owned()]);
    filled(
        include_str!("webhooks.md"),
        &[
            ("verify.mjs", JAVASCRIPT.trim_end().to_owned()),
            ("verify.py", PYTHON.trim_end().to_owned()),
            ("verify.go", GO.trim_end().to_owned()),
            ("key", KEY.to_owned()),
            ("id", KEY_ID.to_owned()),
            ("header", HEADER.to_owned()),
            ("length", BODY.len().to_string()),
            ("body", BODY.to_owned()),
            ("events", table(["Type", "Sent when"], events)),
        ],
    )
}
