//! Internal accounts over HTTP (money 3).

mod lists;
mod operators;
mod ways;
