//! A verification with the stated data and the documents side by side, on its own page and on that of its customer.

use causeway_domain::Time;
use causeway_service::operator::{Kind, OperatorError};
use serde_json::Value;

use super::submitted::{FactGroup, fact_groups, name_of_owner};
use crate::answer::answer;
use crate::confirmation::Confirmation;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::operator::Operator;
use crate::parts::{ActionButton, label};
use crate::screens::history::OperatorAction;
use crate::urls;

answer! {
    struct Verification {
        verification: Option<String>,
        customer: String,
        status: Option<String>,
        meaning: Option<String>,
        submitted_at: Option<Time>,
        times_returned: u32,
        data: Value,
        errors: Vec<VerificationError>,
        missing: Vec<VerificationError>,
        documents: Vec<SubmittedDocument>,
        earlier: Vec<EarlierVerification>,
        operator_actions: Vec<OperatorAction>,
        commands: Vec<String>,
    }

    /// An error for which a verification is returned, or not approved.
    struct VerificationError {
        error: String,
        resource: String,
        field: Option<String>,
    }

    struct SubmittedDocument {
        document: String,
        holder: String,
        document_type: String,
        side: Option<String>,
        country: String,
        file_name: String,
    }

    /// Another verification of the same customer.
    struct EarlierVerification {
        verification: String,
        status: String,
        times_returned: u32,
        created_at: Time,
        updated_at: Time,
    }

    /// A look at a document, from the audit trail.
    struct Look {
        at: Time,
        actor: String,
        about: Option<String>,
    }
}

/// A verification as a reviewer decides about it.
#[derive(Debug)]
pub(crate) struct Review {
    pub(crate) verification: Verification,
    pub(crate) groups: Vec<FactGroup>,
    pub(crate) documents: Vec<DocumentRow>,
    /// The decisions that its state allows.
    pub(crate) actions: Vec<ActionButton>,
    /// The page that reveals identification numbers.
    pub(crate) reveal: String,
    /// The confirmation of a look at a document.
    pub(crate) confirmation: Confirmation,
}

/// A document that was submitted.
#[derive(Debug)]
pub(crate) struct DocumentRow {
    pub(crate) document: SubmittedDocument,
    /// The type in words, with the side.
    pub(crate) name: String,
    /// The beneficial owner whose document it is; `None` for the customer's own.
    pub(crate) owner: Option<String>,
    /// The page with the facts about the file.
    pub(crate) page: Option<String>,
    /// The address to which the form is sent that opens it.
    pub(crate) open: String,
    /// The newest look.
    pub(crate) look: Option<Look>,
}

impl Review {
    /// Reads the newest verification of a customer; `None` if the operator's roles do not have it. The audit trail records
    /// the look.
    pub(crate) async fn of_customer(
        operator: &Operator,
        platform: &str,
        customer: &str,
    ) -> Result<Option<Self>, Failure> {
        if !operator.may("verification", "show") {
            return Ok(None);
        }
        match Self::read(operator, platform, customer).await {
            Ok(review) => Ok(Some(review)),
            // The roles of another platform do not count here.
            Err(error) if error.kind == Kind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the call that shows a verification, or the newest one of a customer.
    pub(super) fn entry(platform: &str, id: &str) -> Entry {
        Entry::new("verification", "show").with("verification", id).with("platform", platform)
    }

    /// Reads a verification, or the newest one of a customer, and the looks at its documents.
    ///
    /// # Errors
    /// The refusal of an entry.
    pub(super) async fn read(operator: &Operator, platform: &str, id: &str) -> Result<Self, OperatorError> {
        let verification: Verification = operator.try_read(&Self::entry(platform, id)).await?;
        let looks = Entry::new("audit", "list")
            .with("subject", verification.customer.as_str())
            .with("action", "document fetch")
            .with("platform", platform);
        let looks: Vec<Look> = match verification.documents.is_empty() {
            true => Vec::new(),
            false => operator.try_read(&looks).await?,
        };
        let row = |document: &SubmittedDocument| {
            DocumentRow::new(platform, document.clone(), &verification.data, &looks)
        };
        let page = urls::resource(platform, id).unwrap_or_default();
        let subject = verification.verification.as_deref().unwrap_or(&verification.customer);
        Ok(Self {
            groups: fact_groups(&verification.data),
            documents: verification.documents.iter().map(row).collect(),
            actions: ActionButton::all(operator, Some(platform), &verification.commands),
            reveal: urls::action(Some(platform), "customer", "reveal", Some(&verification.customer)),
            confirmation: Confirmation::of_look(operator, subject, &page),
            verification,
        })
    }
}

impl DocumentRow {
    fn new(platform: &str, document: SubmittedDocument, data: &Value, looks: &[Look]) -> Self {
        let words = |word: &str| word.to_lowercase().replace('_', "-");
        let side = document.side.as_deref().map(|side| format!(", {}", words(side))).unwrap_or_default();
        let is_about = |look: &&Look| look.about.as_deref() == Some(document.document.as_str());
        Self {
            name: label(&words(&document.document_type)) + &side,
            owner: name_of_owner(data, &document.holder),
            page: urls::resource(platform, &document.document),
            open: urls::action(Some(platform), "document", "fetch", Some(&document.document)),
            look: looks.iter().find(is_about).cloned(),
            document,
        }
    }
}

impl VerificationError {
    /// Returns the error in words, with the field that it is about.
    pub(crate) fn sentence(&self) -> String {
        let words = label(&self.error.to_lowercase().replace('_', "-"));
        match &self.field {
            Some(field) => format!("{words}: {field}"),
            None => words,
        }
    }
}
