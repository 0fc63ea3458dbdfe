//! The rates of `docs/internals/style.md`: how comments begin, what they name, and how types are called.

mod code;
mod comment;
mod lexicon;
mod manner;
mod rates;
