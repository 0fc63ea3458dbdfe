//! Actions as an operator.

use causeway_service::operator::{
    self, ActionOutput, Actor, Caller, Channel, Grant, Kind, OperatorError, Request,
};
use causeway_service::runtime::upkeep;
use causeway_store::audit::{self, AuditRecord, Filter};
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

/// Tries an action with all roles.
pub(crate) async fn try_action(
    service: &Service,
    action: &str,
    arguments: Value,
) -> Result<ActionOutput, OperatorError> {
    try_action_as(service, &caller(Grant::all()), action, arguments).await
}

/// Returns the operator of these tests with a grant.
pub(crate) fn caller(grant: Grant) -> Caller {
    Caller::new(Actor::new(NAME), Channel::Command, grant)
}

/// Tries an action as this caller.
pub(crate) async fn try_action_as(
    service: &Service,
    caller: &Caller,
    action: &str,
    arguments: Value,
) -> Result<ActionOutput, OperatorError> {
    let request = Request { reason: Some("a test".to_owned()), ..Request::default() };
    try_request(service, caller, action, arguments, request).await
}

/// Tries an action with the members of a request other than its arguments.
pub(crate) async fn try_request(
    service: &Service,
    caller: &Caller,
    action: &str,
    arguments: Value,
    request: Request,
) -> Result<ActionOutput, OperatorError> {
    let (noun, verb) = action.split_once(' ').expect("a noun and a verb");
    let Value::Object(arguments) = arguments else { panic!("the arguments of {action} are no object") };
    let app = service.app();
    let request = Request { arguments, ..request };
    operator::admit(caller, noun, verb)?.run(app, app.ids.uuid(app.clock.now()), request).await
}

/// Runs an action dry, without a reason.
pub(crate) async fn try_dry_run(
    service: &Service,
    action: &str,
    arguments: Value,
) -> Result<Value, OperatorError> {
    let request = Request { is_dry_run: true, ..Request::default() };
    match try_request(service, &caller(Grant::all()), action, arguments, request).await? {
        ActionOutput::Report { json, .. } => Ok(json),
        ActionOutput::Export(_) => panic!("the dry run of {action} is an export"),
    }
}

/// Runs an action that must succeed, after a dry run that must report the same status and leave no audit row.
pub(crate) async fn act_as_predicted(service: &Service, action: &str, arguments: Value) -> ActionReport {
    let before = trail(service).await.len();
    let dry = try_dry_run(service, action, arguments.clone()).await;
    let dry = dry.unwrap_or_else(|error| panic!("the dry run of {action} {arguments}: {error:?}"));
    assert_eq!(trail(service).await.len(), before, "the dry run of {action} is no action");
    let done = act(service, action, arguments).await;
    for member in ["status", "state", "state_reason", "refund", "job"] {
        assert_eq!(dry["result"][member], done.json[member], "{action}: {dry}");
    }
    done
}

/// Runs an action that must succeed.
pub(crate) async fn act(service: &Service, action: &str, arguments: Value) -> ActionReport {
    match try_action(service, action, arguments.clone()).await {
        Ok(ActionOutput::Report { json, exit_code }) => ActionReport { json, exit_code },
        Ok(ActionOutput::Export(_)) => panic!("{action} is an export"),
        Err(error) => panic!("{action} {arguments}: {error:?}"),
    }
}

/// Runs a list, and returns the rows of its page.
pub(crate) async fn rows(service: &Service, action: &str, arguments: Value) -> Value {
    act(service, action, arguments).await.json["rows"].take()
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

/// Exports everything that is held about a customer.
pub(crate) async fn export_person(service: &Service, customer: &Value) -> Value {
    let lines = export(service, "customer export", json!({ "customer": customer })).await;
    serde_json::from_str(&lines.join("\n")).expect("an object")
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

/// Returns the whole audit trail, oldest first.
pub(crate) async fn trail(service: &Service) -> Vec<AuditRecord> {
    let read = |tx: &mut Tx<'_>| audit::list(tx, &Filter::default(), 1000);
    let trail: Result<Vec<AuditRecord>, Error> = service.app().store.read(read).await;
    trail.expect("the audit trail").into_iter().rev().collect()
}

/// Requires the platform to know its counterparties: the ownership of wallets has to be proved.
pub(crate) async fn require_counterparties(service: &Service, platform: &Platform) {
    let setting = json!({ "name": "counterparty_requirements", "value": "on" });
    act(service, "setting set", with(platform, setting)).await;
}
