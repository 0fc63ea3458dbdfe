//! `causeway demo --serve`: two sandbox platforms full of life, with six problems for their operators.

mod documents;
mod filler;
mod payments;
mod people;
mod picture;
mod problems;
mod run;

pub use run::serve;
