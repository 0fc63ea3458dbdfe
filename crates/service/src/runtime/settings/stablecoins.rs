//! Stablecoin data that operators list, because the provider does not report it (stablecoins 7.3).

use std::collections::{BTreeMap, BTreeSet};

use crate::ports::{BankAddress, ListedToken};

/// Maximum length of a text, in bytes.
const MAX_TEXT: usize = 255;
/// Maximum number of decimals, more than any token has.
const MAX_DECIMALS: u8 = 36;

/// Postal addresses of banks, by routing number.
pub type BankAddresses = BTreeMap<String, BankAddress>;

/// Checks that each token is complete and listed once.
pub(super) fn sound_tokens(tokens: &[ListedToken]) -> Result<(), String> {
    let mut symbols = BTreeSet::new();
    for token in tokens {
        sound_texts(&[&token.token, &token.network_token, &token.name, &token.symbol, &token.base_currency])?;
        if token.decimals > MAX_DECIMALS {
            return Err(format!("{} has more than {MAX_DECIMALS} decimals", token.token));
        }
        if !symbols.insert((&token.token, token.network.as_str())) {
            return Err(format!("{} is listed twice", token.token));
        }
    }
    Ok(())
}

/// Checks that each address is complete and has a routing number.
pub(super) fn sound_bank_addresses(banks: &BankAddresses) -> Result<(), String> {
    for (routing_number, bank) in banks {
        if routing_number.len() != 9 || !routing_number.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(format!("{routing_number} is no routing number of nine digits"));
        }
        sound_texts(&[&bank.line1, &bank.city, &bank.postal_code])?;
        if bank.state.len() != 2 || !bank.state.bytes().all(|letter| letter.is_ascii_uppercase()) {
            return Err(format!("{} is no state of two letters, such as NY", bank.state));
        }
    }
    Ok(())
}

fn sound_texts(texts: &[&str]) -> Result<(), String> {
    if texts.iter().all(|text| !text.trim().is_empty() && text.len() <= MAX_TEXT) {
        Ok(())
    } else {
        Err(format!("each text has from 1 to {MAX_TEXT} characters"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Result<(), String> {
        let parsed: Vec<ListedToken> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        sound_tokens(&parsed)
    }

    #[test]
    fn a_token_is_listed_once_and_wholly() {
        let one = |name: &str, decimals: u8| {
            format!(
                r#"{{"token":"ACME","network":"SPARK","network_token":"btkn1q","name":"{name}","symbol":"ACME",
                "base_currency":"USD","decimals":{decimals}}}"#
            )
        };
        assert_eq!(tokens(&format!("[{}]", one("Acme Dollar", 6))), Ok(()));
        for wrong in [
            format!("[{}]", one("", 6)),
            format!("[{}]", one("Acme Dollar", 37)),
            format!("[{0},{0}]", one("Acme Dollar", 6)),
            r#"[{"token":"ACME"}]"#.to_owned(),
        ] {
            assert!(tokens(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_banks_address_belongs_to_its_routing_number() {
        let is_sound = |number: &str, state: &str| {
            let bank = BankAddress {
                line1: "1 A St".to_owned(),
                line2: None,
                city: "New York".to_owned(),
                state: state.to_owned(),
                postal_code: "10001".to_owned(),
            };
            sound_bank_addresses(&BankAddresses::from([(number.to_owned(), bank)])).is_ok()
        };
        assert!(is_sound("021000021", "NY"));
        assert!(!is_sound("02100002", "NY") && !is_sound("02100002x", "NY") && !is_sound("021000021", "ny"));
    }
}
