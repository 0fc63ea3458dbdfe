//! What all operator actions have in common.

use std::fmt::Display;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Operator, OperatorError};
use crate::runtime::app::App;

/// An operator action: its fields are its arguments, its doc comment is its help.
pub trait Action: clap::Args + Serialize + DeserializeOwned + Send + 'static {
    /// What it is about: `clock`.
    const NOUN: &'static str;
    /// What it does: `freeze`.
    const VERB: &'static str;
    /// What it tells.
    type Output: Report;

    /// Carries it out.
    fn run(
        self,
        app: &Arc<App>,
        operator: &Operator,
    ) -> impl Future<Output = Result<Self::Output, OperatorError>> + Send;
}

/// An operator action whose outcome is too long for one answer: it is told piece by piece.
pub trait Export: clap::Args + Serialize + DeserializeOwned + Send + 'static {
    /// What it is about.
    const NOUN: &'static str;
    /// What it does.
    const VERB: &'static str;

    /// Begins to tell. The pieces are whole lines.
    fn run(
        self,
        app: &Arc<App>,
        operator: &Operator,
    ) -> impl Future<Output = Result<Pieces, OperatorError>> + Send;
}

/// The pieces of an export. An error ends it; what came before holds.
pub type Pieces = BoxStream<'static, Result<Bytes, OperatorError>>;

/// What an action tells: lines for people, or JSON for programs.
pub trait Report: Serialize + Display + Send {
    /// The exit code of the command. Other than 0 for a finding that a script must not overlook.
    fn exit_code(&self) -> u8 {
        0
    }
}

/// What became of an action whose type nobody knows any more.
pub enum Done {
    /// It is finished.
    Report {
        /// For programs.
        json: Value,
        /// For people.
        text: String,
        /// For the shell.
        exit_code: u8,
    },
    /// It tells its outcome piece by piece.
    Pieces(Pieces),
}

impl Done {
    /// Renders a report.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub(super) fn report(report: &impl Report) -> Result<Self, OperatorError> {
        let json = serde_json::to_value(report).map_err(OperatorError::defect)?;
        Ok(Self::Report { json, text: report.to_string(), exit_code: report.exit_code() })
    }
}
