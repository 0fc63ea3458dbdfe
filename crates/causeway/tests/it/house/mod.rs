//! The rules of the house, as tests: what a reviewer would have to repeat, a test says once.
//!
//! Each rule is a plain function from the sources to violations, with a test of its own in which a planted
//! violation is found. What stands in `exceptions.toml` is let through; that list may only shrink.

mod arrows;
mod citations;
mod dependencies;
mod imports;
mod journeys;
mod layers;
mod layout;
mod lengths;
mod lexer;
mod licence;
mod links;
mod manifests;
mod markdown;
mod mutants;
mod numbering;
mod places;
mod proofs;
mod reached;
mod revisions;
mod source;
mod sql;
mod tenancy;
mod uphold;
mod words;
