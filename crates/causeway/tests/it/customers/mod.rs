//! Customers over HTTP (customers 2), and the rules of every operation as customers show them (conventions 5 to 9).

mod conventions;
mod creation;
mod currencies;
mod deletion;
mod field_errors;
mod lists;
mod races;
mod terms;
mod updates;
mod walks;
