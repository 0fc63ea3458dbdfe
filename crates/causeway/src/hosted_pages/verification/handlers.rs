//! The requests of the verification page (customers 6).

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use causeway_service::App;
use causeway_service::hosted_pages::{self, PageError, VERIFICATION_PATH};
use causeway_service::runtime::http::{PageForm, ReceivedForm};
use serde_json::{Map, Value, json};

use super::super::catalogue::ENGLISH;
use super::super::field::{FieldSpec, body};
use super::super::forms::{DOCUMENT, OWNER, REPLACEMENT, drop_stale_descriptions};
use super::super::response::{ForeignOrigins, error_page, notice, page, see_other, status_of};
use super::refused_form::RefusedForm;
use super::uploads::with_choice;
use super::view::{self, details_of, stored_text};

/// Maximum size of a document in bytes (customers 8).
const MAX_DOCUMENT_BYTES: u64 = 10 * 1024 * 1024;

type Code = Result<Path<String>, PathRejection>;
/// The code of a page, and the id of a person or a document on it.
type CodeAndId = Result<Path<(String, String)>, PathRejection>;

/// The page that contains a form.
#[derive(Debug, Clone, Copy)]
enum Scope<'a> {
    Whole,
    Owner(&'a str),
    Document(&'a str),
}

/// A submitted form: its page, its id on that page, and the size limit of its file in bytes.
#[derive(Debug, Clone, Copy)]
struct Submission<'a> {
    code: &'a str,
    scope: Scope<'a>,
    form: &'static str,
    file_bytes_max: u64,
}

/// Serves `GET /kyc/{code}`.
pub(in super::super) async fn show(
    State(app): State<Arc<App>>,
    code: Code,
    RawQuery(query): RawQuery,
) -> Response {
    let Ok(Path(code)) = code else { return error_page(&PageError::Unknown) };
    let done = match query.as_deref() {
        Some("saved") => Some(ENGLISH.saved),
        Some("removed") => Some(ENGLISH.removed),
        _ => None,
    };
    render(&app, &code, Scope::Whole, None, done).await
}

/// Redirects a `GET` of a form's address to the page, for browsers that reload it.
pub(in super::super) async fn redirect_to_page(
    parts: Result<Path<HashMap<String, String>>, PathRejection>,
) -> Response {
    let Ok(Path(parts)) = parts else { return error_page(&PageError::Unknown) };
    match parts.get("code") {
        Some(code) if code.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            see_other(&format!("{VERIFICATION_PATH}/{code}"))
        }
        _ => error_page(&PageError::Unknown),
    }
}

/// Serves `POST /kyc/{code}/details`.
pub(in super::super) async fn details(State(app): State<Arc<App>>, code: Code, request: Request) -> Response {
    let Ok(Path(code)) = code else { return error_page(&PageError::Unknown) };
    let submission = Submission { code: &code, scope: Scope::Whole, form: "details", file_bytes_max: 0 };
    let app = &app;
    let code = &code;
    let apply = |mut sent: PageForm| async move {
        let page = hosted_pages::verification(app, code).await?;
        drop_stale_descriptions(&mut sent.parts, |name| stored_text(&page.customer, name));
        let mut changes = body(&details_of(&page), &sent.parts);
        changes.insert("customerType".to_owned(), page.customer_type.as_str().into());
        hosted_pages::change_details(app, code, changes.into()).await
    };
    submit(app, submission, request, apply).await
}

/// Serves `POST /kyc/{code}/owners`.
pub(in super::super) async fn add_owner(
    State(app): State<Arc<App>>,
    code: Code,
    request: Request,
) -> Response {
    let Ok(Path(code)) = code else { return error_page(&PageError::Unknown) };
    let submission = Submission { code: &code, scope: Scope::Whole, form: "owner", file_bytes_max: 0 };
    let app = &app;
    let code = &code;
    let apply = |sent: PageForm| async move {
        let mut owner = Value::from(body(OWNER, &sent.parts));
        // With empty objects, the error names each missing field instead of the person or the address as a
        // whole.
        for member in ["/personalInfo", "/personalInfo/address"] {
            fill_in(&mut owner, member);
        }
        hosted_pages::add_owner(app, code, owner).await
    };
    submit(app, submission, request, apply).await
}

