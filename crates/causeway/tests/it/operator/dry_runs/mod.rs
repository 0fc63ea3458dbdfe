//! Dry runs of all actions that change something: no row of any table changes, and the action then does what was
//! reported.

mod case;
mod check;
mod customers;
mod deployment;
mod partners;
mod payments;
mod rails;
mod refusals;

use std::collections::BTreeSet;

use causeway_service::operator::{Action, NOUNS};

use self::case::{CaseEnd, Cases};
use super::table_rows::TableRows;
use crate::harness::{Service, Setup};
use crate::payments::scene::Scene;

/// The actions that are only run dry here, each with the reason, and the test that compares it with its dry run.
const ONLY_DRY: [(&str, &str); 9] = [
    ("alert-sink test", "it sends a notice and changes no row (alert_receivers.rs)"),
    ("clock advance", "it ends the waiting on which other cases depend (clocks.rs)"),
    ("clock next", "it ends the waiting on which other cases depend (clocks.rs)"),
    ("find rebuild", "it answers by lines of progress (finding.rs)"),
    ("keys rotate", "it writes every authenticated row again (keys.rs)"),
    ("rail-account bind", "it also brings waiting jobs forward (rails.rs)"),
    ("rail-limit set", "it also brings waiting jobs forward (rails.rs)"),
    ("rail-route set", "it also brings waiting jobs forward (rails.rs)"),
    ("webhook replay", "it answers by lines of progress (deliveries.rs)"),
];

/// The actions that ask an adapter, which does not run here: they are refused.
const ASKING: [&str; 2] = ["rail resume", "rail-order resubmit"];

/// Returns the names of all actions that change something.
fn changing() -> BTreeSet<String> {
    let all = NOUNS.iter().flat_map(|noun| &noun.actions).filter(|action| action.has_dry_run());
    all.map(|Action { noun, verb, .. }| format!("{noun} {verb}")).collect()
}

/// Checks that each action that changes something is carried out, or is one of those that are only run dry or that ask
/// an adapter.
fn check_complete(cases: &Cases) {
    let with_end = |is_end: fn(CaseEnd) -> bool| {
        let chosen = cases.0.iter().filter(|case| is_end(case.end));
        chosen.map(|case| case.action.to_owned()).collect::<BTreeSet<String>>()
    };
    let mut known = with_end(|end| matches!(end, CaseEnd::Done | CaseEnd::Counted(_)));
    let only_dry = with_end(|end| end == CaseEnd::OnlyDry);
    let reasoned: BTreeSet<String> = ONLY_DRY.iter().map(|(action, _)| (*action).to_owned()).collect();
    assert_eq!(only_dry, reasoned, "an action that is not carried out needs a reason");
    assert!(known.is_disjoint(&only_dry), "an action that is carried out needs no reason");
    known.extend(only_dry);
    let refused = with_end(|end| end == CaseEnd::Refused);
    for action in ASKING {
        assert!(refused.contains(action) && known.insert(action.to_owned()), "{action} asks an adapter");
    }
    assert_eq!(known, changing(), "an action that changes something needs a case");
}

/// Prepares a world in which all actions succeed, and runs each dry, and then in earnest.
async fn walk(setup: Setup) {
    let mut service = Service::start(setup).await;
    deployment::add_newer_wallet_keys(&mut service).await;
    let scene = Scene::new(&service).await;
    scene.platform.fund(&scene.usd, 1_000_000).await;
    scene.platform.freeze().await;
    let mut cases = Cases::default();
    refusals::add_refusals(&mut cases, &scene).await;
    let network = partners::add_cards(&mut cases, &service).await;
    partners::add_stablecoins(&mut cases, &service).await;
    payments::add_recovery(&mut cases, &scene).await;
    let payee = payments::add_payments(&mut cases, &service, &scene).await;
    payments::add_deposits(&mut cases, &service, &scene).await;
    customers::add_accounts(&mut cases, &service, &scene).await;
    customers::add_customers(&mut cases, &service, &scene).await;
    customers::add_verifications(&mut cases, &service, &scene).await;
    deployment::add_platform(&mut cases, &service, &scene).await;
    deployment::add_deployment(&mut cases, &service).await;
    scene.platform.settled().await;
    service.stop_background().await;
    payments::add_given_up_job(&mut cases, &service, &scene, &payee).await;
    rails::add_rails(&mut cases, &service, &scene).await;
    check_complete(&cases);
    let mut rows = TableRows::read(&service.app().store).await;
    for case in &cases.0 {
        rows = check::run_case(&service, case, rows).await;
    }
    drop(network);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dry_run_changes_no_row_and_comes_true_on_sqlite() {
    walk(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dry_run_changes_no_row_and_comes_true_on_postgres() {
    walk(Setup::Postgres).await;
}
