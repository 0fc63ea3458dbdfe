//! Random events in any order, late and contradictory, against the model: status, summaries, balances and
//! ledger agree after each of them. `CARD_SEQUENCES` sets the number of sequences.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::model::{Model, Source};
use crate::Ids;
use crate::card_transactions::{Debit, DebitInput, DebitState, DebitStep, Funds, Units};
use crate::ids::InternalAccountId;
use crate::money::CurrencyCode;
use crate::postings::AccountCode;
use crate::time::Time;

#[derive(Debug, Clone, Copy)]
enum Op {
    Clearing(i64),
    Advice(i64),
    End,
    Return(i64),
    ReturnReversal,
    Confirm(usize, bool),
    Collect(bool),
    WindowEnds,
    /// Another payment into or out of the account.
    Elsewhere(i64),
    /// A change of the source's key or account.
    Source {
        usable: bool,
        open: bool,
    },
}

fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![1_i64..20, 1_i64..3_000, Just(500), Just(1_000)]
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        4 => amount().prop_map(Op::Clearing),
        2 => amount().prop_map(Op::Advice),
        1 => Just(Op::End),
        3 => amount().prop_map(Op::Return),
        2 => Just(Op::ReturnReversal),
        3 => (0_usize..5, any::<bool>()).prop_map(|(place, success)| Op::Confirm(place, success)),
        2 => any::<bool>().prop_map(Op::Collect),
        1 => Just(Op::WindowEnds),
        2 => (-3_000_i64..3_000).prop_map(Op::Elsewhere),
        1 => (any::<bool>(), prop::bool::weighted(0.8)).prop_map(|(usable, open)| Op::Source { usable, open }),
    ]
}

/// The transaction under test with the ledger of its postings.
struct Books {
    debit: Debit,
    account: InternalAccountId,
    units: Units,
    ledger: BTreeMap<&'static str, i64>,
    latest: Vec<i64>,
}

impl Books {
    fn balance(&self, code: AccountCode) -> i64 {
        self.ledger.get(code.as_str()).copied().unwrap_or_default()
    }

    fn funds(&self, source: Source) -> Funds {
        let spendable = self.units.covers(self.balance(AccountCode::Available));
        Funds { is_usable: source.usable, spendable, accepts_credit: source.open }
    }

    fn book(&mut self, step: DebitStep) {
        for movement in &step.movements {
            let posting = movement.posting(self.account, self.units).unwrap().unwrap();
            assert_eq!(posting.legs().iter().map(|leg| leg.amount.minor).sum::<i64>(), 0, "{posting:?}");
            for leg in posting.legs() {
                let after = self.ledger.entry(leg.account.code().as_str()).or_default();
                *after += leg.amount.minor;
                assert!(leg.account.code().may_be_negative() || *after >= 0, "{posting:?} leaves {after}");
            }
        }
        self.debit = step.after;
        self.debit.pulls.sort_by_key(|pull| pull.number);
    }

    fn apply(&mut self, input: DebitInput, source: Source) -> bool {
        let Ok(step) = self.debit.apply(input, self.funds(source)) else { return false };
        self.book(step);
        true
    }
}

fn step(books: &mut Books, model: &mut Model, op: Op, source: &mut Source) -> (bool, bool) {
    match op {
        Op::Clearing(amount) => {
            (books.apply(DebitInput::Clearing(amount), *source), model.clear(amount, *source))
        }
        Op::Advice(total) => (books.apply(DebitInput::Advice(total), *source), model.advise(total, *source)),
        Op::End => (books.apply(DebitInput::End, *source), model.end()),
        Op::Return(amount) => {
            let taken = books.apply(DebitInput::Return(amount), *source);
            if taken {
                books.latest.push(amount);
            }
            (taken, model.apply_return(amount, *source))
        }
        Op::ReturnReversal => {
            let latest = books.latest.last().copied();
            let taken = latest.is_some_and(|it| books.apply(DebitInput::ReturnReversal(it), *source));
            if taken {
                books.latest.pop();
            }
            (taken, model.reverse_return())
        }
        Op::Confirm(place, success) => {
            let number = u32::try_from(place + 1).unwrap();
            let input =
                if success { DebitInput::PullConfirmed(number) } else { DebitInput::PullFailed(number) };
            (books.apply(input, *source), model.confirm(place, *source, success))
        }
        Op::Collect(is_open) => {
            (books.apply(DebitInput::Collect { is_open }, *source), model.collect(is_open, *source))
        }
        Op::WindowEnds => (books.apply(DebitInput::WindowEnds, *source), model.end_window()),
        Op::Elsewhere(amount) => {
            let amount = amount.max(-model.available);
            *books.ledger.entry("AV").or_default() += books.units.of_card(amount).unwrap().minor;
            model.available += amount;
            (true, true)
        }
        Op::Source { usable, open } => {
            *source = Source { usable: usable && open, open };
            (true, true)
        }
    }
}

