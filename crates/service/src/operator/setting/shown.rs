//! A setting as operators see it.

use serde::Serialize;
use serde_json::Value;

use crate::operator::OperatorError;
use crate::runtime::settings::{AnySetting, Effect, Origin, Scope, Settings};

/// A setting and what it is.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Shown {
    /// Its name.
    pub(super) name: &'static str,
    /// The value that holds.
    pub(super) value: Value,
    /// Who says so.
    pub(super) origin: Origin,
    /// Where it may be set.
    pub(super) scope: Scope,
    /// When a change is felt.
    pub(super) effect: Effect,
    /// The environment variable that sets it for the deployment.
    pub(super) variable: String,
    /// What it decides.
    pub(super) about: &'static str,
    /// The spelling of its values.
    pub(super) form: &'static str,
}

impl Shown {
    pub(super) fn new(setting: &dyn AnySetting, settings: &Settings) -> Result<Self, OperatorError> {
        let value = setting.effective(settings).map_err(|fault| {
            OperatorError::refused(fault.to_string())
                .remedy(format!("set it anew: causeway setting set {} …", setting.name()))
        })?;
        Ok(Self {
            name: setting.name(),
            value,
            origin: settings.origin(setting),
            scope: setting.scope(),
            effect: setting.effect(),
            variable: setting.variable(),
            about: setting.about(),
            form: setting.form(),
        })
    }

    /// The value as an operator would type it.
    pub(super) fn value_text(&self) -> String {
        match &self.value {
            Value::Bool(true) => "on".to_owned(),
            Value::Bool(false) => "off".to_owned(),
            Value::String(text) => text.clone(),
            Value::Array(items) if items.iter().all(Value::is_string) => {
                items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
            }
            other => other.to_string(),
        }
    }

    /// Who says so, in a word.
    pub(super) const fn origin_text(&self) -> &'static str {
        match self.origin {
            Origin::Default => "default",
            Origin::Deployment => "deployment",
            Origin::Process => "process",
            Origin::Platform => "platform",
        }
    }
}
