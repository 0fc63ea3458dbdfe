//! Names, accounts and keys, which neither the adapter's log nor the path of a push may hold.

use causeway_rail_protocol::messages::Capabilities;
use causeway_rail_protocol::signing::{SigningKey, VerifyingKey};
use causeway_rail_protocol::values::{AccountInfo, OrderState, TestScenario};

use crate::draft::{ORIGINATOR, texts};
use crate::kit::Kit;
use crate::verdict::{CaseResult, expect, failed, not_tried};

use super::{orders, pushes};

/// Members of a destination's `beneficiary` with its name.
const NAMES: [&str; 2] = ["fullName", "legalName"];
/// Length of a text that is not found by chance.
const LONG: usize = 8;
/// Length of 32 bytes in base 64, without the padding.
const KEY_LENGTH: usize = 43;

/// Looks for names, accounts and the private key in the log, and for names and accounts in the paths of pushes.
pub(crate) async fn log_and_paths(kit: &Kit) -> CaseResult {
    let capabilities = kit.needs_orders().await?;
    let Some(path) = &kit.plan.adapter_log else { return Err(not_tried("needs --adapter-log")) };
    let order = orders::settling(kit).await?;
    kit.submit(&order).await?;
    kit.reach(&order, &[OrderState::Settled]).await?;
    let log =
        std::fs::read(path).map_err(|error| failed(format!("cannot read {}: {error}", path.display())))?;
    let log = String::from_utf8_lossy(&log);
    let private = private_texts(capabilities);
    let is_private = |text: &str| private.iter().any(|private| text.contains(private.as_str()));
    expect(!is_private(&log), || "the log holds an account or a name of this check".to_owned())?;
    expect(!has_private_key(&log, &kit.plan.adapter_keys), || {
        "the log holds the adapter's private key".to_owned()
    })?;
    if !capabilities.push {
        return Ok(());
    }
    let paths = pushes::paths(kit, &order).await?;
    expect(!paths.iter().any(|path| is_private(&unescaped(path))), || {
        "the path of a push holds an account or a name of this check".to_owned()
    })
}

/// Returns the names and accounts of this check.
fn private_texts(capabilities: &Capabilities) -> Vec<String> {
    let destinations =
        TestScenario::ALL.iter().filter_map(|scenario| capabilities.test_destination(*scenario));
    let mut private: Vec<String> = destinations.flat_map(private_of).collect();
    private.push(ORIGINATOR.to_owned());
    // A code of a bank is no secret.
    private.retain(|text| text.len() >= LONG && !is_bank_code(text));
    private
}

fn private_of(destination: &AccountInfo) -> Vec<String> {
    let holder = destination.0.get("beneficiary");
    let names = NAMES.into_iter().filter_map(|name| holder?.get(name)?.as_str());
    texts(destination).map(|(_, text)| text).chain(names).map(str::to_owned).collect()
}

/// Returns `true` for a BIC.
fn is_bank_code(text: &str) -> bool {
    let is_bic = matches!(text.len(), 8 | 11)
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let has_letters = text.bytes().take(6).all(|byte| byte.is_ascii_uppercase());
    is_bic && has_letters
}

/// Returns `true` if a text has a private key in PEM, or that of one of these public keys as 32 bytes in base 64.
fn has_private_key(text: &str, public: &[VerifyingKey]) -> bool {
    let is_other = |letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '+' | '/');
    let words = text.split(is_other).filter(|word| word.len() == KEY_LENGTH);
    // Any 32 bytes have the form of a public key, and may be the seed of a private one.
    let seeds = words.filter_map(|word| format!("{word}=").parse::<VerifyingKey>().ok());
    let mut keys = seeds.filter_map(|seed| SigningKey::from_seed(seed.bytes()).ok());
    text.contains("PRIVATE KEY-----") || keys.any(|key| public.contains(&key.verifying_key()))
}

/// Returns a path without its escapes.
fn unescaped(path: &str) -> String {
    let mut parts = path.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            None => {
                bytes.push(b'%');
                bytes.extend_from_slice(part.as_bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).replace('+', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that codes of banks are told from accounts.
    #[test]
    fn codes_of_banks_are_no_accounts() {
        assert!(is_bank_code("COBADEFF") && is_bank_code("COBADEFFXXX"));
        assert!(!is_bank_code("900000000") && !is_bank_code("DE89370400440532013000"));
    }

    /// Checks that the private key is told from the public one and from other keys, whatever is around it.
    #[test]
    fn private_keys_are_found() {
        const SEED: &str = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";
        const PUBLIC: &str = "Kay64UG8yvCyLhqU000LxzYeUm0L/hLIl5S8kyKWbdc=";
        const OTHER: &str = "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=";
        let public: Vec<VerifyingKey> = vec![OTHER.parse().unwrap(), PUBLIC.parse().unwrap()];
        let log = |key: &str| format!("started\nkey={key}\nPUT '/v1/payouts/Transaction:0198' 200\n");
        assert!(has_private_key(&log(SEED), &public));
        assert!(has_private_key("-----BEGIN PRIVATE KEY-----\nMC4C", &public));
        assert!(!has_private_key(&log(PUBLIC), &public));
        assert!(!has_private_key(&log(SEED), &public[..1]), "the key of another adapter");
    }

    /// Checks that escapes hide nothing.
    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescaped("/a?name=Ada%20Zo%C3%AB+%"), "/a?name=Ada Zoë %");
    }
}
