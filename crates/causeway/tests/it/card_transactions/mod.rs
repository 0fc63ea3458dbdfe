//! Card transactions (cards 16, J5 and J7 to J31).

mod adapter;
mod cards;
mod credits;
mod debits;
mod declines;
mod exceptions;
mod exports;
mod forged;
mod operators;
mod races;
mod restart;
mod returns;
pub(crate) mod scene;
mod sequences;
mod stream;
mod windows;
