//! The documents offered for upload: those that are required, each with its holder and its side.

use causeway_domain::documents::{DocumentSide, DocumentType, needs_side};
use causeway_domain::verifications::{PERSON_DOCUMENTS, VerificationErrorType};
use causeway_service::hosted_pages::VerificationPage;
use causeway_store::verifications::VerificationFault;
use serde_json::{Map, Value};

use super::super::catalogue::Catalogue;
use super::super::field::{Choice, Group};
use super::super::forms::DOCUMENT_CHOICE;
use super::super::values::document_words;

/// Returns the documents that would cure an error, grouped by the fact that they show. `name_of` returns the
/// name of a holder; `chosen` is the value of the selected option.
pub(super) fn groups<'a>(
    catalogue: &Catalogue,
    page: &VerificationPage,
    name_of: impl Fn(&str) -> &'a str,
    chosen: &str,
) -> Vec<Group> {
    let needed = page.missing.iter().chain(&page.returned).filter(|fault| !fault.accepted.is_empty());
    let group = |fault: &VerificationFault| {
        let holder = holder_of(page, &fault.resource);
        let option = |(document_type, side): (DocumentType, Option<DocumentSide>)| {
            let value = value_of(holder, document_type, side);
            Choice { is_chosen: value == chosen, label: document_words(document_type, side), value }
        };
        Group {
            label: format!("{}: {}", name_of(holder), catalogue.purpose(fault.kind)),
            options: accepted(page, fault, holder).into_iter().map(option).collect(),
        }
    };
    needed.map(group).filter(|group| !group.options.is_empty()).collect()
}

/// Replaces the document choice in the parts of an upload by holder, type and side.
pub(super) fn with_choice(mut parts: Map<String, Value>) -> Map<String, Value> {
    let chosen = parts.remove(DOCUMENT_CHOICE);
    let chosen = chosen.as_ref().and_then(Value::as_str).unwrap_or_default();
    for (name, value) in ["documentHolder", "documentType", "side"].into_iter().zip(chosen.split_whitespace())
    {
        parts.insert(name.to_owned(), value.into());
    }
    parts
}

/// Returns the holder of a resource, which is a document or the holder itself.
pub(super) fn holder_of<'a>(page: &'a VerificationPage, resource: &'a str) -> &'a str {
    let document = page.documents.iter().find(|document| document.id == resource);
    document.map_or(resource, |document| &document.holder)
}

/// Encodes a choice as space-separated holder, type and side.
fn value_of(holder: &str, document_type: DocumentType, side: Option<DocumentSide>) -> String {
    let side = side.map(|side| format!(" {side}")).unwrap_or_default();
    format!("{holder} {document_type}{side}")
}

/// Returns the documents that cure an error; for documents with two sides, only the sides that are missing.
/// Instead of the missing side of a document, a person may submit another document.
fn accepted(
    page: &VerificationPage,
    fault: &VerificationFault,
    holder: &str,
) -> Vec<(DocumentType, Option<DocumentSide>)> {
    let is_half = fault.kind == VerificationErrorType::IncompleteDocument;
    let others = PERSON_DOCUMENTS.iter().filter(|one| is_half && !fault.accepted.contains(one));
    let mut accepted = Vec::new();
    for document_type in fault.accepted.iter().chain(others).copied() {
        let is_there = |side: DocumentSide| {
            page.documents.iter().any(|one| {
                one.holder == holder && one.document_type == document_type && one.side == Some(side)
            })
        };
        if needs_side(document_type) {
            let sides = [DocumentSide::Front, DocumentSide::Back];
            let open = sides.into_iter().filter(|side| !is_half || !is_there(*side));
            accepted.extend(open.map(|side| (document_type, Some(side))));
        } else {
            accepted.push((document_type, None));
        }
    }
    accepted
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_choice_becomes_the_parts_of_an_upload() {
        let parts = |chosen: &str| {
            let sent = json!({ "document": chosen, "country": "DE" });
            Value::from(with_choice(sent.as_object().unwrap().clone()))
        };
        let value = value_of("Customer:1", DocumentType::NationalId, Some(DocumentSide::Back));
        let expected = json!({
            "country": "DE", "documentHolder": "Customer:1", "documentType": "NATIONAL_ID", "side": "BACK",
        });
        assert_eq!(parts(&value), expected);
        assert_eq!(parts(""), json!({ "country": "DE" }));
        let whole = value_of("Customer:1", DocumentType::Passport, None);
        assert_eq!(parts(&whole)["side"], Value::Null);
    }
}
