//! The validity of quotes, and the conditions of their execution (money 8.3, 8.6).

use std::fmt;
use std::time::Duration;

use super::QuoteStatus;
use crate::external_accounts::PaymentRail;
use crate::time::Time;

/// The route of a quote's money, as far as the window of the quote depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Route {
    /// To a bank or mobile-money account.
    Rail(PaymentRail),
    /// Bitcoin on either side.
    Bitcoin,
    /// A dollar token on either side, no bitcoin.
    Stablecoin,
    /// Fiat within the service, or to a UMA address.
    Internal,
}

const SHORT_WINDOW: Duration = Duration::from_mins(5);
const LONG_WINDOW: Duration = Duration::from_mins(15);
/// Bitcoin's price moves too much for a window of five minutes in production.
const BITCOIN_WINDOW: Duration = Duration::from_mins(2);

/// Returns the time for which a new quote is valid (money 8.3).
#[must_use]
pub const fn quote_window(route: Route, is_production: bool) -> Duration {
    match route {
        Route::Bitcoin if is_production => BITCOIN_WINDOW,
        Route::Bitcoin | Route::Stablecoin | Route::Internal => SHORT_WINDOW,
        Route::Rail(rail) => match rail {
            PaymentRail::BreB
            | PaymentRail::Fast
            | PaymentRail::FasterPayments
            | PaymentRail::Fednow
            | PaymentRail::Instapay
            | PaymentRail::Paynow
            | PaymentRail::Pix
            | PaymentRail::Rtp
            | PaymentRail::SepaInstant
            | PaymentRail::Spei
            | PaymentRail::Upi => SHORT_WINDOW,
            PaymentRail::Ach
            | PaymentRail::AchColombia
            | PaymentRail::BankTransfer
            | PaymentRail::Cips
            | PaymentRail::MobileMoney
            | PaymentRail::Neft
            | PaymentRail::Pesonet
            | PaymentRail::Rtgs
            | PaymentRail::Sepa
            | PaymentRail::Swift
            | PaymentRail::Unionpay
            | PaymentRail::Wire => LONG_WINDOW,
        },
    }
}

/// Returns the expiry of a quote created at `created`: the end of its window, or the expiry of the
/// counterparty's invoice if that is earlier.
#[must_use]
pub fn expires_at(created: Time, window: Duration, invoice_expires: Option<Time>) -> Time {
    let own = created.plus(window);
    invoice_expires.map_or(own, |invoice| own.min(invoice))
}

/// Returns `true` if a quote has expired: from the instant `expires_at` on (conventions 5.2).
#[must_use]
pub fn is_expired(expires_at: Time, now: Time) -> bool {
    now >= expires_at
}

/// Returns the status of a quote at `now`. A quote past its expiry has expired, and one that was not
/// authorized in time has failed, even if this is not stored yet (money 8.3). `authorize_by` is the end of
/// the challenge that its customer has to answer.
#[must_use]
pub fn status_at(
    written: QuoteStatus,
    expires_at: Time,
    authorize_by: Option<Time>,
    now: Time,
) -> QuoteStatus {
    match written {
        QuoteStatus::Pending if is_expired(expires_at, now) => QuoteStatus::Expired,
        QuoteStatus::PendingAuthorization if authorize_by.is_none_or(|end| is_expired(end, now)) => {
            QuoteStatus::Failed
        }
        QuoteStatus::Pending
        | QuoteStatus::PendingAuthorization
        | QuoteStatus::Processing
        | QuoteStatus::Completed
        | QuoteStatus::Failed
        | QuoteStatus::Expired => written,
    }
}

/// Returns `true` if money paid in for a quote executes it: the quote is pending, and its window is not over.
#[must_use]
pub fn is_fundable(status: QuoteStatus, expires_at: Time, now: Time) -> bool {
    status == QuoteStatus::Pending && !is_expired(expires_at, now)
}

/// The reason why a quote cannot be executed. The order of the variants is the order of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExecuteRefused {
    /// The quote executes by itself when its source pays, in real time.
    SourceNotExecutable,
    Expired,
    AlreadyExecuted,
    /// The quote waits for the customer's strong authentication.
    PendingAuthorization,
}

