//! The hold window of an authorization (cards 8.7).

use std::time::Duration;

use crate::time::Time;

/// The days that authorizations stay open: setting `card_hold_days`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoldDays {
    /// For most merchants.
    pub usual: u32,
    /// For lodging, vehicle rental and cruises.
    pub long: u32,
}

impl Default for HoldDays {
    fn default() -> Self {
        Self { usual: 7, long: 31 }
    }
}

const DAY: Duration = Duration::from_hours(24);

/// Returns the instant at which an authorization expires. `mcc` is the merchant category code, four digits.
#[must_use]
pub fn hold_ends(authorized_at: Time, mcc: Option<&str>, days: HoldDays) -> Time {
    let category: Option<u16> = mcc.and_then(|mcc| mcc.parse().ok());
    let is_long = category
        .is_some_and(|mcc| matches!(mcc, 3351..=3500 | 3501..=3999 | 4411 | 7011 | 7012 | 7512 | 7513));
    authorized_at.plus(DAY.saturating_mul(if is_long { days.long } else { days.usual }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hotels_rentals_and_cruises_stay_open_longer() {
        let at = Time::from_millis(0);
        let days = |mcc| hold_ends(at, mcc, HoldDays::default()).millis() / 86_400_000;
        for mcc in ["3351", "3500", "3501", "3999", "4411", "7011", "7012", "7512", "7513"] {
            assert_eq!(days(Some(mcc)), 31, "{mcc}");
        }
        for mcc in [None, Some("3350"), Some("4000"), Some("5814"), Some("7010"), Some("7514"), Some("")] {
            assert_eq!(days(mcc), 7, "{mcc:?}");
        }
    }
}
