//! Verifications of customers (customers 5).

use causeway_vocabulary::documents::DocumentType;
use causeway_vocabulary::verifications::{VerificationErrorType, VerificationStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, CustomerId, DateTime, Name, PageLimit, Text, VerificationId};

/// The submission of a customer for verification.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificationRequest {
    /// The customer to verify.
    pub customer_id: CustomerId,
}

/// One attempt to verify a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// Verification id, `Verification:<uuid>`.
    pub id: VerificationId,
    /// The customer to verify.
    pub customer_id: CustomerId,
    /// Current status of the verification.
    pub verification_status: VerificationStatus,
    /// Problems that were found; empty if there are none.
    pub errors: Vec<VerificationError>,
    /// Time of the first submission (UTC).
    pub created_at: DateTime,
    /// Time of the last change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<DateTime>,
}

/// A problem of a verification.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificationError {
    /// Identifier of the customer, beneficial owner or document that has the problem.
    pub resource_id: Name,
    /// Kind of problem.
    #[serde(rename = "type")]
    pub error_type: VerificationErrorType,
    /// Field that has the problem, if it concerns one field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Name>,
    /// Document types that resolve the problem; one such document is enough. Absent if a document cannot
    /// resolve it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_document_types: Option<Vec<DocumentType>>,
    /// Description of the problem, in words.
    pub reason: Text,
}

/// Filters for the list of verifications, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificationFilter {
    /// Only verifications of this customer.
    pub customer_id: Option<CustomerId>,
    /// Only verifications in this status.
    pub verification_status: Option<VerificationStatus>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
