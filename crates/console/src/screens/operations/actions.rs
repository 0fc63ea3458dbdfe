//! All actions with a page, by their commands: the way to those that no other page proposes.

use askama::Template;
use axum::response::Response;
use causeway_service::operator::{Action, NOUNS};

use super::tabs::OperationsTab;
use crate::actions::has_screen;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::screens::tabs::Tab;
use crate::urls;

#[derive(Template)]
#[template(path = "actions.html")]
struct ActionsPage {
    frame: Frame,
    tabs: Vec<Tab>,
    groups: Vec<ActionGroup>,
}

/// The actions below one heading of the help.
struct ActionGroup {
    heading: &'static str,
    rows: Vec<ActionRow>,
}

/// An action, with its page.
struct ActionRow {
    action: &'static Action,
    href: String,
    /// The roles that may run it, if those of the operator may not.
    missing: Option<String>,
}

/// Serves the list of actions.
pub(crate) async fn show(operator: Operator) -> Result<Response, Failure> {
    let entry = Entry::new("platform", "list");
    let frame = Frame::load(&operator, None, Section::Operations, &entry).await?.titled("All actions");
    let mut groups: Vec<ActionGroup> = Vec::new();
    for noun in NOUNS.iter() {
        let actions = noun.actions.iter().filter(|action| has_screen(action));
        let mut rows: Vec<ActionRow> = actions.map(|action| ActionRow::of(&operator, action)).collect();
        match groups.last_mut().filter(|group| group.heading == noun.group) {
            Some(group) => group.rows.append(&mut rows),
            None => groups.push(ActionGroup { heading: noun.group, rows }),
        }
    }
    Ok(ok(&ActionsPage { frame, tabs: OperationsTab::Actions.links(&operator), groups }))
}

impl ActionRow {
    fn of(operator: &Operator, action: &'static Action) -> Self {
        let roles = || action.permission.roles().join(" or ");
        Self {
            href: urls::action(None, action.noun, action.verb, None),
            missing: (!operator.may(action.noun, action.verb)).then(roles),
            action,
        }
    }
}
