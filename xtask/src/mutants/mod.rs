//! `cargo xtask mutants`: each stored fault is put into a copy of the program, and the tests that it names must fail.

mod built;
mod mutant;
mod plant;
mod run;
mod tree;

pub(crate) use run::run;
