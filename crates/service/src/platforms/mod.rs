//! Platforms: their configuration and their creation (customers 1, conventions 2).

mod create;
mod errors;
pub mod get_platform_config;
mod legal_identity;
mod merge;
mod render;
mod uma_domain;
pub mod update_platform_config;

pub use create::{CreatedPlatform, NewPlatform, create};
pub use legal_identity::{LegalIdentity, set_legal_identity};
