//! Payloads of signatures: the fields of a message, joined with `|`.

use super::nonce::Nonce;
use crate::addresses::Identifier;

/// Returns the payload of a discovery request.
#[must_use]
pub fn discovery_request(receiver: &Identifier, nonce: &Nonce, timestamp: i64) -> String {
    format!("{receiver}|{nonce}|{timestamp}")
}

/// Returns the payload of a discovery response.
#[must_use]
pub fn discovery_response(receiver: &Identifier, nonce: &Nonce, timestamp: i64) -> String {
    format!("{receiver}|{nonce}|{timestamp}")
}

/// Returns the payload of a pay request.
#[must_use]
pub fn pay_request(payer: &Identifier, nonce: &Nonce, timestamp: i64) -> String {
    format!("{payer}|{nonce}|{timestamp}")
}

/// Returns the payload of a pay response.
#[must_use]
pub fn pay_response(payer: &Identifier, payee: &Identifier, nonce: &Nonce, timestamp: i64) -> String {
    format!("{payer}|{payee}|{nonce}|{timestamp}")
}

/// Returns the payload of a post-transaction hook.
#[must_use]
pub fn transaction_hook(nonce: &Nonce, timestamp: i64) -> String {
    format!("{nonce}|{timestamp}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_joined() {
        let payer = Identifier::parse("$Ada@p1.example").unwrap();
        let payee = Identifier::parse("$bob@localhost:80").unwrap();
        let nonce = Nonce::parse("7").unwrap();
        assert_eq!(discovery_request(&payee, &nonce, 9), "$bob@localhost:80|7|9");
        assert_eq!(discovery_response(&payee, &nonce, 9), "$bob@localhost:80|7|9");
        assert_eq!(pay_request(&payer, &nonce, 9), "$Ada@p1.example|7|9");
        assert_eq!(pay_response(&payer, &payee, &nonce, 9), "$Ada@p1.example|$bob@localhost:80|7|9");
        assert_eq!(transaction_hook(&nonce, 9), "7|9");
    }
}
