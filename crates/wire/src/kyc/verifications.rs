//! Verifications of customers (customers 5).

use causeway_vocabulary::documents::DocumentType;
use causeway_vocabulary::kyc::{VerificationErrorType, VerificationStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, CustomerId, DateTime, Name, PageLimit, Text, VerificationId};

/// A customer to be submitted.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificationRequest {
    /// The customer.
    pub customer_id: CustomerId,
}

/// One attempt to verify a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// Its id.
    pub id: VerificationId,
    /// The customer.
    pub customer_id: CustomerId,
    /// Where it stands.
    pub verification_status: VerificationStatus,
    /// What lies in its way.
    pub errors: Vec<VerificationError>,
    /// When it was first submitted.
    pub created_at: DateTime,
    /// When it last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<DateTime>,
}

/// Something that lies in the way of a verification.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificationError {
    /// The customer, the person behind it, or the document that is at fault.
    pub resource_id: Name,
    /// What is wrong.
    #[serde(rename = "type")]
    pub error_type: VerificationErrorType,
    /// The field, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Name>,
    /// The types of which one would do, where a document cures it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_document_types: Option<Vec<DocumentType>>,
    /// The same in words.
    pub reason: Text,
}

/// Which verifications to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificationFilter {
    /// Those of this customer.
    pub customer_id: Option<CustomerId>,
    /// Those that stand here.
    pub verification_status: Option<VerificationStatus>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
