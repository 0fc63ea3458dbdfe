//! Countries by their ISO 3166-1 alpha-2 codes (conventions 5.4).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A country that ISO 3166-1 lists, written in upper case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country([u8; 2]);

/// A text that is no upper-case alpha-2 code of a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotACountry;

/// All assigned codes, one after the other.
const CODES: &[u8] = b"ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZ\
CACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFR\
GAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISIT\
JEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZ\
NANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURW\
SASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZ\
UAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW";

impl Country {
    /// The United States of America.
    pub const US: Self = Self(*b"US");

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for Country {
    type Err = NotACountry;

    fn from_str(text: &str) -> Result<Self, NotACountry> {
        let code: [u8; 2] = text.as_bytes().try_into().map_err(|_| NotACountry)?;
        let is_listed = CODES.chunks_exact(2).any(|listed| listed == code);
        if is_listed { Ok(Self(code)) } else { Err(NotACountry) }
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for NotACountry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an ISO 3166-1 alpha-2 country code")
    }
}

impl std::error::Error for NotACountry {}

impl Serialize for Country {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Country {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::text::parsed(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_codes_of_the_standard_and_no_others() {
        assert_eq!(CODES.len(), 2 * 249);
        assert!(CODES.chunks_exact(2).is_sorted_by(|a, b| a < b));
        for code in ["US", "DE", "ZW", "AD", "SV"] {
            assert_eq!(code.parse::<Country>().unwrap().as_str(), code);
        }
        for code in ["us", "UK", "EU", "XX", "USA", "U", "", "ÄÄ"] {
            assert_eq!(code.parse::<Country>(), Err(NotACountry), "{code}");
        }
    }
}
