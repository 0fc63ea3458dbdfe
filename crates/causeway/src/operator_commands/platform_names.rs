//! The names of platforms on a terminal, in place of their ids.

use causeway_service::operator::Action;
use serde_json::Value;

use super::layout::OutputFormat;

/// The member with the id of a platform.
const PLATFORM: &str = "platform";
/// The noun whose lists have both the ids and the names.
const NOUN: &str = "platform";

/// Returns `true` if names are shown in place of ids: in the rows of a list on a terminal.
pub(super) fn are_shown(result: &Value, action: &Action, format: OutputFormat) -> bool {
    let is_of_platform = |row: &Value| row[PLATFORM].is_string();
    format.is_fitted()
        && action.noun != NOUN
        && rows(result).is_some_and(|rows| rows.iter().any(is_of_platform))
}

/// Replaces the ids in the rows by names. `platforms` is the result of `platform list`; an id that it lacks stays.
pub(super) fn show(result: &mut Value, platforms: &Value) {
    let Some(rows) = rows_mut(result) else { return };
    for row in rows {
        let known = platforms.as_array().into_iter().flatten();
        let name =
            known.filter(|known| known[PLATFORM] == row[PLATFORM]).find_map(|known| known["name"].as_str());
        if let Some(name) = name {
            row[PLATFORM] = name.into();
        }
    }
}

fn rows(result: &Value) -> Option<&Vec<Value>> {
    result.as_array().or_else(|| result["rows"].as_array())
}

fn rows_mut(result: &mut Value) -> Option<&mut Vec<Value>> {
    match result {
        Value::Array(rows) => Some(rows),
        Value::Object(members) => members.get_mut("rows").and_then(Value::as_array_mut),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use causeway_service::operator::find;
    use serde_json::json;

    use super::super::layout::Layout;
    use super::*;

    #[test]
    fn rows_have_the_names_of_known_platforms() {
        let platforms = json!([{ "platform": "Platform:1", "name": "Acme" }]);
        let rows = json!([{ "platform": "Platform:1" }, { "platform": "Platform:2" }, { "platform": null }]);
        let named = json!([{ "platform": "Acme" }, { "platform": "Platform:2" }, { "platform": null }]);
        let mut list = rows.clone();
        show(&mut list, &platforms);
        assert_eq!(list, named);
        let mut page = json!({ "rows": rows });
        show(&mut page, &platforms);
        assert_eq!(page, json!({ "rows": named }));
        show(&mut list, &Value::Null);
        assert_eq!(list, named);
    }

    #[test]
    fn names_are_shown_on_a_terminal_only() {
        let rows = json!([{ "platform": "Platform:1" }]);
        let jobs = find("jobs", "list").unwrap();
        let fitted = OutputFormat::Text(Layout::Fitted(80));
        assert!(are_shown(&rows, jobs, fitted));
        for format in [OutputFormat::Json, OutputFormat::Text(Layout::Complete)] {
            assert!(!are_shown(&rows, jobs, format));
        }
        assert!(!are_shown(&rows, find("platform", "list").unwrap(), fitted));
        assert!(!are_shown(&json!([{ "platform": null }]), jobs, fitted));
    }
}
