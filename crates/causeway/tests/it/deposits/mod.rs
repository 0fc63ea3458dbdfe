//! Incoming money: pushes, coins that wait, unmatched deposits (money 3.5).

mod pushes;
mod unmatched;
mod waiting;
