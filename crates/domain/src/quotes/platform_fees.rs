//! The platform's own fees: standing configurations and the override of one quote (money 11).

use serde::{Deserialize, Serialize};

use crate::money::{Amount, CurrencyCode, MAX_AMOUNT};
use crate::rates::Bps;

pub use causeway_vocabulary::platforms::FeeType;

/// An active standing fee of a platform; at most one per type and currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeConfig {
    pub fee_type: FeeType,
    /// The sending currency in which the fee is charged.
    pub source_currency: CurrencyCode,
    pub variable: Bps,
    /// In smallest units of the sending currency.
    pub fixed: i64,
}

/// A standing fee as sent in a request, unchecked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeeConfigRequest {
    pub fee_type: FeeType,
    pub source_currency: CurrencyCode,
    /// In basis points.
    pub variable_bps: i64,
    pub fixed: Amount,
}

/// The refusal of a standing fee in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeeConfigRefusal {
    /// The index in the request's list, from 0.
    pub at: usize,
    pub reason: FeeConfigReason,
}

/// The reason why a standing fee is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeeConfigReason {
    /// Standing fees exist in US dollars only.
    CurrencyNotOffered,
    /// More than 10 000 basis points, or a negative number.
    VariableOutOfRange,
    /// The fixed part is negative or too large.
    FixedOutOfRange,
    /// The fixed part is in another currency than the fee.
    FixedCurrencyDiffers,
    /// The request contains the same type and currency twice.
    SentTwice,
}

/// The platform's fee on one payment; no fee by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PlatformFee {
    pub variable: Bps,
    /// In smallest units of the sending currency.
    pub fixed: i64,
}

/// The reason why the fee override of a quote is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverrideRefusal {
    /// Overrides exist for payments sent in US dollars only.
    CurrencyNotOffered,
    /// More than 10 000 basis points, or a negative number.
    VariableOutOfRange,
    /// The fixed part is negative or too large.
    FixedOutOfRange,
    /// The fixed part is not in the sending currency.
    FixedCurrencyDiffers,
}

/// Merges the standing fees of a request into those configured (upsert by type and currency). Pairs that the
/// request omits stay; a pair sent with both parts 0 is removed.
///
/// # Errors
/// All refusals, in the order of the request. In that case no fee is merged.
pub fn merge_fee_configs(
    configured: &[FeeConfig],
    sent: &[FeeConfigRequest],
) -> Result<Vec<FeeConfig>, Vec<FeeConfigRefusal>> {
    let mut merged = configured.to_vec();
    let mut refusals = Vec::new();
    for (at, config) in sent.iter().enumerate() {
        let is_pair =
            |other: FeeType, currency| other == config.fee_type && currency == config.source_currency;
        if sent[..at].iter().any(|earlier| is_pair(earlier.fee_type, earlier.source_currency)) {
            refusals.push(FeeConfigRefusal { at, reason: FeeConfigReason::SentTwice });
        }
        match check_config(config) {
            Err(reasons) => {
                refusals.extend(reasons.into_iter().map(|reason| FeeConfigRefusal { at, reason }));
            }
            Ok(checked) => {
                let position = merged.iter().position(|old| is_pair(old.fee_type, old.source_currency));
                match (position, checked.variable == Bps::ZERO && checked.fixed == 0) {
                    (Some(place), true) => drop(merged.remove(place)),
                    (Some(place), false) => merged[place] = checked,
                    (None, true) => {}
                    (None, false) => merged.push(checked),
                }
            }
        }
    }
    if refusals.is_empty() { Ok(merged) } else { Err(refusals) }
}

fn check_config(sent: &FeeConfigRequest) -> Result<FeeConfig, Vec<FeeConfigReason>> {
    let mut wrong = Vec::new();
    if sent.source_currency != CurrencyCode::USD {
        wrong.push(FeeConfigReason::CurrencyNotOffered);
    }
    let variable = bps(sent.variable_bps);
    if variable.is_none() {
        wrong.push(FeeConfigReason::VariableOutOfRange);
    }
    if !(0..=MAX_AMOUNT).contains(&sent.fixed.minor) {
        wrong.push(FeeConfigReason::FixedOutOfRange);
    }
    if sent.fixed.currency != sent.source_currency {
        wrong.push(FeeConfigReason::FixedCurrencyDiffers);
    }
    match variable {
        Some(variable) if wrong.is_empty() => Ok(FeeConfig {
            fee_type: sent.fee_type,
            source_currency: sent.source_currency,
            variable,
            fixed: sent.fixed.minor,
        }),
        _ => Err(wrong),
    }
}

/// Checks the override of one quote, from the basis points and the fixed fee of the request.
///
/// # Errors
/// All refusals (money 8.2, check 9).
pub fn check_override(
    variable_bps: i64,
    fixed: Amount,
    sending: CurrencyCode,
) -> Result<PlatformFee, Vec<OverrideRefusal>> {
    let mut wrong = Vec::new();
    if sending != CurrencyCode::USD {
        wrong.push(OverrideRefusal::CurrencyNotOffered);
    }
    let variable = bps(variable_bps);
    if variable.is_none() {
        wrong.push(OverrideRefusal::VariableOutOfRange);
    }
    if !(0..=MAX_AMOUNT).contains(&fixed.minor) {
        wrong.push(OverrideRefusal::FixedOutOfRange);
    }
    if fixed.currency != sending {
        wrong.push(OverrideRefusal::FixedCurrencyDiffers);
    }
    match variable {
        Some(variable) if wrong.is_empty() => Ok(PlatformFee { variable, fixed: fixed.minor }),
        _ => Err(wrong),
    }
}

