//! Coordinates by which an account is reached from abroad (money 3.4).

use causeway_domain::Ids;
use causeway_service::ports::{Coordinates, FundingBank, FundingMethod};
use causeway_wire::accounts::AccountDetails;
use causeway_wire::rails::PaymentRail;

use super::{notes, numbers};

/// Of an account's holder, in characters: as many as instructions show.
const LONGEST_HOLDER: usize = 255;

/// A number of its own at the bank that collects; the fifth and sixth letters of a BIC are its country.
pub(super) fn coordinates(bank: &FundingBank, holder: &str, ids: &Ids) -> Coordinates {
    let number = numbers::digits(ids, 14);
    let holder: String = holder.chars().take(LONGEST_HOLDER).collect();
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
