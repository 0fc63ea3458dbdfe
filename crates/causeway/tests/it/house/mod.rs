//! The house rules, as tests, so that reviewers need not repeat them.
//!
//! Each rule is a plain function from the sources to violations, with a test of its own that finds a planted
//! violation. Entries of `exceptions.toml` are exempt; that list may only shrink.

mod citations;
mod commands;
mod console_templates;
mod crate_layers;
mod dependencies;
mod imports;
mod journeys;
mod layers;
mod layout;
mod lengths;
mod lexer;
mod licence;
mod links;
mod machine_paths;
mod manifests;
mod markdown;
mod migrations;
mod mutants;
mod numbering;
mod proofs;
mod reached;
mod revisions;
mod source;
mod sql;
mod tenancy;
mod uphold;
mod voice;
mod words;
