//! Pages that explain why a page cannot be shown.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use causeway_service::operator::{Channel, Kind, OperatorError};

use super::page::render;

/// An error in place of a page.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    error: OperatorError,
}

#[derive(Template)]
#[template(path = "failure.html")]
struct FailurePage<'a> {
    title: &'static str,
    message: &'a str,
    remedy: Option<&'a str>,
}

impl Failure {
    /// Returns the failure of a request that is not of the operator's own making.
    pub(crate) const fn forbidden(error: OperatorError) -> Self {
        Self { status: StatusCode::FORBIDDEN, error }
    }

    /// Returns the failure for a page that does not exist, or that the operator's roles do not have.
    pub(crate) fn no_page() -> Self {
        let error = OperatorError::new(Kind::NotFound, "there is no such page");
        error.remedy("check the address, or look for what you know with the search box").into()
    }

    fn title(&self) -> &'static str {
        match self.status {
            StatusCode::FORBIDDEN => "Not allowed",
            StatusCode::NOT_FOUND => "Not found",
            StatusCode::SERVICE_UNAVAILABLE => "Not available at the moment",
            StatusCode::INTERNAL_SERVER_ERROR => "The service failed",
            _ => "Not possible",
        }
    }
}

impl From<OperatorError> for Failure {
    fn from(error: OperatorError) -> Self {
        let status = StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, error: error.shown_over(Channel::Console) }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let title = self.title();
        let OperatorError { message, remedy, .. } = &self.error;
        render(self.status, &FailurePage { title, message, remedy: remedy.as_deref() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_does_not_show_the_cause_of_a_defect() {
        let failure = Failure::from(OperatorError::defect("no table payee"));
        assert_eq!(failure.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(!failure.error.to_string().contains("payee"), "{failure:?}");
    }
}
