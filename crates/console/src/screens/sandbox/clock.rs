//! The clock of a sandbox, and what becomes due on it.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use causeway_domain::Time;

use super::pages::{CLOCK, frame, tabs};
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::Frame;
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::short_id;
use crate::screens::tabs::Tab;
use crate::urls;

answer! {
    struct Clock {
        is_frozen: bool,
        now: Time,
        wall: Time,
    }

    struct AgendaItem {
        due_at: Time,
        what: String,
        resource: String,
    }
}

/// Maximum number of things of the agenda on the page.
const MAX_ITEMS: usize = 50;
/// A change of the clock: its label, its verb and the duration.
const MOVES: [[&str; 3]; 3] =
    [["+ 1 hour", "advance", "1h"], ["+ 1 day", "advance", "1d"], ["To next due", "next", ""]];

#[derive(Template)]
#[template(path = "clock.html")]
struct ClockPage {
    frame: Frame,
    tabs: Vec<Tab>,
    clock: Clock,
    actions: Vec<ClockAction>,
    items: Vec<AgendaRow>,
    /// `true` if later things are not on the page.
    is_cut_off: bool,
}

/// A change of the clock, with its page.
struct ClockAction {
    label: &'static str,
    href: String,
}

/// A thing that becomes due.
struct AgendaRow {
    item: AgendaItem,
    /// The page of the resource; `None` if its kind has none.
    href: Option<String>,
    /// The end of the id of the resource.
    about: String,
}

/// Serves the page of the clock.
pub(in crate::screens) async fn clock(
    operator: Operator,
    Path(platform): Path<String>,
) -> Result<Response, Failure> {
    let of_clock = |verb| Entry::new("clock", verb).with("platform", platform.as_str());
    let agenda = of_clock("agenda").with("limit", MAX_ITEMS);
    let frame = frame(&operator, &platform, &agenda).await?.titled("Clock");
    let clock: Clock = operator.read(&of_clock("show")).await?;
    let agenda: Vec<AgendaItem> = operator.read(&agenda).await?;
    let page = ClockPage {
        frame,
        tabs: tabs(&operator, &platform, CLOCK),
        actions: actions(&operator, &platform, &clock),
        clock,
        is_cut_off: agenda.len() == MAX_ITEMS,
        items: agenda.into_iter().map(|item| AgendaRow::of(&platform, item)).collect(),
    };
    Ok(ok(&page))
}

/// Returns the changes of the clock that the operator's roles have.
fn actions(operator: &Operator, platform: &str, clock: &Clock) -> Vec<ClockAction> {
    let switch = if clock.is_frozen { ["Resume", "resume", ""] } else { ["Freeze", "freeze", ""] };
    let all = MOVES.into_iter().chain([switch]);
    let allowed = all.filter(|[_, verb, _]| operator.may("clock", verb));
    let action = |[label, verb, by]: [&'static str; 3]| {
        let page = urls::action(Some(platform), "clock", verb, None);
        ClockAction { label, href: urls::with_query(&page, &[("a.by", by)]) }
    };
    allowed.map(action).collect()
}

impl AgendaRow {
    fn of(platform: &str, item: AgendaItem) -> Self {
        Self { href: urls::resource(platform, &item.resource), about: short_id(&item.resource), item }
    }
}
