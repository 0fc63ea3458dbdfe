//! The interface of the stablecoin provider Brale as documented, against which stubs are checked.
//!
//! `interface.json` names its source. Operations and schemas are those of the document; prose is left out,
//! and `nullable` is written as JSON Schema does.

mod interface;

pub use interface::Interface;
