//! Payment rails: which one carries a payment, and when it settles (money 10.1).

use std::time::Duration;

use crate::money::{Amount, Currency};
use crate::time::Time;

pub use causeway_vocabulary::rails::PaymentRail as Rail;

/// How a rail settles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Settlement {
    /// Within seconds or minutes: nothing is announced.
    Instant,
    /// By the end of the business day that lies this many business days ahead.
    BusinessDays(u8),
}

const fn settlement(rail: Rail) -> Settlement {
    match rail {
        Rail::BreB
        | Rail::Fast
        | Rail::FasterPayments
        | Rail::Fednow
        | Rail::Instapay
        | Rail::MobileMoney
        | Rail::Paynow
        | Rail::Pix
        | Rail::Rtp
        | Rail::SepaInstant
        | Rail::Spei
        | Rail::Upi => Settlement::Instant,
        Rail::Neft | Rail::Pesonet | Rail::Rtgs | Rail::Wire => Settlement::BusinessDays(0),
        Rail::Ach | Rail::AchColombia | Rail::BankTransfer | Rail::Sepa | Rail::Unionpay => {
            Settlement::BusinessDays(1)
        }
        Rail::Cips | Rail::Swift => Settlement::BusinessDays(3),
    }
}

/// The largest amount that the rail carries, in smallest units, where it has a limit.
const fn limit(rail: Rail) -> Option<Amount> {
    match rail {
        Rail::Rtp | Rail::Fednow => Some(Amount::new(100_000_000, Currency::USD)),
        Rail::SepaInstant => Some(Amount::new(10_000_000, Currency::EUR)),
        Rail::Ach
        | Rail::AchColombia
        | Rail::BankTransfer
        | Rail::BreB
        | Rail::Cips
        | Rail::Fast
        | Rail::FasterPayments
        | Rail::Instapay
        | Rail::MobileMoney
        | Rail::Neft
        | Rail::Paynow
        | Rail::Pesonet
        | Rail::Pix
        | Rail::Rtgs
        | Rail::Sepa
        | Rail::Spei
        | Rail::Swift
        | Rail::Unionpay
        | Rail::Upi
        | Rail::Wire => None,
    }
}

/// Whether the rail carries the amount. A limit counts in its own currency only.
fn covers(rail: Rail, amount: Amount) -> bool {
    limit(rail).is_none_or(|limit| limit.currency != amount.currency || amount.minor <= limit.minor)
}

/// How a payment's rail was chosen (`railSelectionMode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// The rail.
    pub rail: Rail,
    /// Whether the request named it (`MANUAL`) or the service chose it (`AUTO`).
    pub is_manual: bool,
}

/// Why no rail carries a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelectRailRefused {
    /// The rail that the request names does not reach the account.
    NotOffered,
    /// No rail of the account carries so much.
    AmountTooLarge,
}

/// The rail that carries `amount` (receiving side) to an account with these rails, default first: the one
/// that the request names, else the first whose limit covers the amount.
///
/// # Errors
/// When the named rail is not offered, or no rail covers the amount.
pub fn select_rail(
    offered: &[Rail],
    named: Option<Rail>,
    amount: Amount,
) -> Result<Selection, SelectRailRefused> {
    match named {
        Some(rail) if !offered.contains(&rail) => Err(SelectRailRefused::NotOffered),
        Some(rail) if !covers(rail, amount) => Err(SelectRailRefused::AmountTooLarge),
        Some(rail) => Ok(Selection { rail, is_manual: true }),
        None => offered
            .iter()
            .find(|rail| covers(**rail, amount))
            .map(|&rail| Selection { rail, is_manual: false })
            .ok_or(SelectRailRefused::AmountTooLarge),
    }
}

const DAY: i64 = 24 * 60 * 60 * 1000;
/// Business days end at 21:00 UTC, when the last of the large settlement systems closes. Holidays are not
/// known here: the time is an estimate.
const CLOSE_OF_BUSINESS: i64 = 21 * 60 * 60 * 1000;

