//! The rules for cards that depend on no other service.

use std::time::Duration;

use causeway_vocabulary::cards::CardState;

use super::states::card::{CardEvent, CardPhase, next};
use crate::currency::{self, CurrencyKind};
use crate::money::CurrencyCode;

/// Years from the activation to the expiry of a card of the simulated issuer, which is in December (cards
/// 2.2).
pub const EXPIRY_YEARS: i16 = 3;

/// The shortest pause between two queries to an issuer that has not answered (cards 2.2).
const MIN_RETRY_DELAY: Duration = Duration::from_mins(1);
/// The longest pause between two queries to an issuer that has not answered (cards 2.2).
const MAX_RETRY_DELAY: Duration = Duration::from_hours(1);

/// Returns the currency of a card that is funded in this currency (cards 1.1), or `None` if no conversion
/// between the two is defined.
#[must_use]
pub fn card_currency(funding: CurrencyCode) -> Option<CurrencyCode> {
    if funding == CurrencyCode::USDB {
        return Some(CurrencyCode::USD);
    }
    currency::find(funding).filter(|info| info.kind == CurrencyKind::Fiat).map(|info| info.code)
}

/// Returns the pause before the next query about a card to an issuer that has not answered. `elapsed` is
/// the time since the card's creation.
///
/// Each pause is the sum of all pauses before it plus a minute: they double from one minute, up to an hour.
#[must_use]
pub fn next_query_delay(elapsed: Duration) -> Duration {
    elapsed.saturating_add(MIN_RETRY_DELAY).min(MAX_RETRY_DELAY)
}

/// The reason why the platform's change of a card is refused (cards 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardRefusal {
    /// A closed card cannot be closed again.
    AlreadyClosed,
    /// The card cannot make this move in its state.
    InvalidTransition,
    /// A closed card cannot be changed.
    NotMutable,
}

/// Returns the card's state after a change by its platform. `event` is the requested move; `None` if the
/// change moves no state.
///
/// # Errors
/// The first refusal in the order of cards 5, checks 4 to 7.
pub fn check_change(phase: CardPhase, event: Option<CardEvent>) -> Result<CardPhase, CardRefusal> {
    let is_closed = phase.state() == CardState::Closed;
    match event {
        Some(CardEvent::ClosedByPlatform) if is_closed => Err(CardRefusal::AlreadyClosed),
        Some(event) => next(phase.state(), event).map_err(|_| CardRefusal::InvalidTransition),
        None if is_closed => Err(CardRefusal::NotMutable),
        None => Ok(phase),
    }
}

#[cfg(test)]
mod tests {
    use causeway_vocabulary::cards::CardStateReason;

    use super::*;

    #[test]
    fn wallets_fund_usd_cards_and_fiat_accounts_fund_cards_of_their_currency() {
        assert_eq!(card_currency(CurrencyCode::USDB), Some(CurrencyCode::USD));
        assert_eq!(card_currency(CurrencyCode::EUR), Some(CurrencyCode::EUR));
        for none in [CurrencyCode::BTC, CurrencyCode::USDC, CurrencyCode::literal("XYZ")] {
            assert_eq!(card_currency(none), None);
        }
    }

    #[test]
    fn retry_delays_double_up_to_an_hour() {
        let mut at = Duration::ZERO;
        let mut pauses = Vec::new();
        for _ in 0..9 {
            let pause = next_query_delay(at);
            pauses.push(pause.as_secs() / 60);
            at += pause;
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(next_query_delay(Duration::MAX), MAX_RETRY_DELAY);
    }

    #[test]
    fn the_first_refusal_in_the_documented_order_is_returned() {
        let closed = CardPhase::Closed(CardStateReason::IssuerRejected);
        let cases = [
            (closed, Some(CardEvent::ClosedByPlatform), Err(CardRefusal::AlreadyClosed)),
            (closed, Some(CardEvent::ResumedByPlatform), Err(CardRefusal::InvalidTransition)),
            (closed, None, Err(CardRefusal::NotMutable)),
            (CardPhase::Processing, Some(CardEvent::FrozenByPlatform), Err(CardRefusal::InvalidTransition)),
            (CardPhase::Frozen, Some(CardEvent::FrozenByPlatform), Err(CardRefusal::InvalidTransition)),
            (CardPhase::Processing, None, Ok(CardPhase::Processing)),
            (CardPhase::Active, Some(CardEvent::FrozenByPlatform), Ok(CardPhase::Frozen)),
        ];
        for (phase, event, expected) in cases {
            assert_eq!(check_change(phase, event), expected, "{phase:?} {event:?}");
        }
    }
}
