//! Instructions for paying into an internal account or for a quote (money 3.4, 8.4).

mod catalogue;
mod shape;

pub use catalogue::{INSTRUCTION_TYPES, InstructionType};
pub use shape::{InstructionDetails, PaymentInstructions};