/// When a payment accepted at `accepted` is expected to settle; `None` on an instant rail.
#[must_use]
pub fn settles_at(rail: Rail, accepted: Time) -> Option<Time> {
    let Settlement::BusinessDays(days) = settlement(rail) else { return None };
    let mut day = accepted.millis().div_euclid(DAY);
    if accepted.millis().rem_euclid(DAY) >= CLOSE_OF_BUSINESS {
        day += 1;
    }
    day = business_day_from(day);
    for _ in 0..days {
        day = business_day_from(day + 1);
    }
    let midnight = Time::from_millis(day.saturating_mul(DAY));
    Some(midnight.plus(Duration::from_millis(CLOSE_OF_BUSINESS.unsigned_abs())))
}

/// The first day from this one on, counted from 1970-01-01, that is no Saturday or Sunday.
fn business_day_from(day: i64) -> i64 {
    // Day 0 was a Thursday.
    match day.rem_euclid(7) {
        2 => day + 2,
        3 => day + 1,
        _ => day,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usd(minor: i64) -> Amount {
        Amount::new(minor, Currency::USD)
    }

    #[test]
    fn the_first_rail_that_covers_the_amount_is_the_default() {
        let offered = [Rail::Rtp, Rail::Fednow, Rail::Ach, Rail::Wire];
        let chosen = |amount| select_rail(&offered, None, amount).map(|chosen| chosen.rail);
        assert_eq!(chosen(usd(100_000_000)), Ok(Rail::Rtp));
        assert_eq!(chosen(usd(100_000_001)), Ok(Rail::Ach));
        let eur = Amount::new(10_000_001, Currency::EUR);
        let euro_rails = [Rail::SepaInstant, Rail::Sepa];
        assert_eq!(select_rail(&euro_rails, None, eur).map(|chosen| chosen.rail), Ok(Rail::Sepa));
        assert_eq!(select_rail(&[Rail::SepaInstant], None, eur), Err(SelectRailRefused::AmountTooLarge));
    }

    #[test]
    fn a_named_rail_must_be_offered_and_cover_the_amount() {
        let offered = [Rail::Rtp, Rail::Ach];
        assert_eq!(
            select_rail(&offered, Some(Rail::Ach), usd(1)),
            Ok(Selection { rail: Rail::Ach, is_manual: true })
        );
        assert_eq!(select_rail(&offered, Some(Rail::Sepa), usd(1)), Err(SelectRailRefused::NotOffered));
        assert_eq!(
            select_rail(&offered, Some(Rail::Rtp), usd(100_000_001)),
            Err(SelectRailRefused::AmountTooLarge)
        );
    }

    #[test]
    fn settlement_counts_business_days() {
        for (rail, accepted, expected) in [
            // 2025-10-03 was a Friday.
            (Rail::Wire, "2025-10-03T12:00:00Z", Some("2025-10-03T21:00:00Z")),
            (Rail::Wire, "2025-10-03T21:00:00Z", Some("2025-10-06T21:00:00Z")),
            (Rail::Ach, "2025-10-03T12:00:00Z", Some("2025-10-06T21:00:00Z")),
            (Rail::Ach, "2025-10-04T12:00:00Z", Some("2025-10-07T21:00:00Z")),
            (Rail::Sepa, "2025-10-01T23:30:00Z", Some("2025-10-03T21:00:00Z")),
            (Rail::Swift, "2025-10-02T12:00:00Z", Some("2025-10-07T21:00:00Z")),
            (Rail::SepaInstant, "2025-10-03T12:00:00Z", None),
        ] {
            let at = settles_at(rail, accepted.parse().unwrap());
            assert_eq!(at, expected.map(|text| text.parse().unwrap()), "{rail} {accepted}");
        }
    }
}
