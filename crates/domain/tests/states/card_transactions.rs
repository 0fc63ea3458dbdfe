//! The state machines of card transactions.

use super::machine::Machine;

pub(crate) fn of_card_transactions() -> String {
    use causeway_domain::card_transactions::{
        CreditEvent, CreditState, DebitEvent, DebitState, PullEvent, PullStatus, next_credit, next_debit,
        next_pull,
    };
    let debits = Machine {
        title: "Card transactions, direction DEBIT (cards 8.6)",
        begins: "Authorized; Declined; or, in one message, for a balance inquiry and for a forced clearing, Settled".to_owned(),
        states: DebitState::ALL,
        events: DebitEvent::ALL,
        meaning: DebitEvent::meaning,
    };
    let credits = Machine {
        title: "Card transactions, direction CREDIT (cards 8.6.1)",
        begins: "Authorized or Declined".to_owned(),
        states: CreditState::ALL,
        events: CreditEvent::ALL,
        meaning: CreditEvent::meaning,
    };
    let pulls = Machine {
        title: "Pulls (cards 8.4)",
        begins: "Pending, or Failed if its check does not pass".to_owned(),
        states: PullStatus::ALL,
        events: PullEvent::ALL,
        meaning: PullEvent::meaning,
    };
    [debits.print(next_debit), credits.print(next_credit), pulls.print(next_pull)].concat()
}
