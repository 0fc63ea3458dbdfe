//! Value types of settings that are more than a word or a number.

use std::collections::BTreeMap;
use std::time::Duration;

use causeway_domain::alerts::Severity;
use causeway_domain::card_transactions::HoldDays;
use causeway_domain::country::Country;
use causeway_domain::currency;
use causeway_domain::customers::CustomerInfoField;
use causeway_domain::external_accounts::country_of_bic;
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_domain::money::{CurrencyCode, MAX_AMOUNT};
use causeway_domain::rates::FeeRate;
use serde::{Deserialize, Serialize};

use crate::ports::FundingBank;

/// The countries that a currency is offered in. A currency that is not listed, or has no countries, is
/// offered everywhere (customers 1.2).
pub type CurrencyRegions = BTreeMap<CurrencyCode, Vec<Country>>;

/// The data that each currency's partner requires (customers 1.2).
pub type ProviderRequiredFields = BTreeMap<CurrencyCode, RequiredFields>;

/// The data that one currency's partner requires.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RequiredFields {
    /// About customers.
    pub customer: Vec<CustomerInfoField>,
    /// About counterparties.
    pub counterparty: Vec<CustomerInfoField>,
}

/// Limits of one corridor, in smallest units of the sending currency; an absent limit does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorridorLimit {
    /// Absent for any currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sending: Option<CurrencyCode>,
    /// Absent for any currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receiving: Option<CurrencyCode>,
    /// Maximum of one payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub single_maximum: Option<i64>,
    /// Maximum of the platform's payments in one UTC day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_volume: Option<i64>,
    /// Minimum shown in the list of exchange rates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_minimum: Option<i64>,
    /// Maximum shown in the list of exchange rates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_maximum: Option<i64>,
}

/// The service's fees in one corridor (money 6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceFee {
    /// Absent for any currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sending: Option<CurrencyCode>,
    /// Absent for any currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receiving: Option<CurrencyCode>,
    /// The fixed part, in smallest units of the sending currency.
    #[serde(default)]
    pub fixed: i64,
    /// The variable part, in millionths of the amount.
    #[serde(default)]
    pub rate_millionths: FeeRate,
    /// The receiving side's fee, in smallest units of the receiving currency. A chain's own fee comes on top.
    #[serde(default)]
    pub counterparty_fixed: i64,
}

/// A platform's presentation in its invitations (customers 9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvitationSettings {
    pub display_name: String,
    /// URL of the logo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// Countries of its customers; empty for everywhere.
    #[serde(default)]
    pub countries: Vec<Country>,
    /// Page that an invited person is sent to; it receives a code.
    pub onboarding_url: String,
}

/// An amount, as operators write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// In smallest units of the currency.
    pub amount: i64,
    pub currency: CurrencyCode,
}

/// The discoveries that are accepted in incoming UMA payments (uma 5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VelocityLimits {
    /// For one receiver.
    pub customer: VelocityLimit,
    /// From one provider.
    pub domain: VelocityLimit,
    /// For one receiver from one provider, so that no provider uses up the receiver's limit.
    pub customer_and_domain: VelocityLimit,
}

impl Default for VelocityLimits {
    fn default() -> Self {
        Self {
            customer: VelocityLimit { count: 1_000, hours: 24 },
            domain: VelocityLimit { count: 10_000, hours: 24 },
            customer_and_domain: VelocityLimit { count: 200, hours: 24 },
        }
    }
}

/// A maximum number in a window of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VelocityLimit {
    pub count: u32,
    /// Length of the window.
    pub hours: u32,
}

/// The policy for UMA providers without a decision (uma 12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UmaDefault {
    /// Treated as allowed.
    Allow,
    /// Treated as blocked.
    Block,
}

/// The extent of the operator token that follows from the root key (conventions 2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DerivedToken {
    /// `/metrics` only.
    Metrics,
    /// All actions, too.
    All,
}

/// An entry for a corridor, which may name both currencies, one, or none.
pub trait Corridor {
    /// Returns the sending and the receiving currency; `None` means any.
    fn currencies(&self) -> (Option<CurrencyCode>, Option<CurrencyCode>);
}

impl Corridor for CorridorLimit {
    fn currencies(&self) -> (Option<CurrencyCode>, Option<CurrencyCode>) {
        (self.sending, self.receiving)
    }
}

impl Corridor for ServiceFee {
    fn currencies(&self) -> (Option<CurrencyCode>, Option<CurrencyCode>) {
        (self.sending, self.receiving)
    }
}

/// Returns the first entry of the list that matches this pair of currencies.
#[must_use]
pub fn for_corridor<T: Corridor>(
    entries: &[T],
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> Option<&T> {
    entries.iter().find(|entry| {
        let (from, to) = entry.currencies();
        from.is_none_or(|from| from == sending) && to.is_none_or(|to| to == receiving)
    })
}

/// The validity of quotes, in seconds; an absent value is as in money 8.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuoteWindows {
    /// For money that arrives within minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<u32>,
    /// For money that takes hours or days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long: Option<u32>,
    /// For quotes that involve bitcoin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bitcoin: Option<u32>,
}

