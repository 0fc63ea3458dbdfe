//! Moves of the state machine (rails 7.4), and cancellable phases.

use std::path::Path;

use causeway_rail_protocol::orders::{OrderEvent, OrderPhase, moves_table, next};
use causeway_rail_protocol::values::{CancelPolicy, OrderState};

/// Checks that the document has the printed table.
#[test]
fn the_document_shows_every_move() {
    const BEGIN: &str = "<!-- the moves, printed by the test `orders` of crates/rail-protocol -->\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/interface/rails.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = document.split_once(BEGIN).unwrap();
    let (_, behind) = rest.split_once("\n\n").unwrap();
    let printed = format!("{before}{BEGIN}{}\n{behind}", moves_table());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == printed, "the table of moves in rails.md differs");
}

/// Checks the sentence of the table in rails 7.4 for each state.
#[test]
fn states_move_as_the_document_says() {
    use OrderState::{Accepted, Cancelled, Failed, InDoubt, Received, Returned, Sent, Settled};
    let after = |state| -> Vec<OrderState> {
        let moves = |next_state: &&OrderState| {
            next(OrderPhase::Reported(state), OrderEvent::Reported(**next_state)).is_ok()
        };
        OrderState::ALL.iter().filter(moves).copied().collect()
    };
    assert_eq!(after(Received), OrderState::ALL);
    assert_eq!(after(Sent), &OrderState::ALL[1..]);
    assert_eq!(after(Accepted), &OrderState::ALL[2..]);
    assert_eq!(after(InDoubt), &OrderState::ALL[1..]);
    assert_eq!(after(Settled), [Settled, Returned]);
    for state in [Failed, Cancelled, Returned] {
        assert_eq!(after(state), [state]);
        assert!(state.is_released() && state.is_final());
    }
    for phase in [OrderPhase::Unreported, OrderPhase::Refused] {
        assert!(OrderState::ALL.iter().all(|state| next(phase, OrderEvent::Reported(*state)).is_ok()));
    }
}

/// Checks that money is never released but by a record, and that a released order stays released.
#[test]
fn only_a_record_releases_money() {
    for phase in OrderPhase::ALL {
        for event in OrderEvent::ALL {
            let Ok(after) = next(*phase, *event) else { continue };
            let by_record = matches!(event, OrderEvent::Reported(state) if state.is_released());
            assert!(!after.is_released() || by_record || phase.is_released(), "{phase} {event}");
            let settled_once = *phase == OrderPhase::Reported(OrderState::Settled);
            assert!(!phase.is_released() || after == *phase, "{phase} {event}");
            assert!(
                !settled_once
                    || [Some(OrderState::Settled), Some(OrderState::Returned)].contains(&after.state())
            );
        }
    }
}

/// Checks that a corridor cancels the orders of its policy, and no others (rails 6).
#[test]
fn a_policy_decides_what_can_be_cancelled() {
    let cancellable = |policy| -> Vec<String> {
        let phases = OrderPhase::ALL.iter().filter(|phase| phase.can_cancel(policy));
        phases.map(OrderPhase::to_string).collect()
    };
    assert!(cancellable(CancelPolicy::Never).is_empty());
    assert_eq!(cancellable(CancelPolicy::UntilSent), ["no record", "refused", "RECEIVED"]);
    assert_eq!(
        cancellable(CancelPolicy::UntilSettled),
        ["no record", "refused", "RECEIVED", "SENT", "ACCEPTED", "IN_DOUBT"]
    );
}
