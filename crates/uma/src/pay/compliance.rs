//! Signed data about the two parties of a payment.

use serde::{Deserialize, Serialize};

use crate::addresses::Callback;
use crate::json;
use crate::kyc_status::WireKycStatus;
use crate::signing::{BackingSignature, MessageSignature, Nonce};
use crate::travel_rule::TravelRuleFormat;

/// The signed data about the sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayerCompliance {
    pub kyc_status: WireKycStatus,
    pub signature: MessageSignature,
    /// Transaction outputs of the sender's channels, `transaction:output`.
    pub utxos: Vec<String>,
    pub node_pub_key: Option<String>,
    /// The URL for the post-transaction hook of the receiver.
    pub utxo_callback: Option<Callback>,
    /// Hexadecimal digits.
    pub encrypted_travel_rule_info: Option<String>,
    /// `None` means free JSON.
    pub travel_rule_format: Option<TravelRuleFormat>,
    pub backing_signatures: Vec<BackingSignature>,
}

/// The signed data about the receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayeeCompliance {
    pub signature: MessageSignature,
    /// Transaction outputs of the receiver's channels, `transaction:output`.
    pub utxos: Vec<String>,
    pub node_pub_key: Option<String>,
    /// The URL for the post-transaction hook of the sender.
    pub utxo_callback: Option<Callback>,
    pub backing_signatures: Vec<BackingSignature>,
}

/// The members that both kinds have in common, and those of one kind as options.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ComplianceMembers {
    #[serde(skip_serializing_if = "Option::is_none")]
    kyc_status: Option<String>,
    signature: String,
    signature_nonce: String,
    signature_timestamp: i64,
    /// Written even if empty: some readers require it.
    #[serde(default, deserialize_with = "json::or_default")]
    utxos: Vec<String>,
    /// Written even if empty, for the same reason.
    #[serde(default, deserialize_with = "json::or_default")]
    utxo_callback: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    node_pub_key: Option<String>,
    /// Another spelling, read and never written.
    #[serde(skip_serializing, rename = "nodePubkey")]
    node_pubkey: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encrypted_travel_rule_info: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    travel_rule_format: Option<String>,
    #[serde(default, deserialize_with = "json::or_default", skip_serializing_if = "Vec::is_empty")]
    backing_signatures: Vec<BackingSignature>,
}

impl ComplianceMembers {
    pub(super) fn of_payer(compliance: &PayerCompliance) -> Self {
        let PayerCompliance { kyc_status, encrypted_travel_rule_info, travel_rule_format, .. } = compliance;
        Self {
            kyc_status: Some(kyc_status.as_str().to_owned()),
            node_pub_key: compliance.node_pub_key.clone(),
            encrypted_travel_rule_info: encrypted_travel_rule_info.clone(),
            travel_rule_format: travel_rule_format.as_ref().map(ToString::to_string),
            ..Self::of_parts(
                &compliance.signature,
                &compliance.utxos,
                compliance.utxo_callback.as_ref(),
                &compliance.backing_signatures,
            )
        }
    }

    pub(super) fn of_payee(compliance: &PayeeCompliance) -> Self {
        Self {
            node_pub_key: compliance.node_pub_key.clone(),
            ..Self::of_parts(
                &compliance.signature,
                &compliance.utxos,
                compliance.utxo_callback.as_ref(),
                &compliance.backing_signatures,
            )
        }
    }

    fn of_parts(
        signature: &MessageSignature,
        utxos: &[String],
        utxo_callback: Option<&Callback>,
        backing_signatures: &[BackingSignature],
    ) -> Self {
        Self {
            kyc_status: None,
            signature: signature.signature.clone(),
            signature_nonce: signature.nonce.to_string(),
            signature_timestamp: signature.timestamp,
            utxos: utxos.to_vec(),
            utxo_callback: utxo_callback.map(ToString::to_string).unwrap_or_default(),
            node_pub_key: None,
            node_pubkey: None,
            encrypted_travel_rule_info: None,
            travel_rule_format: None,
            backing_signatures: backing_signatures.to_vec(),
        }
    }

    pub(super) fn into_payer(mut self) -> Option<PayerCompliance> {
        let kyc_status = WireKycStatus::of(self.kyc_status.as_deref()?);
        let format = present(self.travel_rule_format.take());
        let travel_rule_format = match format {
            Some(text) => Some(TravelRuleFormat::parse(&text).ok()?),
            None => None,
        };
        let encrypted_travel_rule_info = present(self.encrypted_travel_rule_info.take());
        let PayeeCompliance { signature, utxos, node_pub_key, utxo_callback, backing_signatures } =
            self.into_payee()?;
        Some(PayerCompliance {
            kyc_status,
            signature,
            utxos,
            node_pub_key,
            utxo_callback,
            encrypted_travel_rule_info,
            travel_rule_format,
            backing_signatures,
        })
    }

    pub(super) fn into_payee(self) -> Option<PayeeCompliance> {
        BackingSignature::is_bounded(&self.backing_signatures).then_some(())?;
        Some(PayeeCompliance {
            signature: MessageSignature {
                signature: self.signature,
                nonce: Nonce::parse(&self.signature_nonce).ok()?,
                timestamp: self.signature_timestamp,
            },
            utxos: self.utxos,
            node_pub_key: present(self.node_pub_key.or(self.node_pubkey)),
            // The hook is a courtesy: one that cannot be called does not prevent a payment.
            utxo_callback: Callback::parse(&self.utxo_callback).ok(),
            backing_signatures: self.backing_signatures,
        })
    }
}

/// Returns a text, or `None` if it is absent or empty.
fn present(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}
