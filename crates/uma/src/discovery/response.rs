//! Discovery responses.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::addresses::{Callback, Identifier};
use crate::amounts::{AmountRange, ExactDecimal};
use crate::counterparty::CounterpartyDataOptions;
use crate::currency::{Currency, whole_range};
use crate::errors::{ErrorBody, WireCode};
use crate::json;
use crate::keys::{PrivateKey, PublicKey};
use crate::kyc_status::WireKycStatus;
use crate::settlement::SettlementOption;
use crate::signing::{BackingSignature, MessageSignature, Nonce, SignatureError, payload};
use crate::version::ProtocolVersion;

/// The answer about a receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscoveryResponse {
    /// The URL of the pay request.
    pub callback: Callback,
    /// In millisatoshi.
    pub sendable: AmountRange,
    /// A JSON text, which invoices are bound to.
    pub metadata: String,
    /// The primary one first. A peer may send an empty list.
    pub currencies: Vec<Currency>,
    /// The data about the payer that the receiver asks for.
    pub payer_data: CounterpartyDataOptions,
    pub compliance: ReceiverCompliance,
    pub uma_version: ProtocolVersion,
    /// Empty means Lightning.
    pub settlement_options: Vec<SettlementOption>,
    /// The longest comment of a pay request, in characters.
    pub comment_allowed: u32,
}

/// The signed data about a receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiverCompliance {
    pub kyc_status: WireKycStatus,
    pub is_subject_to_travel_rule: bool,
    pub receiver_identifier: Identifier,
    pub signature: MessageSignature,
    pub backing_signatures: Vec<BackingSignature>,
}

/// A reason why an answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiscoveryResponseError {
    /// The body is not a discovery response.
    Malformed,
    /// The response is of plain LNURL: a field of UMA is absent.
    MissingParameters,
    /// The body is an error body.
    Refused(ErrorBody),
}

impl ReceiverCompliance {
    /// Returns signed data of a provider that is subject to the Travel Rule.
    #[must_use]
    pub fn sign(
        key: &PrivateKey,
        receiver_identifier: Identifier,
        kyc_status: WireKycStatus,
        nonce: Nonce,
        timestamp: i64,
    ) -> Self {
        let payload = payload::discovery_response(&receiver_identifier, &nonce, timestamp);
        Self {
            kyc_status,
            is_subject_to_travel_rule: true,
            receiver_identifier,
            signature: MessageSignature::sign(key, &payload, nonce, timestamp),
            backing_signatures: Vec::new(),
        }
    }

    /// Returns the signed text.
    #[must_use]
    pub fn payload(&self) -> String {
        let signature = &self.signature;
        payload::discovery_response(&self.receiver_identifier, &signature.nonce, signature.timestamp)
    }