/// Checks that a quote may be executed now. The caller checks accounts, readiness, limits and funds.
///
/// # Errors
/// The first check of money 8.6 that fails.
pub fn check_executable(
    status: QuoteStatus,
    is_funded_in_real_time: bool,
    expires_at: Time,
    now: Time,
) -> Result<(), ExecuteRefused> {
    if is_funded_in_real_time {
        return Err(ExecuteRefused::SourceNotExecutable);
    }
    match status {
        QuoteStatus::Expired => Err(ExecuteRefused::Expired),
        // The clock decides, even if the sweep has not stored the expiry yet.
        QuoteStatus::Pending | QuoteStatus::PendingAuthorization if is_expired(expires_at, now) => {
            Err(ExecuteRefused::Expired)
        }
        // Independent of the clock: "expired" would invite the payer to pay a second time.
        QuoteStatus::Processing | QuoteStatus::Completed | QuoteStatus::Failed => {
            Err(ExecuteRefused::AlreadyExecuted)
        }
        QuoteStatus::PendingAuthorization => Err(ExecuteRefused::PendingAuthorization),
        QuoteStatus::Pending => Ok(()),
    }
}

impl fmt::Display for ExecuteRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SourceNotExecutable => "the quote executes automatically when its source pays",
            Self::Expired => "the quote has expired",
            Self::AlreadyExecuted => "the quote has already been executed",
            Self::PendingAuthorization => "the quote waits for the customer's authorization",
        })
    }
}

impl std::error::Error for ExecuteRefused {}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Time = Time::from_millis(1_000_000);

    #[test]
    fn windows_follow_the_slowest_part_of_the_route() {
        for (route, is_production, minutes) in [
            (Route::Bitcoin, true, 2),
            (Route::Bitcoin, false, 5),
            (Route::Stablecoin, true, 5),
            (Route::Internal, true, 5),
            (Route::Rail(PaymentRail::SepaInstant), false, 5),
            (Route::Rail(PaymentRail::FasterPayments), true, 5),
            (Route::Rail(PaymentRail::Ach), false, 15),
            (Route::Rail(PaymentRail::Swift), true, 15),
            (Route::Rail(PaymentRail::MobileMoney), false, 15),
        ] {
            assert_eq!(quote_window(route, is_production), Duration::from_mins(minutes), "{route:?}");
        }
    }

    #[test]
    fn a_quote_expires_with_its_window_or_with_the_invoice() {
        let end = AT.plus(SHORT_WINDOW);
        assert_eq!(expires_at(AT, SHORT_WINDOW, None), end);
        assert_eq!(expires_at(AT, SHORT_WINDOW, Some(end.plus(SHORT_WINDOW))), end);
        assert_eq!(expires_at(AT, SHORT_WINDOW, Some(AT)), AT);
        assert!(is_expired(end, end));
        assert!(!is_expired(end, end.minus(Duration::from_millis(1))));
    }

    #[test]
    fn only_a_pending_quote_within_its_window_is_fundable() {
        let before = AT.minus(Duration::from_millis(1));
        for status in QuoteStatus::ALL {
            assert_eq!(is_fundable(*status, AT, before), *status == QuoteStatus::Pending, "{status}");
            assert!(!is_fundable(*status, AT, AT), "{status}");
        }
    }

    #[test]
    fn only_a_pending_quote_within_its_window_is_executable() {
        let check = |status, now| check_executable(status, false, AT, now);
        let before = AT.minus(Duration::from_millis(1));
        assert_eq!(check(QuoteStatus::Pending, before), Ok(()));
        assert_eq!(check(QuoteStatus::Pending, AT), Err(ExecuteRefused::Expired));
        assert_eq!(check(QuoteStatus::Expired, before), Err(ExecuteRefused::Expired));
        assert_eq!(
            check(QuoteStatus::PendingAuthorization, before),
            Err(ExecuteRefused::PendingAuthorization)
        );
        assert_eq!(check(QuoteStatus::PendingAuthorization, AT), Err(ExecuteRefused::Expired));
        for status in [QuoteStatus::Processing, QuoteStatus::Completed, QuoteStatus::Failed] {
            assert_eq!(check(status, AT), Err(ExecuteRefused::AlreadyExecuted), "{status}");
        }
        for status in QuoteStatus::ALL {
            let refusal = check_executable(*status, true, AT, before);
            assert_eq!(refusal, Err(ExecuteRefused::SourceNotExecutable));
        }
    }
}
