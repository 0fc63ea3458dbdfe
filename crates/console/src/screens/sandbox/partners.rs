//! The faults of the simulated partners of a sandbox: each with a switch, and a count where it has one.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use causeway_domain::Time;
use causeway_domain::sandbox_faults::SandboxFault;

use super::pages::{PARTNERS, frame, tabs};
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::Frame;
use crate::operator::Operator;
use crate::page::ok;
use crate::screens::tabs::Tab;
use crate::urls;

answer! {
    /// A fault that is set.
    struct SetFault {
        fault: String,
        remaining: Option<u32>,
        set_at: Time,
    }
}

#[derive(Template)]
#[template(path = "partners.html")]
struct PartnersPage {
    frame: Frame,
    tabs: Vec<Tab>,
    faults: Vec<FaultRow>,
    /// The action that ends all faults; `None` if none is set.
    clear: Option<String>,
}

/// A fault, set or not.
struct FaultRow {
    name: &'static str,
    effect: &'static str,
    /// `None` if it is not set.
    set: Option<SetFault>,
    /// The action that sets it, or ends it.
    switch: Option<String>,
}

/// Serves the page of the partners.
pub(in crate::screens) async fn partners(
    operator: Operator,
    Path(platform): Path<String>,
) -> Result<Response, Failure> {
    let entry = Entry::new("sandbox", "faults").with("platform", platform.as_str());
    let frame = frame(&operator, &platform, &entry).await?.titled("Partners");
    let set: Vec<SetFault> = operator.read(&entry).await?;
    let may_clear = !set.is_empty() && operator.may("sandbox", "clear");
    let page = PartnersPage {
        frame,
        tabs: tabs(&operator, &platform, PARTNERS),
        faults: SandboxFault::ALL
            .iter()
            .map(|fault| FaultRow::of(&operator, &platform, *fault, &set))
            .collect(),
        clear: may_clear.then(|| urls::action(Some(&platform), "sandbox", "clear", None)),
    };
    Ok(ok(&page))
}

impl FaultRow {
    fn of(operator: &Operator, platform: &str, fault: SandboxFault, set: &[SetFault]) -> Self {
        let name = fault.as_str();
        let set = set.iter().find(|known| known.fault == name).cloned();
        let verb = if set.is_some() { "clear" } else { "fault" };
        let switch = || {
            let action = urls::action(Some(platform), "sandbox", verb, None);
            let count = if fault.is_counted() && set.is_none() { "1" } else { "" };
            urls::with_query(&action, &[("a.name", name), ("a.count", count)])
        };
        let switch = operator.may("sandbox", verb).then(switch);
        Self { name, effect: fault.effect(), set, switch }
    }
}
