//! PDFs: their start and end, and the detection of active content.

mod dictionary;
mod file;
mod headers;
mod lexer;
mod names;
mod scanner;
mod streams;
#[cfg(test)]
mod tests;
mod texts;

pub(super) use file::{Pdf, looks_like_pdf};
