//! Rails: adapters of banks and processors (rails 17).

use std::sync::Arc;

use causeway_rail_protocol::operations::push_path;
use causeway_store::rails::{self, RailDoc, RailRecord};
use causeway_store::{ChangeEffect, Tx, collect_change};
use serde::Serialize;

use super::dry_run::Forecast;
use super::rail_check;
use super::rail_compare::{self, ComparisonView};
use super::rail_show::{RailDetails, RailRow, details, row};
use super::{
    Answer, Argument, Call, Kind, NoArguments, OperatorError, arguments, flag, noun, option, positional,
};
use crate::rails::operate::{self, AddedRail, NewAddresses, NewRail};

noun! {
    /// Rails: adapters of banks and processors
    "rail" {
        /// Add the rail of an adapter, paused; prints what the adapter needs: its id and the service's public key
        "add": Administer => change_deployment(add),
        /// List the rails with their status
        "list": Look => read_deployment(list)
            .columns(&["name", "rail", "status", "adapter", "mode", "open_orders"]),
        /// Show a rail: its keys, capabilities, accounts, routes, limits, and how far its feed is read
        "show": Look => read_deployment(show),
        /// Set the addresses of an adapter that moves; its keys stay, and so must its database
        "set": Administer => change_deployment(set),
        /// Pause a rail: it gets no new orders, and all else goes on
        "pause": Support => change_deployment(pause),
        /// Enable a rail that is paused or suspended
        "resume": Administer => act(preview_resume, resume),
        /// Compare the orders of the service with the whole feed of the adapter
        "compare": Look => look(compare).unrecorded(),
        /// Check an adapter with the conformance kit, by the name of its rail or by its URL; see the guide
        "check": Administer => look(rail_check::check).exit_code(rail_check::exit_code),
        /// Print the protocol as an OpenAPI document
        "spec": Look => look(rail_check::spec).unrecorded(),
        /// Remove a rail without open orders, with its routes and accounts
        "remove": Administer => change_deployment(remove),
    }
}

/// The name of a rail.
pub(super) const RAIL: Argument = positional("Name of the rail");

arguments! {
    struct AddRequest {
        name: String = positional("Name of the rail: lower-case letters, digits and hyphens"),
        url: String = option("Base URL of the adapter").required(),
        adapter_key: String = option("The adapter's public key, in base64").required(),
        allow: Option<String> =
            option("Range of the adapter's addresses, such as 10.1.0.0/16 [default: the public internet]"),
        push_from: Option<String> =
            option("Range of addresses from which the adapter may push [default: any]"),
    }

    struct SetRequest {
        rail: String = RAIL,
        url: Option<String> = option("Base URL of the adapter [default: as it is]"),
        allow: Option<String> =
            option("Range of the adapter's addresses, or public for the internet [default: as it is]"),
        push_from: Option<String> =
            option("Range of addresses from which the adapter may push, or any [default: as it is]"),
    }

    pub(super) struct RailRequest {
        rail: String = RAIL,
    }

    struct ResumeRequest {
        rail: String = RAIL,
        #[serde(default)]
        accept_memory: bool = flag("Accept the memory that the adapter has now, and read its feed again"),
    }
}

impl RailRequest {
    /// Returns the name of the rail.
    pub(super) fn rail(&self) -> &str {
        &self.rail
    }
}

/// A new rail, with what its adapter needs.
#[derive(Serialize)]
struct AddedView {
    rail: String,
    name: String,
    status: &'static str,
    /// The service's public key, in base64.
    service_key: String,
    /// The path of pushes below the service's own URL.
    push_path: String,
    /// The next commands, complete.
    commands: Vec<String>,
}

fn add(tx: &mut Tx<'_>, call: &Call, add: &AddRequest) -> Answer<AddedView> {
    let AddRequest { name, url, adapter_key, allow, push_from } = add.clone();
    let new = NewRail { name, url, adapter_key, allow, push_from };
    let AddedRail { record, service_key } = operate::add(tx, &call.app, &new)?;
    let to = Some(format!("{} at {}", record.name, record.doc.url));
    collect_change(tx, ChangeEffect { name: "a rail".to_owned(), from: None, to });
    let name = &record.name;
    Ok(AddedView {
        rail: record.id.to_string(),
        status: record.status.as_str(),
        service_key: service_key.to_string(),
        push_path: push_path(name),
        commands: next_commands(name),
        name: record.name,
    })
}

/// Returns the commands after which a new rail takes payments, in their order. Words in capitals are to be replaced.
fn next_commands(name: &str) -> Vec<String> {
    vec![
        format!("causeway rail check {name}"),
        "causeway rail-account add ACCOUNT --currency CURRENCY --home PLATFORM".to_owned(),
        format!("causeway rail-account bind {name} THEIRS ACCOUNT"),
        format!(
            "causeway rail-route set {name} CORRIDOR --account-type TYPE --payment-rail RAIL --currency CURRENCY"
        ),
        "causeway platform set --platform PLATFORM --legal-name NAME --address JSON".to_owned(),
        format!("causeway rail resume {name} --reason TEXT"),
    ]
}

