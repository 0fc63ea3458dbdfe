//! Errors of a configuration, field by field (customers 1.2).

use causeway_domain::platforms::{CurrencyReason, CurrencyRefusal, SupportedCurrency};
use causeway_domain::quotes::{FeeConfigReason, FeeConfigRefusal};
use causeway_wire::{Code, FieldError};

use crate::runtime::api_error::ApiError;

/// Returns the field error of a refused currency; `places` are the indexes of the list's items in the
/// request.
pub(super) fn currency(list: &[SupportedCurrency], places: &[usize], refusal: CurrencyRefusal) -> FieldError {
    let at = |field: &str| format!("supportedCurrencies[{}].{field}", place(places, refusal.at));
    match refusal.reason {
        CurrencyReason::Unknown => FieldError {
            code: Code::InvalidCurrency,
            value: list.get(refusal.at).map(|entry| entry.currency.as_str().into()),
            ..FieldError::new(at("currencyCode"), "is not a currency that the service knows")
        },
        CurrencyReason::Repeated => FieldError::new(at("currencyCode"), "occurs twice"),
        CurrencyReason::MinimumAboveMaximum => {
            FieldError::new(at("minAmount"), "must not be greater than maxAmount")
        }
        CurrencyReason::FieldRepeated { at: place } => {
            let field = format!("requiredCounterpartyFields[{place}].name");
            FieldError::new(at(&field), "occurs twice")
        }
    }
}

/// Returns the field error of a refused fee configuration; `None` for a currency without fee configurations,
/// which is not a field error. `places` are the indexes of the list's items in the request.
pub(super) fn fee(places: &[usize], refusal: FeeConfigRefusal) -> Option<FieldError> {
    let at = |field: &str| format!("feeConfigs[{}].{field}", place(places, refusal.at));
    Some(match refusal.reason {
        FeeConfigReason::CurrencyNotOffered => return None,
        FeeConfigReason::VariableOutOfRange => {
            FieldError::new(at("variableFeeBps"), "must be between 0 and 10000")
        }
        FeeConfigReason::FixedOutOfRange => {
            FieldError::new(at("fixedFee.amount"), "must be between 0 and 9000000000000000")
        }
        FeeConfigReason::FixedCurrencyDiffers => {
            FieldError::new(at("fixedFee.currency"), "must be the same as sourceCurrency")
        }
        FeeConfigReason::SentTwice => FieldError::new(
            at("sourceCurrency"),
            "has the same feeType and sourceCurrency as an earlier entry",
        ),
    })
}

fn place(places: &[usize], at: usize) -> usize {
    places.get(at).copied().unwrap_or(at)
}

/// Returns `NOT_IMPLEMENTED`: fee configurations exist for US dollars only.
pub(super) fn fee_currency_not_offered() -> ApiError {
    let message = "Standing fees exist for payments sent in USD only.";
    ApiError::new(Code::NotImplemented, message).reason("FEE_CURRENCY_NOT_OFFERED")
}
