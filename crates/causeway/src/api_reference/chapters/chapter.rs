//! The chapters by name, with their headings, paths and texts.

use super::{authentication, clock, errors, idempotency, sandbox, webhooks};

/// A chapter of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chapter {
    /// Credentials, permissions, and a first call.
    Authentication,
    /// Error codes, and when to repeat a request.
    Errors,
    /// Idempotency keys.
    Idempotency,
    /// Delivery, verification and types of webhook events.
    Webhooks,
    /// Magic values.
    Sandbox,
    /// The clock of sandbox platforms.
    Clock,
}

impl Chapter {
    /// All chapters, in the order of the page.
    pub(crate) const ALL: [Self; 6] =
        [Self::Authentication, Self::Errors, Self::Idempotency, Self::Webhooks, Self::Sandbox, Self::Clock];

    /// Returns the name in addresses.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Authentication => "authentication",
            Self::Errors => "errors",
            Self::Idempotency => "idempotency",
            Self::Webhooks => "webhooks",
            Self::Sandbox => "sandbox",
            Self::Clock => "clock",
        }
    }

    /// Returns the heading.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Authentication => "Authentication",
            Self::Errors => "Errors",
            Self::Idempotency => "Idempotency",
            Self::Webhooks => "Webhooks",
            Self::Sandbox => "Sandbox values",
            Self::Clock => "The clock of the sandbox",
        }
    }

    /// Returns the summary for an index.
    pub(crate) const fn summary(self) -> &'static str {
        match self {
            Self::Authentication => "credentials, permissions, and a first call",
            Self::Errors => "every error code with its status, its meaning and what to do",
            Self::Idempotency => "how to repeat a request safely",
            Self::Webhooks => "delivery, verification in JavaScript, Python and Go, and every event type",
            Self::Sandbox => "every value that selects an outcome in the sandbox",
            Self::Clock => "how tests stop and move the time of a sandbox platform",
        }
    }

    /// Returns the path of the chapter as Markdown.
    pub(crate) fn path(self) -> String {
        format!("/reference/{}.md", self.id())
    }

    /// Renders the text below the heading as Markdown.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Authentication => authentication::text(),
            Self::Errors => errors::text(),
            Self::Idempotency => idempotency::text(),
            Self::Webhooks => webhooks::text(),
            Self::Sandbox => sandbox::text(),
            Self::Clock => clock::text(),
        }
    }

    /// Renders the whole chapter as Markdown.
    pub(crate) fn document(self) -> String {
        format!("# {}\n\n{}", self.title(), self.text())
    }
}
