//! Checking adapters with the conformance kit, and the protocol's specification (rails 4, 18).

use causeway_store::Tx;
use serde_json::Value as Json;

use super::{Answer, Argument, Call, NoArguments, OperatorError, arguments, flag, option, positional};
use crate::rails::operate::{self, RailCheck, case_range};

/// The exit code if a case has failed.
const FAILED: u8 = 7;

const URL_ONLY: &str = "is for the check of a URL: name the adapter by its URL, or leave it out";

arguments! {
    pub(super) struct CheckRequest {
        rail: String = positional("Name of the rail, or base URL of an adapter without a deployment"),
        #[serde(default)]
        with_orders: bool = flag("Submit orders to the test accounts of the adapter, which must be in the mode TEST"),
        cases: Option<String> = option("Number or range of the cases, such as 14-34 [default: all]"),
        junit: Option<String> = option("New file for the report in the XML of JUnit, beside the printed one"),
        key: Option<String> = URL_KEY,
        adapter_key: Option<String> = option("With a URL: the adapter's public key, in base64"),
        rail_id: Option<String> = option("With a URL: the id of the rail, such as Rail:0198f3c2-…"),
        restart: Option<String> = URL_RESTART,
        adapter_log: Option<String> = option("With a URL: file of the adapter's log"),
        listen: Option<String> = option("With a URL: address at which pushes are taken, such as 127.0.0.1:9300"),
    }
}

const URL_KEY: Argument = option(
    "With a URL: file with the private key that the adapter knows as the service's: 32 bytes in base64",
);

const URL_RESTART: Argument = option(
    "With a URL: shell command that does with the adapter what its variable CRP_STEP says: RESTART, PAID, COPY, RESTORE, LOCK or UNLOCK; its exit code is 3 for a step that it does not know",
);

/// Checks the adapter of a rail. The audit row is written before: a check can take minutes.
pub(super) async fn check(call: Call, request: CheckRequest) -> Answer<Json> {
    let url_only = [
        ("--key", &request.key),
        ("--adapter-key", &request.adapter_key),
        ("--rail-id", &request.rail_id),
        ("--restart", &request.restart),
        ("--adapter-log", &request.adapter_log),
        ("--listen", &request.listen),
    ];
    if let Some((name, _)) = url_only.iter().find(|(_, value)| value.is_some()) {
        return Err(OperatorError::invalid(format!("{name} {URL_ONLY}")));
    }
    let wanted = RailCheck {
        with_orders: request.with_orders,
        cases: case_range(request.cases.as_deref()).map_err(OperatorError::invalid)?,
    };
    let app = call.app.clone();
    let entry = call.audit.clone();
    let record = move |tx: &mut Tx<'_>| entry.record(tx, None, &Json::Null);
    app.store.write(&[], record).await?;
    Ok(operate::check(&app, &request.rail, &wanted).await?.json())
}

/// Returns the exit code of a report.
pub(super) fn exit_code(report: &Json) -> u8 {
    if report["failed"] == 0 { 0 } else { FAILED }
}

/// Returns the protocol as an OpenAPI document.
pub(super) async fn spec(_: Call, _: NoArguments) -> Answer<Json> {
    Ok(causeway_rail_protocol::specification())
}
