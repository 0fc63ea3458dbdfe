//! Coordinates for payments from abroad (money 3.4).

use causeway_domain::Ids;
use causeway_service::ports::{Coordinates, FundingBank, FundingMethod};
use causeway_wire::accounts::AccountDetails;
use causeway_wire::rails::PaymentRail;

use super::{notes, numbers};

/// Maximum length of the account holder in payment instructions, in characters.
const MAX_HOLDER_LENGTH: usize = 255;

/// Creates coordinates with a new account number at the collecting bank; the country is taken from the fifth
/// and sixth letters of its BIC.
pub(super) fn coordinates(bank: &FundingBank, holder: &str, ids: &Ids) -> Coordinates {
    let number = numbers::digits(ids, 14);
    let holder: String = holder.chars().take(MAX_HOLDER_LENGTH).collect();
    let details = AccountDetails::of_type("SWIFT_ACCOUNT")
        .with_rails(&[PaymentRail::Swift])
        .with("country", bank.code.get(4..6).unwrap_or_default())
        .with("swiftCode", bank.code.as_str())
        .with("bankName", bank.name.as_str())
        .with("accountNumber", number.as_str())
        .with("accountHolderName", holder);
    let details = match &bank.address {
        Some(address) => details.with("bankAddress", address.as_str()),
        None => details,
    };
    let notes = notes::of_account(&details);
    Coordinates { methods: vec![FundingMethod { details, notes }], identifiers: vec![number] }
}
