//! Payment rails: the choice of a rail, and the expected settlement (money 10.1).

use super::calendars::calendar;
use crate::money::{Amount, CurrencyCode};
use crate::time::Time;

pub use causeway_vocabulary::rails::PaymentRail;

/// The settlement time of a rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SettlementSpeed {
    /// Within seconds or minutes; no settlement time is announced.
    Instant,
    /// By the end of the business day that is this many business days ahead.
    BusinessDays(u8),
}

const fn settlement(rail: PaymentRail) -> SettlementSpeed {
    match rail {
        PaymentRail::BreB
        | PaymentRail::Fast
        | PaymentRail::FasterPayments
        | PaymentRail::Fednow
        | PaymentRail::Instapay
        | PaymentRail::MobileMoney
        | PaymentRail::Paynow
        | PaymentRail::Pix
        | PaymentRail::Rtp
        | PaymentRail::SepaInstant
        | PaymentRail::Spei
        | PaymentRail::Upi => SettlementSpeed::Instant,
        PaymentRail::Neft | PaymentRail::Pesonet | PaymentRail::Rtgs | PaymentRail::Wire => {
            SettlementSpeed::BusinessDays(0)
        }
        PaymentRail::Ach
        | PaymentRail::AchColombia
        | PaymentRail::BankTransfer
        | PaymentRail::Sepa
        | PaymentRail::Unionpay => SettlementSpeed::BusinessDays(1),
        PaymentRail::Cips | PaymentRail::Swift => SettlementSpeed::BusinessDays(3),
    }
}

/// Returns the largest amount that the rail carries, or `None` if it has no limit.
const fn limit(rail: PaymentRail) -> Option<Amount> {
    match rail {
        PaymentRail::Rtp | PaymentRail::Fednow => Some(Amount::new(100_000_000, CurrencyCode::USD)),
        PaymentRail::SepaInstant => Some(Amount::new(10_000_000, CurrencyCode::EUR)),
        PaymentRail::Ach
        | PaymentRail::AchColombia
        | PaymentRail::BankTransfer
        | PaymentRail::BreB
        | PaymentRail::Cips
        | PaymentRail::Fast
        | PaymentRail::FasterPayments
        | PaymentRail::Instapay
        | PaymentRail::MobileMoney
        | PaymentRail::Neft
        | PaymentRail::Paynow
        | PaymentRail::Pesonet
        | PaymentRail::Pix
        | PaymentRail::Rtgs
        | PaymentRail::Sepa
        | PaymentRail::Spei
        | PaymentRail::Swift
        | PaymentRail::Unionpay
        | PaymentRail::Upi
        | PaymentRail::Wire => None,
    }
}

/// Returns `true` if the rail carries the amount. A limit applies in its own currency only.
fn covers(rail: PaymentRail, amount: Amount) -> bool {
    limit(rail).is_none_or(|limit| limit.currency != amount.currency || amount.minor <= limit.minor)
}

/// The rail of a payment and its selection mode (`railSelectionMode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelectedRail {
    pub rail: PaymentRail,
    /// `true` if the request named the rail (`MANUAL`), `false` if the service chose it (`AUTO`).
    pub is_manual: bool,
}

/// The reason why no rail carries a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RailRefusal {
    /// The requested rail does not reach the account.
    NotOffered,
    /// No eligible rail carries this amount.
    AmountTooLarge,
}

/// Returns the rail that carries `amount` (receiving side) to an account with these rails, default first: the
/// requested rail, or the first rail whose limit covers the amount.
///
/// # Errors
/// When the requested rail is not offered, or no rail covers the amount.
pub fn select_rail(
    offered: &[PaymentRail],
    requested: Option<PaymentRail>,
    amount: Amount,
) -> Result<SelectedRail, RailRefusal> {
    match requested {
        Some(rail) if !offered.contains(&rail) => Err(RailRefusal::NotOffered),
        Some(rail) if !covers(rail, amount) => Err(RailRefusal::AmountTooLarge),
        Some(rail) => Ok(SelectedRail { rail, is_manual: true }),
        None => offered
            .iter()
            .find(|rail| covers(**rail, amount))
            .map(|&rail| SelectedRail { rail, is_manual: false })
            .ok_or(RailRefusal::AmountTooLarge),
    }
}

