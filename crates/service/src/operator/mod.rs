//! The actions of operators (conventions 2.1): one file for each noun.
//!
//! Each file lists its actions (`noun!`), and then declares their arguments (`arguments!`) and results
//! (`view!`): structs that serde reads from JSON and writes as JSON. The rule of an action is a plain
//! function; `forms.rs` defines the forms of rules. The command line, the operator socket and the network
//! address are derived from the same declarations, so all of them behave the same. Every action that changes
//! data writes a row in the audit trail, in the same transaction: actor, time, action and reason.

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
mod duration;
mod error;
mod export;
mod export_statement;
mod export_transactions;
mod external_account;
mod forms;
mod jobs;
mod keys;
mod ledger;
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
mod stablecoin;
mod stablecoin_operation;
mod suspense;
mod terms;
mod token;
mod uma_key;
mod uma_payment;
mod uma_provider;
mod verification;
mod verification_documents;
mod view;
mod wallet;
mod wallet_keys;
mod webhook;
mod webhook_key;

pub use action::{Action, ActionOutput, ExportStream};
pub use argument::{Argument, Form};
pub use audit_entry::{Channel, Operator};
pub use error::{Kind, OperatorError, RESTORE};
pub use money::Money;
pub use noun::Noun;
pub use nouns::{NOUNS, find};
pub use platform_choice::PlatformChoice;
pub use routes::{Request, router, with_token};

// Building blocks for the nouns' files.
use argument::{
    IdArgument, NoArguments, Subject, arguments, default_number, flag, limit, number, option, positional,
    several,
};
use call::Call;
use forms::Answer;
use noun::noun;
use view::view;
