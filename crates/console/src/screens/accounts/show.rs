//! An internal account: the parts of its balance, its last entries and the instructions for payers.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;
use serde_json::{Map, Value};

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::{ActionButton, Money, label};
use crate::screens::history::OperatorAction;
use crate::screens::resource_path::ResourcePath;
use crate::urls;

answer! {
    struct Account {
        account: String,
        customer: Option<String>,
        account_type: String,
        currency: String,
        status: String,
        meaning: String,
        available: Money,
        held: Money,
        unsettled: Money,
        total: Money,
        frozen_from: Option<String>,
        created_at: Time,
        updated_at: Time,
        entry_count: i64,
        entries: Vec<LedgerEntry>,
        instructions: Vec<Instruction>,
        operator_actions: Vec<OperatorAction>,
        commands: Vec<String>,
        #[serde(default)]
        not_authentic: Vec<String>,
    }

    struct LedgerEntry {
        at: Time,
        meaning: String,
        part: String,
        amount: Money,
        balance: Option<Money>,
        transaction: Option<String>,
    }

    /// Instructions for a payer, with the members that the rail needs.
    struct Instruction {
        notes: String,
        details: Map<String, Value>,
    }
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    frame: Frame,
    platform: String,
    account: Account,
    actions: Vec<ActionButton>,
    /// The list of the account's payments.
    all_payments: String,
    history: Vec<OperatorAction>,
    /// Rows that the service did not write.
    not_authentic: Vec<String>,
}

/// A member of instructions.
struct InstructionDetail {
    label: String,
    value: String,
}

/// Serves the page of an internal account.
pub(crate) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry =
        Entry::new("account", "show").with("account", id.as_str()).with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Customers, &entry).await?;
    let mut account: Account = operator.read(&entry).await?;
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let frame = frame.titled(format!("{} account", account.currency)).noting(notice);
    let actions = ActionButton::all(&operator, Some(&platform), &account.commands);
    let history = std::mem::take(&mut account.operator_actions);
    let not_authentic = std::mem::take(&mut account.not_authentic);
    let all_payments = urls::with_query(&urls::page(&platform, "payments"), &[("account", id.as_str())]);
    Ok(ok(&AccountPage { frame, platform, account, actions, all_payments, history, not_authentic }))
}

impl Instruction {
    /// Returns the members, such as the number of the account and the reference.
    fn members(&self) -> Vec<InstructionDetail> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let stated = self.details.iter().filter(|(_, value)| !value.is_null());
        stated.map(|(name, value)| InstructionDetail { label: name.clone(), value: text(value) }).collect()
    }
}
