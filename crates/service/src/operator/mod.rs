//! What operators do (conventions 2.1): a file for each noun.
//!
//! Each file lists its actions (`noun!`), and then says what they take (`arguments!`) and show (`shown!`): structs that
//! serde reads from JSON and writes as JSON. The rule of an action is a plain function; `forms.rs` says what it is given.
//! The command line, the operator socket and the network address are made from the same declarations, so all do the
//! same. Every action that changes something leaves a row in the audit trail, in the transaction of the change: who,
//! when, what, why.

mod account;
mod action;
mod alert;
mod argument;
mod audit;
mod audit_entry;
mod bundle_key;
mod call;
mod card;
mod card_transaction;
mod clock;
mod customer;
mod deposit;
mod directory;
mod directory_entries;
mod error;
mod export;
mod export_statement;
mod export_transactions;
mod external_account;
mod forms;
mod jobs;
mod keys;
mod ledger;
mod length;
mod lines;
mod mailbox;
mod money;
mod noun;
mod nouns;
mod payment;
mod platform;
mod platform_choice;
mod provider_account;
mod rate;
mod routes;
mod setting;
mod shown;
mod stablecoin;
mod stablecoin_operation;
mod suspense;
mod terms;
mod token;
mod uma_key;
mod uma_provider;
mod verification;
mod verification_documents;
mod wallet;
mod wallet_keys;
mod webhook;
mod webhook_key;

pub use action::{Action, Done, Pieces};
pub use argument::{Argument, Form};
pub use audit_entry::{Channel, Operator};
pub use error::{Kind, OperatorError, RESTORE};
pub use money::Money;
pub use noun::Noun;
pub use nouns::{NOUNS, find};
pub use platform_choice::PlatformChoice;
pub use routes::{Request, router, with_token};

// What the files of the nouns are written with.
use argument::{Nothing, One, Subject, arguments, flag, limit, number, option, or, positional, several};
use call::Call;
use forms::Answer;
use noun::noun;
use shown::shown;
