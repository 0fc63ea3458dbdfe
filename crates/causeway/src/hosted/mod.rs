//! The pages that people open in a browser, without credentials: the one that completes a verification (customers 6), the
//! one that an invitation leads to (customers 9), and the one with the number of a simulated card (cards 6). They work without
//! scripts and load nothing from anywhere.

mod card;
mod catalogue;
mod countries;
mod field;
mod forms;
mod invitation;
mod response;
mod router;
mod values;
mod verification;

pub use router::router;
