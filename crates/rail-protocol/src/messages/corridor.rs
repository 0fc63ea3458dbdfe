//! Corridors of an adapter (rails 6).

use causeway_vocabulary::{Country, CurrencyCode};

use crate::shape::{Location, MessageError, messages};
use crate::values::{CancelPolicy, ConfirmationRule, Id128, Limit, MinorUnits, Notice, PrecheckMode};

messages! {
    /// A way to pay out to, or to debit, accounts of one type (rails 6).
    pub struct CorridorCapabilities checks is_consistent {
        /// Name of the corridor, unique within its list.
        corridor: Id128 = "corridor",
        /// Account type of the interface, such as `EUR_ACCOUNT`.
        account_type: Id128 = "accountType",
        /// Rail of the interface, such as `SEPA_INSTANT`; `null` if the account type has none.
        rail: Option<Id128> = "rail",
        currency: CurrencyCode = "currency",
        /// Rail account that the money leaves or enters.
        account: Id128 = "account",
        /// Countries of the external accounts by their two letters, or `*` for all.
        countries: Vec<Id128> = "countries",
        /// Smallest amount of an order, in the smallest unit of the currency.
        minimum: MinorUnits = "minimum",
        /// Largest amount of an order, in the smallest unit of the currency.
        maximum: MinorUnits = "maximum",
        /// Hours of operation, in words for people.
        hours: Option<Notice> = "hours",
        confirmation: ConfirmationRule = "confirmation",
        cancel: CancelPolicy = "cancel",
        /// Days after settlement within which the money can come back; `null` if it cannot.
        return_days: Option<Limit> = "returnDays",
        /// Paths in `accountInfo`, or with the prefix `originator.` in `originator`, that an order must have.
        needs: Vec<Id128> = "needs",
        /// Maximum length of `remittanceInformation` in characters; `null` if the corridor carries none.
        remittance_maximum: Option<Limit> = "remittanceMaximum",
        precheck: PrecheckMode = "precheck",
    }
}

/// The country entry that means all.
const ALL_COUNTRIES: &str = "*";

impl CorridorCapabilities {
    /// Returns `true` if the corridor reaches accounts in the country. A country that is not known is reached
    /// by corridors to all countries.
    #[must_use]
    pub fn reaches(&self, country: Option<Country>) -> bool {
        let named = |name: &str| self.countries.iter().any(|entry| entry.as_str() == name);
        named(ALL_COUNTRIES) || country.is_some_and(|country| named(country.as_str()))
    }

    /// Returns `true` if an order can have the amount, in the smallest unit of the corridor's currency.
    #[must_use]
    pub fn carries(&self, amount: MinorUnits) -> bool {
        self.minimum <= amount && amount <= self.maximum
    }
}

fn is_consistent(corridor: &CorridorCapabilities, at: &Location<'_>) -> Result<(), MessageError> {
    if corridor.maximum < corridor.minimum {
        return Err(Location::Member(at, "maximum").error("must not be below `minimum`"));
    }
    let is_country =
        |entry: &Id128| entry.as_str() == ALL_COUNTRIES || entry.as_str().parse::<Country>().is_ok();
    match corridor.countries.iter().position(|entry| !is_country(entry)) {
        None => Ok(()),
        Some(index) => {
            let countries = Location::Member(at, "countries");
            let rule = "must be `*` or a country by its two upper-case letters (ISO 3166-1)";
            Err(Location::Item(&countries, index).error(rule))
        }
    }
}
