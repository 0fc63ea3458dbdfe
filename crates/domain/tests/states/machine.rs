//! State machines as tables.

use std::fmt::Debug;

use causeway_domain::machine::TransitionRefused;

/// A state machine to be printed as a table.
pub(crate) struct Machine<S: 'static, E: 'static> {
    pub(crate) title: &'static str,
    pub(crate) begins: String,
    pub(crate) states: &'static [S],
    pub(crate) events: &'static [E],
    pub(crate) meaning: fn(E) -> &'static str,
}

impl<S: Copy + Debug, E: Copy + Debug> Machine<S, E> {
    pub(crate) fn print<O: Debug>(
        &self,
        next: impl Fn(S, E) -> Result<O, TransitionRefused<S, E>>,
    ) -> String {
        let mut page = format!("\n## {}\n\nBegins as {}.\n\n| Event |", self.title, self.begins);
        for state in self.states {
            page += &format!(" {state:?} |");
        }
        page += "\n|---|";
        page += &"---|".repeat(self.states.len());
        for event in self.events {
            page += &format!("\n| {} |", (self.meaning)(*event));
            for state in self.states {
                page += &next(*state, *event).map_or(" |".to_owned(), |outcome| format!(" {outcome:?} |"));
            }
        }
        page.push('\n');
        page
    }
}
