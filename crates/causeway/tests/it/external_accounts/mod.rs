//! External accounts over HTTP (money 4).

mod checks;
mod deletion;
mod facts;
mod lightning;
mod ownership;
mod production;
mod races;
mod samples;
mod types;
mod walks;
