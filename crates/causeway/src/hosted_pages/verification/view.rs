//! The content of the verification pages.

use askama::Template;
use causeway_domain::customers::{CustomerStatus, CustomerType};
use causeway_domain::verifications::VerificationErrorType;
use causeway_service::hosted_pages::{PageDocument, VERIFICATION_PATH, VerificationPage};
use causeway_store::verifications::VerificationFault;
use serde_json::Value;

use super::super::catalogue::{Catalogue, ENGLISH};
use super::super::field::{FieldSpec, RenderedField};
use super::super::forms::{COMPANY, DOCUMENT, DUE_DILIGENCE, OWNER, PERSON, REPLACEMENT, choice_of};
use super::super::response::STYLE;
use super::super::values::document_words;
use super::refused_form::{ErrorLine, Forms, RefusedForm};
use super::uploads;

/// The page of a verification link.
#[derive(Template)]
#[template(path = "verification.html")]
pub(super) struct VerificationView<'a> {
    catalogue: &'a Catalogue,
    style: &'a str,
    base: String,
    page: &'a VerificationPage,
    is_business: bool,
    /// Shown if the verification is not editable.
    status_text: &'a str,
    /// Shown after a change.
    notice: Option<&'a str>,
    errors: Vec<ErrorLine>,
    details: Vec<RenderedField>,
    owner: Vec<RenderedField>,
    document: Vec<RenderedField>,
    documents: Vec<DocumentLine>,
    missing: Vec<MissingItem>,
    returned: Vec<MissingItem>,
}

/// The page that changes a person or a document.
#[derive(Template)]
#[template(path = "edit.html")]
pub(super) struct EditView<'a> {
    catalogue: &'a Catalogue,
    style: &'a str,
    back: String,
    action: String,
    form: &'static str,
    title: &'a str,
    /// Name of the person or document.
    subject: String,
    button: &'a str,
    errors: Vec<ErrorLine>,
    fields: Vec<RenderedField>,
}

/// An uploaded document.
struct DocumentLine {
    id: String,
    text: String,
    file_name: String,
    is_removable: bool,
}

/// A missing item, which links to the element with this id.
struct MissingItem {
    element_id: String,
    text: String,
}

/// Builds the page of a verification link. `notice` confirms the last change.
pub(super) fn verification<'a>(
    page: &'a VerificationPage,
    code: &str,
    refused: Option<&RefusedForm>,
    notice: Option<&'static str>,
) -> VerificationView<'a> {
    let forms = Forms::new(&ENGLISH, refused);
    let details = forms.fields("details", &details_of(page), |name| stored_text(&page.customer, name));
    let owner = forms.fields("owner", OWNER, |_| String::new());
    let document = document_fields(page, &forms);
    let fields = match refused.map(|refused| refused.form) {
        Some("details") => &details[..],
        Some("owner") => &owner,
        Some("document") => &document,
        _ => &[],
    };
    let errors = forms.summary(fields, fallback_element_id(page, refused));
    let missing_items = |faults: &[VerificationFault]| {
        faults.iter().map(|fault| missing_item(page, fault, &details)).collect()
    };
    VerificationView {
        catalogue: &ENGLISH,
        style: STYLE,
        base: format!("{VERIFICATION_PATH}/{code}"),
        is_business: page.customer_type == CustomerType::Business,
        status_text: status_text(&ENGLISH, page.status),
        notice,
        errors,
        owner,
        document,
        documents: page.documents.iter().map(|document| document_line(page, document)).collect(),
        missing: missing_items(&page.missing),
        returned: missing_items(&page.returned),
        details,
        page,
    }
}

/// Builds the page that changes a person; `None` if the customer has no such person, or the verification is
/// not editable.
pub(super) fn owner(
    page: &VerificationPage,
    code: &str,
    id: &str,
    refused: Option<&RefusedForm>,
) -> Option<EditView<'static>> {
    let person = page.people.iter().find(|person| person.id == id).filter(|_| page.is_editable)?;
    let owners = page.customer["beneficialOwners"].as_array()?;
    let owner = owners.iter().find(|owner| owner["id"] == id)?;
    let value = |name: &'static str| match name {
        // The stored value is masked, so the field is empty; submitted empty, it leaves the value unchanged.
        "personalInfo.identifier" => String::new(),
        name => stored_text(owner, name),
    };
    let forms = Forms::new(&ENGLISH, refused);
    let fields = forms.fields("person", OWNER, value);
    Some(EditView {
        catalogue: &ENGLISH,
        style: STYLE,
        back: format!("{VERIFICATION_PATH}/{code}"),
        action: format!("{VERIFICATION_PATH}/{code}/owners/{id}"),
        form: "person",
        title: ENGLISH.owner_title,
        subject: person.name.clone(),
        button: ENGLISH.save,
        errors: forms.summary(&fields, "person"),
        fields,
    })
}

