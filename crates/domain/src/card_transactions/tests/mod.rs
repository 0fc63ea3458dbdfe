//! Tests of the rules of card transactions against the tables of the interface and against an independent
//! model.

mod decisions;
mod model;
mod sequences;
mod walks;
