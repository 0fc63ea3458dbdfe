//! A list of any noun.

use askama::Template;
use axum::response::Response;
use causeway_service::operator::{self, OperatorError};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::cell::Cell;
use super::lists::GeneralList;
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::render;
use crate::parts::{Filters, Pager, label};
use crate::screens::listing::{read_refusable, status_of};
use crate::urls;

answer! {
    struct PageAnswer {
        #[serde(default)]
        next: Option<String>,
        #[serde(default)]
        searched_only: Option<i64>,
        rows: Vec<Map<String, Value>>,
    }
}

/// The answer of a list: a page, or all rows.
#[derive(Deserialize)]
#[serde(untagged)]
enum ListAnswer {
    Page(PageAnswer),
    Rows(Vec<Map<String, Value>>),
}

/// A link to an action of the list.
pub(super) struct ActionLink {
    pub(super) label: String,
    pub(super) href: String,
}

#[derive(Template)]
#[template(path = "general_list.html")]
struct ListPage {
    frame: Frame,
    list: &'static GeneralList,
    actions: Vec<ActionLink>,
    filters: Filters,
    error: Option<OperatorError>,
    /// The names of the columns in words.
    columns: Vec<String>,
    rows: Vec<ListRow>,
    pager: Pager,
}

/// A row with its page.
struct ListRow {
    /// `None` if rows of the list have no page.
    href: Option<String>,
    first: Cell,
    others: Vec<Cell>,
}

/// Serves a list.
pub(super) async fn list(
    list: &'static GeneralList,
    operator: Operator,
    platform: Option<String>,
    query: Option<String>,
) -> Result<Response, Failure> {
    let platform = platform.as_deref();
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::section(platform, list.segment), list.filters, &fields);
    let entry = Entry::new(list.noun, "list").with_some("platform", platform);
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let notice = fields.get("done").map(label);
    let frame = Frame::load(&operator, platform, Section::More, &entry).await?;
    let frame = frame.titled(list.title).noting(notice);
    let (page, error) = match read_refusable::<ListAnswer>(&operator, &entry).await? {
        Ok(answer) => (PageAnswer::from(answer), None),
        Err(error) => (PageAnswer::none(), Some(error)),
    };
    let status = status_of(error.as_ref());
    let columns = columns(list, &page.rows);
    let rows = page.rows.iter().map(|row| ListRow::of(list, platform, &columns, row));
    let page = ListPage {
        actions: actions(list, &operator, platform),
        rows: rows.collect::<Result<_, _>>()?,
        columns: columns.iter().map(|name| name.replace('_', " ")).collect(),
        pager: Pager::new(&filters.path, &filters.pairs(), page.next.as_deref(), page.searched_only),
        frame,
        list,
        filters,
        error,
    };
    Ok(render(status, &page))
}

/// Returns the columns of a terminal's table, or else the members of the rows.
fn columns(list: &GeneralList, rows: &[Map<String, Value>]) -> Vec<String> {
    let declared = operator::find(list.noun, "list").map(|action| action.columns).unwrap_or_default();
    if !declared.is_empty() {
        return declared.iter().map(|name| (*name).to_owned()).collect();
    }
    rows.first().map(|row| row.keys().cloned().collect()).unwrap_or_default()
}

/// Returns the actions that need no row, as far as the operator's roles have them.
fn actions(list: &GeneralList, operator: &Operator, platform: Option<&str>) -> Vec<ActionLink> {
    let allowed = list.verbs.iter().filter(|verb| operator.may(list.noun, verb));
    let link =
        |verb: &&str| ActionLink { label: label(verb), href: urls::action(platform, list.noun, verb, None) };
    allowed.map(link).collect()
}

impl PageAnswer {
    /// Returns a page without rows.
    fn none() -> Self {
        Self { next: None, searched_only: None, rows: Vec::new() }
    }
}

impl From<ListAnswer> for PageAnswer {
    fn from(answer: ListAnswer) -> Self {
        match answer {
            ListAnswer::Page(page) => page,
            ListAnswer::Rows(rows) => Self { rows, ..Self::none() },
        }
    }
}

impl ListRow {
    /// Returns a row.
    ///
    /// # Errors
    /// A defect, if the row has no id.
    fn of(
        list: &GeneralList,
        platform: Option<&str>,
        columns: &[String],
        row: &Map<String, Value>,
    ) -> Result<Self, OperatorError> {
        let page = |name: &str| -> Result<String, OperatorError> {
            let id = row.get(name).and_then(Value::as_str);
            let id = id.ok_or_else(|| OperatorError::defect(format!("{} list: no {name}", list.noun)))?;
            Ok(urls::member(platform, list.segment, id))
        };
        let href: Option<String> = list.id.map(page).transpose()?;
        let cell = |name: &String| {
            let cell = Cell::new(platform, name, row.get(name).unwrap_or(&Value::Null));
            if href.is_some() { cell.in_link() } else { cell }
        };
        let mut cells: Vec<Cell> = columns.iter().map(cell).collect();
        let others = cells.split_off(cells.len().min(1));
        let first = cells.pop().unwrap_or_default();
        Ok(Self { href, first, others })
    }
}
