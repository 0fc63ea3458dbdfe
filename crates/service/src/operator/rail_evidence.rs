//! The signed answers that have moved a payment (rails 16).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_domain::Time;
use causeway_rail_protocol::signing::VerifyingKey;
use causeway_store::Tx;
use causeway_store::rails::{EvidenceRecord, evidence, keys, orders};
use serde::Serialize;

use super::rail_order::{PaymentRequest, no_order};
use super::viewer::{PersonalData, Viewer};
use super::{Answer, noun};

noun! {
    /// Signed answers of adapters about a payment
    "rail-evidence" {
        /// Show the signed answers that have moved a payment, with the commands by which openssl verifies them
        "show": Look => read_masked(show),
    }
}

/// A signed answer.
#[derive(Serialize)]
struct EvidenceView {
    kind: &'static str,
    /// `ANSWER`, or `CONTRADICTION` for one that contradicts an earlier one.
    what: &'static str,
    at: Time,
    /// The signed text.
    base: String,
    /// In base64.
    signature: String,
    /// The adapter's public key, as PEM; `None` if it is not known.
    public_key: Option<String>,
    /// The body of the answer, whose digest is in the signed text.
    body: String,
    /// Commands that verify the signature and print the digest of the body, complete.
    verify: Vec<String>,
}

fn show(tx: &mut Tx<'_>, viewer: &Viewer, request: &PaymentRequest) -> Answer<Vec<EvidenceView>> {
    let platform = viewer.platform.id;
    let known = orders::of_payment(tx, platform, request.transaction())?;
    if known.is_empty() {
        return Err(no_order(request.transaction()));
    }
    let mut views = Vec::new();
    for order in known {
        for found in evidence::of_order(tx, platform, order.id)? {
            let key = keys::find(tx, found.key)?;
            let key = key.and_then(|key| VerifyingKey::from_bytes(key.public_key).ok());
            views.push(view(order.kind.as_str(), found, key, viewer.personal));
        }
    }
    Ok(views)
}

fn view(
    kind: &'static str,
    found: EvidenceRecord,
    key: Option<VerifyingKey>,
    personal: PersonalData,
) -> EvidenceView {
    let public_key = key.map(|key| key.to_pem());
    let signature = STANDARD.encode(&found.signature);
    let body = String::from_utf8_lossy(&found.body);
    let body = personal.show(&body);
    let mut verify: Vec<String> =
        public_key.iter().flat_map(|pem| signature_commands(pem, &signature, &found.base)).collect();
    if personal.may_see_person() {
        let encoded = STANDARD.encode(&found.body);
        verify.push(format!("echo {encoded} | base64 -d | openssl dgst -sha256 -binary | base64"));
    }
    EvidenceView {
        kind,
        what: if found.is_contradiction { "CONTRADICTION" } else { "ANSWER" },
        at: found.at,
        base: found.base,
        signature,
        public_key,
        body,
        verify,
    }
}

/// Returns the commands that verify a signature with the public key alone.
fn signature_commands(pem: &str, signature: &str, base: &str) -> [String; 4] {
    let [pem, base] = [pem, base].map(|text| STANDARD.encode(text));
    [
        format!("echo {pem} | base64 -d > key.pem"),
        format!("echo {base} | base64 -d > base"),
        format!("echo {signature} | base64 -d > signature"),
        "openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in base -sigfile signature".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use causeway_domain::ids::{Id, RailId};
    use causeway_rail_protocol::signing::{Answer, SigningKey, sign_answer};
    use uuid::Uuid;

    use super::*;

    /// Runs commands in a shell, in a folder of their own, and returns what the last one prints.
    fn run(commands: &[String], name: &str) -> String {
        let folder = std::env::temp_dir().join(format!("causeway-evidence-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let script = format!("set -e\n{}", commands.join("\n"));
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Checks that openssl accepts a signature by the printed commands, and no changed text, and that the digest of the
    /// body is in the signed text.
    #[test]
    fn evidence_verifies_with_openssl() {
        let key = SigningKey::from_seed(&[32; 32]).unwrap();
        let body = b"{\"outcome\":\"RELEASED\"}";
        let rail = RailId::from_uuid(Uuid::from_u128(1));
        let answer = Answer { status: 200, rail, body, request: None };
        let proof = sign_answer(&key, &answer, 1_795_363_201).proof;
        let found = |base: &str| EvidenceRecord {
            id: Uuid::from_u128(2),
            order: Uuid::from_u128(3),
            rail,
            key: Uuid::from_u128(4),
            is_contradiction: false,
            request_digest: [0; 32],
            base: base.to_owned(),
            signature: proof.signature.bytes().to_vec(),
            body: body.to_vec(),
            at: Time::from_millis(1_795_363_201_000),
        };
        let shown = view("PAYOUT", found(&proof.base), Some(key.verifying_key()), PersonalData::ALL);
        let (digest, signature) = shown.verify.split_last().unwrap();
        assert!(run(signature, "right").contains("Verified Successfully"));
        let printed = run(std::slice::from_ref(digest), "digest");
        assert!(shown.base.contains(&format!("sha-256=:{}:", printed.trim())), "{printed} {}", shown.base);

        let changed = proof.base.replace("200", "201");
        let shown = view("PAYOUT", found(&changed), Some(key.verifying_key()), PersonalData::ALL);
        let (_, signature) = shown.verify.split_last().unwrap();
        assert!(!run(signature, "wrong").contains("Verified Successfully"));
    }
}