/// Serves `GET /kyc/{code}/owners/{id}`.
pub(in super::super) async fn show_owner(State(app): State<Arc<App>>, at: CodeAndId) -> Response {
    let Ok(Path((code, id))) = at else { return error_page(&PageError::Unknown) };
    render(&app, &code, Scope::Owner(&id), None, None).await
}

/// Serves `POST /kyc/{code}/owners/{id}`.
pub(in super::super) async fn change_owner(
    State(app): State<Arc<App>>,
    at: CodeAndId,
    request: Request,
) -> Response {
    let Ok(Path((code, id))) = at else { return error_page(&PageError::Unknown) };
    let scope = Scope::Owner(&id);
    let submission = Submission { code: &code, scope, form: "person", file_bytes_max: 0 };
    let app = &app;
    let code = &code;
    let id = &id;
    let apply = |sent: PageForm| async move {
        let changes = body(OWNER, &sent.parts);
        hosted_pages::change_owner(app, code, id, changes.into()).await
    };
    submit(app, submission, request, apply).await
}

/// Serves `POST /kyc/{code}/owners/{id}/remove`.
pub(in super::super) async fn remove_owner(State(app): State<Arc<App>>, at: CodeAndId) -> Response {
    let Ok(Path((code, id))) = at else { return error_page(&PageError::Unknown) };
    let done = hosted_pages::remove_owner(&app, &code, &id).await;
    conclude_removal(&app, &code, "owners", done).await
}

/// Serves `POST /kyc/{code}/documents`.
pub(in super::super) async fn add_document(
    State(app): State<Arc<App>>,
    code: Code,
    request: Request,
) -> Response {
    let Ok(Path(code)) = code else { return error_page(&PageError::Unknown) };
    let scope = Scope::Whole;
    let submission = Submission { code: &code, scope, form: "document", file_bytes_max: MAX_DOCUMENT_BYTES };
    let app = &app;
    let code = &code;
    let apply = |sent: PageForm| async move {
        let parts = with_choice(document_parts(DOCUMENT, &sent));
        hosted_pages::add_document(app, code, PageForm { parts, ..sent }).await
    };
    submit(app, submission, request, apply).await
}

/// Serves `GET /kyc/{code}/documents/{id}`.
pub(in super::super) async fn show_document(State(app): State<Arc<App>>, at: CodeAndId) -> Response {
    let Ok(Path((code, id))) = at else { return error_page(&PageError::Unknown) };
    render(&app, &code, Scope::Document(&id), None, None).await
}

/// Serves `POST /kyc/{code}/documents/{id}`.
pub(in super::super) async fn replace_document(
    State(app): State<Arc<App>>,
    at: CodeAndId,
    request: Request,
) -> Response {
    let Ok(Path((code, id))) = at else { return error_page(&PageError::Unknown) };
    let scope = Scope::Document(&id);
    let submission =
        Submission { code: &code, scope, form: "replacement", file_bytes_max: MAX_DOCUMENT_BYTES };
    let app = &app;
    let code = &code;
    let id = &id;
    let apply = |sent: PageForm| async move {
        let parts = document_parts(REPLACEMENT, &sent);
        hosted_pages::replace_document(app, code, id, PageForm { parts, ..sent }).await
    };
    submit(app, submission, request, apply).await
}

/// Serves `POST /kyc/{code}/documents/{id}/remove`.
pub(in super::super) async fn remove_document(State(app): State<Arc<App>>, at: CodeAndId) -> Response {
    let Ok(Path((code, id))) = at else { return error_page(&PageError::Unknown) };
    let done = hosted_pages::remove_document(&app, &code, &id).await;
    conclude_removal(&app, &code, "documents", done).await
}

/// Serves `POST /kyc/{code}/complete`.
pub(in super::super) async fn complete(State(app): State<Arc<App>>, code: Code) -> Response {
    let Ok(Path(code)) = code else { return error_page(&PageError::Unknown) };
    match hosted_pages::finish(&app, &code).await {
        Ok(Some(redirect_uri)) => see_other(&redirect_uri),
        Ok(None) => notice(StatusCode::OK, ENGLISH.finished_title, ENGLISH.finished),
        Err(error) => show_again(&app, &code, Scope::Whole, "finish", None, error).await,
    }
}

