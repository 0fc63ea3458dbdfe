//! A customer: the money first, then what waits for a decision with the documents beside it, payments and accounts.
//!
//! The page has no live region: a look at a verification is recorded in the audit trail, and a refresh is no look.

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
use crate::parts::{ActionButton, CommandLink, Money, label, short_id};
use crate::screens::history::OperatorAction;
use crate::screens::resource_path::ResourcePath;
use crate::screens::verifications::Review;
use crate::urls;

answer! {
    struct Customer {
        customer: String,
        own_id: String,
        #[serde(rename = "type")]
        kind: String,
        status: String,
        meaning: Option<String>,
        name: Option<String>,
        birth_date: Option<String>,
        nationality: Option<String>,
        email: Option<String>,
        phone_number: Option<String>,
        contacts_to_confirm: Vec<String>,
        region: String,
        currencies: Vec<String>,
        uma_address: String,
        terms_accepted_at: Option<Time>,
        verification: Option<String>,
        verification_status: Option<String>,
        created_at: Time,
        updated_at: Time,
        accounts: Vec<Balance>,
        external_accounts: Vec<Destination>,
        unfinished_payments: Vec<Payment>,
        latest_payments: Vec<Payment>,
        suspense: Vec<SuspendedFunds>,
        cards: Vec<Card>,
        agents: Vec<Agent>,
        wallets: Vec<Wallet>,
        completed: Vec<Total>,
        operator_actions: Vec<OperatorAction>,
        commands: Vec<String>,
        #[serde(default)]
        not_authentic: Vec<String>,
        #[serde(default)]
        searched_only: Option<i64>,
    }

    struct Balance {
        account: String,
        status: String,
        available: Money,
        held: Money,
        unsettled: Money,
    }

    struct Destination {
        external_account: String,
        account_type: String,
        currency: String,
        status: String,
    }

    struct Payment {
        transaction: String,
        #[serde(rename = "type")]
        kind: String,
        status: String,
        sent: Option<Money>,
        received: Option<Money>,
        since: Time,
    }

    struct SuspendedFunds {
        transaction: String,
        amount: Money,
        next: String,
    }

    struct Card {
        card: String,
        state: String,
        last4: Option<String>,
    }

    struct Agent {
        agent: String,
        name: String,
        is_paused: bool,
        is_connected: bool,
    }

    struct Wallet {
        wallet: String,
        is_certified: bool,
        created_at: Time,
    }

    struct Total {
        #[serde(rename = "type")]
        kind: String,
        payments: i64,
        amount: Option<Money>,
    }
}

#[derive(Template)]
#[template(path = "customer.html")]
struct CustomerPage {
    frame: Frame,
    platform: String,
    customer: Customer,
    /// Decisions about the verification and the customer.
    actions: Vec<ActionButton>,
    /// `None` without an open verification, or without the permission to decide.
    review: Option<Review>,
    suspense: Vec<SuspenseRow>,
    /// The list of the customer's payments.
    all_payments: String,
    history: Vec<OperatorAction>,
    /// Rows that the service did not write.
    not_authentic: Vec<String>,
}

/// Money in suspense, with the page that resolves it.
struct SuspenseRow {
    suspended: SuspendedFunds,
    next: CommandLink,
}

/// Serves the page of a customer.
pub(crate) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry =
        Entry::new("customer", "show").with("customer", id.as_str()).with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Customers, &entry).await?;
    let mut customer: Customer = operator.read(&entry).await?;
    let review = match customer.has_open_verification() {
        true => Review::of_customer(&operator, &platform, &customer.customer).await?,
        false => None,
    };
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let frame = frame.titled(customer.title()).noting(notice);
    let of_verification = review.as_ref().map(|review| review.actions.clone()).unwrap_or_default();
    let of_customer = ActionButton::all(&operator, Some(&platform), &customer.commands);
    let actions = both(of_verification, of_customer);
    let suspended = std::mem::take(&mut customer.suspense);
    let suspense = suspended.into_iter().map(|one| SuspenseRow::of(&platform, one)).collect();
    let history = std::mem::take(&mut customer.operator_actions);
    let not_authentic = std::mem::take(&mut customer.not_authentic);
    let all_payments = urls::with_query(&urls::page(&platform, "payments"), &[("customer", id.as_str())]);
    let page = CustomerPage {
        frame,
        platform,
        customer,
        actions,
        review,
        suspense,
        all_payments,
        history,
        not_authentic,
    };
    Ok(ok(&page))
}

/// Returns the decisions about a verification, followed by those about its customer that are not the same: an approval
/// of either is one of both.
fn both(of_verification: Vec<ActionButton>, of_customer: Vec<ActionButton>) -> Vec<ActionButton> {
    let mut all = of_verification;
    for action in of_customer {
        if all.iter().all(|known| known.label != action.label) {
            all.push(action);
        }
    }
    all
}

impl Customer {
    fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("Customer {}", short_id(&self.customer)))
    }

    /// Returns `true` if the newest verification is not decided.
    fn has_open_verification(&self) -> bool {
        self.verification_status.as_deref().is_some_and(|status| !matches!(status, "APPROVED" | "REJECTED"))
    }
}

impl SuspenseRow {
    fn of(platform: &str, suspended: SuspendedFunds) -> Self {
        Self { next: CommandLink::new(Some(platform), suspended.next.clone()), suspended }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_about_both_is_one_button() {
        let button = |label: &str, page: &str| ActionButton {
            label: label.to_owned(),
            is_irreversible: false,
            href: Some(page.to_owned()),
            rights: None,
        };
        let of_verification = vec![button("Approve", "/verification/approve")];
        let of_customer = vec![button("Approve", "/customer/approve"), button("Hold", "/customer/hold")];
        let all = both(of_verification, of_customer);
        let pages: Vec<&str> = all.iter().filter_map(|action| action.href.as_deref()).collect();
        assert_eq!(pages, ["/verification/approve", "/customer/hold"]);
    }
}
