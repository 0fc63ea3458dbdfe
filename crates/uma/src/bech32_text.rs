//! Bech32 without the length limit of addresses, as in invoices.

use std::ops::RangeInclusive;

use bech32::primitives::decode::UncheckedHrpstring;
use bech32::{Bech32, Checksum, Fe32, Hrp};

/// The longest text that is read, in bytes.
const MAX_TEXT: usize = 4_096;

/// The checksum of bech32 for texts of any length.
pub(crate) enum LongBech32 {}

impl Checksum for LongBech32 {
    type MidstateRepr = <Bech32 as Checksum>::MidstateRepr;
    type CorrectionField = <Bech32 as Checksum>::CorrectionField;
    const ROOT_GENERATOR: Self::CorrectionField = Bech32::ROOT_GENERATOR;
    const ROOT_EXPONENTS: RangeInclusive<usize> = Bech32::ROOT_EXPONENTS;
    const CODE_LENGTH: usize = usize::MAX;
    const CHECKSUM_LENGTH: usize = Bech32::CHECKSUM_LENGTH;
    const GENERATOR_SH: [u32; 5] = Bech32::GENERATOR_SH;
    const TARGET_RESIDUE: u32 = Bech32::TARGET_RESIDUE;
}

/// Returns the bytes of a text with this prefix, or `None` for another text.
pub(crate) fn decode(prefix: &str, text: &str) -> Option<Vec<u8>> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let unchecked = UncheckedHrpstring::new(text).ok()?;
    unchecked.validate_checksum::<LongBech32>().ok()?;
    let checked = unchecked.remove_checksum::<LongBech32>();
    let has_prefix = checked.hrp().to_lowercase() == prefix;
    has_prefix.then(|| checked.byte_iter().collect())
}

/// Returns the text of groups of five bits with this prefix. `None` if the prefix is not valid.
pub(crate) fn encode_groups(prefix: &str, groups: &[Fe32]) -> Option<String> {
    use bech32::Fe32IterExt;
    let prefix = Hrp::parse(prefix).ok()?;
    Some(groups.iter().copied().with_checksum::<LongBech32>(&prefix).chars().collect())
}

/// Returns the text of bytes with this prefix. `None` if the prefix is not valid.
pub(crate) fn encode(prefix: &str, bytes: &[u8]) -> Option<String> {
    use bech32::ByteIterExt;
    let groups: Vec<Fe32> = bytes.iter().copied().bytes_to_fes().collect();
    encode_groups(prefix, &groups)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..600), text: String) {
            let written = encode("uma", &bytes).unwrap();
            prop_assert_eq!(decode("uma", &written), Some(bytes.clone()));
            prop_assert_eq!(decode("uma", &written.to_uppercase()), Some(bytes));
            prop_assert_eq!(decode("lnbc", &written), None);
            let _ = decode("uma", &text);
        }
    }

    #[test]
    fn long_texts_are_refused() {
        assert_eq!(decode("uma", &encode("uma", &[0; 4_000]).unwrap()), None);
    }
}
