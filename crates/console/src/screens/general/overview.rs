//! The overview of the lists that are not in the navigation.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;

use super::lists::{GeneralList, LISTS, PLATFORMS};
use super::show_platform;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::screens::settings;
use crate::urls;

/// The segment of the overview.
pub(super) const SEGMENT: &str = "more";

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    frame: Frame,
    cards: Vec<OverviewCard>,
}

/// A page of the overview.
struct OverviewCard {
    title: &'static str,
    about: &'static str,
    href: String,
}

/// Serves the overview of a platform.
pub(super) async fn of_platform(
    operator: Operator,
    Path(platform): Path<String>,
) -> Result<Response, Failure> {
    show(&operator, Some(&platform)).await
}

/// Serves the overview of the deployment.
pub(super) async fn of_deployment(operator: Operator) -> Result<Response, Failure> {
    show(&operator, None).await
}

async fn show(operator: &Operator, platform: Option<&str>) -> Result<Response, Failure> {
    let entry = Entry::new("platform", "list").with_some("platform", platform);
    let frame = Frame::load(operator, platform, Section::More, &entry).await?.titled("More");
    let of_scope = |list: &&GeneralList| list.is_of_deployment == platform.is_none();
    let lists = [&PLATFORMS].into_iter().chain(&LISTS).filter(of_scope);
    let lists = lists.filter(|list| operator.may(list.noun, "list"));
    let mut cards: Vec<OverviewCard> = lists.map(|list| OverviewCard::of(list, platform)).collect();
    if let Some(platform) = platform {
        cards.push(OverviewCard {
            title: "Platform",
            about: "Its identity, currencies and UMA domain, and whether its credentials are accepted.",
            href: urls::page(platform, show_platform::SEGMENT),
        });
    }
    cards.push(OverviewCard {
        title: "Settings",
        about: settings::ABOUT,
        href: urls::section(platform, settings::SEGMENT),
    });
    Ok(ok(&OverviewPage { frame, cards }))
}

impl OverviewCard {
    fn of(list: &GeneralList, platform: Option<&str>) -> Self {
        Self { title: list.title, about: list.about, href: urls::section(platform, list.segment) }
    }
}
