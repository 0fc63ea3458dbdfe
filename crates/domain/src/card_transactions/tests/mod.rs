//! The rules of card transactions, held against the tables of the interface and a model of their own.

mod decisions;
mod model;
mod sequences;
mod walks;
