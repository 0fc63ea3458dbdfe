//! The home page of a platform, and of the deployment: its health, all that waits for a person, and its balances.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use causeway_domain::Time;

use super::waiting::{Inbox, WaitingRow};
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::{ok, see_other};
use crate::parts::Money;
use crate::urls;

/// Maximum number of matters on the page.
const MAX_ROWS: usize = 12;
/// The severity of an alert that asks for nothing.
const NOTE: &str = "note";
/// The code of available funds in the ledger.
const AVAILABLE: &str = "AV";
/// The code of held funds.
const HELD: &str = "HO";

answer! {
    struct OpenAlert {
        alert: Option<String>,
        platform: Option<String>,
        severity: String,
        sentence: String,
        kind: String,
        raised_at: Time,
    }

    struct BalanceSheet {
        balances: Vec<Balance>,
        differences: Vec<Difference>,
    }

    struct Balance {
        currency: String,
        code: String,
        balance: Money,
    }

    struct Difference {
        currency: String,
        difference: Money,
    }

    struct Endpoint {
        platform: String,
        last_success: Option<Time>,
        waiting: i64,
        oldest_waiting: Option<Time>,
        given_up: i64,
    }

    struct ProcessList {
        rows: Vec<Process>,
    }

    struct Process {
        version: String,
        is_running: bool,
    }

    struct LedgerProof {
        sealed_at: Option<Time>,
        set_aside: i64,
    }
}

#[derive(Template)]
#[template(path = "platforms.html")]
struct PlatformsPage {
    frame: Frame,
    waiting: WaitingSummary,
    deployment: Vec<AlertLine>,
    /// `None` without the permission to see processes.
    health: Option<Health>,
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    frame: Frame,
    waiting: WaitingSummary,
    deployment: Vec<AlertLine>,
    endpoint: Option<Endpoint>,
    webhooks: String,
    balances: Vec<BalanceLine>,
    all_balances: String,
    proof: LedgerProof,
    /// `None` without the permission to see processes.
    health: Option<Health>,
}

/// The first of all matters that wait.
struct WaitingSummary {
    rows: Vec<WaitingRow>,
    count: usize,
    all: String,
}

/// The open alerts.
struct AlertSummary {
    /// Those about the deployment that ask for something.
    deployment: Vec<AlertLine>,
    /// Number of those of the page's platform, or of all.
    count: usize,
}

/// An open alert about the deployment, with its page.
struct AlertLine {
    alert: OpenAlert,
    href: Option<String>,
}

/// The money of one currency.
struct BalanceLine {
    available: Money,
    held: Money,
    difference: Money,
}

/// The processes that serve.
struct Health {
    running: usize,
    silent: usize,
    version: String,
}

/// Serves the home page of the deployment; an operator of one platform is led to its home page.
pub(super) async fn choose(operator: Operator) -> Result<Response, Failure> {
    let inbox = Entry::new("inbox", "list");
    let frame = Frame::load(&operator, None, Section::Home, &inbox).await?.titled("Platforms");
    if let [only] = &frame.others[..] {
        return Ok(see_other(&only.href()));
    }
    let waiting = WaitingSummary::read(&operator, &frame, &inbox).await?;
    let AlertSummary { deployment, count } = AlertSummary::read(&operator, None).await?;
    let health = health(&operator).await?;
    let frame = frame.counting('i', waiting.count).counting('a', count);
    Ok(ok(&PlatformsPage { frame, waiting, deployment, health }))
}

/// Serves the home page of a platform.
pub(super) async fn show(operator: Operator, Path(platform): Path<String>) -> Result<Response, Failure> {
    let of_platform = |noun, verb| Entry::new(noun, verb).with("platform", platform.as_str());
    let inbox = of_platform("inbox", "list");
    let frame = Frame::load(&operator, Some(&platform), Section::Home, &inbox).await?.titled("Home");
    let endpoints: Vec<Endpoint> = operator.read(&of_platform("webhook", "endpoints")).await?;
    let sheet: BalanceSheet = operator.read(&of_platform("ledger", "balances")).await?;
    let waiting = WaitingSummary::read(&operator, &frame, &inbox).await?;
    let AlertSummary { deployment, count } = AlertSummary::read(&operator, Some(&platform)).await?;
    let page = HomePage {
        frame: frame.counting('i', waiting.count).counting('a', count),
        waiting,
        deployment,
        endpoint: endpoints.into_iter().find(|endpoint| endpoint.platform == platform),
        webhooks: urls::page(&platform, "webhooks"),
        balances: sheet.lines(),
        all_balances: urls::page(&platform, "balances"),
        proof: operator.read(&of_platform("ledger", "proof")).await?,
        health: health(&operator).await?,
    };
    Ok(ok(&page))
}

