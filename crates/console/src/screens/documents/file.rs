//! The file of a document at its one-time address. Nothing in it runs, whatever it holds: it is a picture or a download, and
//! no page of this origin.

use axum::body::Body;
use axum::extract::{Path, RawQuery};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use causeway_domain::documents::FileType;
use causeway_service::operator::{DocumentFile, Kind, OperatorError, read_document};

use crate::failure::Failure;
use crate::forms::Fields;
use crate::operator::Operator;
use crate::screens::resource_path::ResourcePath;

/// The policy of a file: it loads nothing, runs nothing, and has no origin.
const POLICY: &str = "default-src 'none'; sandbox";

/// The headers by the type that the content has, whatever the name of the file says.
struct FileHeaders {
    content_type: &'static str,
    /// Pictures are shown. Browsers show no PDF under this policy.
    disposition: &'static str,
    extension: &'static str,
}

/// Serves a file once.
pub(crate) async fn read(
    operator: Operator,
    Path(ResourcePath { id, .. }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let key = fields.get("key").unwrap_or_default();
    let file = read_document(operator.app(), &operator.session, key).await?;
    let file = file.filter(|file| file.document.to_string() == id).ok_or_else(used_up)?;
    Ok(response(file))
}

fn used_up() -> OperatorError {
    OperatorError::new(Kind::NotFound, "this address was used, has expired, or is of another session")
        .remedy("open the document again: its address works once, for a minute, where you have opened it")
}

fn response(file: DocumentFile) -> Response {
    let FileHeaders { content_type, disposition, extension } = FileHeaders::of(file.file_type);
    let name = file.document.to_string().replace(':', "-");
    let headers = [
        (CONTENT_TYPE, content_type.to_owned()),
        (CONTENT_DISPOSITION, format!("{disposition}; filename=\"{name}.{extension}\"")),
        (CONTENT_SECURITY_POLICY, POLICY.to_owned()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, Body::from_stream(file.chunks)).into_response()
}

impl FileHeaders {
    const fn of(file_type: FileType) -> Self {
        match file_type {
            FileType::Pdf => {
                Self { content_type: "application/pdf", disposition: "attachment", extension: "pdf" }
            }
            FileType::Jpeg => Self { content_type: "image/jpeg", disposition: "inline", extension: "jpg" },
            FileType::Png => Self { content_type: "image/png", disposition: "inline", extension: "png" },
        }
    }
}
