//! The format of output: JSON, or text that is complete or fitted to a terminal.

use std::io::{self, IsTerminal};

/// Width of a terminal that does not tell it.
const USUAL_WIDTH: usize = 80;

/// The format of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    Json,
    Text(Layout),
}

impl OutputFormat {
    /// Returns the format for standard output, as the flags choose it.
    #[must_use]
    pub fn chosen(json: bool, is_wide: bool) -> Self {
        if json { Self::Json } else { Self::Text(Layout::of_standard_output(is_wide)) }
    }

    /// Returns `true` for text on a terminal.
    pub(super) fn is_fitted(self) -> bool {
        matches!(self, Self::Text(layout) if layout.is_fitted())
    }
}

/// The layout of text output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// All members with complete ids and times, for scripts and `--wide`.
    Complete,
    /// Tables that fit this number of columns, and no empty members.
    Fitted(usize),
}

impl Layout {
    /// Returns the layout for standard output: a terminal gets its width, unless all is wanted.
    fn of_standard_output(is_wide: bool) -> Self {
        let out = io::stdout();
        if is_wide || !out.is_terminal() {
            return Self::Complete;
        }
        let size = rustix::termios::tcgetwinsize(&out);
        let width = size.map_or(0, |size| usize::from(size.ws_col));
        Self::Fitted(if width == 0 { USUAL_WIDTH } else { width })
    }

    /// Returns `true` for a terminal.
    pub(super) const fn is_fitted(self) -> bool {
        matches!(self, Self::Fitted(_))
    }
}
