//! The money of one transaction in suspense: those who may own it, and the actions that resolve it.

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
    /// Money in suspense. Members about money without an account are left out for other money.
    struct Suspense {
        transaction: String,
        amounts: Vec<Money>,
        customer: Option<String>,
        #[serde(default)]
        status: Option<String>,
        #[serde(default)]
        meaning: Option<String>,
        #[serde(default)]
        amount: Option<Money>,
        #[serde(default)]
        reference: Option<String>,
        #[serde(default)]
        rail: Option<String>,
        #[serde(default)]
        network: Option<String>,
        #[serde(default)]
        transaction_hash: Option<String>,
        #[serde(default)]
        payer: Option<String>,
        #[serde(default)]
        payer_account: Option<String>,
        #[serde(default)]
        event: Option<String>,
        #[serde(default)]
        received_at: Option<Time>,
        #[serde(default)]
        payment: Option<String>,
        #[serde(default)]
        account: Option<String>,
        waits_for: Option<Wait>,
        commands: Vec<String>,
        operator_actions: Vec<OperatorAction>,
        candidates: Vec<Candidate>,
        namesakes: Vec<Namesake>,
        #[serde(default)]
        note: Option<String>,
    }

    /// A payment that waits for exactly this amount.
    struct Candidate {
        transaction: String,
        reference: Option<String>,
        created_at: Time,
        name: Option<String>,
        status: Option<String>,
        commands: Vec<String>,
        note: Option<String>,
    }

    /// A customer or an external account with the payer's name.
    struct Namesake {
        kind: String,
        id: String,
        name: Option<String>,
        status: Option<String>,
        commands: Vec<String>,
        note: Option<String>,
    }
}

/// A holder that may own the money, with the actions that credit it.
struct Claimant {
    /// The reason why the holder may own it, in words.
    why: String,
    id: String,
    href: Option<String>,
    since: Option<Time>,
    name: Option<String>,
    status: Option<String>,
    note: Option<String>,
    credits: Vec<ActionButton>,
}

#[derive(Template)]
#[template(path = "suspended.html")]
struct SuspendedPage {
    frame: Frame,
    money: Suspense,
    actions: Vec<ActionButton>,
    claimants: Vec<Claimant>,
    /// The page of the transaction whose money it is.
    origin: Option<String>,
    customer: Option<String>,
    payment: Option<String>,
    account: Option<String>,
}

/// Serves the page of money in suspense.
pub(in crate::screens) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry =
        Entry::new("suspense", "show").with("transaction", id.as_str()).with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Deposits, &entry).await?;
    let money: Suspense = operator.read(&entry).await?;
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let resource = |id: &Option<String>| urls::resource(&platform, id.as_deref()?);
    let page = SuspendedPage {
        frame: frame.titled(format!("Suspense {}", money.title())).noting(notice),
        actions: ActionButton::all(&operator, Some(&platform), &money.commands),
        claimants: money.claimants(&operator, &platform),
        origin: money.origin(&platform),
        customer: resource(&money.customer),
        payment: resource(&money.payment),
        account: resource(&money.account),
        money,
    };
    Ok(ok(&page))
}

impl Suspense {
    /// Returns the amounts in suspense, or the amount that was there.
    fn title(&self) -> String {
        let amounts = if self.amounts.is_empty() { self.amount.as_slice() } else { &self.amounts[..] };
        amounts.iter().map(Money::text).collect::<Vec<_>>().join(", ")
    }

    /// Returns the page of the transaction: the deposit, for money without an account.
    fn origin(&self, platform: &str) -> Option<String> {
        match self.status {
            Some(_) => urls::resource_of("deposit", platform, &self.transaction),
            None => urls::resource(platform, &self.transaction),
        }
    }

    /// Returns the holders that may own the money: first those whose payment waits for the amount.
    fn claimants(&self, operator: &Operator, platform: &str) -> Vec<Claimant> {
        let credits = |commands: &[String]| ActionButton::all(operator, Some(platform), commands);
        let awaiting = self.candidates.iter().map(|one| Claimant {
            why: format!("waits for this amount{}", one.with_reference()),
            id: one.transaction.clone(),
            href: urls::resource(platform, &one.transaction),
            since: Some(one.created_at),
            name: one.name.clone(),
            status: one.status.clone(),
            note: one.note.clone(),
            credits: credits(&one.commands),
        });
        let namesakes = self.namesakes.iter().map(|one| Claimant {
            why: format!("{} with the name of the payer", one.kind.to_lowercase().replace('_', " ")),
            id: one.id.clone(),
            href: urls::resource(platform, &one.id),
            since: None,
            name: one.name.clone(),
            status: one.status.clone(),
            note: one.note.clone(),
            credits: credits(&one.commands),
        });
        awaiting.chain(namesakes).collect()
    }
}

impl Candidate {
    /// Returns the reference behind a comma, if there is one.
    fn with_reference(&self) -> String {
        self.reference.as_ref().map(|reference| format!(", reference {reference}")).unwrap_or_default()
    }
}
