//! Integration tests of the store, on both engines if both have the feature.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed expectation of a test is reported at its line"
)]

mod alert_notices;
mod altered_schema;
mod audit_rows;
mod batches;
mod card_transactions;
mod chaos_proxy;
mod claims;
mod console_rows;
mod counts;
mod created_payments;
mod customers;
mod damage;
mod damage_postgres;
mod documents;
mod durability;
mod failures;
mod faults;
mod forged_stablecoins;
mod forged_terms;
mod harness;
mod inline;
mod internal_accounts;
mod jobs;
mod keyed;
mod kill;
mod leases;
mod ledger;
mod lists;
mod load;
mod locks;
mod macs;
mod migrations;
mod open_payments;
mod outbox;
mod outbox_rows;
mod payment_terms;
mod payments;
mod pipelines;
mod plans;
mod prefetch;
mod previews;
mod rails;
mod rows;
mod savepoints;
mod scans;
mod schema;
mod search_terms;
mod standby_waits;
mod tampering;
mod temporary_schema;
mod transactions;
mod travel_rule_rows;
mod uma_rows;
mod unknown_outcome;
mod unreadable;
mod unsuitable_servers;
mod webhook_key_rows;
