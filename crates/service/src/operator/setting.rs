//! Settings (conventions 2.1).

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::settings::{self, Scope as RowScope};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::argument::{PLATFORM, flag, positional};
use super::call::Call;
use super::noun::Nothing;
use super::{Kind, Noun, OperatorError};
use crate::runtime::settings::{AnySetting, EVERY, Effect, Origin, Scope, Settings, find};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Get {
    name: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Set {
    name: String,
    #[serde(default)]
    value: Option<String>,
    #[serde(default)]
    default: bool,
}

#[derive(Debug, Clone, Serialize)]
struct Shown {
    name: &'static str,
    value: Value,
    /// Who has set it.
    origin: Origin,
    /// Where it may be set.
    scope: Scope,
    /// When a change takes effect.
    effect: Effect,
    /// The environment variable that sets it for the deployment.
    variable: String,
    about: &'static str,
    /// How its values are written.
    form: &'static str,
    /// Something that the operator should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

pub(super) fn noun() -> Noun {
    let name = positional("name", "The setting's name");
    let value = "The value: a word, a number, on, off, a list with commas, or JSON; see setting get";
    let set_arguments = [
        name,
        positional("value", value).optional(),
        flag("default", "Removes the value, so that the default applies again"),
        PLATFORM,
    ];
    Noun::new("setting", "What may be changed while servers run")
        .read_deployment(
            "list",
            "Lists every setting with its value: of the deployment, or with --platform of one platform",
            &[PLATFORM],
            |tx, call, Nothing {}| {
                let (_, settings) = read(tx, call)?;
                EVERY.iter().map(|setting| Shown::new(*setting, &settings)).collect::<Result<Vec<_>, _>>()
            },
        )
        .columns(&["name", "origin", "value"])
        .read_deployment(
            "get",
            "Shows one setting, what it decides and how it is written",
            &[name, PLATFORM],
            |tx, call, get: &Get| Shown::new(by_name(&get.name)?, &read(tx, call)?.1),
        )
        .change_deployment(
            "set",
            "Sets a setting for the deployment, or with --platform for one platform",
            &set_arguments,
            set,
        )
}

fn set(tx: &mut Tx<'_>, call: &Call, set: &Set) -> Result<(Option<PlatformId>, Shown), OperatorError> {
    let setting = by_name(&set.name)?;
    let value = set.read_value(setting)?;
    if call.platform.platform.is_some() && setting.scope() == Scope::Deployment {
        let message = format!("{} applies to the whole deployment", setting.name());
        return Err(OperatorError::invalid(message).remedy("leave --platform out"));
    }
    let (scope, _) = read(tx, call)?;
    match &value {
        Some(value) => settings::set(tx, scope, setting.name(), value)?,
        None => settings::unset(tx, scope, setting.name())?,
    }
    let mut shown = Shown::new(setting, &read(tx, call)?.1)?;
    shown.note = note(&shown);
    let platform = match scope {
        RowScope::Deployment => None,
        RowScope::Platform(platform) => Some(platform),
    };
    Ok((platform, shown))
}

impl Set {
    /// The value to store; none to remove it.
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

fn note(setting: &Shown) -> Option<String> {
    if setting.origin == Origin::Process {
        return Some(format!("{} or the configuration file overrides what is stored", setting.variable));
    }
    (setting.effect == Effect::Restart).then(|| "takes effect when each process restarts".to_owned())
}

impl Shown {
    fn new(setting: &dyn AnySetting, settings: &Settings) -> Result<Self, OperatorError> {
        let value = setting.effective(settings).map_err(|fault| {
            OperatorError::refused(fault.to_string())
                .remedy(format!("set it again: causeway setting set {} …", setting.name()))
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
            note: None,
        })
    }
}

/// The settings of the chosen platform; of the deployment where none is chosen.
fn read(tx: &mut Tx<'_>, call: &Call) -> Result<(RowScope, Settings), OperatorError> {
    let deployment = &call.app.deployment;
    if call.platform.platform.is_none() {
        return Ok((RowScope::Deployment, Settings::of_deployment(tx, deployment)?));
    }
    let platform = call.platform.find(tx)?;
    let settings = Settings::of_platform(tx, deployment, platform.id, platform.environment)?;
    Ok((RowScope::Platform(platform.id), settings))
}

/// The setting of this name, or an error that names the most similar one.
fn by_name(name: &str) -> Result<&'static dyn AnySetting, OperatorError> {
    find(name).ok_or_else(|| {
        let error = OperatorError::new(Kind::NotFound, format!("there is no setting {name}"));
        match most_like(name) {
            Some(similar) => error.remedy(format!("did you mean {similar}?")),
            None => error.remedy("see them all: causeway setting list"),
        }
    })
}

/// Names as alike as this (1 is equal) are taken for misspellings.
const LIKENESS_MIN: f64 = 0.8;

fn most_like(name: &str) -> Option<&'static str> {
    EVERY
        .iter()
        .map(|setting| (strsim::jaro_winkler(setting.name(), name), setting.name()))
        .filter(|(likeness, _)| *likeness >= LIKENESS_MIN)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, similar)| similar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_answered_with_the_right_one() {
        let remedy = |name: &str| by_name(name).err().and_then(|error| error.remedy).unwrap();
        assert_eq!(remedy("rate_limit_per_secnd"), "did you mean rate_limit_per_second?");
        assert_eq!(remedy("zzz"), "see them all: causeway setting list");
        assert!(by_name("regulated").is_ok());
    }
}
