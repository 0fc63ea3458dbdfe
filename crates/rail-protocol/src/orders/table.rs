//! The moves of an order as a table.

use super::state::{OrderEvent, OrderPhase, next};

/// Prints the moves as Markdown: columns are phases, rows are events, and a cell is the phase after the event,
/// empty if the move is a contradiction (rails 7.4).
#[must_use]
pub fn moves_table() -> String {
    let mut page = "| Event |".to_owned();
    for phase in OrderPhase::ALL {
        page += &format!(" {phase} |");
    }
    page += "\n|---|";
    page += &"---|".repeat(OrderPhase::ALL.len());
    for event in OrderEvent::ALL {
        page += &format!("\n| {event} |");
        for phase in OrderPhase::ALL {
            page += &next(*phase, *event).map_or(" |".to_owned(), |outcome| format!(" {outcome} |"));
        }
    }
    page.push('\n');
    page
}
