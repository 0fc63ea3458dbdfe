//! The interface of the stablecoin provider Brale as it documents it: what a stub of it is held against.
//!
//! `interface.json` says where it comes from. Its operations and schemas are those of the document; prose is left out, and
//! `nullable` is written as JSON Schema does.

mod interface;

pub use interface::Interface;
