//! The accounts and identifiers that a new customer or platform receives automatically (customers 2.2, 2.5;
//! money 3.1).

use crate::currency;
use crate::internal_accounts::{InternalAccountType, platform_may_own};
use crate::money::CurrencyCode;

/// Returns the internal accounts of a customer with these currencies (all of the platform's if the list is
/// empty): one per currency that the platform supports, and always the wallet if the platform supports its
/// currency.
#[must_use]
pub fn customer_accounts(
    own: &[CurrencyCode],
    platform: &[CurrencyCode],
) -> Vec<(CurrencyCode, InternalAccountType)> {
    let currencies = if own.is_empty() { platform } else { own };
    let mut accounts: Vec<(CurrencyCode, InternalAccountType)> = Vec::new();
    let wallet = platform.iter().filter(|code| **code == CurrencyCode::USDB);
    for code in currencies.iter().filter(|code| platform.contains(code)).chain(wallet) {
        let Some(info) = currency::find(*code) else { continue };
        if accounts.iter().all(|(currency, _)| currency != code) {
            accounts.push((*code, info.internal_account_type()));
        }
    }
    accounts
}

/// Returns the internal accounts of a platform that supports these currencies: one each, but no wallet.
#[must_use]
pub fn platform_accounts(supported: &[CurrencyCode]) -> Vec<(CurrencyCode, InternalAccountType)> {
    let account_type = |code| currency::find(code).map(|info| (code, info.internal_account_type()));
    supported
        .iter()
        .filter_map(|code| account_type(*code))
        .filter(|(_, account_type)| platform_may_own(*account_type))
        .collect()
}

/// Returns an identifier for a customer to which the platform gave none: 32 hexadecimal digits.
#[must_use]
pub fn generated_platform_customer_id(random: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(random))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(list: &[&str]) -> Vec<CurrencyCode> {
        list.iter().map(|code| code.parse().unwrap()).collect()
    }

    #[test]
    fn a_customer_gets_its_currencies_and_the_wallet() {
        let platform = codes(&["USD", "USDC", "USDB"]);
        let accounts = |own: &[&str]| customer_accounts(&codes(own), &platform);
        let all = [
            (CurrencyCode::USD, InternalAccountType::Fiat),
            (CurrencyCode::USDC, InternalAccountType::Crypto),
            (CurrencyCode::USDB, InternalAccountType::EmbeddedWallet),
        ];
        assert_eq!(accounts(&[]), all);
        assert_eq!(accounts(&["USD", "USDC"]), all);
        assert_eq!(accounts(&["USDB", "USD", "USD", "EUR"]), [all[2], all[0]]);
        assert_eq!(customer_accounts(&codes(&["USD"]), &codes(&["USD", "EUR"])), [all[0]]);
    }

    #[test]
    fn a_platform_owns_no_wallet() {
        let accounts = platform_accounts(&codes(&["USD", "USDB", "BTC"]));
        assert_eq!(
            accounts,
            [
                (CurrencyCode::USD, InternalAccountType::Fiat),
                (CurrencyCode::BTC, InternalAccountType::Crypto)
            ]
        );
    }

    #[test]
    fn a_generated_identifier_has_32_hexadecimal_digits() {
        assert_eq!(generated_platform_customer_id([0; 16]), "0".repeat(32));
        let mut bytes = [0; 16];
        bytes[0] = 0xab;
        assert_eq!(generated_platform_customer_id(bytes), format!("ab{}", "0".repeat(30)));
    }
}