/// Builds the page that replaces a document; `None` if the customer has no such document, or the verification
/// is not editable.
pub(super) fn replacement(
    page: &VerificationPage,
    code: &str,
    id: &str,
    refused: Option<&RefusedForm>,
) -> Option<EditView<'static>> {
    let document = page.documents.iter().find(|document| document.id == id).filter(|_| page.is_editable)?;
    let value = |name: &'static str| match name {
        "country" => document.country.to_string(),
        "issuingAuthority" => document.issuing_authority.clone().unwrap_or_default(),
        _ => String::new(),
    };
    let forms = Forms::new(&ENGLISH, refused);
    let fields = forms.fields("replacement", REPLACEMENT, value);
    Some(EditView {
        catalogue: &ENGLISH,
        style: STYLE,
        back: format!("{VERIFICATION_PATH}/{code}"),
        action: format!("{VERIFICATION_PATH}/{code}/documents/{id}"),
        form: "replacement",
        title: ENGLISH.replacement_title,
        subject: document_text(page, document),
        button: ENGLISH.replace,
        errors: forms.summary(&fields, "replacement"),
        fields,
    })
}

/// Returns the customer fields of the form.
pub(super) fn details_of(page: &VerificationPage) -> Vec<FieldSpec> {
    match page.customer_type {
        CustomerType::Individual => {
            let is_asked = |spec: &&FieldSpec| {
                page.due_diligence_fields.iter().any(|field| field.as_str() == choice_of(spec.name))
            };
            PERSON.iter().chain(DUE_DILIGENCE.iter().filter(is_asked)).copied().collect()
        }
        CustomerType::Business => COMPANY.to_vec(),
    }
}

/// Returns the stored value of a field, as a form shows it.
pub(super) fn stored_text(stored: &Value, name: &str) -> String {
    match stored.pointer(&format!("/{}", name.replace('.', "/"))) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(several)) => {
            several.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
        }
        Some(other) if other.is_number() => other.to_string(),
        _ => String::new(),
    }
}

/// Returns the fields of an upload; empty if no document is required.
fn document_fields(page: &VerificationPage, forms: &Forms<'_>) -> Vec<RenderedField> {
    let mut fields = forms.fields("document", DOCUMENT, |_| String::new());
    let Some(choice) = fields.first_mut() else { return fields };
    choice.groups = uploads::groups(&ENGLISH, page, |holder| name_of(page, holder), &choice.value);
    if choice.groups.is_empty() {
        return Vec::new();
    }
    fields
}

/// Returns the id of the element for errors that concern no field.
fn fallback_element_id(page: &VerificationPage, refused: Option<&RefusedForm>) -> &'static str {
    match refused.map_or("finish", |refused| refused.form) {
        _ if !page.is_editable => "finish",
        "finish" => "missing",
        "person" | "owner" | "owners" if page.customer_type == CustomerType::Individual => "details",
        "person" => "owners",
        "replacement" | "document" => "documents",
        form => form,
    }
}

fn missing_item(
    page: &VerificationPage,
    fault: &VerificationFault,
    details: &[RenderedField],
) -> MissingItem {
    let document = page.documents.iter().find(|document| document.id == fault.resource);
    let subject = document.map_or_else(|| name_of(page, &fault.resource), |document| &document.file_name);
    let Some(member) = &fault.field else {
        let element_id = match fault.kind {
            VerificationErrorType::MissingBeneficialOwner => "owner",
            VerificationErrorType::MissingControlPerson => "owners",
            _ => "documents",
        };
        return MissingItem {
            element_id: element_id.to_owned(),
            text: format!("{subject}: {}", fault.reason),
        };
    };
    let member = member.strip_prefix("customer.").unwrap_or(member);
    let field = details.iter().find(|field| field.name == member);
    let label = ENGLISH.label(member);
    let text = match fault.kind {
        VerificationErrorType::InvalidField => format!("{label} ({})", ENGLISH.not_valid),
        _ => label.to_owned(),
    };
    MissingItem {
        element_id: field.map_or_else(|| "details".to_owned(), |field| field.id.clone()),
        text: format!("{subject}: {text}"),
    }
}

fn document_line(page: &VerificationPage, document: &PageDocument) -> DocumentLine {
    DocumentLine {
        id: document.id.clone(),
        text: document_text(page, document),
        file_name: document.file_name.clone(),
        is_removable: document.is_removable,
    }
}

fn document_text(page: &VerificationPage, document: &PageDocument) -> String {
    let words = document_words(document.document_type, document.side);
    format!("{words}: {} ({})", document.file_name, name_of(page, &document.holder))
}

/// Returns the name of the customer or of a person behind the company; empty for other ids.
fn name_of<'a>(page: &'a VerificationPage, id: &str) -> &'a str {
    let name = match page.customer_type {
        CustomerType::Individual => "/fullName",
        CustomerType::Business => "/businessInfo/legalName",
    };
    if page.customer["id"] == id {
        return page.customer.pointer(name).and_then(Value::as_str).unwrap_or_default();
    }
    page.people.iter().find(|person| person.id == id).map_or("", |person| &person.name)
}

/// Returns the text for a verification that is decided or under review.
const fn status_text(catalogue: &Catalogue, status: CustomerStatus) -> &'static str {
    match status {
        CustomerStatus::Approved => catalogue.approved,
        CustomerStatus::Rejected => catalogue.rejected,
        CustomerStatus::Hold => catalogue.on_hold,
        CustomerStatus::Unverified | CustomerStatus::Pending => catalogue.under_way,
    }
}
