//! The format of output: JSON, or text that is complete or fitted to a terminal.

use std::io::{self, IsTerminal};
use std::os::fd::AsFd;

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
        columns(&io::stdout()).filter(|_| !is_wide).map_or(Self::Complete, Self::Fitted)
    }

    /// Returns `true` for a terminal.
    pub(super) const fn is_fitted(self) -> bool {
        matches!(self, Self::Fitted(_))
    }
}

/// Returns the width of a terminal in columns; `None` if the stream is no terminal.
pub(super) fn columns(stream: &(impl AsFd + IsTerminal)) -> Option<usize> {
    if !stream.is_terminal() {
        return None;
    }
    let width = rustix::termios::tcgetwinsize(stream).map_or(0, |size| usize::from(size.ws_col));
    Some(if width == 0 { USUAL_WIDTH } else { width })
}
