//! A resource of any noun.

use askama::Template;
use axum::response::Response;
use causeway_service::operator::{self, OperatorError};
use serde_json::{Map, Value};

use super::cell::{Cell, cells, money};
use super::lists::GeneralList;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::{ActionButton, CommandLink, label};
use crate::urls;

/// Members that the head of the page shows, or that are of no use to a reader.
const NOT_DETAILS: [&str; 6] = ["commands", "meaning", "platform", "state", "status", "version"];

#[derive(Template)]
#[template(path = "general_show.html")]
struct ShowPage {
    frame: Frame,
    /// The list that the resource is in.
    back: String,
    list: &'static GeneralList,
    id: String,
    status: Option<String>,
    meaning: Option<String>,
    actions: Vec<ActionButton>,
    /// Commands that look.
    others: Vec<CommandLink>,
    details: Vec<Cell>,
    sections: Vec<Part>,
}

/// A member with members of its own.
struct Part {
    /// The name, in words.
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
    /// The members of a single object.
    details: Vec<Cell>,
}

/// The address of a resource.
pub(super) struct ShownResource {
    pub(super) platform: Option<String>,
    pub(super) id: String,
    pub(super) query: Option<String>,
}

/// A resource of an answer, with the function that returns its next commands.
pub(super) struct ShownEntry {
    pub(super) list: &'static GeneralList,
    pub(super) entry: Entry,
    pub(super) next: fn(&Map<String, Value>) -> Vec<String>,
}

/// Serves the page of a resource.
pub(super) async fn show(
    list: &'static GeneralList,
    operator: Operator,
    resource: ShownResource,
) -> Result<Response, Failure> {
    let action = operator::find(list.noun, "show").ok_or_else(Failure::no_page)?;
    let subject = action.arguments.first().map(|argument| argument.name).ok_or_else(Failure::no_page)?;
    let entry = Entry::of(action, Map::new())
        .with(subject, resource.id.as_str())
        .with_some("platform", resource.platform.as_deref());
    answer(&operator, ShownEntry { list, entry, next: proposed }, resource).await
}

/// Calls the entry, and returns the page of its answer.
pub(super) async fn answer(
    operator: &Operator,
    shown: ShownEntry,
    resource: ShownResource,
) -> Result<Response, Failure> {
    let ShownEntry { list, entry, next } = shown;
    let ShownResource { platform, id, query } = resource;
    let platform = platform.as_deref();
    let frame = Frame::load(operator, platform, Section::More, &entry).await?;
    let json = operator.read_json(&entry).await?;
    let Value::Object(members) = json else {
        return Err(OperatorError::defect(format!("answer of {}: no object", entry.name())).into());
    };
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let commands = next(&members);
    let page = ShowPage {
        frame: frame.titled(label(list.one)).noting(notice),
        back: urls::section(platform.filter(|_| !list.is_of_deployment), list.segment),
        list,
        status: text("status").or_else(|| text("state")),
        meaning: text("meaning"),
        actions: ActionButton::all(operator, platform, &commands),
        others: CommandLink::looks(operator, platform, &commands),
        details: details(platform, &members, &id),
        sections: parts(platform, &members),
        id,
    };
    Ok(ok(&page))
}

/// Returns the commands that an answer proposes.
fn proposed(members: &Map<String, Value>) -> Vec<String> {
    let commands = members.get("commands").and_then(Value::as_array).into_iter().flatten();
    commands.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Returns the members with a value of their own, apart from the id of the page.
fn details(platform: Option<&str>, members: &Map<String, Value>, id: &str) -> Vec<Cell> {
    let simple = members.iter().filter(|(name, value)| {
        !NOT_DETAILS.contains(&name.as_str()) && !has_members(value) && value.as_str() != Some(id)
    });
    let cells = simple.map(|(name, value)| Cell::new(platform, name, value));
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// Returns the members with members of their own.
fn parts(platform: Option<&str>, members: &Map<String, Value>) -> Vec<Part> {
    let nested = members.iter().filter(|(_, value)| has_members(value));
    nested.map(|(name, value)| Part::new(platform, name, value)).collect()
}

/// Returns `true` for an object that is no amount, and for a list of objects.
fn has_members(value: &Value) -> bool {
    match value {
        Value::Object(_) => money(value).is_none(),
        Value::Array(items) => items.first().is_some_and(Value::is_object),
        _ => false,
    }
}

impl Part {
    fn new(platform: Option<&str>, name: &str, value: &Value) -> Self {
        let objects = value.as_array().into_iter().flatten().filter_map(Value::as_object);
        let rows: Vec<Vec<Cell>> = objects.map(|members| cells(platform, members)).collect();
        let columns = rows.first().into_iter().flatten().map(|cell| cell.label.clone()).collect();
        let members = value.as_object().map(|members| cells(platform, members)).unwrap_or_default();
        let details = members.into_iter().filter(|cell| !cell.is_empty()).collect();
        Self { title: label(&name.replace('_', "-")), columns, rows, details }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_are_details_or_parts() {
        let json = json!({
            "card": "Card:7", "status": "ACTIVE", "brand": "VISA", "last4": null, "platform": "Acme",
            "limit": { "amount": 1, "currency": "EUR", "decimals": 2 },
            "funding_sources": [{ "account": "InternalAccount:7" }], "reveals": [],
            "policy": { "version": 1 },
        });
        let members = json.as_object().unwrap();
        let labels: Vec<String> =
            details(Some("Platform:1"), members, "Card:7").into_iter().map(|cell| cell.label).collect();
        assert_eq!(labels, ["brand", "limit"]);
        let parts = parts(Some("Platform:1"), members);
        let titles: Vec<&str> = parts.iter().map(|part| part.title.as_str()).collect();
        assert_eq!(titles, ["Funding sources", "Policy"]);
        assert_eq!((&parts[0].columns[..], parts[0].rows.len()), (&["account".to_owned()][..], 1));
        assert_eq!(parts[1].details[0].text, "1");
    }
}
