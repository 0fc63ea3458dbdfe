//! `cargo xtask mutants`: puts each stored mutant into a copy of the program; the tests that it names must
//! fail.

mod mutant;
mod plant;
mod programs;
mod run;
mod tree;

pub(crate) use run::run;
