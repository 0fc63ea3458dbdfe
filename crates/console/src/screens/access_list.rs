//! Access to a platform, or to the deployment: users, tokens and sessions.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::label;
use crate::urls;

answer! {
    struct User {
        name: String,
        uid: i64,
        roles: String,
        platform: Option<String>,
        created_at: Time,
    }

    struct OperatorToken {
        name: String,
        roles: String,
        platform: Option<String>,
        expires_at: Time,
    }

    struct Session {
        session: String,
        name: String,
        created_at: Time,
        seen_at: Time,
        expires_at: Time,
        verified_at: Option<Time>,
    }
}

#[derive(Template)]
#[template(path = "access.html")]
struct AccessPage {
    frame: Frame,
    users: Vec<AccessRow<User>>,
    add_user: String,
    operator_tokens: Vec<AccessRow<OperatorToken>>,
    create_operator_token: String,
    /// `None` on the page of a platform.
    sessions: Option<Vec<AccessRow<Session>>>,
    create_link: String,
    own_session: String,
    /// The API tokens of the platform; `None` on the page of the deployment.
    tokens: Option<String>,
}

/// A row, with the page that takes the access away.
struct AccessRow<T> {
    row: T,
    end: String,
    /// The name of the platform; `everything` if the roles are for all.
    scope: String,
}

/// Serves the access to the deployment.
pub(super) async fn of_deployment(
    operator: Operator,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    show(&operator, None, query).await
}

/// Serves the access to a platform.
pub(super) async fn of_platform(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    show(&operator, Some(&platform), query).await
}

async fn show(
    operator: &Operator,
    platform: Option<&str>,
    query: Option<String>,
) -> Result<Response, Failure> {
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let list = |noun| Entry::new(noun, "list").with_some("platform", platform);
    let entry = list("user");
    let frame = Frame::load(operator, platform, Section::Access, &entry).await?;
    let frame = frame.titled("Access").noting(notice);
    let users: Vec<User> = operator.read(&entry).await?;
    let operator_tokens: Vec<OperatorToken> = operator.read(&list("operator-token")).await?;
    let sessions = match platform {
        Some(_) => None,
        None => operator.read_if_allowed::<Vec<Session>>(&Entry::new("console", "sessions")).await?,
    };
    let page = AccessPage {
        users: users.into_iter().map(|user| user.into_row(&frame)).collect(),
        add_user: urls::action(platform, "user", "add", None),
        operator_tokens: operator_tokens.into_iter().map(|token| token.into_row(&frame)).collect(),
        create_operator_token: urls::action(platform, "operator-token", "create", None),
        sessions: sessions.map(|sessions| sessions.into_iter().map(Session::into_row).collect()),
        create_link: urls::action(None, "console", "link", None),
        own_session: operator.session.id.to_string(),
        tokens: platform.map(|platform| urls::page(platform, "tokens")),
        frame,
    };
    Ok(ok(&page))
}

impl User {
    fn into_row(self, frame: &Frame) -> AccessRow<Self> {
        let platform = self.platform.as_deref();
        let end = named(platform, "user", "remove", &self.name);
        AccessRow { end, scope: scope(frame, platform), row: self }
    }
}

impl OperatorToken {
    fn into_row(self, frame: &Frame) -> AccessRow<Self> {
        let platform = self.platform.as_deref();
        let end = named(platform, "operator-token", "revoke", &self.name);
        AccessRow { end, scope: scope(frame, platform), row: self }
    }
}

impl Session {
    fn into_row(self) -> AccessRow<Self> {
        let page = urls::action(None, "console", "end", None);
        let end = urls::with_query(&page, &[("a.session", self.session.as_str())]);
        AccessRow { end, scope: String::new(), row: self }
    }
}

/// Returns the page of an action on a user or a token with this name.
fn named(platform: Option<&str>, noun: &str, verb: &str, name: &str) -> String {
    urls::with_query(&urls::action(platform, noun, verb, None), &[("a.name", name)])
}

/// Returns the name of the platform that roles are for.
fn scope(frame: &Frame, platform: Option<&str>) -> String {
    match platform {
        None => "everything".to_owned(),
        Some(id) => frame.platform_name(id).unwrap_or(id).to_owned(),
    }
}