/// The hours after which receivers are notified again of an open alert. Alerts of the severity `note` are not
/// repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RepeatHours {
    pub page: u32,
    pub day: u32,
}

impl RepeatHours {
    /// Returns the interval for a severity, or `None` if its alerts are not repeated.
    #[must_use]
    pub fn of(self, severity: Severity) -> Option<Duration> {
        match severity {
            Severity::Note => None,
            Severity::Day => Some(Duration::from_hours(self.day.into())),
            Severity::Page => Some(Duration::from_hours(self.page.into())),
        }
    }
}

impl Default for RepeatHours {
    fn default() -> Self {
        Self { page: 4, day: 24 }
    }
}

/// The hours for which webhook keys are published while they do not sign (conventions 11.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WebhookKeyHours {
    /// Of the next key, before it signs.
    pub lead: u32,
    /// Of the last key, after it has signed.
    pub keep: u32,
}

impl Default for WebhookKeyHours {
    fn default() -> Self {
        Self { lead: 48, keep: 168 }
    }
}

/// The days that card authorizations stay open (cards 8.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CardHoldDays {
    /// For most merchants.
    pub usual: u32,
    /// For lodging, vehicle rental and cruises.
    pub long: u32,
}

impl Default for CardHoldDays {
    fn default() -> Self {
        let HoldDays { usual, long } = HoldDays::default();
        Self { usual, long }
    }
}

impl From<CardHoldDays> for HoldDays {
    fn from(days: CardHoldDays) -> Self {
        Self { usual: days.usual, long: days.long }
    }
}

/// The banks that hold customers' money, by currency (money 3.4).
pub type FundingBanks = BTreeMap<CurrencyCode, FundingBank>;

/// Checks that the service knows every currency.
pub(super) fn known_currencies<'a>(codes: impl IntoIterator<Item = &'a CurrencyCode>) -> Result<(), String> {
    match codes.into_iter().find(|code| currency::find(**code).is_none()) {
        None => Ok(()),
        Some(unknown) => Err(format!("{unknown} is not a currency that the service knows")),
    }
}

/// Checks that the entries of a list name known currencies and contain valid amounts.
pub(super) fn sound_corridors<T: Corridor>(
    entries: &[T],
    amounts: impl Fn(&T) -> Vec<i64>,
) -> Result<(), String> {
    for entry in entries {
        let (sending, receiving) = entry.currencies();
        known_currencies(sending.iter().chain(&receiving))?;
        if let Some(amount) = amounts(entry).iter().find(|amount| !(0..=MAX_AMOUNT).contains(*amount)) {
            return Err(format!("{amount} is not an amount between 0 and {MAX_AMOUNT}"));
        }
    }
    Ok(())
}

/// Checks banks for payments from abroad: each needs a BIC, whose fifth and sixth letters are its country,
/// and a fiat currency.
pub(super) fn sound_banks_abroad(banks: &FundingBanks) -> Result<(), String> {
    known_currencies(banks.keys())?;
    let is_bic = |code: &str| country_of_bic(code).is_some();
    match banks.iter().find(|(currency, bank)| !is_bic(&bank.code) || !is_fiat(**currency)) {
        None => Ok(()),
        Some((currency, bank)) => Err(format!("{} is no BIC of a bank that collects {currency}", bank.code)),
    }
}

fn is_fiat(currency: CurrencyCode) -> bool {
    currency::find(currency).is_some_and(|info| info.internal_account_type() == InternalAccountType::Fiat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_entry_that_fits_the_corridor_counts() {
        let entries: Vec<ServiceFee> = serde_json::from_value(serde_json::json!([
            {"sending": "USD", "receiving": "EUR", "rate_millionths": 1000},
            {"sending": "USD", "rate_millionths": 2000, "fixed": 25},
            {"rate_millionths": 3000}
        ]))
        .unwrap();
        let rate = |from, to| for_corridor(&entries, from, to).unwrap().rate_millionths.millionths();
        assert_eq!(rate(CurrencyCode::USD, CurrencyCode::EUR), 1000);
        assert_eq!(rate(CurrencyCode::USD, CurrencyCode::BTC), 2000);
        assert_eq!(rate(CurrencyCode::EUR, CurrencyCode::USD), 3000);
        assert_eq!(for_corridor(&entries[..2], CurrencyCode::EUR, CurrencyCode::USD), None);
    }

    #[test]
    fn banks_abroad_are_named_by_bic() {
        let is_sound = |currency: &str, code: &str| {
            let bank = FundingBank { name: "Bank".to_owned(), code: code.to_owned(), address: None };
            sound_banks_abroad(&FundingBanks::from([(currency.parse().unwrap(), bank)])).is_ok()
        };
        assert!(is_sound("EUR", "BANKDEFF") && is_sound("USD", "BANKUS33XXX"));
        for (currency, code) in [
            ("EUR", "BANK"),
            ("EUR", "BANKXXFF"),
            ("EUR", "bankdeff"),
            ("BTC", "BANKDEFF"),
            ("XYZ", "BANKDEFF"),
        ] {
            assert!(!is_sound(currency, code), "{currency} {code}");
        }
    }
}
