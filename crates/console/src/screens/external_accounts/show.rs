//! An external account: whether payments can go to it, and if not, why.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;

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
    struct ExternalAccount {
        account: String,
        customer: Option<String>,
        own_id: Option<String>,
        account_type: String,
        currency: String,
        holder: Option<String>,
        number: String,
        status: String,
        unusable: Option<String>,
        rails: Vec<String>,
        name_check: Option<String>,
        name_at_bank: Option<String>,
        is_default_deposit: bool,
        created_at: Time,
        updated_at: Time,
        payments: Vec<AccountPayment>,
        operator_actions: Vec<OperatorAction>,
        commands: Vec<String>,
        #[serde(default)]
        not_authentic: Vec<String>,
    }

    struct AccountPayment {
        transaction: String,
        status: String,
        sent: Option<Money>,
        received: Option<Money>,
        created_at: Time,
    }
}

/// Number of characters at the end of an account number that a title shows.
const SHOWN_CHARACTERS: usize = 4;

#[derive(Template)]
#[template(path = "external_account.html")]
struct ExternalAccountPage {
    frame: Frame,
    platform: String,
    account: ExternalAccount,
    actions: Vec<ActionButton>,
    /// The list of the account's payments.
    all_payments: String,
    history: Vec<OperatorAction>,
    /// Rows that the service did not write.
    not_authentic: Vec<String>,
}

/// Serves the page of an external account.
pub(crate) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry = Entry::new("external-account", "show")
        .with("account", id.as_str())
        .with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Customers, &entry).await?;
    let mut account: ExternalAccount = operator.read(&entry).await?;
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let frame = frame.titled(account.title()).noting(notice);
    let actions = ActionButton::all(&operator, Some(&platform), &account.commands);
    let history = std::mem::take(&mut account.operator_actions);
    let not_authentic = std::mem::take(&mut account.not_authentic);
    let all_payments = urls::with_query(&urls::page(&platform, "payments"), &[("account", id.as_str())]);
    Ok(ok(&ExternalAccountPage { frame, platform, account, actions, all_payments, history, not_authentic }))
}

impl ExternalAccount {
    /// Returns the type with the end of the number, such as `EUR_ACCOUNT …3000`. A masked number has no end.
    fn title(&self) -> String {
        let end = self.number.char_indices().rev().nth(SHOWN_CHARACTERS - 1);
        match end {
            Some((at, _)) => format!("{} …{}", self.account_type, &self.number[at..]),
            None => format!("{} {}", self.account_type, self.number),
        }
    }
}
