//! Countries by their ISO 3166-1 alpha-2 codes (conventions 5.4).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;

use crate::schema::with_prose;
use crate::text::serde_as_text;

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
    /// The pattern of every code of the standard and of nothing else.
    #[must_use]
    pub fn pattern() -> String {
        let codes = CODES.chunks_exact(2).filter_map(|code| std::str::from_utf8(code).ok());
        format!("^({})$", codes.collect::<Vec<_>>().join("|"))
    }

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

serde_as_text!(Country);

impl JsonSchema for Country {
    fn schema_name() -> Cow<'static, str> {
        "Country".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        with_prose(
            &["A country by its two upper-case letters, ISO 3166-1 alpha-2."],
            json!({
                "type": "string",
                "format": "iso3166-1-alpha-2",
                "pattern": Self::pattern(),
                "examples": ["US"],
            }),
        )
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
