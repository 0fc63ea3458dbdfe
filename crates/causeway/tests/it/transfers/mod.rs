//! Transfers to and from external accounts (money 10.2, 10.3).

mod transfer_in;
mod transfer_out;
