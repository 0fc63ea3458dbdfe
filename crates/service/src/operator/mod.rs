//! The actions of operators (conventions 2.1): one file for each noun.
//!
//! Each file lists its actions (`noun!`), and then declares their arguments (`arguments!`) and results
//! (`view!`): structs that serde reads from JSON and writes as JSON. The rule of an action is a plain
//! function; `forms.rs` defines the forms of rules. The command line, the operator socket and the network
//! address are derived from the same declarations, so all of them behave the same. Every action that changes
//! data writes a row in the audit trail, in the same transaction: actor, time, action and reason. Each channel
//! (`authenticate.rs`) knows its callers and their grants, and `gate.rs` admits them to actions.

mod account;
mod account_list;
mod action;
mod agent;
mod agent_action;
mod alert;
mod alert_amounts;
mod alert_commands;
mod alert_detail;
mod alert_permission;
mod alert_sink;
mod argument;
mod audit;
mod audit_entry;
mod authenticate;
mod bundle_key;
mod call;
mod caller;
mod card;
mod card_list;
mod card_transaction;
mod card_transaction_list;
mod clock;
mod clock_agenda;
mod console;
mod console_challenge;
mod console_document;
mod console_link;
mod console_passkey;
mod console_person;
mod console_session;
mod console_site;
mod console_step_up;
mod currency_pair;
mod customer;
mod customer_export;
mod customer_export_items;
mod customer_list;
mod customer_show;
mod deposit;
mod deposit_list;
mod directory;
mod directory_entries;
mod document;
mod document_file;
mod dry_run;
mod duration;
mod error;
mod export;
mod export_statement;
mod export_transactions;
mod external_account;
mod external_account_list;
mod find;
mod find_lookup;
mod find_named_amount;
mod find_rate;
mod find_rebuild;
mod find_row;
mod foreign_rows;
mod forms;
mod gate;
mod grant;
mod id_ends;
mod id_look_up;
mod id_spelling;
mod identification;
mod inbox;
mod job_list;
mod jobs;
mod keys;
mod ledger;
mod ledger_balances;
mod lines;
mod list_page;
mod mailbox;
mod money;
mod noun;
mod nouns;
mod operator_actions;
mod operator_grants;
mod operator_token;
mod payment;
mod payment_list;
mod payment_show;
mod payment_timeline;
mod permission;
mod platform;
mod platform_choice;
mod platform_spelling;
mod price;
mod process;
mod provider_account;
mod quote;
mod quote_list;
mod rail;
mod rail_account;
mod rail_check;
mod rail_compare;
mod rail_evidence;
mod rail_key;
mod rail_limit;
mod rail_order;
mod rail_route;
mod rail_show;
mod rate;
mod rate_changes;
mod rate_show;
mod raw_call;
mod recorded_work;
mod request;
mod resource;
mod resource_id;
mod routes;
mod sandbox;
mod secret_text;
mod seen;
mod setting;
mod stablecoin;
mod stablecoin_operation;
mod sums;
mod suspense;
mod suspense_claimants;
mod suspense_list;
mod terms;
mod token;
mod uma_key;
mod uma_payment;
mod uma_provider;
mod user;
mod verification;
mod verification_choice;
mod verification_list;
mod verification_show;
mod view;
mod viewer;
mod wallet;
mod wallet_keys;
mod wallet_list;
mod webhook;
mod webhook_endpoints;
mod webhook_key;
mod webhook_replay;
mod webhook_show;

pub use action::{Action, ActionOutput, ExportStream};
pub use argument::{Argument, Form};
pub use authenticate::{SocketPeer, guard_metrics, with_owner, with_tokens, with_users};
pub use caller::{Actor, Caller, Channel};
pub use console_document::{DocumentFile, open_document, read_document};
pub use console_link::{
    CONSOLE_SIGN_IN, SignIn, console_link_for_owner, sign_in_by_link, sign_in_by_passkey,
};
pub use console_passkey::{PasskeyAssertion, PasskeyRegistration, PasskeyRequest};
pub use console_session::{ConsoleSession, NewConsoleSession};
pub use console_site::PasskeySite;
pub use console_step_up::{
    OwnPasskey, PasskeyCreation, begin_registration, begin_step_up, finish_registration, finish_step_up,
    own_passkeys,
};
pub use error::{Kind, OperatorError, RESTORE};
pub use gate::{Admission, admit};
pub use grant::{Grant, Reach};
pub use money::Money;
pub use noun::{Noun, UNSPOKEN_VERB};
pub use nouns::{NOUNS, find};
pub use permission::{Effect, Permission, PermissionSet, Role, UnknownRole};
pub use request::Request;
pub use routes::router;

// Building blocks for the nouns' files.
use argument::{
    IdArgument, NoArguments, OUTPUT, Subject, arguments, default_number, flag, limit, number, of_customer,
    option, positional, several, words,
};
use call::Call;
use forms::Answer;
use noun::noun;
use platform_choice::{DefaultScope, PlatformChoice};
use view::view;
