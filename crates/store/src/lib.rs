//! Causeway's storage: one transaction type over SQLite and PostgreSQL.
//!
//! [`Store::read`] and [`Store::write`] run synchronous closures in transactions. The closures issue SQL
//! through [`Tx`], mostly with the row functions of this crate, which has one module per area. The store
//! batches closures into commits, reruns those that lost a race, and answers only after COMMIT. No other
//! crate names a database engine.
//!
//! Every method that reads or writes returns [`Error`] for errors of the database; `# Errors` sections list
//! only the variants that are particular to a function.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

mod database;

pub mod age;
pub mod agent_actions;
pub mod agent_device_codes;
pub mod agents;
pub mod alert_notices;
pub mod alert_sinks;
pub mod alerts;
pub mod any_ids;
pub mod approvals;
pub mod audit;
pub mod beneficial_owners;
pub mod card_codes;
pub mod card_reveals;
pub mod card_transactions;
pub mod cards;
pub mod console_challenges;
pub mod console_links;
pub mod console_passkeys;
pub mod console_sessions;
pub mod contact_codes;
pub mod customer_imports;
pub mod customers;
pub mod delegated_keys;
pub mod discoveries;
pub mod documents;
pub mod external_accounts;
pub mod funding_identifiers;
pub mod internal_accounts;
pub mod invitations;
pub mod invoice_payments;
pub mod jobs;
pub mod kyc_links;
pub mod leases;
pub mod ledger;
pub mod lightning_invoices;
pub mod lookups;
pub mod mailbox;
pub mod operators;
pub mod outbox;
pub mod ownership_challenges;
pub mod payments;
pub mod platforms;
pub mod processes;
pub mod quotes;
pub mod rails;
pub mod rates;
pub mod row_counts;
pub mod sandbox_cards;
pub mod sandbox_faults;
pub mod sandbox_orders;
pub mod sandbox_stablecoins;
pub mod sca;
pub mod search_terms;
pub mod secret_keys;
pub mod settings;
pub mod stablecoins;
pub mod submitted_documents;
pub mod tokens;
pub mod uma_hooks;
pub mod uma_names;
pub mod uma_nonces;
pub mod uma_offers;
pub mod uma_providers;
pub mod uma_requests;
pub mod uma_travel_rules;
pub mod uma_unsettled;
pub mod unmatched_deposits;
pub mod uploads;
pub mod vasps;
pub mod verification_state;
pub mod verifications;
pub mod volumes;
pub mod wallets;
pub mod webhook_keys;

pub use database::attempt::Attempt;
pub use database::config_version::ConfigVersion;
pub use database::counts::Counts;
pub use database::effects::{
    AlertEffect, ChangeEffect, Effects, EventEffect, JobEffect, PostingEffect, StatusEffect,
};
pub use database::engine_check::EngineCheck;
pub use database::error::{Error, SchemaFault};
pub use database::executor::Health;
pub use database::fault_injector::{Fault, FaultInjector, Point};
pub use database::idempotency::{Key, KeyUse, KeyedOutcome, Storable, StoredAnswer};
pub use database::lease::{Lease, LeaseStatus};
pub use database::macs::{ForeignRow, MAC_BYTES, Mac, MacPurpose, Macs, key_number};
pub use database::memory::Memory;
pub use database::options::{Database, DurableCommits, OnFatal, Options};
pub use database::pool::PoolUse;
pub use database::postgres_program_run::ProgramError;
pub use database::postgres_programs::{PostgresPrograms, ScratchDatabase};
pub use database::prefetch::Prefetch;
pub use database::preview::{Preview, collect_change};
pub use database::row::{Cell, FromValue, Row};
pub use database::store::Store;
pub use database::temporary_schema::TemporarySchema;
pub use database::tx::Tx;
pub use database::value::Value;
pub use database::wake::Wake;
pub use database::{ahead, backup, commit_markers, commits, idempotency, listing, migrations};