    /// Checks the signature with the key of the receiver's provider.
    ///
    /// # Errors
    /// Another key, or a changed field.
    pub fn verify(&self, key: &PublicKey) -> Result<(), SignatureError> {
        self.signature.verify(&self.payload(), key)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResponseMembers {
    tag: String,
    callback: String,
    min_sendable: ExactDecimal,
    max_sendable: ExactDecimal,
    metadata: String,
    currencies: Option<Vec<Currency>>,
    payer_data: Option<CounterpartyDataOptions>,
    compliance: Option<ComplianceMembers>,
    uma_version: Option<String>,
    #[serde(default, deserialize_with = "json::or_default", skip_serializing_if = "Vec::is_empty")]
    settlement_options: Vec<SettlementOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_allowed: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ComplianceMembers {
    kyc_status: String,
    signature: String,
    signature_nonce: String,
    signature_timestamp: i64,
    is_subject_to_travel_rule: bool,
    receiver_identifier: String,
    #[serde(default, deserialize_with = "json::or_default", skip_serializing_if = "Vec::is_empty")]
    backing_signatures: Vec<BackingSignature>,
}

impl ComplianceMembers {
    fn of(compliance: &ReceiverCompliance) -> Self {
        Self {
            kyc_status: compliance.kyc_status.as_str().to_owned(),
            signature: compliance.signature.signature.clone(),
            signature_nonce: compliance.signature.nonce.to_string(),
            signature_timestamp: compliance.signature.timestamp,
            is_subject_to_travel_rule: compliance.is_subject_to_travel_rule,
            receiver_identifier: compliance.receiver_identifier.to_string(),
            backing_signatures: compliance.backing_signatures.clone(),
        }
    }

    fn read(self) -> Option<ReceiverCompliance> {
        BackingSignature::is_bounded(&self.backing_signatures).then_some(())?;
        Some(ReceiverCompliance {
            kyc_status: WireKycStatus::of(&self.kyc_status),
            is_subject_to_travel_rule: self.is_subject_to_travel_rule,
            receiver_identifier: Identifier::parse(&self.receiver_identifier).ok()?,
            signature: MessageSignature {
                signature: self.signature,
                nonce: Nonce::parse(&self.signature_nonce).ok()?,
                timestamp: self.signature_timestamp,
            },
            backing_signatures: self.backing_signatures,
        })
    }
}

const PAY_REQUEST: &str = "payRequest";

impl DiscoveryResponse {
    /// Reads a peer's answer with status 200. Currencies may have the shape of version 0.
    ///
    /// # Errors
    /// Any [`DiscoveryResponseError`].
    pub fn parse(body: &[u8]) -> Result<Self, DiscoveryResponseError> {
        if let Some(refusal) = ErrorBody::parse(body) {
            return Err(DiscoveryResponseError::Refused(refusal));
        }
        let read: ResponseMembers = json::read(body).ok_or(DiscoveryResponseError::Malformed)?;
        let (Some(currencies), Some(payer_data), Some(compliance), Some(version)) =
            (read.currencies, read.payer_data, read.compliance, read.uma_version)
        else {
            return Err(DiscoveryResponseError::MissingParameters);
        };
        if read.tag != PAY_REQUEST {
            return Err(DiscoveryResponseError::Malformed);
        }
        let sendable = whole_range(read.min_sendable, read.max_sendable);
        Ok(Self {
            callback: Callback::parse(&read.callback).map_err(|_| DiscoveryResponseError::Malformed)?,
            sendable: sendable.ok_or(DiscoveryResponseError::Malformed)?,
            metadata: read.metadata,
            currencies,
            payer_data,
            compliance: compliance.read().ok_or(DiscoveryResponseError::Malformed)?,
            uma_version: ProtocolVersion::parse(&version).map_err(|_| DiscoveryResponseError::Malformed)?,
            settlement_options: read.settlement_options,
            comment_allowed: read.comment_allowed.unwrap_or_default(),
        })
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        json::write(&ResponseMembers {
            tag: PAY_REQUEST.to_owned(),
            callback: self.callback.to_string(),
            min_sendable: self.sendable.min.into(),
            max_sendable: self.sendable.max.into(),
            metadata: self.metadata.clone(),
            currencies: Some(self.currencies.clone()),
            payer_data: Some(self.payer_data.clone()),
            compliance: Some(ComplianceMembers::of(&self.compliance)),
            uma_version: Some(self.uma_version.to_string()),
            settlement_options: self.settlement_options.clone(),
            comment_allowed: (self.comment_allowed > 0).then_some(self.comment_allowed),
        })
    }

    /// Returns the currency with this code, or `None` if it is not offered.
    #[must_use]
    pub fn currency(&self, code: &str) -> Option<&Currency> {
        self.currencies.iter().find(|currency| currency.code.as_str() == code)
    }
}

impl DiscoveryResponseError {
    /// Returns the code of the error, or that of the peer's refusal if it is known.
    #[must_use]
    pub fn code(&self) -> Option<WireCode> {
        match self {
            Self::Malformed => Some(WireCode::ParseLnurlpResponseError),
            Self::MissingParameters => Some(WireCode::MissingRequiredUmaParameters),
            Self::Refused(body) => body.known_code(),
        }
    }
}

impl fmt::Display for DiscoveryResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the discovery response cannot be read",
            Self::MissingParameters => "the discovery response lacks fields of UMA",
            Self::Refused(_) => "the discovery request was refused",
        })
    }
}

impl std::error::Error for DiscoveryResponseError {}
