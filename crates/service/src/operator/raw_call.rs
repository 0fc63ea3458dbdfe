//! The raw arguments of a call, and their parsing.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::argument::PLATFORM;
use super::audit_entry::AuditEntry;
use super::call::Call;
use super::caller::Caller;
use super::seen::SeenVersion;
use super::{OperatorError, PlatformChoice};
use crate::runtime::app::App;

/// An action's context and raw arguments.
pub(super) struct RawCall {
    pub(super) app: Arc<App>,
    pub(super) caller: Caller,
    pub(super) id: Uuid,
    pub(super) action: String,
    pub(super) platform: PlatformChoice,
    pub(super) arguments: Map<String, Value>,
    pub(super) reason: String,
    pub(super) is_dry_run: bool,
    pub(super) seen: Option<SeenVersion>,
    /// The command that shows the resource of a change.
    pub(super) show: Option<String>,
    pub(super) exit_code: fn(&Value) -> u8,
}

impl RawCall {
    /// Parses the call and the action's own arguments. The audit row contains the arguments as parsed.
    pub(super) fn read<A: DeserializeOwned + Serialize>(self) -> Result<(Call, A), OperatorError> {
        let (platform, arguments) = decode::<A>(&self.arguments)?;
        let mut detail = serde_json::to_value(&arguments).map_err(OperatorError::defect)?;
        if let (Some(detail), Some(platform)) = (detail.as_object_mut(), platform) {
            detail.insert("platform".to_owned(), platform.into());
        }
        let audit = AuditEntry {
            caller: self.caller,
            request: self.id,
            reason: self.reason,
            action: self.action,
            detail,
        };
        let call = Call {
            app: self.app,
            audit,
            platform: self.platform,
            is_dry_run: self.is_dry_run,
            seen: self.seen,
            show: self.show,
        };
        Ok((call, arguments))
    }
}

/// Parses the platform argument and the action's own arguments. A name in another case is understood.
pub(super) fn decode<A: DeserializeOwned>(
    arguments: &Map<String, Value>,
) -> Result<(Option<String>, A), OperatorError> {
    let mut own = arguments.clone();
    let platform = own.shift_remove(PLATFORM.name).unwrap_or_default();
    Ok((read(platform, PLATFORM.name)?, read_own(own)?))
}

/// Parses the action's own arguments. If a text cannot be read, it is read as it would be spelled in capitals, and in
/// small letters: names such as `COMPLETED` and `hide-outcomes` are typed in any case.
fn read_own<A: DeserializeOwned>(mut own: Map<String, Value>) -> Result<A, OperatorError> {
    let mut tried: Vec<String> = Vec::new();
    loop {
        let unreadable = match serde_path_to_error::deserialize(Value::Object(own.clone())) {
            Ok(arguments) => return Ok(arguments),
            Err(error) => error,
        };
        let place = unreadable.path().to_string();
        let spelled =
            own.get(&place).and_then(Value::as_str).and_then(|text| respelled::<A>(&own, &place, text));
        match spelled.filter(|_| !tried.contains(&place)) {
            Some(text) => {
                own.insert(place.clone(), text.into());
                tried.push(place);
            }
            None => return Err(invalid(&place, &unreadable.into_inner())),
        }
    }
}

/// Returns the spelling of a text that can be read at its place, if one can.
fn respelled<A: DeserializeOwned>(own: &Map<String, Value>, place: &str, text: &str) -> Option<String> {
    let spellings =
        [text.to_ascii_uppercase().replace('-', "_"), text.to_ascii_lowercase().replace('_', "-")];
    spellings.into_iter().find(|spelling| {
        let mut changed = own.clone();
        changed.insert(place.to_owned(), spelling.as_str().into());
        let read = serde_path_to_error::deserialize::<_, A>(Value::Object(changed));
        read.map_or_else(|error| error.path().to_string() != place, |_| true)
    })
}

pub(super) fn read<T: DeserializeOwned>(value: Value, name: &str) -> Result<T, OperatorError> {
    serde_json::from_value(value).map_err(|error| invalid(name, &error))
}

/// Returns the error about an argument that cannot be read.
fn invalid(place: &str, error: &serde_json::Error) -> OperatorError {
    let problem = in_words(&error.to_string());
    let error = match place {
        "." => OperatorError::invalid(format!("arguments: {problem}")),
        place => OperatorError::invalid(format!("argument {place}: {problem}")),
    };
    if problem.contains("not an identifier") {
        return error.remedy("give the complete id, as the command that lists it prints it with --wide");
    }
    error
}

/// Returns the words of a parser in plain text. An unknown variant becomes `not one of A, B`.
fn in_words(problem: &str) -> String {
    let plain = problem.replace('`', "");
    match plain.split_once(", expected ") {
        Some((found, names)) if found.starts_with("unknown variant ") => {
            format!("not one of {}", names.trim_start_matches("one of ").replace(" or ", ", "))
        }
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    enum Kind {
        Suspense,
        CardTransaction,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Fault {
        HideOutcomes,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Sample {
        kind: Option<Kind>,
        fault: Option<Fault>,
        name: Option<String>,
    }

    fn sample(arguments: Value) -> Result<Sample, String> {
        let (_, sample) = decode(arguments.as_object().unwrap()).map_err(|error| error.to_string())?;
        Ok(sample)
    }

    #[test]
    fn a_name_is_read_in_any_case_and_another_text_as_it_is() {
        let given =
            json!({ "kind": "card-transaction", "fault": "Hide_Outcomes", "name": "Card-Transaction" });
        let expected = Sample {
            kind: Some(Kind::CardTransaction),
            fault: Some(Fault::HideOutcomes),
            name: Some("Card-Transaction".to_owned()),
        };
        assert_eq!(sample(given), Ok(expected));
    }

    #[test]
    fn an_error_names_what_is_known() {
        let error = sample(json!({ "kind": "planet" })).unwrap_err();
        assert_eq!(error, "argument kind: not one of SUSPENSE, CARD_TRANSACTION");
        let error = sample(json!({ "kind": "suspense", "fault": "planet" })).unwrap_err();
        assert_eq!(error, "argument fault: not one of hide-outcomes");
    }
}
