//! The page that completes a verification: its parts, and what is done on it (customers 6).

use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use causeway_domain::customers::{CustomerStatus, CustomerType};
use causeway_service::App;
use causeway_service::hosted_pages::{self, PageFault, VERIFICATION_PATH, VerificationPage};
use causeway_service::runtime::http::{ArrivedForm, PageForm};
use serde_json::{Map, Value};

use super::catalogue::{Catalogue, ENGLISH, in_words};
use super::field::{Field, Spec, body};
use super::forms::{COMPANY, DOCUMENT, DUE_DILIGENCE, OWNER, PERSON};
use super::response::{Reach, STYLE, notice, page, refused, see_other, status_of};

/// The largest document (customers 8), in bytes.
const DOCUMENT_BYTES_MAX: u64 = 10 * 1024 * 1024;

type Code = Result<Path<String>, PathRejection>;

/// What was entered into a form, and why it was not accepted.
struct Attempt {
    form: &'static str,
    parts: Map<String, Value>,
    fault: PageFault,
}

#[derive(Template)]
#[template(path = "verification.html")]
struct Verification<'a> {
    catalogue: &'a Catalogue,
    style: &'a str,
    base: String,
    page: &'a VerificationPage,
    is_business: bool,
    /// What is said where nothing can be changed.
    status_text: &'a str,
    is_saved: bool,
    /// What is wrong, in all: with the field's address on the page where it has one.
    faults: Vec<(String, String)>,
    details: Vec<Field>,
    owner: Vec<Field>,
    document: Vec<Field>,
    holders: Vec<(String, String)>,
    documents: Vec<String>,
    missing: Vec<String>,
}

/// `GET /kyc/{code}`.
pub(super) async fn show(State(app): State<Arc<App>>, code: Code, RawQuery(query): RawQuery) -> Response {
    let Ok(Path(code)) = code else { return refused(&PageFault::Unknown) };
    render(&app, &code, None, query.as_deref() == Some("saved")).await
}

/// `POST /kyc/{code}/details`.
pub(super) async fn details(State(app): State<Arc<App>>, code: Code, request: Request) -> Response {
    let Ok(Path(code)) = code else { return refused(&PageFault::Unknown) };
    let arrived = match arrive(&app, &code, request, 0).await {
        Ok(arrived) => arrived,
        Err(fault) => return refused(&fault),
    };
    let done = match hosted_pages::verification(&app, &code).await {
        Ok(page) => {
            let mut wanted = body(&fields_of(&page), &arrived.sent().parts);
            wanted.insert("customerType".to_owned(), page.customer_type.as_str().into());
            hosted_pages::change_details(&app, &code, wanted.into()).await
        }
        Err(fault) => Err(fault),
    };
    conclude(&app, &code, "details", arrived, done).await
}

/// `POST /kyc/{code}/owners`.
pub(super) async fn owners(State(app): State<Arc<App>>, code: Code, request: Request) -> Response {
    let Ok(Path(code)) = code else { return refused(&PageFault::Unknown) };
    let arrived = match arrive(&app, &code, request, 0).await {
        Ok(arrived) => arrived,
        Err(fault) => return refused(&fault),
    };
    let wanted = body(OWNER, &arrived.sent().parts);
    let done = hosted_pages::add_owner(&app, &code, wanted.into()).await;
    conclude(&app, &code, "owner", arrived, done).await
}

/// `POST /kyc/{code}/documents`.
pub(super) async fn documents(State(app): State<Arc<App>>, code: Code, request: Request) -> Response {
    let Ok(Path(code)) = code else { return refused(&PageFault::Unknown) };
    let arrived = match arrive(&app, &code, request, DOCUMENT_BYTES_MAX).await {
        Ok(arrived) => arrived,
        Err(fault) => return refused(&fault),
    };
    let sent = arrived.sent();
    let mut parts = body(DOCUMENT, &sent.parts);
    for name in ["documentHolder", "file"] {
        parts.extend(sent.parts.get(name).map(|text| (name.to_owned(), text.clone())));
    }
    let done = hosted_pages::add_document(&app, &code, PageForm { parts, ..sent }).await;
    conclude(&app, &code, "document", arrived, done).await
}

