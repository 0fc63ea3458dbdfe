//! Actions as an operator.

use causeway_service::operator::{self, ActionOutput, Channel, Kind, Operator, OperatorError};
use causeway_service::runtime::upkeep;
use causeway_store::audit::{self, AuditRecord};
use causeway_store::{Error, Tx};
use futures_util::TryStreamExt;
use serde_json::{Value, json};

use crate::harness::{Platform, Service};

/// Name of the operator in these tests.
const NAME: &str = "ada";

/// A finished report.
pub(crate) struct ActionReport {
    pub(crate) json: Value,
    pub(crate) exit_code: u8,
}

/// Tries an action.
pub(crate) async fn try_action(
    service: &Service,
    action: &str,
    arguments: Value,
) -> Result<ActionOutput, OperatorError> {
    let (noun, verb) = action.split_once(' ').expect("a noun and a verb");
    let entry = operator::find(noun, verb).unwrap_or_else(|| panic!("no action {action}"));
    let operator = Operator::new(Some(NAME), Channel::Command, Some("a test".to_owned()));
    entry.run(service.app(), &operator, arguments).await
}

/// Runs an action that must succeed.
pub(crate) async fn act(service: &Service, action: &str, arguments: Value) -> ActionReport {
    match try_action(service, action, arguments.clone()).await {
        Ok(ActionOutput::Report { json, exit_code }) => ActionReport { json, exit_code },
        Ok(ActionOutput::Export(_)) => panic!("{action} is an export"),
        Err(error) => panic!("{action} {arguments}: {error:?}"),
    }
}

/// Runs an export and returns all of its lines.
pub(crate) async fn export(service: &Service, action: &str, arguments: Value) -> Vec<String> {
    let pieces = match try_action(service, action, arguments).await {
        Ok(ActionOutput::Export(pieces)) => pieces,
        Ok(ActionOutput::Report { .. }) => panic!("{action} is no export"),
        Err(error) => panic!("{action}: {error:?}"),
    };
    let bytes: Vec<bytes::Bytes> = pieces.try_collect().await.expect("an export that ends well");
    let text = String::from_utf8(bytes.concat()).expect("text");
    text.lines().map(str::to_owned).collect()
}

/// Runs an action that must fail with an error of this kind.
pub(crate) async fn expect_error(
    service: &Service,
    action: &str,
    arguments: Value,
    kind: Kind,
) -> OperatorError {
    match try_action(service, action, arguments.clone()).await {
        Ok(_) => panic!("{action} {arguments} succeeded"),
        Err(error) => {
            assert_eq!(error.kind, kind, "{action} {arguments}: {error}");
            error
        }
    }
}

/// Returns the argument that selects a platform.
pub(crate) fn on(platform: &Platform) -> Value {
    serde_json::json!({ "platform": platform.id })
}

/// Adds the argument that selects a platform.
pub(crate) fn with(platform: &Platform, mut arguments: Value) -> Value {
    arguments["platform"] = platform.id.to_string().into();
    arguments
}

/// Closes the alerts whose cause is over, and returns those that are still open.
pub(crate) async fn still_open(service: &Service) -> Value {
    upkeep::close_alerts(service.app()).await.expect("the upkeep works");
    act(service, "alert list", json!({})).await.json
}

/// Returns the whole audit trail.
pub(crate) async fn trail(service: &Service) -> Vec<AuditRecord> {
    let read = |tx: &mut Tx<'_>| audit::list(tx, 0, 1000);
    let trail: Result<_, Error> = service.app().store.read(read).await;
    trail.expect("the audit trail")
}

/// Requires the platform to know its counterparties: the ownership of wallets has to be proved.
pub(crate) async fn require_counterparties(service: &Service, platform: &Platform) {
    let setting = json!({ "name": "counterparty_requirements", "value": "on" });
    act(service, "setting set", with(platform, setting)).await;
}
