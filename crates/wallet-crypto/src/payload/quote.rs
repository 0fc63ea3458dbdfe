//! Terms of a quote, which are part of the payload that its payer stamps (wallet 8).

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::canonical;
use crate::hex;

/// The terms of a quote that a stamp authorises.
#[derive(Debug, Clone)]
pub struct QuoteTerms<'a> {
    /// Destination as shown in the quote.
    pub destination: &'a Value,
    /// Expiry as shown in the quote.
    pub expires_at: &'a str,
    pub quote_id: &'a str,
    pub receiving_currency: &'a str,
    pub sending_currency: &'a str,
    /// Internal account of the wallet.
    pub source_account_id: &'a str,
    /// Amount to be received, in the smallest unit.
    pub total_receiving_amount: i64,
    /// Amount to be debited from the wallet, in the smallest unit.
    pub total_sending_amount: i64,
    pub transaction_id: &'a str,
}

impl QuoteTerms<'_> {
    /// Returns the value of `unsignedTransaction`: lower-case SHA-256 of the terms in canonical JSON.
    #[must_use]
    pub fn digest(&self) -> String {
        let terms = json!({
            "destination": self.destination,
            "expiresAt": self.expires_at,
            "quoteId": self.quote_id,
            "receivingCurrency": self.receiving_currency,
            "sendingCurrency": self.sending_currency,
            "sourceAccountId": self.source_account_id,
            "totalReceivingAmount": self.total_receiving_amount,
            "totalSendingAmount": self.total_sending_amount,
            "transactionId": self.transaction_id,
        });
        hex::encode(&Sha256::digest(canonical(&terms)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_term_changes_the_digest() {
        let destination = json!({"accountId": "ExternalAccount:1", "destinationType": "ACCOUNT"});
        let elsewhere = json!({"accountId": "ExternalAccount:2", "destinationType": "ACCOUNT"});
        let terms = QuoteTerms {
            destination: &destination,
            expires_at: "2026-04-08T21:05:00Z",
            quote_id: "Quote:1",
            receiving_currency: "USD",
            sending_currency: "USDB",
            source_account_id: "InternalAccount:1",
            total_receiving_amount: 1000,
            total_sending_amount: 10_000_000,
            transaction_id: "Transaction:1",
        };
        let reordered = json!({"destinationType": "ACCOUNT", "accountId": "ExternalAccount:1"});
        assert_eq!(QuoteTerms { destination: &reordered, ..terms.clone() }.digest(), terms.digest());
        let changed = [
            QuoteTerms { destination: &elsewhere, ..terms.clone() },
            QuoteTerms { expires_at: "2026-04-08T21:05:01Z", ..terms.clone() },
            QuoteTerms { quote_id: "Quote:2", ..terms.clone() },
            QuoteTerms { receiving_currency: "EUR", ..terms.clone() },
            QuoteTerms { sending_currency: "USDC", ..terms.clone() },
            QuoteTerms { source_account_id: "InternalAccount:2", ..terms.clone() },
            QuoteTerms { total_receiving_amount: 1001, ..terms.clone() },
            QuoteTerms { total_sending_amount: 10_000_001, ..terms.clone() },
            QuoteTerms { transaction_id: "Transaction:2", ..terms.clone() },
        ];
        let mut digests: Vec<_> = changed.iter().map(QuoteTerms::digest).chain([terms.digest()]).collect();
        digests.sort();
        digests.dedup();
        assert_eq!(digests.len(), changed.len() + 1);
        assert_eq!(terms.digest().len(), 64);
    }

    /// Compares with the digest of a canonical text written by hand.
    #[test]
    fn the_digest_is_over_the_canonical_text() {
        let text = r#"{"destination":null,"expiresAt":"e","quoteId":"q","receivingCurrency":"r","sendingCurrency":"s","sourceAccountId":"a","totalReceivingAmount":1,"totalSendingAmount":2,"transactionId":"t"}"#;
        let terms = QuoteTerms {
            destination: &Value::Null,
            expires_at: "e",
            quote_id: "q",
            receiving_currency: "r",
            sending_currency: "s",
            source_account_id: "a",
            total_receiving_amount: 1,
            total_sending_amount: 2,
            transaction_id: "t",
        };
        assert_eq!(terms.digest(), hex::encode(&Sha256::digest(text)));
    }
}
