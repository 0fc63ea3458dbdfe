//! Settings (conventions 2.1).

use causeway_domain::ids::PlatformId;
use causeway_store::settings::{self, Scope as RowScope};
use causeway_store::{ChangeEffect, Tx, collect_change};
use serde_json::Value;

use super::{
    Answer, Argument, Call, Kind, NoArguments, OperatorError, arguments, flag, noun, positional, view,
};
use crate::runtime::settings::{ALL, AnySetting, Effect, Origin, Scope, Settings, find};

noun! {
    /// Settings that can be changed at runtime
    "setting" {
        /// List all settings with their values: of the deployment, or of one platform with --platform
        "list": Look => read_deployment(list).or_platform().columns(&["name", "origin", "value"]),
        /// Show a setting with its meaning and format
        "get": Look => read_deployment(get).or_platform(),
        /// Set a setting for the deployment, or for one platform with --platform
        "set": Administer => change_either(set).or_platform(),
    }
}

const NAME: Argument = positional("Setting name");

arguments! {
    struct GetRequest {
        name: String = NAME,
    }

    struct SetRequest {
        name: String = NAME,
        value: Option<String> =
            positional("Value: a word, a number, on, off, a comma-separated list, or JSON; see setting get").optional(),
        #[serde(default)]
        default: bool = flag("Remove the value, so that the default applies again"),
    }
}

view! {
    struct SettingView of (setting, value, settings): (&'static dyn AnySetting, Value, &Settings) {
        name: &'static str = setting.name(),
        value: Value = value,
        /// The source of the value.
        origin: Origin = settings.origin(setting),
        scope: Scope = setting.scope(),
        /// The time at which a change takes effect.
        effect: Effect = setting.effect(),
        /// The environment variable that sets it for the deployment.
        variable: String = setting.variable(),
        about: &'static str = setting.about(),
        /// The format of its values.
        form: &'static str = setting.form(),
        /// A hint for the operator.
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String> = None,
    }
}

fn list(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<Vec<SettingView>> {
    let (_, settings) = read(tx, call)?;
    ALL.iter().map(|setting| show(*setting, &settings)).collect()
}

fn get(tx: &mut Tx<'_>, call: &Call, GetRequest { name }: &GetRequest) -> Answer<SettingView> {
    show(by_name(name)?, &read(tx, call)?.1)
}

fn set(tx: &mut Tx<'_>, call: &Call, set: &SetRequest) -> Answer<(Option<PlatformId>, SettingView)> {
    let setting = by_name(&set.name)?;
    let value = set.read_value(setting)?;
    if call.platform.platform.is_some() && setting.scope() == Scope::Deployment {
        let message = format!("{} applies to the whole deployment", setting.name());
        return Err(OperatorError::invalid(message).remedy("leave --platform out"));
    }
    let (scope, before) = read(tx, call)?;
    // A value that cannot be read is replaced all the same.
    let from = setting.effective(&before).ok();
    match &value {
        Some(value) => settings::set(tx, scope, setting.name(), value)?,
        None => settings::unset(tx, scope, setting.name())?,
    }
    let mut view = show(setting, &read(tx, call)?.1)?;
    view.note = note(&view);
    let name = format!("the setting {}", setting.name());
    let from = Some(from.map_or_else(|| "a value that cannot be read".to_owned(), |from| from.to_string()));
    collect_change(tx, ChangeEffect { name, from, to: Some(view.value.to_string()) });
    let platform = match scope {
        RowScope::Deployment => None,
        RowScope::Platform(platform) => Some(platform),
    };
    Ok((platform, view))
}

impl SetRequest {
    /// Parses the value to store; `None` to remove it.
    fn read_value(&self, setting: &dyn AnySetting) -> Answer<Option<Value>> {
        match (&self.value, self.default) {
            (Some(text), false) => {
                setting.read_text(text).map(Some).map_err(|error| OperatorError::invalid(error.to_string()))
            }
            (None, true) => Ok(None),
            (None, false) | (Some(_), true) => {
                Err(OperatorError::invalid("give either a value or --default"))
            }
        }
    }
}

fn note(setting: &SettingView) -> Option<String> {
    if setting.origin == Origin::Process {
        return Some(format!("{} or the configuration file overrides the stored value", setting.variable));
    }
    (setting.effect == Effect::Restart).then(|| "takes effect when each process restarts".to_owned())
}

fn show(setting: &'static dyn AnySetting, settings: &Settings) -> Answer<SettingView> {
    let value = setting.effective(settings).map_err(|error| {
        OperatorError::refused(error.to_string())
            .remedy(format!("set it again: causeway setting set {} …", setting.name()))
    })?;
    Ok((setting, value, settings).into())
}

/// Reads the settings of the chosen platform, or those of the deployment if none is chosen.
fn read(tx: &mut Tx<'_>, call: &Call) -> Answer<(RowScope, Settings)> {
    if call.platform.platform.is_none() {
        return Ok((RowScope::Deployment, Settings::of_deployment(tx, &call.app.deployment)?));
    }
    let platform = call.platform.find(tx)?;
    let settings = Settings::of_platform(tx, &call.app, platform.id, platform.environment)?;
    Ok((RowScope::Platform(platform.id), settings))
}

/// Returns the setting of this name, or an error that names the most similar one.
fn by_name(name: &str) -> Answer<&'static dyn AnySetting> {
    find(name).ok_or_else(|| {
        let error = OperatorError::new(Kind::NotFound, format!("there is no setting {name}"));
        match most_like(name) {
            Some(similar) => error.remedy(format!("did you mean {similar}?")),
            None => error.remedy("see them all: causeway setting list"),
        }
    })
}

/// Names with at least this similarity (1 is equal) count as misspellings.
const MIN_LIKENESS: f64 = 0.8;

fn most_like(name: &str) -> Option<&'static str> {
    ALL.iter()
        .map(|setting| (strsim::jaro_winkler(setting.name(), name), setting.name()))
        .filter(|(likeness, _)| *likeness >= MIN_LIKENESS)
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
