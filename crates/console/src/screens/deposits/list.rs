//! The deposits of a platform, or the money that matches no account, newest first.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;
use causeway_domain::payments::TransactionStatus;
use causeway_service::operator::OperatorError;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::render;
use crate::parts::{FilterField, Filters, Money, Pager};
use crate::screens::listing::{AmountSum, Listing};
use crate::screens::tabs::Tab;
use crate::urls;

answer! {
    struct ListedDeposit {
        transaction: String,
        created_at: Time,
        status: String,
        amount: Option<Money>,
        rail: Option<String>,
        reference: Option<String>,
        why: Option<String>,
    }
}

/// The filter that lists money without an account in place of deposits.
const UNMATCHED: FilterField = FilterField::flag("unmatched", "Without an account");
const SINCE: FilterField = FilterField::instant("since", "Since");
const UNTIL: FilterField = FilterField::instant("until", "Until");
const FILTERS: [FilterField; 4] = [
    FilterField::word("status", "Status", || {
        TransactionStatus::ALL.iter().copied().map(TransactionStatus::as_str).collect()
    }),
    FilterField::text("account", "Account", "InternalAccount:..."),
    SINCE,
    UNTIL,
];
/// Money without an account has no other filters.
const FILTERS_OF_UNMATCHED: [FilterField; 3] = [UNMATCHED, SINCE, UNTIL];

/// A list beside the deposits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::screens) enum DepositTab {
    Deposits,
    Unmatched,
    Suspense,
}

#[derive(Template)]
#[template(path = "deposits.html")]
struct DepositsPage {
    frame: Frame,
    tabs: Vec<Tab>,
    filters: Filters,
    is_unmatched: bool,
    error: Option<OperatorError>,
    rows: Vec<DepositRow>,
    /// The sums of the page, in words.
    sums: Vec<String>,
    pager: Pager,
    /// The simulation of a deposit; `None` on production platforms and outside of the operator's roles.
    push: Option<String>,
}

/// A deposit, with its page.
struct DepositRow {
    deposit: ListedDeposit,
    href: String,
}

/// Returns the links to the lists of money that has come in.
pub(in crate::screens) fn tabs(platform: &str, current: DepositTab) -> Vec<Tab> {
    let deposits = urls::page(platform, "deposits");
    let unmatched = urls::with_query(&deposits, &[(UNMATCHED.name, "true")]);
    let tab = |label, href, tab| Tab { label, href, is_current: tab == current };
    vec![
        tab("Deposits", deposits, DepositTab::Deposits),
        tab("Without an account", unmatched, DepositTab::Unmatched),
        tab("Suspense", urls::page(platform, "suspense"), DepositTab::Suspense),
    ]
}

/// Serves the list of deposits.
pub(in crate::screens) async fn list(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let is_unmatched = fields.get(UNMATCHED.name).is_some();
    let known: &[FilterField] = if is_unmatched { &FILTERS_OF_UNMATCHED } else { &FILTERS };
    let filters = Filters::read(urls::page(&platform, "deposits"), known, &fields);
    let entry = Entry::new("deposit", "list").with("platform", platform.as_str());
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let frame = Frame::load(&operator, Some(&platform), Section::Deposits, &entry).await?.titled("Deposits");
    let listing: Listing<ListedDeposit, AmountSum> = Listing::read(&operator, &entry).await?;
    let status = listing.status();
    let is_sandbox = frame.platform.as_ref().is_some_and(|platform| !platform.is_production());
    let may_push = is_sandbox && operator.may("deposit", "push");
    let tab = if is_unmatched { DepositTab::Unmatched } else { DepositTab::Deposits };
    let page = DepositsPage {
        frame,
        tabs: tabs(&platform, tab),
        is_unmatched,
        pager: listing.pager(&filters),
        sums: listing.sums.iter().filter_map(AmountSum::text).collect(),
        error: listing.error,
        rows: listing.rows.into_iter().filter_map(|deposit| DepositRow::of(&platform, deposit)).collect(),
        filters,
        push: may_push.then(|| urls::action(Some(&platform), "deposit", "push", None)),
    };
    Ok(render(status, &page))
}

impl DepositsPage {
    /// Returns `true` if the list is filtered by more than its tab.
    fn is_filtered(&self) -> bool {
        self.filters.pairs().iter().any(|(name, _)| *name != UNMATCHED.name)
    }
}

impl DepositRow {
    fn of(platform: &str, deposit: ListedDeposit) -> Option<Self> {
        Some(Self { href: urls::resource_of("deposit", platform, &deposit.transaction)?, deposit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_an_address() {
        let tabs = tabs("Platform:1", DepositTab::Unmatched);
        let hrefs: Vec<&str> = tabs.iter().map(|tab| tab.href.as_str()).collect();
        let expected = ["deposits", "deposits?unmatched=true", "suspense"];
        assert_eq!(hrefs, expected.map(|rest| format!("/console/p/Platform:1/{rest}")));
        let current: Vec<&str> = tabs.iter().filter(|tab| tab.is_current).map(|tab| tab.label).collect();
        assert_eq!(current, ["Without an account"]);
    }
}
