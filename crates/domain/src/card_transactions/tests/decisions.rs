//! Tests of the table in cards 8.3, row by row, and of the choice of a funding source.

use causeway_vocabulary::cards::CardState;

use crate::card_transactions::CardDeclineReason as Reason;
use crate::card_transactions::{Decision, DecisionInput, Request, Source, choose_for_debit, decide};

const GOOD: Source = Source { is_active: true, lacks_key: false, spendable: 1_000 };

const fn input(sources: &[Source]) -> DecisionInput<'_> {
    DecisionInput {
        request: Request::Debit(1_000),
        card: CardState::Active,
        is_expired: false,
        is_cardholder_eligible: true,
        scenario: None,
        limit: None,
        sources,
    }
}

#[test]
fn the_first_matching_row_of_the_table_declines() {
    let short = [Source { spendable: 999, ..GOOD }];
    let mut everything = DecisionInput {
        card: CardState::Closed,
        is_expired: true,
        is_cardholder_eligible: false,
        scenario: Some(Reason::CardPaused),
        limit: Some(999),
        ..input(&short)
    };
    let expect = |input: &DecisionInput<'_>, reason| assert_eq!(decide(input), Decision::Declined(reason));
    expect(&everything, Reason::CardClosed);
    everything.card = CardState::Processing;
    expect(&everything, Reason::CardNotActive);
    everything.card = CardState::Frozen;
    expect(&everything, Reason::CardPaused);
    everything.card = CardState::Active;
    expect(&everything, Reason::CardExpired);
    everything.is_expired = false;
    expect(&everything, Reason::CardholderNotEligible);
    everything.is_cardholder_eligible = true;
    expect(&everything, Reason::CardPaused);
    everything.scenario = None;
    expect(&everything, Reason::SpendLimitExceeded);
    everything.limit = Some(1_000);
    expect(&everything, Reason::InsufficientFunds);
    everything.sources = &[GOOD];
    assert_eq!(decide(&everything), Decision::Approved(Some(0)));
}

#[test]
fn credits_require_an_active_account_and_inquiries_do_not() {
    let poor = [Source { is_active: false, ..GOOD }, Source { lacks_key: true, spendable: 0, ..GOOD }];
    let credit = DecisionInput { request: Request::Credit, limit: Some(1), ..input(&poor) };
    assert_eq!(decide(&credit), Decision::Approved(Some(1)));
    let unavailable = DecisionInput { sources: &poor[..1], ..credit };
    assert_eq!(decide(&unavailable), Decision::Declined(Reason::FundingSourceUnavailable));
    let inquiry = DecisionInput {
        request: Request::BalanceInquiry,
        scenario: Some(Reason::InsufficientFunds),
        ..input(&[])
    };
    assert_eq!(decide(&inquiry), Decision::Approved(None));
    let frozen = DecisionInput { card: CardState::Frozen, ..inquiry };
    assert_eq!(decide(&frozen), Decision::Declined(Reason::CardPaused));
}

#[test]
fn one_source_funds_the_whole_amount() {
    let short = Source { spendable: 999, ..GOOD };
    let keyless = Source { lacks_key: true, ..GOOD };
    let inactive = Source { is_active: false, ..GOOD };
    let chosen = |sources: &[Source]| choose_for_debit(sources, 1_000);
    assert_eq!(chosen(&[short, GOOD, GOOD]), Ok(1));
    assert_eq!(chosen(&[short, short]), Err(Reason::InsufficientFunds), "not split");
    assert_eq!(chosen(&[keyless, inactive, short]), Err(Reason::InsufficientFunds));
    assert_eq!(chosen(&[keyless, inactive]), Err(Reason::DelegatedKeyRequired));
    assert_eq!(chosen(&[inactive]), Err(Reason::FundingSourceUnavailable));
    let keyless_and_inactive = Source { is_active: false, ..keyless };
    assert_eq!(chosen(&[keyless_and_inactive]), Err(Reason::FundingSourceUnavailable));
}
