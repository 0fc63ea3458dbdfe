//! The currencies that the service supports (money 1.2), with their fixed sandbox rates.

use crate::internal_accounts::InternalAccountType;
use crate::money::CurrencyCode;
use crate::rates::Decimal;

/// The kind of a currency; it decides which internal account holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CurrencyKind {
    /// Issued by a state.
    Fiat,
    /// A crypto asset with a price of its own.
    Crypto,
    /// A token worth one unit of a fiat currency.
    Stablecoin,
}

use CurrencyKind::{Crypto, Fiat, Stablecoin};

/// One row of the currency registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrencyInfo {
    pub code: CurrencyCode,
    /// In English.
    pub name: &'static str,
    /// Shown next to an amount.
    pub symbol: &'static str,
    /// Decimals of a major unit: a smallest unit is 10^-decimals of it.
    pub decimals: u8,
    pub kind: CurrencyKind,
    /// Major units that one US dollar buys in sandbox.
    pub sandbox_per_usd: Decimal,
}

impl CurrencyInfo {
    /// Returns the type of internal account that holds this currency (money 3.1).
    #[must_use]
    pub fn internal_account_type(&self) -> InternalAccountType {
        match self.kind {
            Fiat => InternalAccountType::Fiat,
            Stablecoin if self.code == CurrencyCode::USDB => InternalAccountType::EmbeddedWallet,
            Crypto | Stablecoin => InternalAccountType::Crypto,
        }
    }
}

/// Returns the registry row of a currency, or `None` if the service does not support it.
#[must_use]
pub fn find(code: CurrencyCode) -> Option<&'static CurrencyInfo> {
    REGISTRY.iter().find(|row| row.code == code)
}

/// Returns every supported currency, fiat currencies first.
#[must_use]
pub fn every() -> &'static [CurrencyInfo] {
    &REGISTRY
}

const fn row(
    code: &'static str,
    name: &'static str,
    symbol: &'static str,
    decimals: u8,
    kind: CurrencyKind,
    sandbox_per_usd: Decimal,
) -> CurrencyInfo {
    CurrencyInfo { code: CurrencyCode::literal(code), name, symbol, decimals, kind, sandbox_per_usd }
}

