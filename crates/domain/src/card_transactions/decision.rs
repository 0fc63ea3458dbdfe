//! The decision about an authorization (cards 8.3).

use causeway_vocabulary::cards::CardState;

use super::CardDeclineReason as Reason;
use super::sources::{Source, choose_for_credit, choose_for_debit};

/// What the network asks for, in smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Request {
    /// Whether the amount may be taken.
    Debit(i64),
    /// Whether money may be brought.
    Credit,
    /// Whether the card is good.
    BalanceInquiry,
}

/// What a decision depends on.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// What is asked for.
    pub request: Request,
    /// Where the card stands.
    pub card: CardState,
    /// Whether its last month has passed.
    pub is_expired: bool,
    /// Whether the cardholder exists and is approved.
    pub is_cardholder_eligible: bool,
    /// What the sandbox's magic values decide.
    pub scenario: Option<Reason>,
    /// The most that it may spend at once.
    pub limit: Option<i64>,
    /// Its funding sources, the first one first.
    pub sources: &'a [Source],
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Approved, with the place of the source in the list; a balance inquiry has none.
    Approved(Option<usize>),
    /// Declined.
    Declined(Reason),
}

/// Decides: the first row of the table of cards 8.3 that matches declines.
#[must_use]
pub fn decide(facts: &Facts<'_>) -> Decision {
    match try_decide(facts) {
        Ok(source) => Decision::Approved(source),
        Err(reason) => Decision::Declined(reason),
    }
}

fn try_decide(facts: &Facts<'_>) -> Result<Option<usize>, Reason> {
    match facts.card {
        CardState::Closed => return Err(Reason::CardClosed),
        CardState::Processing | CardState::PendingKyc => return Err(Reason::CardNotActive),
        CardState::Frozen => return Err(Reason::CardPaused),
        CardState::Active => {}
    }
    if facts.is_expired {
        return Err(Reason::CardExpired);
    }
    if !facts.is_cardholder_eligible {
        return Err(Reason::CardholderNotEligible);
    }
    if facts.request == Request::BalanceInquiry {
        return Ok(None);
    }
    if let Some(reason) = facts.scenario {
        return Err(reason);
    }
    match facts.request {
        Request::Debit(amount) if facts.limit.is_some_and(|limit| amount > limit) => {
            Err(Reason::SpendLimitExceeded)
        }
        Request::Debit(amount) => choose_for_debit(facts.sources, amount).map(Some),
        Request::Credit => choose_for_credit(facts.sources).map(Some),
        Request::BalanceInquiry => Ok(None),
    }
}
