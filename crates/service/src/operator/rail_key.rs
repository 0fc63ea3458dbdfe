//! The keys of a rail (rails 3.4).

use causeway_store::rails::keys;
use causeway_store::{ChangeEffect, Tx, collect_change, secret_keys};
use serde::Serialize;

use super::rail::{RAIL, RailRequest, find, lock};
use super::rail_show::KeyView;
use super::{Answer, Call, arguments, noun, positional};
use crate::rails::operate;

noun! {
    /// Keys of rails: the service's own, and those of the adapters
    "rail-key" {
        /// Show the keys of a rail
        "show": Look => read_deployment(show),
        /// Add a key of the adapter, if none counts
        "add": Administer => change_deployment(add),
        /// Revoke the adapter's key at once, and pause the rail
        "revoke": Administer => change_deployment(revoke),
    }
}

arguments! {
    struct AddRequest {
        rail: String = RAIL,
        key: String = positional("The adapter's public key, in base64"),
    }
}

#[derive(Serialize)]
struct KeysView {
    rail: String,
    /// The service's public key, in base64.
    service_key: Option<String>,
    adapter_keys: Vec<KeyView>,
}

fn show(tx: &mut Tx<'_>, _: &Call, request: &RailRequest) -> Answer<KeysView> {
    let record = find(tx, request.rail())?;
    let own = secret_keys::find(tx, record.doc.service_key)?;
    Ok(KeysView {
        service_key: own.and_then(|own| Some(own.doc.get("public_key")?.as_str()?.to_owned())),
        adapter_keys: keys::of_rail(tx, record.id)?.into_iter().map(KeyView::from).collect(),
        rail: record.name,
    })
}

fn add(tx: &mut Tx<'_>, call: &Call, AddRequest { rail, key }: &AddRequest) -> Answer<KeyView> {
    let record = lock(tx, rail)?;
    let added = operate::add_key(tx, &call.app, &record, key)?;
    let name = format!("a key of the rail {rail}");
    collect_change(tx, ChangeEffect { name, from: None, to: Some(key.clone()) });
    Ok(added.into())
}

fn revoke(tx: &mut Tx<'_>, _: &Call, request: &RailRequest) -> Answer<Vec<KeyView>> {
    let record = lock(tx, request.rail())?;
    let name = format!("the key of the rail {}", record.name);
    let revoked: Vec<KeyView> = operate::revoke_key(tx, record)?.into_iter().map(KeyView::from).collect();
    let to = Some("revoked".to_owned());
    collect_change(tx, ChangeEffect { name, from: Some("in use".to_owned()), to });
    Ok(revoked)
}
