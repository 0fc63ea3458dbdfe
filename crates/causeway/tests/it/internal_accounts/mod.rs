//! Internal accounts over HTTP (money 3).

mod funding;
mod funding_methods;
mod lists;
mod operators;
