//! `causeway demo` as somebody sees it who has just arrived.

mod outcome;
