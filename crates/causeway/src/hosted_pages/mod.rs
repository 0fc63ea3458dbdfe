//! The pages that people open in a browser without credentials: for completing a verification (customers 6),
//! for an invitation (customers 9), and with the number of a simulated card (cards 6). They work without
//! scripts and load no foreign resources.

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
