//! Signatures by further providers over a message's payload.

use serde::{Deserialize, Serialize};

use super::envelope::{SignatureError, verify};
use crate::keys::{PrivateKey, PublicKey};

/// A signature by another provider, which vouches for the sender of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackingSignature {
    /// The domain of the other provider, as it was sent.
    pub domain: String,
    /// Hexadecimal DER.
    pub signature: String,
}

impl BackingSignature {
    /// The most backing signatures of one message. Each may cost a request for keys.
    pub const MAX: usize = 8;

    /// Signs a payload of another provider's message.
    #[must_use]
    pub fn sign(key: &PrivateKey, domain: &str, payload: &str) -> Self {
        Self { domain: domain.to_owned(), signature: key.sign(payload.as_bytes()).to_hex() }
    }

    /// Checks the signature over the message's payload with the key of the domain.
    ///
    /// # Errors
    /// Another key, another payload, or no signature.
    pub fn verify(&self, payload: &str, key: &PublicKey) -> Result<(), SignatureError> {
        verify(&self.signature, payload, key)
    }

    /// Returns the list in the form of the discovery URL: `domain:signature`, comma-joined.
    #[must_use]
    pub(crate) fn write_list(list: &[Self]) -> String {
        let pairs: Vec<String> =
            list.iter().map(|backing| format!("{}:{}", backing.domain, backing.signature)).collect();
        pairs.join(",")
    }

    /// Reads the list of a discovery URL. The domain may have a port, so that the last colon separates.
    pub(crate) fn read_list(text: &str) -> Option<Vec<Self>> {
        let pairs = text.split(',').filter(|pair| !pair.is_empty());
        let list: Option<Vec<Self>> = pairs
            .map(|pair| {
                let (domain, signature) = pair.rsplit_once(':')?;
                Some(Self { domain: domain.to_owned(), signature: signature.to_owned() })
            })
            .collect();
        list.filter(|list| Self::is_bounded(list))
    }

    /// Returns `true` if a list is not too long.
    pub(crate) const fn is_bounded(list: &[Self]) -> bool {
        list.len() <= Self::MAX
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_are_written_and_read() {
        let key = PrivateKey::from_bytes(&[1; 32]).unwrap();
        let list = ["a.example", "localhost:80"].map(|domain| BackingSignature::sign(&key, domain, "x|7|9"));
        assert_eq!(BackingSignature::read_list(&BackingSignature::write_list(&list)), Some(list.to_vec()));
        assert_eq!(list[0].verify("x|7|9", &key.public_key()), Ok(()));
        assert_eq!(list[0].verify("x|7|8", &key.public_key()), Err(SignatureError));
        assert_eq!(BackingSignature::read_list(""), Some(vec![]));
        assert_eq!(BackingSignature::read_list("no colon"), None);
        assert_eq!(BackingSignature::read_list(&"a:b,".repeat(9)), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = BackingSignature::read_list(&text);
        }
    }
}
