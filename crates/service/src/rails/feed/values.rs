//! Values of an adapter that this version does not know (rails 4).

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_store::{Error, Tx, alerts};
use serde_json::json;

/// Raises the alert about an unknown value, once for each rail and value. `member` names the place of the value.
pub(in crate::rails) fn report_unknown_value(
    tx: &mut Tx<'_>,
    ids: &Ids,
    rail: &str,
    member: &str,
    value: &str,
) -> Result<(), Error> {
    let subject = format!("{rail} {member} {value}");
    if alerts::was_raised(tx, AlertKind::RailUnknownValue, &subject)? {
        return Ok(());
    }
    let commands = [format!("causeway rail show {rail}")];
    let detail = json!({ "rail": rail, "member": member, "value": value, "commands": commands });
    let alert = ids.next(tx.wall());
    alerts::raise(tx, None, alert, AlertKind::RailUnknownValue, &subject, &detail)
}
