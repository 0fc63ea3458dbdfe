//! A refused form, and the error messages on its page.

use causeway_service::runtime::api_error::ApiError;
use serde_json::{Map, Value};

use super::super::catalogue::{Catalogue, UNNAMED};
use super::super::field::{FieldSpec, RenderedField};
use super::super::forms::DOCUMENT_CHOICE;

/// A refused form.
pub(super) struct RefusedForm {
    pub(super) form: &'static str,
    /// `None` if the form could not be read, or has no fields.
    pub(super) submitted: Option<Map<String, Value>>,
    pub(super) refusal: ApiError,
}

/// A line in the summary of errors, which links to the element with this id.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ErrorLine {
    pub(super) element_id: String,
    pub(super) text: String,
}

/// The error message for a field.
#[derive(Debug, PartialEq, Eq)]
struct FieldMessage {
    field: String,
    text: String,
}

/// The forms of a page; one of them may have been refused.
pub(super) struct Forms<'a> {
    catalogue: &'static Catalogue,
    refused: Option<&'a RefusedForm>,
    messages: Vec<FieldMessage>,
}

impl<'a> Forms<'a> {
    pub(super) fn new(catalogue: &'static Catalogue, refused: Option<&'a RefusedForm>) -> Self {
        let messages = refused.map(|refused| refused.messages(catalogue)).unwrap_or_default();
        Self { catalogue, refused, messages }
    }

    /// Returns the fields of a form: with the input if it is the refused form, else with the stored values.
    pub(super) fn fields(
        &self,
        form: &str,
        specs: &[FieldSpec],
        stored: impl Fn(&'static str) -> String,
    ) -> Vec<RenderedField> {
        let refused = self.refused.filter(|refused| refused.form == form);
        let field = |spec: &FieldSpec| {
            let entered = refused.and_then(|refused| refused.submitted.as_ref());
            let value = entered.map_or_else(|| stored(spec.name), |submitted| spec.entered(submitted));
            let is_about = |message: &&FieldMessage| refused.is_some() && message.field == spec.name;
            let error = self.messages.iter().find(is_about).map(|message| message.text.clone());
            spec.view(self.catalogue, form, &value, error)
        };
        specs.iter().map(field).collect()
    }

    /// Returns all errors. `fields` are those of the refused form; `fallback_id` is the element id for errors
    /// that concern none of them.
    pub(super) fn summary(&self, fields: &[RenderedField], fallback_id: &str) -> Vec<ErrorLine> {
        let Some(refused) = self.refused else { return Vec::new() };
        if self.messages.is_empty() {
            let text = self.catalogue.message(&refused.refusal.message);
            return vec![ErrorLine { element_id: fallback_id.to_owned(), text }];
        }
        let mut lines: Vec<ErrorLine> = Vec::new();
        for message in &self.messages {
            let inner = format!("{}.", message.field);
            let exact = fields.iter().find(|field| field.name == message.field);
            let field = exact.or_else(|| fields.iter().find(|field| field.name.starts_with(&inner)));
            let element_id = field.map_or_else(|| fallback_id.to_owned(), |field| field.id.clone());
            let text = match self.catalogue.label(&message.field) {
                UNNAMED => message.text.clone(),
                label => format!("{label}: {}", message.text),
            };
            let line = ErrorLine { element_id, text };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }
}

impl RefusedForm {
    fn messages(&self, catalogue: &Catalogue) -> Vec<FieldMessage> {
        let errors = self.refusal.details().and_then(|details| details.get("errors"));
        let text = |error: &Value, member: &str| error[member].as_str().unwrap_or_default().to_owned();
        let message = |error: &Value| FieldMessage {
            field: self.field_of(&text(error, "field")),
            text: catalogue.message(&text(error, "message")),
        };
        errors.and_then(Value::as_array).into_iter().flatten().map(message).collect()
    }

    /// Returns the field of the form that a member of the body comes from.
    fn field_of(&self, member: &str) -> String {
        let member = member.split('[').next().unwrap_or(member);
        let is_chosen =
            self.form == "document" && ["documentHolder", "documentType", "side"].contains(&member);
        if is_chosen { DOCUMENT_CHOICE.to_owned() } else { member.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use causeway_wire::FieldError;

    use super::super::super::catalogue::ENGLISH;
    use super::super::super::forms::{COMPANY, DOCUMENT};
    use super::*;

    fn lines(form: &'static str, specs: &[FieldSpec], errors: &[(&str, &str)]) -> Vec<(String, String)> {
        let errors = errors.iter().map(|(field, message)| FieldError::new(*field, *message)).collect();
        let refused = RefusedForm { form, submitted: None, refusal: ApiError::fields(errors) };
        let forms = Forms::new(&ENGLISH, Some(&refused));
        let fields = forms.fields(form, specs, |_| String::new());
        forms.summary(&fields, "top").into_iter().map(|line| (line.element_id, line.text)).collect()
    }

    fn line(element_id: &str, text: &str) -> (String, String) {
        (element_id.to_owned(), text.to_owned())
    }

    #[test]
    fn errors_lead_to_their_fields() {
        let found = lines(
            "details",
            COMPANY,
            &[
                ("businessInfo.taxId", "must have exactly 9 digits"),
                ("businessInfo.countriesOfOperation[1]", "is odd"),
                ("address", "is required"),
                ("customerType", "is odd"),
            ],
        );
        assert_eq!(
            found,
            [
                line("details-businessInfo-taxId", "Tax number of the company: must have exactly 9 digits"),
                line("details-businessInfo-countriesOfOperation", "Countries of operation: is odd"),
                line("details-address-line1", "Address: is required"),
                line("top", "is odd"),
            ]
        );
        let one = line("document-document", "Kind of document: is required");
        let both = [("documentHolder", "is required"), ("documentType", "is required")];
        assert_eq!(lines("document", DOCUMENT, &both), [one]);
        assert_eq!(lines("document", DOCUMENT, &[]).len(), 1, "an error about no field is listed too");
    }
}
