//! One setting: its name, where it may be set, and which values it takes.

use causeway_store::platforms::Environment;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Origin, Settings};
use crate::runtime::api_error::ApiError;

/// Where a setting may be set (conventions 2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// For the whole deployment.
    Deployment,
    /// For one platform; the deployment may give what holds where a platform says nothing.
    Platform,
}

/// When a change of a setting is felt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// By the next request, in every process.
    Immediate,
    /// When a process starts the next time.
    Restart,
}

/// A setting with values of type `T`.
#[derive(Debug)]
pub struct Setting<T: 'static> {
    /// Its name in snake case.
    pub name: &'static str,
    /// What it decides, in one line.
    pub about: &'static str,
    /// The spelling of its values, for people.
    pub form: &'static str,
    /// Where it may be set.
    pub scope: Scope,
    /// When a change is felt.
    pub effect: Effect,
    /// What holds when nobody says anything.
    pub default: fn(&Settings) -> T,
    /// What is wrong with a value that has the right type.
    pub check: fn(&T) -> Result<(), String>,
}

/// A value that a setting does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    /// The setting.
    pub name: &'static str,
    /// What is wrong.
    pub why: String,
}

/// A setting without the type of its values: what the operator commands work with.
pub trait AnySetting: Sync {
    /// Its name in snake case.
    fn name(&self) -> &'static str;
    /// What it decides, in one line.
    fn about(&self) -> &'static str;
    /// The spelling of its values, for people.
    fn form(&self) -> &'static str;
    /// Where it may be set.
    fn scope(&self) -> Scope;
    /// When a change is felt.
    fn effect(&self) -> Effect;
    /// Reads a value as an operator or a variable spells it: JSON, or the plain text of a word, a number,
    /// `on` and `off`, or a list with commas. The result is the value as it is stored.
    ///
    /// # Errors
    /// When the setting takes no such value.
    fn read_text(&self, text: &str) -> Result<Value, InvalidValue>;
    /// The value that holds, and where it comes from.
    ///
    /// # Errors
    /// When a stored value is none that the setting takes.
    fn effective(&self, settings: &Settings) -> Result<Value, InvalidValue>;

    /// The environment variable that sets it for the deployment.
    fn variable(&self) -> String {
        format!("SVC_{}", self.name().to_ascii_uppercase())
    }
}

impl<T: Serialize + DeserializeOwned> Setting<T> {
    /// Reads a stored value.
    pub(super) fn read(&self, stored: &Value) -> Result<T, InvalidValue> {
        let value = T::deserialize(stored).map_err(|fault| self.invalid(fault.to_string()))?;
        (self.check)(&value).map_err(|why| self.invalid(why))?;
        Ok(value)
    }

    fn invalid(&self, why: String) -> InvalidValue {
        InvalidValue { name: self.name, why }
    }

    fn write(&self, value: &T) -> Result<Value, InvalidValue> {
        serde_json::to_value(value).map_err(|fault| self.invalid(fault.to_string()))
    }
}

impl<T: Serialize + DeserializeOwned> AnySetting for Setting<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn form(&self) -> &'static str {
        self.form
    }

    fn scope(&self) -> Scope {
        self.scope
    }

    fn effect(&self) -> Effect {
        self.effect
    }

    fn read_text(&self, text: &str) -> Result<Value, InvalidValue> {
        let fitting = spellings(text).into_iter().find_map(|value| T::deserialize(value).ok());
        let value = fitting.ok_or_else(|| self.invalid(format!("write {}", self.form)))?;
        (self.check)(&value).map_err(|why| self.invalid(why))?;
        self.write(&value)
    }

    fn effective(&self, settings: &Settings) -> Result<Value, InvalidValue> {
        self.write(&settings.get(self)?)
    }
}

/// What a text may mean, the most literal meaning first.
fn spellings(text: &str) -> Vec<Value> {
    let text = text.trim();
    let mut meanings: Vec<Value> = serde_json::from_str(text).into_iter().collect();
    meanings.extend(match text {
        "on" => Some(Value::Bool(true)),
        "off" => Some(Value::Bool(false)),
        _ => None,
    });
    meanings.push(Value::from(text));
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    meanings.push(items.map(Value::from).collect());
    meanings
}

/// For settings whose type says all.
pub(super) fn any<T>(_: &T) -> Result<(), String> {
    Ok(())
}

/// For production platforms.
pub(super) const fn in_production(settings: &Settings) -> bool {
    matches!(settings.environment(), Environment::Production)
}

impl std::fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "setting {}: {}", self.name, self.why)
    }
}

impl std::error::Error for InvalidValue {}

impl Settings {
    /// The value that holds.
    ///
    /// # Errors
    /// When what is stored is no value that the setting takes.
    pub fn get<T: Serialize + DeserializeOwned>(&self, setting: &Setting<T>) -> Result<T, InvalidValue> {
        match self.said(setting.name) {
            Some(value) => setting.read(value),
            None => Ok((setting.default)(self)),
        }
    }

    /// Who says what a setting is.
    #[must_use]
    pub fn origin(&self, setting: &dyn AnySetting) -> Origin {
        self.origin_of(setting.name())
    }
}

impl From<InvalidValue> for ApiError {
    fn from(fault: InvalidValue) -> Self {
        Self::internal(fault)
    }
}