#[rustfmt::skip]
static REGISTRY: [CurrencyInfo; 41] = [
    row("USD", "United States Dollar", "$", 2, Fiat, Decimal::new(1, 0)),
    row("EUR", "Euro", "€", 2, Fiat, Decimal::new(92, 2)),
    row("GBP", "British Pound", "£", 2, Fiat, Decimal::new(79, 2)),
    row("MXN", "Mexican Peso", "$", 2, Fiat, Decimal::new(1_725, 2)),
    row("BRL", "Brazilian Real", "R$", 2, Fiat, Decimal::new(515, 2)),
    row("INR", "Indian Rupee", "₹", 2, Fiat, Decimal::new(8_250, 2)),
    row("PHP", "Philippine Peso", "₱", 2, Fiat, Decimal::new(56, 0)),
    row("NGN", "Nigerian Naira", "₦", 2, Fiat, Decimal::new(1_500, 0)),
    row("CAD", "Canadian Dollar", "$", 2, Fiat, Decimal::new(136, 2)),
    row("DKK", "Danish Krone", "kr", 2, Fiat, Decimal::new(686, 2)),
    row("HKD", "Hong Kong Dollar", "$", 2, Fiat, Decimal::new(780, 2)),
    row("IDR", "Indonesian Rupiah", "Rp", 2, Fiat, Decimal::new(15_600, 0)),
    row("MYR", "Malaysian Ringgit", "RM", 2, Fiat, Decimal::new(470, 2)),
    row("SGD", "Singapore Dollar", "$", 2, Fiat, Decimal::new(134, 2)),
    row("THB", "Thai Baht", "฿", 2, Fiat, Decimal::new(36, 0)),
    row("VND", "Vietnamese Dong", "₫", 0, Fiat, Decimal::new(25_000, 0)),
    row("AED", "UAE Dirham", "د.إ", 2, Fiat, Decimal::new(36_725, 4)),
    row("KES", "Kenyan Shilling", "KSh", 2, Fiat, Decimal::new(130, 0)),
    row("MWK", "Malawian Kwacha", "MK", 2, Fiat, Decimal::new(1_730, 0)),
    row("RWF", "Rwandan Franc", "FRw", 0, Fiat, Decimal::new(1_300, 0)),
    row("TZS", "Tanzanian Shilling", "TSh", 2, Fiat, Decimal::new(2_600, 0)),
    row("UGX", "Ugandan Shilling", "USh", 0, Fiat, Decimal::new(3_750, 0)),
    row("XOF", "West African CFA Franc", "CFA", 0, Fiat, Decimal::new(600, 0)),
    row("XAF", "Central African CFA Franc", "FCFA", 0, Fiat, Decimal::new(600, 0)),
    row("ZAR", "South African Rand", "R", 2, Fiat, Decimal::new(1_850, 2)),
    row("ZMW", "Zambian Kwacha", "ZK", 2, Fiat, Decimal::new(26, 0)),
    row("BWP", "Botswana Pula", "P", 2, Fiat, Decimal::new(1_360, 2)),
    row("BDT", "Bangladeshi Taka", "৳", 2, Fiat, Decimal::new(117, 0)),
    row("COP", "Colombian Peso", "$", 2, Fiat, Decimal::new(4_000, 0)),
    row("EGP", "Egyptian Pound", "E£", 2, Fiat, Decimal::new(48, 0)),
    row("GHS", "Ghanaian Cedi", "GH₵", 2, Fiat, Decimal::new(15, 0)),
    row("GTQ", "Guatemalan Quetzal", "Q", 2, Fiat, Decimal::new(775, 2)),
    row("HTG", "Haitian Gourde", "G", 2, Fiat, Decimal::new(132, 0)),
    row("JMD", "Jamaican Dollar", "$", 2, Fiat, Decimal::new(156, 0)),
    row("PKR", "Pakistani Rupee", "Rs", 2, Fiat, Decimal::new(278, 0)),
    row("CNY", "Chinese Yuan", "¥", 2, Fiat, Decimal::new(720, 2)),
    row("ARS", "Argentine Peso", "$", 2, Fiat, Decimal::new(900, 0)),
    row("BTC", "Bitcoin", "₿", 8, Crypto, Decimal::new(833, 8)),
    row("USDC", "USD Coin", "USDC", 6, Stablecoin, Decimal::new(1, 0)),
    row("USDT", "Tether USD", "USDT", 6, Stablecoin, Decimal::new(1, 0)),
    row("USDB", "USDB", "USDB", 6, Stablecoin, Decimal::new(1, 0)),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_row_is_found_under_its_own_code_and_only_there() {
        let codes: HashSet<_> = every().iter().map(|row| row.code).collect();
        assert_eq!(codes.len(), every().len());
        for row in every() {
            assert_eq!(find(row.code), Some(row));
            assert!(row.decimals <= crate::rates::MAX_DECIMALS && !row.sandbox_per_usd.is_zero());
        }
        assert_eq!(find(CurrencyCode::literal("XYZ")), None);
    }

    #[test]
    fn each_kind_has_its_internal_account() {
        let account_type = |code| find(CurrencyCode::literal(code)).map(CurrencyInfo::internal_account_type);
        assert_eq!(account_type("EUR"), Some(InternalAccountType::Fiat));
        assert_eq!(account_type("BTC"), Some(InternalAccountType::Crypto));
        assert_eq!(account_type("USDC"), Some(InternalAccountType::Crypto));
        assert_eq!(account_type("USDT"), Some(InternalAccountType::Crypto));
        assert_eq!(account_type("USDB"), Some(InternalAccountType::EmbeddedWallet));
    }
}
