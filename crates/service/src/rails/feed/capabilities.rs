//! The capabilities of an adapter: asked, checked and stored (rails 6).

use std::sync::Arc;

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::Capabilities;
use causeway_rail_protocol::operations::Call;
use causeway_store::rails::{RailStateRecord, state};
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value as Json, json};

use super::continuity::{check_memory, position};
use super::exchange::ask;
use super::registry;
use super::values::report_unknown_value;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::KnownRail;
use crate::runtime::upkeep::close_alert;

/// The outcome of asking for capabilities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rails) enum CapabilitiesOutcome {
    /// Valid ones are stored.
    Valid,
    /// The defect in words: the last valid ones hold.
    Invalid(String),
    /// The adapter has not answered.
    Silence,
}

/// Asks an adapter for its capabilities, and stores them if they are valid.
pub(in crate::rails) async fn refresh(
    app: &Arc<App>,
    rail: &Arc<KnownRail>,
) -> Result<CapabilitiesOutcome, ApiError> {
    let id = rail.record.id;
    let find = move |tx: &mut Tx<'_>| state::find(tx, id)?.ok_or(Error::Missing);
    let known: RailStateRecord = app.store.read(find).await?;
    let Ok(answer) = ask(app, rail, Call::Capabilities).await else {
        return Ok(CapabilitiesOutcome::Silence);
    };
    let told = Capabilities::parse(&answer.body).map_err(|error| error.to_string());
    let told = told.and_then(|told| registry::check(&told).map(|()| told));
    let shared = Arc::clone(app);
    let rail = Arc::clone(rail);
    app.store.write(&[], move |tx: &mut Tx<'_>| conclude(tx, &shared, &rail, &known, &told)).await
}

/// Stores valid capabilities, or reports the defect of others.
pub(super) fn conclude(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    rail: &KnownRail,
    known: &RailStateRecord,
    told: &Result<Capabilities, String>,
) -> Result<CapabilitiesOutcome, ApiError> {
    match told {
        Ok(told) => save(tx, app, rail, known, told),
        Err(defect) => {
            report_invalid(tx, app, &rail.record.name, defect)?;
            Ok(CapabilitiesOutcome::Invalid(defect.clone()))
        }
    }
}

fn save(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    rail: &KnownRail,
    known: &RailStateRecord,
    told: &Capabilities,
) -> Result<CapabilitiesOutcome, ApiError> {
    let id = rail.record.id;
    let name = &rail.record.name;
    // An adapter without its memory is asked on, and a new memory may have new capabilities.
    let locked = state::lock(tx, id)?;
    check_memory(tx, &app.ids, &locked, position(known.top_sequence)?, &told.memory)?;
    let document: Json = serde_json::from_str(&told.to_json()).map_err(ApiError::internal)?;
    let now = tx.wall();
    state::save_capabilities(tx, id, &document, now)?;
    close_alert(tx, AlertKind::RailCapabilitiesInvalid, name)?;
    report_unknown_values(tx, &app.ids, name, told)?;
    Ok(CapabilitiesOutcome::Valid)
}

fn report_unknown_values(tx: &mut Tx<'_>, ids: &Ids, rail: &str, told: &Capabilities) -> Result<(), Error> {
    for service in told.services.iter().filter_map(|service| service.unknown()) {
        report_unknown_value(tx, ids, rail, "service", service)?;
    }
    let carried = told.statements.iter().flat_map(|statements| &statements.carries);
    for reference in carried.filter_map(|reference| reference.unknown()) {
        report_unknown_value(tx, ids, rail, "statements.carries", reference)?;
    }
    Ok(())
}

fn report_invalid(tx: &mut Tx<'_>, app: &App, rail: &str, defect: &str) -> Result<(), ApiError> {
    let kind = AlertKind::RailCapabilitiesInvalid;
    let detail = json!({ "what": defect, "commands": [format!("causeway rail show {rail}")] });
    let alert = app.ids.next(tx.wall());
    match alerts::find_open(tx, kind, rail)? {
        Some(open) => alerts::update_detail(tx, open.id, &detail)?,
        None => alerts::raise(tx, None, alert, kind, rail, &detail)?,
    }
    Ok(())
}
