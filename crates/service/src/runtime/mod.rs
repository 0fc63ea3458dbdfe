//! The foundation of the operations: the running service, HTTP, authentication, idempotency, events, jobs,
//! keys, settings, booking, and the one outbound client.

pub mod anchors;
pub mod api_error;
pub mod app;
pub(crate) mod byte_order_mark;
pub mod clock;
pub mod context;
pub mod decision_waits;
pub mod events;
pub mod failed_attempts;
pub mod field_errors;
pub mod heartbeat;
pub mod hex;
pub mod http;
pub mod jobs;
pub mod keys;
pub mod keys_in_use;
pub mod money;
mod not_found;
pub(crate) mod origin;
pub mod outbound;
pub mod paging;
pub(crate) mod peer_exchange;
pub mod principal;
pub mod rails;
pub mod rate_limit;
pub mod settings;
pub mod signed_requests;
pub mod timers;
pub mod tombstones;
pub mod uma_domain_proofs;
pub mod uma_key_cache;
pub(crate) mod unsent_messages;
pub mod upkeep;
pub mod uploads;
pub mod versioned_cache;
pub mod wallets;
pub mod webhook_endpoint;

pub use api_error::ApiError;
pub use app::{App, Parts, WalletKeyService};
pub use context::{Caller, Context};
pub use field_errors::{FieldChecks, FieldErrors};
pub use paging::Paging;
pub use principal::Principal;
