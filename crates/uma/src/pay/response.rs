//! Pay responses.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::amount::PayAmount;
use super::payee_data::PayeeData;
use crate::addresses::Identifier;
use crate::amounts::{Conversion, ExactDecimal, Multiplier};
use crate::counterparty::COMPLIANCE;
use crate::currency::{Currency, WireCurrencyCode};
use crate::errors::{ErrorBody, WireCode};
use crate::json;
use crate::keys::PublicKey;
use crate::signing::{SignatureError, payload};
use crate::version::ProtocolVersion;

/// The answer with a fixed price and something to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayResponse {
    /// The payment request of the settlement layer. Opaque here.
    pub pr: String,
    pub converted: ConvertedAmount,
    pub payee_data: PayeeData,
    pub uma_version: Option<ProtocolVersion>,
}

/// The amount that the receiver gets, and its price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvertedAmount {
    /// In the smallest unit of the currency, without fees.
    pub amount: u64,
    pub currency_code: WireCurrencyCode,
    pub decimals: u8,
    pub multiplier: Multiplier,
    /// In settlement units.
    pub fee: u64,
}

/// A reason why an answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayResponseError {
    /// The body is not a pay response.
    Malformed,
    /// The response is of plain LNURL or of version 0: a field of UMA is absent.
    MissingParameters,
    /// The body is an error body.
    Refused(ErrorBody),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResponseMembers {
    pr: String,
    #[serde(default, skip_deserializing)]
    routes: [(); 0],
    /// The request's URL serves one payment.
    #[serde(default, skip_deserializing)]
    disposable: bool,
    converted: Option<ConvertedMembers>,
    payee_data: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uma_version: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ConvertedMembers {
    amount: Option<ExactDecimal>,
    currency_code: WireCurrencyCode,
    decimals: u8,
    multiplier: Multiplier,
    fee: Option<ExactDecimal>,
    /// The name of the fee in version 0.
    #[serde(skip_serializing)]
    exchange_fees_millisatoshi: Option<ExactDecimal>,
}

/// The longest payment request, in bytes.
const MAX_PAYMENT_REQUEST: usize = 16 * 1024;

impl PayResponse {
    /// Reads a peer's answer with status 200.
    ///
    /// # Errors
    /// Any [`PayResponseError`].
    pub fn parse(body: &[u8]) -> Result<Self, PayResponseError> {
        if let Some(refusal) = ErrorBody::parse(body) {
            return Err(PayResponseError::Refused(refusal));
        }
        let read: ResponseMembers = json::read(body).ok_or(PayResponseError::Malformed)?;
        let (Some(converted), Some(mut payee)) = (read.converted, read.payee_data) else {
            return Err(PayResponseError::MissingParameters);
        };
        let compliance = payee.shift_remove(COMPLIANCE).filter(|value| !value.is_null());
        let compliance = compliance.filter(is_signed).ok_or(PayResponseError::MissingParameters)?;
        let is_printable = read.pr.bytes().all(|byte| byte.is_ascii_graphic());
        if read.pr.is_empty() || read.pr.len() > MAX_PAYMENT_REQUEST || !is_printable {
            return Err(PayResponseError::Malformed);
        }
        Ok(Self {
            pr: read.pr,
            converted: converted.read().ok_or(PayResponseError::Malformed)?,
            payee_data: PayeeData::parse(payee, compliance).ok_or(PayResponseError::Malformed)?,
            uma_version: read.uma_version.and_then(|version| ProtocolVersion::parse(&version).ok()),
        })
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        let converted = &self.converted;
        let Value::Object(payee_data) = self.payee_data.to_value() else { return String::new() };
        json::write(&ResponseMembers {
            pr: self.pr.clone(),
            routes: [],
            disposable: true,
            converted: Some(ConvertedMembers {
                amount: Some(converted.amount.into()),
                currency_code: converted.currency_code.clone(),
                decimals: converted.decimals,
                multiplier: converted.multiplier,
                fee: Some(converted.fee.into()),
                exchange_fees_millisatoshi: None,
            }),
            payee_data: Some(payee_data),
            uma_version: self.uma_version.map(|version| version.to_string()),
        })
    }

    /// Checks that the answer is about the requested receiver and signed with the key of its provider.
    ///
    /// # Errors
    /// Another receiver, another key, or a changed field.
    pub fn verify(
        &self,
        payer: &Identifier,
        payee: &Identifier,
        key: &PublicKey,
    ) -> Result<(), SignatureError> {
        let named = self.payee_data.identifier.as_ref().unwrap_or(payee);
        if !named.is_same(payee) {
            return Err(SignatureError);
        }
        let signature = &self.payee_data.compliance.signature;
        let payload = payload::pay_response(payer, named, &signature.nonce, signature.timestamp);
        signature.verify(&payload, key)
    }

    /// Returns `true` if the price fits the requested amount and the amount of the payment request, both
    /// within the rounding of peers. A locked settlement amount must be asked for exactly.
    #[must_use]
    pub fn is_priced_as(&self, requested: &PayAmount, invoice: u64) -> bool {
        let ConvertedAmount { amount, currency_code, .. } = &self.converted;
        let terms = self.converted.conversion();
        match requested {
            PayAmount::Currency { amount: locked, code } => {
                code == currency_code && amount == locked && terms.settles_currency_amount(*amount, invoice)
            }
            PayAmount::Settlement(locked) => {
                *locked == invoice && terms.settles_settlement_amount(invoice, *amount)
            }
        }
    }
}

/// Returns `true` if the three fields of a signature are there; version 0 has none.
fn is_signed(compliance: &Value) -> bool {
    let is_there = |name: &str| compliance.get(name).is_some_and(|value| !value.is_null());
    ["signature", "signatureNonce", "signatureTimestamp"].into_iter().all(is_there)
}

impl ConvertedAmount {
    /// Returns the terms of the conversion.
    #[must_use]
    pub const fn conversion(&self) -> Conversion {
        Conversion { multiplier: self.multiplier, fee: self.fee }
    }
}

impl ConvertedMembers {
    fn read(self) -> Option<ConvertedAmount> {
        let fee = self.fee.or(self.exchange_fees_millisatoshi).unwrap_or_else(|| 0.into());
        (self.decimals <= Currency::MAX_DECIMALS).then_some(ConvertedAmount {
            amount: self.amount?.whole()?,
            currency_code: self.currency_code,
            decimals: self.decimals,
            multiplier: self.multiplier,
            fee: fee.whole()?,
        })
    }
}

impl PayResponseError {
    /// Returns the code of the error, or that of the peer's refusal if it is known.
    #[must_use]
    pub fn code(&self) -> Option<WireCode> {
        match self {
            Self::Malformed => Some(WireCode::ParsePayreqResponseError),
            Self::MissingParameters => Some(WireCode::MissingRequiredUmaParameters),
            Self::Refused(body) => body.known_code(),
        }
    }
}

impl fmt::Display for PayResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the pay response cannot be read",
            Self::MissingParameters => "the pay response lacks fields of UMA",
            Self::Refused(_) => "the pay request was refused",
        })
    }
}

impl std::error::Error for PayResponseError {}
