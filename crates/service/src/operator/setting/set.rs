//! `setting set`.

use std::fmt;
use std::sync::Arc;

use causeway_store::Tx;
use causeway_store::settings::{self, Scope as RowScope};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{lookup, shown::Shown};
use crate::operator::{Action, Operator, OperatorError, PlatformChoice, Report};
use crate::runtime::app::App;
use crate::runtime::settings::{AnySetting, Effect, Origin, Scope};

/// Sets a setting for the deployment, or with --platform for one platform
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Set {
    /// The setting's name
    name: String,
    /// The value: a word, a number, on, off, a list with commas, or JSON; see setting get
    #[arg(allow_hyphen_values = true, required_unless_present = "default", conflicts_with = "default")]
    #[serde(default)]
    value: Option<String>,
    /// Takes the value back, so that the default holds again
    #[arg(long)]
    #[serde(default)]
    default: bool,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// A setting as it is now.
#[derive(Debug, Clone, Serialize)]
pub struct Changed {
    #[serde(flatten)]
    setting: Shown,
    /// Something that the operator should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Action for Set {
    const NOUN: &'static str = "setting";
    const VERB: &'static str = "set";
    type Output = Changed;

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Changed, OperatorError> {
        let setting = lookup::by_name(&self.name)?;
        let value = self.read_value(setting)?;
        if self.platform.platform.is_some() && setting.scope() == Scope::Deployment {
            let message = format!("{} holds for the whole deployment", setting.name());
            return Err(OperatorError::invalid(message).remedy("leave --platform out"));
        }
        let (audit_entry, choice, shared) =
            (operator.audit_entry(&self)?, self.platform.clone(), Arc::clone(app));
        let write = move |tx: &mut Tx<'_>| -> Result<Changed, OperatorError> {
            let (scope, _) = lookup::read(tx, &shared, &choice)?;
            match &value {
                Some(value) => settings::set(tx, scope, setting.name(), value)?,
                None => settings::unset(tx, scope, setting.name())?,
            }
            audit_entry.record(tx, platform_of(scope))?;
            let (_, now) = lookup::read(tx, &shared, &choice)?;
            let shown = Shown::new(setting, &now)?;
            Ok(Changed { note: note(&shown), setting: shown })
        };
        app.store.write(&[], write).await
    }
}

impl Set {
    /// The value to store; none to take it back.
    fn read_value(&self, setting: &dyn AnySetting) -> Result<Option<Value>, OperatorError> {
        match (&self.value, self.default) {
            (Some(text), false) => {
                setting.read_text(text).map(Some).map_err(|fault| OperatorError::invalid(fault.to_string()))
            }
            (None, true) => Ok(None),
            (None, false) | (Some(_), true) => Err(OperatorError::invalid("say either a value or --default")),
        }
    }
}

const fn platform_of(scope: RowScope) -> Option<causeway_domain::ids::PlatformId> {
    match scope {
        RowScope::Deployment => None,
        RowScope::Platform(platform) => Some(platform),
    }
}

fn note(setting: &Shown) -> Option<String> {
    if setting.origin == Origin::Process {
        let held = "the server's own configuration says otherwise and is stronger";
        return Some(format!("{held}: {} or its file", setting.variable));
    }
    (setting.effect == Effect::Restart)
        .then(|| "takes effect when each process starts the next time".to_owned())
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setting = &self.setting;
        write!(f, "{} is {} ({})", setting.name, setting.value_text(), setting.origin_text())?;
        match &self.note {
            Some(note) => write!(f, "\n{note}"),
            None => Ok(()),
        }
    }
}

impl Report for Changed {}
