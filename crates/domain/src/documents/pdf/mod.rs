//! PDFs: where they begin and end, and what they do.

mod dictionary;
mod file;
mod headers;
mod lexer;
mod names;
mod streams;
#[cfg(test)]
mod tests;
mod texts;
mod watch;

pub(super) use file::{Pdf, begins};