fn list(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<Vec<RailRow>> {
    let all = rails::all(tx)?;
    all.into_iter().map(|record| row(tx, record)).collect()
}

fn show(tx: &mut Tx<'_>, _: &Call, RailRequest { rail }: &RailRequest) -> Answer<RailDetails> {
    let record = find(tx, rail)?;
    details(tx, record)
}

fn set(tx: &mut Tx<'_>, _: &Call, set: &SetRequest) -> Answer<RailRow> {
    let SetRequest { rail, url, allow, push_from } = set.clone();
    let record = lock(tx, &rail)?;
    let changed = operate::set_addresses(tx, record.clone(), &NewAddresses { url, allow, push_from })?;
    let [from, to] = [&record, &changed].map(|record| Some(addresses(record)));
    collect_change(tx, ChangeEffect { name: format!("the addresses of the rail {rail}"), from, to });
    row(tx, changed)
}

/// Writes the addresses of a rail.
fn addresses(record: &RailRecord) -> String {
    let RailDoc { url, allow, push_from, .. } = &record.doc;
    let [allow, push_from] =
        [(allow, "public"), (push_from, "any")].map(|(range, word)| range.as_deref().unwrap_or(word));
    format!("{url} (allow {allow}, push from {push_from})")
}

fn pause(tx: &mut Tx<'_>, _: &Call, RailRequest { rail }: &RailRequest) -> Answer<RailRow> {
    let record = lock(tx, rail)?;
    let paused = operate::pause(tx, record.clone())?;
    note_status(tx, &record, &paused);
    row(tx, paused)
}

async fn preview_resume(call: Call, request: ResumeRequest) -> Answer<Forecast> {
    let app = Arc::clone(&call.app);
    operate::prepare_resume(&app, &request.rail).await?;
    let check = move |tx: &mut Tx<'_>, call: &Call| {
        let record = find(tx, &request.rail)?;
        operate::check_resumable(tx, &call.app, &record, request.accept_memory)?;
        Ok(record)
    };
    let record = call.read(check).await?;
    let status = record.status;
    Ok(Forecast::of(vec![format!("change the rail {} from {status} to ENABLED", record.name)]))
}

async fn resume(call: Call, request: ResumeRequest) -> Answer<RailRow> {
    let app = Arc::clone(&call.app);
    operate::prepare_resume(&app, &request.rail).await?;
    let enable = move |tx: &mut Tx<'_>, call: &Call| {
        find(tx, &request.rail)?;
        if request.accept_memory {
            operate::distrust_orders(tx, &request.rail)?;
        }
        let record = lock(tx, &request.rail)?;
        let enabled = operate::resume(tx, &call.app, record, request.accept_memory)?;
        Ok((None, row(tx, enabled)?))
    };
    let view = call.change_deployment(enable).await?;
    app.rails.reload().await?;
    Ok(view)
}

async fn compare(call: Call, RailRequest { rail }: RailRequest) -> Answer<ComparisonView> {
    let found = operate::compare(&call.app, &rail).await?;
    let show = move |tx: &mut Tx<'_>, _: &Call| rail_compare::comparison(tx, &found);
    call.read(show).await
}

fn remove(tx: &mut Tx<'_>, _: &Call, RailRequest { rail }: &RailRequest) -> Answer<RailRow> {
    let record = lock(tx, rail)?;
    let view = row(tx, record.clone())?;
    operate::remove(tx, &record)?;
    let from = Some(format!("{} at {}", record.name, record.doc.url));
    collect_change(tx, ChangeEffect { name: "a rail".to_owned(), from, to: None });
    Ok(view)
}

fn note_status(tx: &mut Tx<'_>, before: &RailRecord, after: &RailRecord) {
    let [from, to] = [before, after].map(|record| Some(record.status.to_string()));
    collect_change(tx, ChangeEffect { name: format!("the rail {}", before.name), from, to });
}

/// Finds the rail with this name.
pub(super) fn find(tx: &mut Tx<'_>, name: &str) -> Answer<RailRecord> {
    rails::find_named(tx, name)?.ok_or_else(|| {
        let error = OperatorError::new(Kind::NotFound, format!("there is no rail {name}"));
        error.remedy("see them all: causeway rail list")
    })
}

/// Finds the rail with this name and locks its state, then the rail.
pub(super) fn lock(tx: &mut Tx<'_>, name: &str) -> Answer<RailRecord> {
    find(tx, name)?;
    Ok(operate::lock_named(tx, name)?)
}
