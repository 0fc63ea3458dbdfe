//! A single setting: its name, its scope, and its valid values.

use causeway_store::platforms::Environment;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Origin, Settings};
use crate::runtime::api_error::ApiError;

/// The scope in which a setting may be set (conventions 2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The whole deployment.
    Deployment,
    /// One platform; a value of the deployment applies to platforms without their own.
    Platform,
}

/// The time from which a change of a setting applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// From the next request, in every process.
    Immediate,
    /// From the next start of a process.
    Restart,
}

/// A setting with values of type `T`.
#[derive(Debug)]
pub struct Setting<T: 'static> {
    /// In snake case.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// The format of its values, for people.
    pub form: &'static str,
    pub scope: Scope,
    pub effect: Effect,
    /// The value if none is set.
    pub default: fn(&Settings) -> T,
    /// Returns the defect of a value of the right type.
    pub check: fn(&T) -> Result<(), String>,
}

/// The error of a value that a setting does not accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    /// The setting.
    pub name: &'static str,
    /// The defect.
    pub reason: String,
}

/// A setting without its value type, for the operator commands.
pub trait AnySetting: Sync {
    /// Returns the name in snake case.
    fn name(&self) -> &'static str;
    /// Returns the description in one line.
    fn about(&self) -> &'static str;
    /// Returns the format of the values, for people.
    fn form(&self) -> &'static str;
    fn scope(&self) -> Scope;
    fn effect(&self) -> Effect;
    /// Parses a value as an operator or a variable spells it: JSON, or the plain text of a word, a number,
    /// `on` and `off`, or a list with commas. Returns the value as it is stored.
    ///
    /// # Errors
    /// If the setting does not accept the value.
    fn read_text(&self, text: &str) -> Result<Value, InvalidValue>;
    /// Returns the effective value.
    ///
    /// # Errors
    /// If the setting does not accept a stored value.
    fn effective(&self, settings: &Settings) -> Result<Value, InvalidValue>;

    /// Returns the environment variable that sets it for the deployment.
    fn variable(&self) -> String {
        format!("SVC_{}", self.name().to_ascii_uppercase())
    }
}

impl<T: Serialize + DeserializeOwned> Setting<T> {
    /// Parses and checks a stored value.
    pub(super) fn read(&self, stored: &Value) -> Result<T, InvalidValue> {
        let value = T::deserialize(stored).map_err(|error| self.invalid(error.to_string()))?;
        (self.check)(&value).map_err(|error| self.invalid(error))?;
        Ok(value)
    }

    fn invalid(&self, reason: String) -> InvalidValue {
        InvalidValue { name: self.name, reason }
    }

    fn write(&self, value: &T) -> Result<Value, InvalidValue> {
        serde_json::to_value(value).map_err(|error| self.invalid(error.to_string()))
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
        (self.check)(&value).map_err(|error| self.invalid(error))?;
        self.write(&value)
    }

    fn effective(&self, settings: &Settings) -> Result<Value, InvalidValue> {
        self.write(&settings.get(self)?)
    }
}

/// Returns the possible meanings of a text, the most literal first.
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

/// Accepts every value, for settings whose type is check enough.
pub(super) fn any<T>(_: &T) -> Result<(), String> {
    Ok(())
}

/// Returns `true` for production platforms.
pub(super) const fn in_production(settings: &Settings) -> bool {
    matches!(settings.environment(), Environment::Production)
}

impl std::fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "setting {}: {}", self.name, self.reason)
    }
}

impl std::error::Error for InvalidValue {}

impl Settings {
    /// Returns the effective value.
    ///
    /// # Errors
    /// If the setting does not accept the stored value.
    pub fn get<T: Serialize + DeserializeOwned>(&self, setting: &Setting<T>) -> Result<T, InvalidValue> {
        match self.explicit(setting.name) {
            Some(value) => setting.read(value),
            None => Ok((setting.default)(self)),
        }
    }

    /// Returns the origin of a setting's value.
    #[must_use]
    pub fn origin(&self, setting: &dyn AnySetting) -> Origin {
        self.origin_of(setting.name())
    }
}

impl From<InvalidValue> for ApiError {
    fn from(error: InvalidValue) -> Self {
        Self::internal(error)
    }
}