/// Returns the estimated settlement time of a payment accepted at `accepted_at`; `None` on an instant rail.
#[must_use]
pub fn estimated_settlement(rail: PaymentRail, accepted_at: Time) -> Option<Time> {
    let SettlementSpeed::BusinessDays(days) = settlement(rail) else { return None };
    calendar(rail).end_of_business(accepted_at, days)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usd(minor: i64) -> Amount {
        Amount::new(minor, CurrencyCode::USD)
    }

    #[test]
    fn the_first_rail_that_covers_the_amount_is_chosen() {
        let offered = [PaymentRail::Rtp, PaymentRail::Fednow, PaymentRail::Ach, PaymentRail::Wire];
        let chosen = |amount| select_rail(&offered, None, amount).map(|chosen| chosen.rail);
        assert_eq!(chosen(usd(100_000_000)), Ok(PaymentRail::Rtp));
        assert_eq!(chosen(usd(100_000_001)), Ok(PaymentRail::Ach));
        let eur = Amount::new(10_000_001, CurrencyCode::EUR);
        let euro_rails = [PaymentRail::SepaInstant, PaymentRail::Sepa];
        assert_eq!(select_rail(&euro_rails, None, eur).map(|chosen| chosen.rail), Ok(PaymentRail::Sepa));
        assert_eq!(select_rail(&[PaymentRail::SepaInstant], None, eur), Err(RailRefusal::AmountTooLarge));
    }

    #[test]
    fn a_named_rail_must_be_offered_and_cover_the_amount() {
        let offered = [PaymentRail::Rtp, PaymentRail::Ach];
        assert_eq!(
            select_rail(&offered, Some(PaymentRail::Ach), usd(1)),
            Ok(SelectedRail { rail: PaymentRail::Ach, is_manual: true })
        );
        assert_eq!(select_rail(&offered, Some(PaymentRail::Sepa), usd(1)), Err(RailRefusal::NotOffered));
        assert_eq!(
            select_rail(&offered, Some(PaymentRail::Rtp), usd(100_000_001)),
            Err(RailRefusal::AmountTooLarge)
        );
    }

    #[test]
    fn settlement_counts_business_days() {
        for (rail, accepted_at, expected) in [
            // 2025-10-03 was a Friday, and New York was four hours behind UTC.
            (PaymentRail::Wire, "2025-10-03T12:00:00Z", Some("2025-10-03T22:00:00Z")),
            (PaymentRail::Wire, "2025-10-03T22:00:00Z", Some("2025-10-06T22:00:00Z")),
            (PaymentRail::Ach, "2025-10-03T12:00:00Z", Some("2025-10-06T21:00:00Z")),
            (PaymentRail::Ach, "2025-10-04T12:00:00Z", Some("2025-10-07T21:00:00Z")),
            // Thanksgiving, in winter time.
            (PaymentRail::Ach, "2025-11-26T12:00:00Z", Some("2025-11-28T22:00:00Z")),
            (PaymentRail::Sepa, "2025-10-01T23:30:00Z", Some("2025-10-03T16:00:00Z")),
            // From Thursday before Easter to Tuesday after it.
            (PaymentRail::Sepa, "2026-04-02T08:00:00Z", Some("2026-04-07T16:00:00Z")),
            (PaymentRail::Swift, "2025-10-02T12:00:00Z", Some("2025-10-07T17:00:00Z")),
            (PaymentRail::SepaInstant, "2025-10-03T12:00:00Z", None),
        ] {
            let at = estimated_settlement(rail, accepted_at.parse().unwrap());
            assert_eq!(at, expected.map(|text| text.parse().unwrap()), "{rail} {accepted_at}");
        }
    }
}
