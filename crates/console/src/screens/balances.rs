//! The ledger of a platform in numbers: its balances by currency, and the proof that nothing was changed.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use causeway_domain::Time;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::Money;
use crate::screens::tabs::Tab;
use crate::urls;

answer! {
    struct BalanceSheet {
        balances: Vec<Balance>,
        differences: Vec<Difference>,
    }

    struct Balance {
        currency: String,
        code: String,
        account: String,
        balance: Money,
    }

    struct Difference {
        currency: String,
        difference: Money,
    }

    struct LedgerProof {
        block: i64,
        sealed_at: Option<Time>,
        journals: i64,
        unsealed: i64,
        set_aside: i64,
        root: Option<String>,
        anchored_journals: Option<u64>,
        anchored_root: Option<String>,
        verifiers: Vec<String>,
        commands: Vec<String>,
    }
}

/// The balances in one currency.
#[derive(Debug)]
struct CurrencyBalances {
    currency: String,
    rows: Vec<Balance>,
    /// Credits less debits of all accounts: zero in a sound ledger.
    difference: Option<Money>,
}

#[derive(Template)]
#[template(path = "balances.html")]
struct BalancesPage {
    frame: Frame,
    currencies: Vec<CurrencyBalances>,
    /// `None` on the page of the trial balance.
    proof: Option<LedgerProof>,
    tabs: Vec<Tab>,
}

/// Serves the balances.
pub(super) async fn show(operator: Operator, Path(platform): Path<String>) -> Result<Response, Failure> {
    let entry = Entry::new("ledger", "balances").with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Balances, &entry).await?.titled("Balances");
    let sheet: BalanceSheet = operator.read(&entry).await?;
    let proof = Entry::new("ledger", "proof").with("platform", platform.as_str());
    let proof: LedgerProof = operator.read(&proof).await?;
    let tabs = tabs(&platform, false);
    Ok(ok(&BalancesPage { frame, currencies: sheet.by_currency(), proof: Some(proof), tabs }))
}

/// Serves the same numbers as sums of all entries.
pub(super) async fn trial(operator: Operator, Path(platform): Path<String>) -> Result<Response, Failure> {
    let entry = Entry::new("ledger", "trial-balance").with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Balances, &entry).await?;
    let sheet: BalanceSheet = operator.read(&entry).await?;
    let frame = frame.titled("Trial balance");
    let tabs = tabs(&platform, true);
    Ok(ok(&BalancesPage { frame, currencies: sheet.by_currency(), proof: None, tabs }))
}

/// Returns the links to the balances and to the sums of all entries.
fn tabs(platform: &str, is_trial: bool) -> Vec<Tab> {
    let page = urls::page(platform, "balances");
    let trial = urls::tab(&page, "trial");
    vec![
        Tab { label: "Balances", href: page, is_current: !is_trial },
        Tab { label: "Trial balance", href: trial, is_current: is_trial },
    ]
}

impl BalanceSheet {
    /// Returns the balances by currency, in the order of the answer.
    fn by_currency(self) -> Vec<CurrencyBalances> {
        let mut groups: Vec<CurrencyBalances> = Vec::new();
        for row in self.balances {
            match groups.iter_mut().find(|group| group.currency == row.currency) {
                Some(group) => group.rows.push(row),
                None => groups.push(CurrencyBalances {
                    currency: row.currency.clone(),
                    rows: vec![row],
                    difference: None,
                }),
            }
        }
        for Difference { currency, difference } in self.differences {
            if let Some(group) = groups.iter_mut().find(|group| group.currency == currency) {
                group.difference = Some(difference);
            }
        }
        groups
    }
}

impl CurrencyBalances {
    fn is_balanced(&self) -> bool {
        self.difference.as_ref().is_some_and(|difference| difference.amount == 0)
    }
}

impl LedgerProof {
    /// Returns `true` if the root that was recorded outside of the database is that of the ledger. A younger block can
    /// be recorded a moment later.
    fn is_anchored(&self) -> bool {
        self.root.is_some() && self.root == self.anchored_root
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::answer::decode;

    #[test]
    fn balances_are_grouped_and_their_difference_is_shown() {
        let money =
            |amount: i64, currency: &str| json!({ "amount": amount, "currency": currency, "decimals": 2 });
        let row = |amount: i64, currency: &str| {
            json!({
                "currency": currency, "code": "AV", "account": "available funds", "balance": money(amount, currency),
            })
        };
        let sheet: BalanceSheet = decode(
            "ledger balances",
            json!({
                "balances": [row(-5, "EUR"), row(5, "EUR"), row(7, "USD")],
                "differences": [
                    { "currency": "EUR", "difference": money(0, "EUR") },
                    { "currency": "USD", "difference": money(7, "USD") },
                ],
            }),
        )
        .unwrap();
        let groups = sheet.by_currency();
        let shown: Vec<(&str, usize, bool)> = groups
            .iter()
            .map(|group| (group.currency.as_str(), group.rows.len(), group.is_balanced()))
            .collect();
        assert_eq!(shown, [("EUR", 2, true), ("USD", 1, false)]);
    }
}
