//! Windows, rails and polling intervals of stablecoins.

use std::time::Duration;

use causeway_vocabulary::rails::PaymentRail;
use causeway_vocabulary::stablecoins::StablecoinBurnRail;

/// The time for which a mint or burn waits for money or tokens from outside (stablecoins 11).
pub const FUNDING_WINDOW: Duration = Duration::from_hours(7 * 24);

/// The time for which a preview can be executed (stablecoins 11).
pub const QUOTE_WINDOW: Duration = Duration::from_mins(5);

const MIN_POLL_DELAY: Duration = Duration::from_secs(30);
const MAX_POLL_DELAY: Duration = Duration::from_mins(10);

/// Returns the delay before the next poll of the provider, after `polls` polls (stablecoins 7.3).
#[must_use]
pub fn poll_delay(polls: u32) -> Duration {
    MIN_POLL_DELAY.saturating_mul(1 << polls.min(16)).min(MAX_POLL_DELAY)
}

/// Returns the rail that a bank account must support for a debit (stablecoins 4.1).
#[must_use]
pub const fn bank_rail_of_debit() -> PaymentRail {
    PaymentRail::Ach
}

/// Returns the rail that a bank account must support for the payout of a burn (stablecoins 4.1).
#[must_use]
pub const fn bank_rail_of_burn(rail: StablecoinBurnRail) -> PaymentRail {
    match rail {
        StablecoinBurnRail::Wire => PaymentRail::Wire,
        StablecoinBurnRail::AchCredit | StablecoinBurnRail::SameDayAchCredit => PaymentRail::Ach,
        StablecoinBurnRail::RtpCredit => PaymentRail::Rtp,
    }
}

/// Returns the likely delivery time of the money of a burn (stablecoins 4.1).
#[must_use]
pub const fn delivery_time(rail: StablecoinBurnRail) -> &'static str {
    match rail {
        StablecoinBurnRail::Wire | StablecoinBurnRail::SameDayAchCredit => "Same business day",
        StablecoinBurnRail::AchCredit => "1-3 business days",
        StablecoinBurnRail::RtpCredit => "Within minutes",
    }
}

/// Returns `true` if a token identifier belongs to the platform's network (stablecoins 3). Tokens of the test
/// network are accepted outside production only.
#[must_use]
pub fn has_sound_prefix(identifier: &str, is_production: bool) -> bool {
    identifier.starts_with("btkn1") || (!is_production && identifier.starts_with("btknrt1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_start_after_thirty_seconds_and_become_rarer() {
        let waits: Vec<u64> = (0..7).map(|polls| poll_delay(polls).as_secs()).collect();
        assert_eq!(waits, [30, 60, 120, 240, 480, 600, 600]);
        assert_eq!(poll_delay(u32::MAX).as_secs(), 600);
    }

    #[test]
    fn only_the_sandbox_knows_tokens_of_the_test_network() {
        assert!(has_sound_prefix("btkn1q", true) && has_sound_prefix("btknrt1q", false));
        assert!(!has_sound_prefix("btknrt1q", true) && !has_sound_prefix("q", false));
    }
}