/// Returns the platform's fee on a quote: the override if there is one, else the standing fee if the
/// currencies differ, else no fee.
#[must_use]
pub fn platform_fee(
    configured: &[FeeConfig],
    override_fee: Option<PlatformFee>,
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> PlatformFee {
    if let Some(fee) = override_fee {
        return fee;
    }
    let applies = |config: &&FeeConfig| match config.fee_type {
        FeeType::CrossCurrencyTransaction => sending != receiving && config.source_currency == sending,
    };
    configured.iter().find(applies).map_or_else(PlatformFee::default, |config| PlatformFee {
        variable: config.variable,
        fixed: config.fixed,
    })
}

fn bps(sent: i64) -> Option<Bps> {
    u16::try_from(sent).ok().and_then(Bps::try_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CROSS: FeeType = FeeType::CrossCurrencyTransaction;

    fn sent(currency: CurrencyCode, variable_bps: i64, fixed: i64) -> FeeConfigRequest {
        FeeConfigRequest {
            fee_type: CROSS,
            source_currency: currency,
            variable_bps,
            fixed: Amount::new(fixed, currency),
        }
    }

    #[test]
    fn a_pair_is_added_replaced_and_deactivated() {
        let first = merge_fee_configs(&[], &[sent(CurrencyCode::USD, 30, 100)]).unwrap();
        assert_eq!((first[0].variable.get(), first[0].fixed), (30, 100));
        let second = merge_fee_configs(&first, &[sent(CurrencyCode::USD, 50, 0)]).unwrap();
        assert_eq!((second.len(), second[0].variable.get(), second[0].fixed), (1, 50, 0));
        assert_eq!(merge_fee_configs(&second, &[]).unwrap(), second);
        assert_eq!(merge_fee_configs(&second, &[sent(CurrencyCode::USD, 0, 0)]).unwrap(), []);
        assert_eq!(merge_fee_configs(&[], &[sent(CurrencyCode::USD, 0, 0)]).unwrap(), []);
    }

    #[test]
    fn every_fault_of_a_request_is_named() {
        let mut faulty = sent(CurrencyCode::USD, 10_001, -1);
        faulty.fixed.currency = CurrencyCode::EUR;
        let refusal =
            merge_fee_configs(&[], &[sent(CurrencyCode::USD, 1, 1), faulty, sent(CurrencyCode::EUR, 1, 1)]);
        let reasons: Vec<_> =
            refusal.unwrap_err().into_iter().map(|refusal| (refusal.at, refusal.reason)).collect();
        assert_eq!(
            reasons,
            [
                (1, FeeConfigReason::SentTwice),
                (1, FeeConfigReason::VariableOutOfRange),
                (1, FeeConfigReason::FixedOutOfRange),
                (1, FeeConfigReason::FixedCurrencyDiffers),
                (2, FeeConfigReason::CurrencyNotOffered),
            ]
        );
    }

    #[test]
    fn an_override_replaces_the_standing_fee_also_within_one_currency() {
        let configured = merge_fee_configs(&[], &[sent(CurrencyCode::USD, 30, 50)]).unwrap();
        let charged = |fee, receiving| platform_fee(&configured, fee, CurrencyCode::USD, receiving);
        assert_eq!(charged(None, CurrencyCode::EUR).fixed, 50);
        assert_eq!(charged(None, CurrencyCode::USD), PlatformFee::default());
        let waived = check_override(0, Amount::new(0, CurrencyCode::USD), CurrencyCode::USD).unwrap();
        assert_eq!(charged(Some(waived), CurrencyCode::EUR), PlatformFee::default());
        let ten = check_override(10, Amount::new(0, CurrencyCode::USD), CurrencyCode::USD).unwrap();
        assert_eq!(charged(Some(ten), CurrencyCode::USD).variable.get(), 10);
        assert_eq!(
            platform_fee(&configured, None, CurrencyCode::EUR, CurrencyCode::USD),
            PlatformFee::default()
        );
    }

    #[test]
    fn an_override_is_in_dollars_not_negative_and_at_most_everything() {
        use OverrideRefusal::*;
        let usd = |minor| Amount::new(minor, CurrencyCode::USD);
        assert_eq!(check_override(10_001, usd(0), CurrencyCode::USD), Err(vec![VariableOutOfRange]));
        assert_eq!(
            check_override(-1, usd(-1), CurrencyCode::USD),
            Err(vec![VariableOutOfRange, FixedOutOfRange])
        );
        assert_eq!(
            check_override(1, usd(1), CurrencyCode::EUR),
            Err(vec![CurrencyNotOffered, FixedCurrencyDiffers])
        );
    }
}