/// `POST /kyc/{code}/complete`.
pub(super) async fn complete(State(app): State<Arc<App>>, code: Code) -> Response {
    let Ok(Path(code)) = code else { return refused(&PageFault::Unknown) };
    match hosted_pages::finish(&app, &code).await {
        Ok(Some(redirect_uri)) => see_other(&redirect_uri),
        Ok(None) => notice(StatusCode::OK, ENGLISH.finished_title, ENGLISH.finished),
        Err(fault) => again(&app, &code, Attempt { form: "finish", parts: Map::new(), fault }).await,
    }
}

/// Takes in a form, if its page can be used.
async fn arrive<'a>(
    app: &'a Arc<App>,
    code: &str,
    request: Request,
    file_bytes_max: u64,
) -> Result<ArrivedForm<'a>, PageFault> {
    let of = hosted_pages::customer_of(app, code).await?;
    let (head, body) = request.into_parts();
    Ok(ArrivedForm::receive(app, of, &head.headers, body, file_bytes_max).await?)
}

/// Leads the browser back to the page, so that loading that again sends nothing twice. With faults, the page shows what
/// was entered and what is wrong with it.
async fn conclude(
    app: &Arc<App>,
    code: &str,
    form: &'static str,
    arrived: ArrivedForm<'_>,
    done: Result<(), PageFault>,
) -> Response {
    let Err(fault) = done else {
        return see_other(&format!("{VERIFICATION_PATH}/{code}?saved"));
    };
    let parts = arrived.sent().parts;
    arrived.discard().await;
    again(app, code, Attempt { form, parts, fault }).await
}

async fn again(app: &Arc<App>, code: &str, attempt: Attempt) -> Response {
    match attempt.fault {
        PageFault::Refused(_) => render(app, code, Some(attempt), false).await,
        PageFault::Unknown | PageFault::Gone => refused(&attempt.fault),
    }
}

async fn render(app: &Arc<App>, code: &str, attempt: Option<Attempt>, is_saved: bool) -> Response {
    let shown = match hosted_pages::verification(app, code).await {
        Ok(shown) => shown,
        Err(fault) => return refused(&fault),
    };
    let status = attempt.as_ref().map_or(StatusCode::OK, |attempt| status_of(&attempt.fault));
    let template = template(&ENGLISH, code, &shown, attempt.as_ref(), is_saved);
    page(status, &template, &Reach { form: shown.redirect_uri.as_deref(), image: None })
}

