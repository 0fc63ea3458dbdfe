//! A deposit, or money that matches no account: its payer, its rail, and why it is not credited.

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
use crate::screens::payments::Wait;
use crate::screens::resource_path::ResourcePath;
use crate::urls;

answer! {
    struct Deposit {
        transaction: String,
        created_at: Time,
        status: String,
        amount: Option<Money>,
        account: Option<String>,
        rail: Option<String>,
        reference: Option<String>,
        why: Option<String>,
        payer: Option<String>,
        payer_account: Option<String>,
        payer_bank: Option<String>,
        remittance_information: Option<String>,
        end_to_end_id: Option<String>,
        trace_number: Option<String>,
        transaction_hash: Option<String>,
        event: Option<String>,
        in_suspense: Vec<Money>,
        payment: Option<String>,
        waits_for: Option<Wait>,
        commands: Vec<String>,
        operator_actions: Vec<OperatorAction>,
    }
}

#[derive(Template)]
#[template(path = "deposit.html")]
struct DepositPage {
    frame: Frame,
    deposit: Deposit,
    actions: Vec<ActionButton>,
    account: Option<String>,
    /// The payment, with its price and its postings; `None` for money without an account.
    payment: Option<String>,
    /// The page with the possible owners of money without an account; `None` for a deposit.
    suspense: Option<String>,
}

/// Serves the page of a deposit.
pub(in crate::screens) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry =
        Entry::new("deposit", "show").with("transaction", id.as_str()).with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Deposits, &entry).await?;
    let deposit: Deposit = operator.read(&entry).await?;
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let amount = deposit.amount.as_ref().map(Money::text);
    let payment = deposit.account.as_ref().map(|_| &deposit.transaction).or(deposit.payment.as_ref());
    let suspense = deposit.account.is_none() && operator.may("suspense", "show");
    let page = DepositPage {
        frame: frame.titled(format!("Deposit {}", amount.unwrap_or_default())).noting(notice),
        actions: ActionButton::all(&operator, Some(&platform), &deposit.commands),
        account: deposit.account.as_deref().and_then(|account| urls::resource(&platform, account)),
        payment: payment.and_then(|payment| urls::resource(&platform, payment)),
        suspense: urls::resource_of("suspense", &platform, &deposit.transaction).filter(|_| suspense),
        deposit,
    };
    Ok(ok(&page))
}
