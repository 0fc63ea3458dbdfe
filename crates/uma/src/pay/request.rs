//! Pay requests.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::amount::PayAmount;
use super::payer_data::PayerData;
use crate::counterparty::CounterpartyDataOptions;
use crate::currency::WireCurrencyCode;
use crate::errors::WireCode;
use crate::json;
use crate::keys::PublicKey;
use crate::settlement::SettlementChoice;
use crate::signing::{SignatureError, payload};
use crate::version::ProtocolVersion;

/// A request for a fixed price and something to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayRequest {
    pub amount: PayAmount,
    /// The receiving currency.
    pub convert: WireCurrencyCode,
    pub payer_data: PayerData,
    /// The data about the receiver that the sender asks for.
    pub payee_data: CounterpartyDataOptions,
    /// `None` means Lightning.
    pub settlement: Option<SettlementChoice>,
    pub comment: Option<String>,
    pub invoice_uuid: Option<String>,
    pub uma_version: Option<ProtocolVersion>,
}

/// A reason why a body is no pay request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayRequestError {
    /// The body is not JSON of this shape.
    Malformed,
    /// The amount is not an integer with a currency if any.
    Amount,
    /// The data about the sender lacks a valid address, or valid signed data.
    PayerData,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RequestMembers {
    amount: String,
    convert: WireCurrencyCode,
    payer_data: Box<RawValue>,
    #[serde(default, deserialize_with = "json::or_default")]
    payee_data: CounterpartyDataOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    settlement: Option<SettlementChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(rename = "invoiceUUID", skip_serializing_if = "Option::is_none")]
    invoice_uuid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uma_version: Option<String>,
}

impl PayRequest {
    /// Reads the body of a pay request of version 1.
    ///
    /// # Errors
    /// Any [`PayRequestError`].
    pub fn parse(body: &[u8]) -> Result<Self, PayRequestError> {
        let read: RequestMembers = json::read(body).ok_or(PayRequestError::Malformed)?;
        if read.invoice_uuid.as_deref().is_some_and(|uuid| !is_uuid(uuid)) {
            return Err(PayRequestError::Malformed);
        }
        Ok(Self {
            amount: PayAmount::parse(&read.amount).map_err(|_| PayRequestError::Amount)?,
            convert: read.convert,
            payer_data: PayerData::parse(read.payer_data).ok_or(PayRequestError::PayerData)?,
            payee_data: read.payee_data,
            settlement: read.settlement,
            comment: read.comment,
            invoice_uuid: read.invoice_uuid,
            uma_version: read.uma_version.and_then(|version| ProtocolVersion::parse(&version).ok()),
        })
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        json::write(&RequestMembers {
            amount: self.amount.to_string(),
            convert: self.convert.clone(),
            payer_data: self.payer_data.raw().to_owned(),
            payee_data: self.payee_data.clone(),
            settlement: self.settlement.clone(),
            comment: self.comment.clone(),
            invoice_uuid: self.invoice_uuid.clone(),
            uma_version: self.uma_version.map(|version| version.to_string()),
        })
    }

    /// Returns the signed text.
    #[must_use]
    pub fn payload(&self) -> String {
        let signature = &self.payer_data.compliance().signature;
        payload::pay_request(self.payer_data.identifier(), &signature.nonce, signature.timestamp)
    }

    /// Checks the signature with the key of the sender's provider.
    ///
    /// # Errors
    /// Another key, or a changed field.
    pub fn verify(&self, key: &PublicKey) -> Result<(), SignatureError> {
        self.payer_data.compliance().signature.verify(&self.payload(), key)
    }

    /// Returns `true` if the amount is in the receiving currency or in the settlement asset, and not in a
    /// third currency.
    #[must_use]
    pub fn has_allowed_amount_currency(&self) -> bool {
        match &self.amount {
            PayAmount::Settlement(_) => true,
            PayAmount::Currency { code, .. } => *code == self.convert,
        }
    }
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.concat().bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl PayRequestError {
    /// Returns the wire code.
    #[must_use]
    pub const fn code(self) -> WireCode {
        match self {
            Self::Malformed | Self::Amount | Self::PayerData => WireCode::ParsePayreqRequestError,
        }
    }
}

impl fmt::Display for PayRequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the pay request cannot be read",
            Self::Amount => "amount must be an integer, or an integer with a currency: 5000.EUR",
            Self::PayerData => "payerData must have a valid identifier and compliance",
        })
    }
}

impl std::error::Error for PayRequestError {}