async fn health(operator: &Operator) -> Result<Option<Health>, Failure> {
    let processes: Option<ProcessList> = operator.read_if_allowed(&Entry::new("process", "list")).await?;
    Ok(processes.map(Health::from))
}

impl WaitingSummary {
    async fn read(operator: &Operator, frame: &Frame, entry: &Entry) -> Result<Self, Failure> {
        let inbox: Inbox = operator.read(entry).await?;
        let mut rows = inbox.into_waiting(frame);
        let count = rows.len();
        rows.truncate(MAX_ROWS);
        Ok(Self { rows, count, all: urls::section(frame.platform_id(), "inbox") })
    }
}

impl AlertSummary {
    async fn read(operator: &Operator, platform: Option<&str>) -> Result<Self, Failure> {
        let alerts: Vec<OpenAlert> = operator.read(&Entry::new("alert", "list")).await?;
        let is_here = |alert: &&OpenAlert| platform.is_none() || alert.platform.as_deref() == platform;
        let count = alerts.iter().filter(is_here).count();
        let of_deployment = alerts.into_iter().filter(|alert| alert.platform.is_none());
        let asking = of_deployment.filter(|alert| alert.severity != NOTE);
        Ok(Self { deployment: asking.map(AlertLine::from).collect(), count })
    }
}

impl From<OpenAlert> for AlertLine {
    fn from(alert: OpenAlert) -> Self {
        Self { href: alert.alert.as_deref().map(|id| urls::alert(None, id)), alert }
    }
}

impl BalanceSheet {
    /// Returns the funds of the accounts by currency, with the sum of the whole ledger, which is zero.
    fn lines(&self) -> Vec<BalanceLine> {
        let mut funds: BTreeMap<[&str; 2], i64> = BTreeMap::new();
        for Balance { currency, code, balance } in &self.balances {
            funds.insert([currency.as_str(), code.as_str()], balance.amount);
        }
        let line = |Difference { currency, difference }: &Difference| {
            let money = |code| {
                let amount = funds.get(&[currency.as_str(), code]).copied().unwrap_or_default();
                Money { amount, ..difference.clone() }
            };
            BalanceLine { available: money(AVAILABLE), held: money(HELD), difference: difference.clone() }
        };
        self.differences.iter().map(line).collect()
    }
}

impl BalanceLine {
    fn is_balanced(&self) -> bool {
        self.difference.amount == 0
    }
}

impl From<ProcessList> for Health {
    fn from(list: ProcessList) -> Self {
        let running = list.rows.iter().filter(|process| process.is_running).count();
        let silent = list.rows.len() - running;
        let version = list.rows.into_iter().find(|process| process.is_running).map(|process| process.version);
        Self { running, silent, version: version.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_currency_has_one_line() {
        let money = |amount: i64| json!({ "amount": amount, "currency": "USD", "decimals": 2 });
        let sheet = json!({
            "balances": [
                { "currency": "USD", "code": "AV", "balance": money(500) },
                { "currency": "USD", "code": "CA", "balance": money(-500) },
            ],
            "differences": [{ "currency": "USD", "difference": money(0) }],
        });
        let sheet: BalanceSheet = serde_json::from_value(sheet).unwrap();
        let lines = sheet.lines();
        let [only] = &lines[..] else { panic!("{} lines", lines.len()) };
        assert_eq!((only.available.exact().as_str(), only.held.exact().as_str()), ("5.00 USD", "0.00 USD"));
        assert!(only.is_balanced());
    }
}
