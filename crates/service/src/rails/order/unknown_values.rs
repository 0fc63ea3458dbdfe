//! Values in the answers of adapters that this version does not know: one alert for each rail and value (rails 4).

use std::sync::Arc;

use causeway_domain::Ids;
use causeway_rail_protocol::messages::{OrderRecord, PrecheckResponse};
use causeway_store::{Error, Tx};

use crate::rails::feed::report_unknown_value;
use crate::runtime::rails::Rails;

/// Reports the unknown values of a record.
pub(super) fn report_in_record(
    tx: &mut Tx<'_>,
    ids: &Ids,
    rail: &str,
    record: &OrderRecord,
) -> Result<(), Error> {
    let transfer = record.on_chain.as_ref();
    let verification = record.payee_verification.as_ref();
    let unknown = [
        ("state", record.state.unknown()),
        ("reason", record.reason.as_ref().and_then(|reason| reason.unknown())),
        ("onChain.network", transfer.and_then(|transfer| transfer.network.unknown())),
        ("payeeVerification.outcome", verification.and_then(|told| told.outcome.unknown())),
    ];
    for (member, value) in unknown {
        if let Some(value) = value {
            report_unknown_value(tx, ids, rail, member, value)?;
        }
    }
    Ok(())
}

/// Reports an unknown reason of a precheck. The call goes on if that fails: the next precheck reports it.
pub(super) async fn report_in_precheck(rails: &Arc<Rails>, rail: &str, response: &PrecheckResponse) {
    let Some(value) = response.reason.as_ref().and_then(|reason| reason.unknown()) else { return };
    let ids = rails.parts().ids.clone();
    let value = value.to_owned();
    let name = rail.to_owned();
    let write = move |tx: &mut Tx<'_>| report_unknown_value(tx, &ids, &name, "reason", &value);
    if let Err(error) = rails.parts().store.write(&[], write).await {
        tracing::warn!(rail, %error, "could not report an unknown value");
    }
}
