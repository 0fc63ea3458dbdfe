//! Proof of ownership of an external wallet: a signature over a message, in the format of the wallet's chain
//! (money 4.6).

mod addresses;
mod challenge;
mod recovery;
mod verify;

pub use challenge::challenge_message;
pub use verify::{Chain, MessageScheme, OwnershipError, verify};

#[cfg(test)]
mod tests;
