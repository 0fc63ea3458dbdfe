//! The authorization decision (cards 8.3).

use causeway_vocabulary::cards::CardState;

use super::CardDeclineReason as Reason;
use super::sources::{Source, choose_for_credit, choose_for_debit};

/// The network's request, in smallest units of the card's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Request {
    Debit(i64),
    Credit,
    /// A check of the card without an amount.
    BalanceInquiry,
}

/// The input of an authorization decision.
#[derive(Debug, Clone, Copy)]
pub struct DecisionInput<'a> {
    pub request: Request,
    pub card: CardState,
    /// The card's last month has passed.
    pub is_expired: bool,
    /// The cardholder exists and is approved.
    pub is_cardholder_eligible: bool,
    /// The decline that the sandbox's magic values demand.
    pub scenario: Option<Reason>,
    /// The largest amount of one transaction.
    pub limit: Option<i64>,
    /// The card's funding sources in order of preference.
    pub sources: &'a [Source],
}

/// The authorization decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The index of the chosen funding source; `None` if the request is a balance inquiry.
    Approved(Option<usize>),
    Declined(Reason),
}

/// Decides about an authorization: the first matching row of the table in cards 8.3 declines.
#[must_use]
pub fn decide(input: &DecisionInput<'_>) -> Decision {
    match try_decide(input) {
        Ok(source) => Decision::Approved(source),
        Err(reason) => Decision::Declined(reason),
    }
}

fn try_decide(input: &DecisionInput<'_>) -> Result<Option<usize>, Reason> {
    match input.card {
        CardState::Closed => return Err(Reason::CardClosed),
        CardState::Processing | CardState::PendingKyc => return Err(Reason::CardNotActive),
        CardState::Frozen => return Err(Reason::CardPaused),
        CardState::Active => {}
    }
    if input.is_expired {
        return Err(Reason::CardExpired);
    }
    if !input.is_cardholder_eligible {
        return Err(Reason::CardholderNotEligible);
    }
    if input.request == Request::BalanceInquiry {
        return Ok(None);
    }
    if let Some(reason) = input.scenario {
        return Err(reason);
    }
    match input.request {
        Request::Debit(amount) if input.limit.is_some_and(|limit| amount > limit) => {
            Err(Reason::SpendLimitExceeded)
        }
        Request::Debit(amount) => choose_for_debit(input.sources, amount).map(Some),
        Request::Credit => choose_for_credit(input.sources).map(Some),
        Request::BalanceInquiry => Ok(None),
    }
}
