//! The routes of the screens.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use super::{
    access_list, accounts, alerts, audit, balances, customers, deposits, documents, external_accounts, find,
    general, go, home, inbox, operations, payments, quotes, rates, sandbox, settings, suspense,
    verifications, webhooks,
};
use crate::console::Console;
use crate::urls;

/// Returns the routes of the screens.
pub(crate) fn router() -> Router<Arc<Console>> {
    Router::new()
        .route(urls::ROOT, get(home::choose))
        .route(urls::HOME, get(home::show))
        .route(urls::FIND, get(find::by_query).post(find::by_form))
        .route(urls::GO, get(go::lead))
        .merge(oversight())
        .merge(people())
        .merge(money())
        .merge(webhooks_and_sandbox())
        .merge(general::router())
}

/// Returns the routes of payments, of other money, and of rates.
fn money() -> Router<Arc<Console>> {
    Router::new()
        .merge(payments::routes())
        .route(&urls::page_pattern("quotes"), get(quotes::list))
        .route(&urls::resource_pattern("quotes"), get(quotes::show))
        .route(&urls::page_pattern("deposits"), get(deposits::list))
        .route(&urls::resource_pattern("deposits"), get(deposits::show))
        .route(&urls::page_pattern("suspense"), get(suspense::list))
        .route(&urls::resource_pattern("suspense"), get(suspense::show))
        .route(&urls::page_pattern("balances"), get(balances::show))
        .route(&urls::page_pattern("balances/trial"), get(balances::trial))
        .route(urls::RATES, get(rates::list))
        .route(urls::RATE_CHANGES, get(rates::changes))
        .route(urls::RATE, get(rates::show))
}

/// Returns the routes of webhooks, of the sandbox, and of settings.
fn webhooks_and_sandbox() -> Router<Arc<Console>> {
    Router::new()
        .route(&urls::page_pattern(webhooks::SEGMENT), get(webhooks::list))
        .route(&urls::page_pattern(webhooks::ENDPOINT), get(webhooks::endpoint))
        .route(&urls::page_pattern(webhooks::KEYS), get(webhooks::keys))
        .route(&urls::resource_pattern(webhooks::SEGMENT), get(webhooks::show))
        .route(&urls::tab_pattern(webhooks::SEGMENT, webhooks::SIGNATURE), get(webhooks::signature))
        .route(&urls::page_pattern(sandbox::CLOCK), get(sandbox::clock))
        .route(&urls::page_pattern(sandbox::MAILBOX), get(sandbox::mailbox))
        .route(&urls::page_pattern(sandbox::PARTNERS), get(sandbox::partners))
        .route(&urls::page_pattern(settings::SEGMENT), get(settings::of_platform))
        .route(&urls::section(None, settings::SEGMENT), get(settings::of_deployment))
}

/// Returns the routes of what waits, of what was done, and of the deployment.
fn oversight() -> Router<Arc<Console>> {
    Router::new()
        .route(&urls::section(None, "inbox"), get(inbox::of_deployment))
        .route(&urls::page_pattern("inbox"), get(inbox::of_platform))
        .route(&urls::section(None, "alerts"), get(alerts::of_deployment))
        .route(&urls::page_pattern("alerts"), get(alerts::of_platform))
        .route(&urls::section(None, "alerts/{id}"), get(alerts::show))
        .route(&urls::resource_pattern("alerts"), get(alerts::show))
        .route(&urls::section(None, "audit"), get(audit::of_deployment))
        .route(&urls::page_pattern("audit"), get(audit::of_platform))
        .route(&urls::section(None, "operations"), get(operations::jobs))
        .route(&urls::section(None, "operations/processes"), get(operations::processes))
        .route(&urls::section(None, "operations/actions"), get(operations::actions))
        .route(&urls::section(None, "access"), get(access_list::of_deployment))
        .route(&urls::page_pattern("access"), get(access_list::of_platform))
}

/// Returns the routes of customers, of their accounts, and of what compliance decides.
fn people() -> Router<Arc<Console>> {
    Router::new()
        .route(&urls::page_pattern("customers"), get(customers::list))
        .route(&urls::resource_pattern("customers"), get(customers::show))
        .route(&urls::tab_pattern("customers", "reveal"), get(customers::ask).post(customers::reveal))
        .route(&urls::page_pattern("accounts"), get(accounts::list))
        .route(&urls::resource_pattern("accounts"), get(accounts::show))
        .route(&urls::page_pattern("external-accounts"), get(external_accounts::list))
        .route(&urls::resource_pattern("external-accounts"), get(external_accounts::show))
        .route(&urls::page_pattern("verifications"), get(verifications::list))
        .route(&urls::resource_pattern("verifications"), get(verifications::show))
        .route(&urls::resource_pattern("documents"), get(documents::show))
        .route(&urls::tab_pattern("documents", "fetch"), post(documents::open))
        .route(&urls::tab_pattern("documents", "file"), get(documents::read))
}
