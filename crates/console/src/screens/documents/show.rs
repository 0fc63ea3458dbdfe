//! A document: the facts about its file, and who has opened it.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use causeway_domain::Time;
use causeway_service::operator::OperatorError;

use crate::answer::answer;
use crate::confirmation::Confirmation;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::label;
use crate::screens::history::OperatorAction;
use crate::screens::resource_path::ResourcePath;
use crate::urls;

answer! {
    struct Document {
        document: String,
        holder: String,
        customer: Option<String>,
        document_type: String,
        side: Option<String>,
        country: String,
        file_name: String,
        uploaded_at: Time,
        file_type: String,
        bytes: u64,
        sha256: String,
        submitted_with: Vec<String>,
        looks: Vec<OperatorAction>,
    }
}

/// The page of a document.
#[derive(Template)]
#[template(path = "document.html")]
pub(super) struct DocumentPage {
    pub(super) frame: Frame,
    pub(super) platform: String,
    pub(super) document: Document,
    pub(super) history: Vec<OperatorAction>,
    /// The address to which the form is sent that opens it.
    pub(super) open: String,
    /// The verification whose file is opened; `None` for the present file.
    pub(super) verification: Option<String>,
    /// The refusal of the form.
    pub(super) error: Option<OperatorError>,
    pub(super) reason: String,
    pub(super) confirmation: Confirmation,
}

/// Serves the page of a document. The audit trail records the look.
pub(crate) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
) -> Result<Response, Failure> {
    Ok(ok(&page(&operator, &platform, &id).await?))
}

/// Reads a document, and returns its page.
pub(super) async fn page(operator: &Operator, platform: &str, id: &str) -> Result<DocumentPage, Failure> {
    let entry = Entry::new("document", "show").with("document", id).with("platform", platform);
    let frame = Frame::load(operator, Some(platform), Section::Customers, &entry).await?;
    let mut document: Document = operator.read(&entry).await?;
    let address = urls::resource(platform, id).ok_or_else(Failure::no_page)?;
    let history = std::mem::take(&mut document.looks);
    Ok(DocumentPage {
        frame: frame.titled(label(&document.document_type.to_lowercase().replace('_', "-"))),
        platform: platform.to_owned(),
        document,
        history,
        open: urls::action(Some(platform), "document", "fetch", Some(id)),
        verification: None,
        error: None,
        reason: String::new(),
        confirmation: Confirmation::of_look(operator, id, &address),
    })
}

impl Document {
    /// Returns the size of the file in words, such as `1.2 MB`.
    fn size(&self) -> String {
        match self.bytes {
            bytes @ 0..1_000 => format!("{bytes} bytes"),
            bytes @ 1_000..1_000_000 => format!("{} kB", bytes / 1_000),
            bytes => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
        }
    }
}
