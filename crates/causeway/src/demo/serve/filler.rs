//! Fills a platform: through the API as the platform, and through the operator table for what only operators can do.

use std::sync::Arc;

use causeway_service::App;
use causeway_service::operator::{self, ActionOutput, Actor, Caller, Channel, Grant, OperatorError, Request};
use serde_json::{Map, Value};

use super::super::DemoError;
use super::super::platform_client::PlatformClient;
use super::super::service::DemoPlatform;

/// A platform with its client and its operator.
pub(super) struct Filler<'a> {
    pub(super) client: PlatformClient<'a>,
    app: Arc<App>,
    platform: &'a DemoPlatform,
}

impl<'a> Filler<'a> {
    pub(super) fn new(client: PlatformClient<'a>, app: &Arc<App>, platform: &'a DemoPlatform) -> Self {
        Self { client, app: Arc::clone(app), platform }
    }

    /// Runs an operator's action on the platform.
    pub(super) async fn act(
        &self,
        noun: &str,
        verb: &str,
        arguments: &[(&str, Value)],
    ) -> Result<Value, DemoError> {
        let platform = ("platform".to_owned(), Value::from(self.platform.id.to_string()));
        let given = arguments.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let arguments: Map<String, Value> = given.chain([platform]).collect();
        let caller = Caller::new(Actor::new("demo"), Channel::Command, Grant::all());
        let request = Request {
            arguments,
            reason: Some("set up by the demonstration".to_owned()),
            ..Request::default()
        };
        let id = self.app.ids.uuid(self.app.clock.now());
        match operator::admit(&caller, noun, verb)?.run(&self.app, id, request).await? {
            ActionOutput::Report { json, .. } => Ok(json),
            ActionOutput::Export(_) => {
                Err(OperatorError::refused(format!("{noun} {verb} is an export")).into())
            }
        }
    }
}
