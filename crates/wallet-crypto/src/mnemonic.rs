//! Mnemonic from which a wallet is derived.

use std::fmt;

use crate::Secret;

/// A mnemonic of twelve words of the English BIP-39 list: 128 random bits and their checksum.
#[derive(Clone)]
pub struct Mnemonic(Secret<String>);

/// The error for a text that is not twelve words with a correct checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MnemonicError;

const WORDS: usize = 12;

impl Mnemonic {
    /// Returns the mnemonic for 16 random bytes.
    ///
    /// # Errors
    /// None: 16 bytes are a length that BIP-39 allows.
    pub fn from_entropy(entropy: &Secret<[u8; 16]>) -> Result<Self, MnemonicError> {
        let words = bip39::Mnemonic::from_entropy(entropy.expose()).map_err(|_| MnemonicError)?;
        Ok(Self::of(&words))
    }

    /// Reads a mnemonic: lower-case words separated by one space.
    ///
    /// # Errors
    /// Another number of words, an unknown word, a wrong checksum, another spelling.
    pub fn parse(text: &str) -> Result<Self, MnemonicError> {
        let words = bip39::Mnemonic::parse_in_normalized(bip39::Language::English, text)
            .ok()
            .filter(|words| words.word_count() == WORDS)
            .ok_or(MnemonicError)?;
        let found = Self::of(&words);
        if found.expose() == text { Ok(found) } else { Err(MnemonicError) }
    }

    fn of(words: &bip39::Mnemonic) -> Self {
        let mut text = String::with_capacity(WORDS * 9);
        for word in words.words() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        Self(Secret::new(text))
    }

    /// Returns the words, separated by one space.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl fmt::Debug for Mnemonic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mnemonic(…)")
    }
}

impl fmt::Display for MnemonicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not twelve words of BIP-39 with a right checksum")
    }
}

impl std::error::Error for MnemonicError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;
    use crate::testdata::{text, wallet};

    /// Entropy and words from the list of test vectors that BIP-39 names.
    const KNOWN: [(&str, &str); 4] = [
        (
            "00000000000000000000000000000000",
            "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
        ),
        (
            "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f",
            "legal winner thank year wave sausage worth useful legal winner thank yellow",
        ),
        ("ffffffffffffffffffffffffffffffff", "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong"),
        (
            "9e885d952ad362caeb4efe34a8e91bd2",
            "ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic",
        ),
    ];

    fn from_entropy(bytes: [u8; 16]) -> Mnemonic {
        Mnemonic::from_entropy(&Secret::new(bytes)).unwrap()
    }

    #[test]
    fn words_of_known_entropy() {
        for (entropy, words) in KNOWN {
            let entropy: [u8; 16] = hex::decode(entropy).unwrap().try_into().unwrap();
            assert_eq!(from_entropy(entropy).expose(), words);
            assert_eq!(Mnemonic::parse(words).unwrap().expose(), words);
        }
        let exported = wallet("/walletExport");
        assert!(Mnemonic::parse(text(&exported, "mnemonicUtf8")).is_ok());
        assert_eq!(format!("{:?}", from_entropy([0; 16])), "Mnemonic(…)");
    }

    #[test]
    fn other_text_is_refused() {
        let good = KNOWN[1].1;
        for bad in [
            good.replace("yellow", "year"),
            good.replace("legal", "legall"),
            good.replacen(' ', "  ", 1),
            good.to_uppercase(),
            format!("{good} "),
            good.replace(" yellow", ""),
            // 24 words with a correct checksum.
            format!("{}art", "abandon ".repeat(23)),
        ] {
            assert_eq!(Mnemonic::parse(&bad).map(|_| ()), Err(MnemonicError), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn any_entropy_gives_words_that_are_read(entropy: [u8; 16], text: String) {
            let words = from_entropy(entropy);
            prop_assert!(Mnemonic::parse(words.expose()).is_ok());
            prop_assert_eq!(words.expose().split(' ').count(), 12);
            let _ = Mnemonic::parse(&text);
        }
    }
}