fn template<'a>(
    catalogue: &'static Catalogue,
    code: &str,
    page: &'a VerificationPage,
    attempt: Option<&Attempt>,
    is_saved: bool,
) -> Verification<'a> {
    let errors = attempt.map(errors).unwrap_or_default();
    let form = |name: &str, specs: &[Spec], stored: &Value| {
        let tried = attempt.filter(|attempt| attempt.form == name);
        let shown = |spec: &Spec| {
            let value = match tried {
                Some(tried) => spec.entered(&tried.parts),
                None => stored_text(stored, spec.name),
            };
            let is_about = |error: &&(String, String)| {
                error.0 == spec.name || error.0.starts_with(&format!("{}[", spec.name))
            };
            let error = errors.iter().find(is_about).filter(|_| tried.is_some());
            spec.shown(catalogue, name, &value, error.map(|(_, message)| message.clone()))
        };
        specs.iter().map(shown).collect::<Vec<Field>>()
    };
    let itself = page.customer["id"].as_str().unwrap_or_default();
    let mut holders = vec![(itself.to_owned(), name_of(page))];
    holders.extend(page.people.iter().map(|person| (person.id.clone(), person.name.clone())));
    let whose = |id: &str| holders.iter().find(|(other, _)| other == id).map_or("", |(_, name)| name);
    let documents = page.documents.iter().map(|document| {
        let side = document.side.map(|side| format!(", {}", in_words(side.as_str()))).unwrap_or_default();
        let kind = in_words(document.document_type.as_str());
        format!("{kind}{side}: {} ({})", document.file_name, whose(&document.holder))
    });
    let missing = page.missing.iter().map(|fault| match fault.field.as_deref() {
        Some(field) => format!("{}: {}", whose(&fault.resource), catalogue.label(field)),
        None => format!("{}: {}", whose(&fault.resource), fault.reason),
    });
    let documents = documents.collect();
    let missing = missing.collect();
    Verification {
        catalogue,
        style: STYLE,
        base: format!("{VERIFICATION_PATH}/{code}"),
        is_business: page.customer_type == CustomerType::Business,
        status_text: status_text(catalogue, page.status),
        is_saved,
        faults: faults(attempt, &errors),
        details: form("details", &fields_of(page), &page.customer),
        owner: form("owner", OWNER, &Value::Null),
        document: form("document", DOCUMENT, &Value::Null),
        holders,
        documents,
        missing,
        page,
    }
}

fn fields_of(page: &VerificationPage) -> Vec<Spec> {
    match page.customer_type {
        CustomerType::Individual => {
            let is_asked = |spec: &&Spec| page.asked.iter().any(|field| field.as_str() == spec.name);
            PERSON.iter().chain(DUE_DILIGENCE.iter().filter(is_asked)).copied().collect()
        }
        CustomerType::Business => COMPANY.to_vec(),
    }
}

fn name_of(page: &VerificationPage) -> String {
    let name = match page.customer_type {
        CustomerType::Individual => "/fullName",
        CustomerType::Business => "/businessInfo/legalName",
    };
    page.customer.pointer(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// What is said to a customer whose verification is decided, or being decided.
const fn status_text(catalogue: &Catalogue, status: CustomerStatus) -> &'static str {
    match status {
        CustomerStatus::Approved => catalogue.approved,
        CustomerStatus::Rejected => catalogue.rejected,
        CustomerStatus::Hold => catalogue.on_hold,
        CustomerStatus::Unverified | CustomerStatus::Pending => catalogue.under_way,
    }
}

/// What the customer holds of a field now, as a form shows it.
fn stored_text(stored: &Value, name: &str) -> String {
    match stored.pointer(&format!("/{}", name.replace('.', "/"))) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(several)) => {
            several.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
        }
        Some(other) if other.is_number() => other.to_string(),
        _ => String::new(),
    }
}

/// The faulty fields by name, with what is wrong.
fn errors(attempt: &Attempt) -> Vec<(String, String)> {
    let PageFault::Refused(refusal) = &attempt.fault else { return Vec::new() };
    let listed = refusal.details().and_then(|details| details.get("errors")).and_then(Value::as_array);
    let text = |error: &Value, member: &str| error[member].as_str().unwrap_or_default().to_owned();
    listed.into_iter().flatten().map(|error| (text(error, "field"), text(error, "message"))).collect()
}

/// Everything that is wrong, for the top of the page: where it is, and what.
fn faults(attempt: Option<&Attempt>, errors: &[(String, String)]) -> Vec<(String, String)> {
    let Some(attempt) = attempt else { return Vec::new() };
    let PageFault::Refused(refusal) = &attempt.fault else { return Vec::new() };
    if errors.is_empty() {
        return vec![(attempt.form.to_owned(), refusal.message.clone())];
    }
    let line = |(field, message): &(String, String)| {
        let place = field.split('[').next().unwrap_or(field).replace('.', "-");
        (format!("{}-{place}", attempt.form), format!("{}: {message}", ENGLISH.label(field)))
    };
    errors.iter().map(line).collect()
}
