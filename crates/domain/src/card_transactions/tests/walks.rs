//! Scenarios of cards 16 that need no service.

use crate::card_transactions::{
    Credit, CreditInput, CreditState, Debit, DebitInput as I, DebitState as S, DebitStep, EventRefused,
    Funds, Movement, PullStatus,
};

const RICH: Funds = Funds { is_usable: true, spendable: 50_000, accepts_credit: true };
const POOR: Funds = Funds { spendable: 0, ..RICH };

fn go(debit: &Debit, input: I, funds: Funds) -> DebitStep {
    debit.apply(input, funds).unwrap()
}

#[test]
fn over_clearing_refund_and_reversal() {
    let auth = Debit::authorized(1_250).unwrap();
    assert_eq!(auth.movements, [Movement::Reserved(1_250)]);
    let confirmed = go(&auth.after, I::PullConfirmed(1), RICH).after;
    let cleared = go(&confirmed, I::Clearing(1_500), RICH);
    assert_eq!(cleared.movements, [Movement::Cleared { held: 1_250, pulled: 250, carried: 0 }]);
    assert_eq!((cleared.after.state, cleared.begun), (S::Settled, Some(2)));
    let returned = go(&cleared.after, I::Return(1_500), RICH);
    assert_eq!((returned.after.state, returned.after.figures.refunded), (S::Refunded, Some(1_500)));
    assert_eq!(returned.after.apply(I::Return(1), RICH), Err(EventRefused::AboveSettled));
    let reversed = go(&returned.after, I::ReturnReversal(1_500), RICH);
    assert_eq!((reversed.after.state, reversed.after.figures.returns), (S::Settled, 0));
    assert_eq!(reversed.after.apply(I::ReturnReversal(1_500), RICH), Err(EventRefused::State));
    let uncovered = go(&returned.after, I::ReturnReversal(1_500), POOR);
    assert_eq!((uncovered.after.state, uncovered.after.figures.shortfall), (S::Exception, 1_500));
}

#[test]
fn an_uncovered_tip_is_carried_until_it_is_collected() {
    let auth = Debit::authorized(1_250).unwrap().after;
    let cleared = go(&auth, I::Clearing(1_500), POOR);
    assert_eq!(cleared.movements, [Movement::Cleared { held: 1_250, pulled: 0, carried: 250 }]);
    let figures = cleared.after.figures;
    assert_eq!((figures.pulls.count, figures.pulls.amount, figures.shortfall), (2, 1_250, 250));
    let collect = I::Collect { is_open: true };
    assert_eq!(cleared.after.apply(collect, POOR), Err(EventRefused::NotCovered));
    let collected = go(&cleared.after, collect, RICH);
    assert_eq!((collected.after.state, collected.movements), (S::Settled, vec![Movement::Collected(250)]));
    let returned = go(&cleared.after, I::Return(300), RICH);
    assert_eq!(returned.movements, [Movement::Returned { filled: 250, credited: 50, suspended: 0 }]);
    assert_eq!(returned.after.state, S::Refunded);
}

#[test]
fn a_failed_confirmation_gives_everything_back() {
    let held = Debit::authorized(5_000).unwrap().after;
    let part = go(&held, I::Clearing(2_000), RICH).after;
    let failed = go(&part, I::PullFailed(1), RICH);
    let expected = Movement::PullFailed { held: 3_000, credited: 2_000, suspended: 0 };
    assert_eq!((failed.after.state, failed.movements), (S::Exception, vec![expected]));
    assert_eq!(failed.after.pulls[0].status, PullStatus::Failed);
    let closed = Funds { accepts_credit: false, ..RICH };
    let suspended = Movement::PullFailed { held: 3_000, credited: 0, suspended: 2_000 };
    assert_eq!(go(&part, I::PullFailed(1), closed).movements, [suspended]);
    assert_eq!(failed.after.apply(I::PullFailed(1), RICH), Err(EventRefused::State), "once");
}

#[test]
fn advice_moves_the_hold_both_ways() {
    let held = Debit::authorized(1_000).unwrap().after;
    let up = go(&held, I::Advice(2_000), RICH);
    assert_eq!((up.movements, up.begun), (vec![Movement::Reserved(1_000)], Some(2)));
    let down = go(&up.after, I::Advice(1_500), RICH);
    assert_eq!(down.movements, [Movement::Released(500)]);
    assert_eq!((down.after.figures.pulls.count, down.after.figures.pulls.amount), (2, 1_500));
    let gap = go(&held, I::Advice(2_000), POOR);
    assert_eq!(
        (gap.movements.len(), gap.after.figures.held, gap.after.figures.authorized),
        (0, 1_000, 2_000)
    );
    let part = go(&held, I::Clearing(400), RICH).after;
    let ended = go(&part, I::Advice(400), RICH);
    assert_eq!((ended.after.state, ended.movements), (S::Settled, vec![Movement::Released(600)]));
}

#[test]
fn a_hold_of_an_exception_ends_with_its_window_or_before() {
    let held = Debit::authorized(1_000).unwrap().after;
    let part = go(&held, I::Clearing(500), RICH).after;
    let raised = go(&part, I::Advice(1_300), RICH).after;
    let failed = go(&raised, I::PullFailed(2), RICH).after;
    assert_eq!((failed.state, failed.figures.held, failed.figures.shortfall), (S::Exception, 500, 0));
    let ended = go(&failed, I::WindowEnds, RICH);
    assert_eq!((ended.after.state, ended.after.figures.held), (S::Settled, 0));
    let returned = go(&failed, I::Return(100), RICH);
    assert_eq!((returned.after.state, returned.after.figures.held), (S::Refunded, 0), "nothing ended holds");
    let never = go(&held, I::PullFailed(1), RICH).after;
    assert_eq!(go(&never, I::WindowEnds, RICH).after.figures.settled, Some(0));
}

#[test]
fn a_credit_is_posted_as_it_is_cleared_and_undone_as_a_whole() {
    let credit = Credit::authorized(2_500);
    let part = credit.apply(CreditInput::Clearing(1_000)).unwrap().after;
    assert_eq!(part.state, CreditState::PartiallySettled);
    let posted = part.apply(CreditInput::Post { up_to: 1_000, accepts_credit: true }).unwrap();
    assert_eq!(posted.movement, Some(Movement::Credited { credited: 1_000, suspended: 0 }));
    let again = posted.after.apply(CreditInput::Post { up_to: 1_000, accepts_credit: true }).unwrap();
    assert_eq!(again.movement, None);
    let whole = posted.after.apply(CreditInput::Clearing(1_500)).unwrap().after;
    let frozen = whole.apply(CreditInput::Post { up_to: 2_500, accepts_credit: false }).unwrap();
    assert_eq!(frozen.movement, Some(Movement::Credited { credited: 0, suspended: 1_500 }));
    let undone = frozen.after.apply(CreditInput::PostingFailed { spendable: 1_000 }).unwrap();
    let expected = Movement::CreditUndone { suspended: 1_500, taken: 1_000, carried: 0 };
    assert_eq!((undone.after.state, undone.movement), (CreditState::Exception, Some(expected)));
    assert_eq!(undone.after.apply(CreditInput::Clearing(1)), Err(EventRefused::State));
}