/// Receives a form if its page is usable, and applies it. Then redirects the browser to the page, so that a
/// reload submits nothing again; after a refusal, the form is shown again.
async fn submit<F, A>(app: &Arc<App>, submission: Submission<'_>, request: Request, apply: F) -> Response
where
    F: FnOnce(PageForm) -> A + Send,
    A: Future<Output = Result<(), PageError>> + Send,
{
    let Submission { code, scope, form, file_bytes_max } = submission;
    let arrived = match receive_form(app, code, request, file_bytes_max).await {
        Ok(arrived) => arrived,
        Err(error) => return show_again(app, code, scope, form, None, error).await,
    };
    let sent = arrived.sent();
    let submitted = sent.parts.clone();
    match apply(sent).await {
        Ok(()) => see_other(&format!("{VERIFICATION_PATH}/{code}?saved")),
        Err(error) => {
            arrived.discard().await;
            show_again(app, code, scope, form, Some(submitted), error).await
        }
    }
}

async fn receive_form<'a>(
    app: &'a Arc<App>,
    code: &str,
    request: Request,
    file_bytes_max: u64,
) -> Result<ReceivedForm<'a>, PageError> {
    let (platform, customer) = hosted_pages::customer_of(app, code).await?;
    let (head, body) = request.into_parts();
    Ok(ReceivedForm::receive(app, platform, customer, &head.headers, body, file_bytes_max).await?)
}

async fn conclude_removal(
    app: &Arc<App>,
    code: &str,
    form: &'static str,
    done: Result<(), PageError>,
) -> Response {
    match done {
        Ok(()) => see_other(&format!("{VERIFICATION_PATH}/{code}?removed")),
        Err(error) => show_again(app, code, Scope::Whole, form, None, error).await,
    }
}

/// Shows a page again, with the input of its form and the errors.
async fn show_again(
    app: &Arc<App>,
    code: &str,
    scope: Scope<'_>,
    form: &'static str,
    submitted: Option<Map<String, Value>>,
    error: PageError,
) -> Response {
    match error {
        PageError::Refused(refusal) => {
            render(app, code, scope, Some(RefusedForm { form, submitted, refusal }), None).await
        }
        PageError::Unknown | PageError::Gone => error_page(&error),
    }
}

async fn render(
    app: &Arc<App>,
    code: &str,
    scope: Scope<'_>,
    refused: Option<RefusedForm>,
    done: Option<&'static str>,
) -> Response {
    let content = match hosted_pages::verification(app, code).await {
        Ok(content) => content,
        Err(error) => return error_page(&error),
    };
    let refused = refused.as_ref();
    let status =
        refused.map_or(StatusCode::OK, |refused| status_of(&PageError::Refused(refused.refusal.clone())));
    let origins = ForeignOrigins { form: content.redirect_uri.as_deref(), image: None };
    let edit = match scope {
        Scope::Whole => return page(status, &view::verification(&content, code, refused, done), &origins),
        Scope::Owner(id) => view::owner(&content, code, id, refused),
        Scope::Document(id) => view::replacement(&content, code, id, refused),
    };
    match edit {
        Some(edit) => page(status, &edit, &origins),
        // The person or the document no longer exists, so the error is shown on the whole page.
        None if refused.is_some() => {
            page(status, &view::verification(&content, code, refused, done), &origins)
        }
        None if content.is_editable => error_page(&PageError::Unknown),
        None => see_other(&format!("{VERIFICATION_PATH}/{code}")),
    }
}

/// Returns the parts for an operation on a document: the texts of the fields, and the reference to the file.
fn document_parts(fields: &[FieldSpec], sent: &PageForm) -> Map<String, Value> {
    let mut parts = body(fields, &sent.parts);
    parts.extend(sent.parts.get("file").map(|text| ("file".to_owned(), text.clone())));
    parts
}

/// Adds an empty object if a member is absent.
fn fill_in(owner: &mut Value, member: &str) {
    let (parent, name) = member.rsplit_once('/').unwrap_or_default();
    if let Some(parent) = owner.pointer_mut(parent).and_then(Value::as_object_mut) {
        parent.entry(name).or_insert_with(|| json!({}));
    }
}