fn agree(books: &Books, model: &Model) {
    let figures = &books.debit.figures;
    assert_eq!(books.debit.state.status().as_str(), model.status);
    let closed = model.clearings > 0 || model.is_closed || model.status == "SETTLED";
    assert_eq!(figures.settled, closed.then_some(model.settled), "settledAmount");
    assert_eq!((figures.authorized, figures.clearings), (model.authorized, model.clearings));
    assert_eq!(figures.refunded_sum(), model.refunded());
    assert_eq!(usize::try_from(figures.returns), Ok(model.refunds.len()));
    assert_eq!(usize::try_from(figures.pulls.count), Ok(model.pulls.len()));
    assert_eq!(figures.pulls.amount, model.pulled());
    assert_eq!(usize::try_from(figures.pending_pulls), Ok(model.pending()));
    let open: i64 = books.debit.pulls.iter().map(crate::card_transactions::Pull::held).sum();
    assert_eq!((figures.held, open), (model.held, model.held));
    let expected = [
        (AccountCode::Available, model.available),
        (AccountCode::Held, model.held),
        (AccountCode::CardNetwork, model.network),
        (AccountCode::CardException, model.exception),
        (AccountCode::Suspense, model.suspense),
    ];
    for (code, cents) in expected {
        assert_eq!(books.balance(code), cents * 10_000, "{code}");
    }
    assert_eq!((figures.shortfall, figures.suspended), (-model.exception, model.suspense));
    // The invariants of cards 8.5.
    let is_ended = matches!(books.debit.state, DebitState::Settled | DebitState::Refunded);
    assert!(figures.held >= 0 && (figures.held == 0 || !is_ended));
    assert!(figures.refunded_sum() <= figures.settled_sum());
    assert_eq!(model.network, figures.returnable());
}

fn sequences() -> u32 {
    std::env::var("CARD_SEQUENCES").ok().and_then(|text| text.parse().ok()).unwrap_or(3_000)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sequences(), ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_events_agrees_with_the_model(
        available in 1_000_i64..5_000,
        amount in 1_i64..1_000,
        ops in prop::collection::vec(op(), 1..25),
    ) {
        let mut source = Source { usable: true, open: true };
        let mut model = Model::begin(available, amount);
        let opening = Debit::authorized(amount).unwrap();
        let mut books = Books {
            debit: opening.after.clone(),
            account: Ids::seeded(1).next(Time::from_millis(0)),
            units: Units::of(CurrencyCode::USDB).unwrap(),
            ledger: BTreeMap::from([("AV", available * 10_000)]),
            latest: Vec::new(),
        };
        books.book(opening);
        agree(&books, &model);
        let mut is_regular = true;
        for op in ops {
            let before = books.debit.clone();
            let kept = model.clone();
            let (taken, expected) = step(&mut books, &mut model, op, &mut source);
            prop_assert_eq!(taken, expected, "{:?} on {:?}", op, before);
            if !taken {
                prop_assert_eq!(&books.debit, &before);
                prop_assert_eq!(model.available, kept.available);
            }
            agree(&books, &model);
            is_regular &= books.debit.state != DebitState::Exception;
            if is_regular {
                let figures = &books.debit.figures;
                prop_assert_eq!(figures.pulls.amount, figures.settled_sum() + figures.held);
            }
        }
    }
}
