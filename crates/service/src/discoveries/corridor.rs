//! The accounts that the directory covers (money 4.2, 5).

use causeway_domain::country::Country;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::money::CurrencyCode;
use causeway_store::discoveries::{self, Filter, NameLookup};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use causeway_wire::accounts::AccountDetails;
use causeway_wire::external_accounts::{ACCOUNT_TYPES, AccountType};

/// Account types of one country, although their currency is paid in others too.
const IN_ONE_COUNTRY: &[(&str, &str)] = &[("USD_ACCOUNT", "US"), ("SLV_ACCOUNT", "SV")];
/// Account type of banks worldwide, which are identified by code and not by name.
const WORLDWIDE: &str = "SWIFT_ACCOUNT";

/// Returns every rail that pays a bank or provider in the country in the currency, default first; empty if no
/// account type covers it.
pub(crate) fn rails_between(country: Country, currency: CurrencyCode) -> Vec<PaymentRail> {
    let is_there =
        |row: &&AccountType| only_country(row.account_type).is_none_or(|only| only == country.as_str());
    let row = ACCOUNT_TYPES.iter().filter(is_there).find(|row| row.currencies.contains(&currency.as_str()));
    row.map(AccountType::rails).unwrap_or_default()
}

fn only_country(account_type: &str) -> Option<&'static str> {
    IN_ONE_COUNTRY.iter().find(|(name, _)| *name == account_type).map(|(_, country)| *country)
}

/// Returns the member of the details with a bank or provider that the directory does not list, or `None` if
/// they name none, or the directory has no entries for such accounts.
pub(crate) fn unlisted_member(
    tx: &mut Tx<'_>,
    environment: Environment,
    details: &AccountDetails,
    currency: CurrencyCode,
) -> Result<Option<&'static str>, Error> {
    if details.account_type() == WORLDWIDE {
        return Ok(None);
    }
    let named_field = ["bankName", "provider"].into_iter().find_map(|name| Some((name, details.text(name)?)));
    let Some((field, name)) = named_field else { return Ok(None) };
    let country = only_country(details.account_type()).or_else(|| details.text("region"));
    let filter = Filter { country, currency: Some(currency.as_str()) };
    Ok(match discoveries::look_up_name(tx, environment, filter, name)? {
        NameLookup::NoDirectory | NameLookup::Listed => None,
        NameLookup::Unlisted => Some(field),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rails_are_those_of_the_type_of_account() {
        let rails = |country: &str, currency: &str| {
            let rails = rails_between(country.parse().unwrap(), currency.parse().unwrap());
            rails.into_iter().map(PaymentRail::as_str).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(rails("PH", "PHP"), "BANK_TRANSFER");
        assert_eq!(rails("SG", "SGD"), "FAST PAYNOW BANK_TRANSFER");
        assert_eq!(rails("US", "USD"), "RTP FEDNOW ACH WIRE");
        assert_eq!(rails("SV", "USD"), "BANK_TRANSFER MOBILE_MONEY");
        assert_eq!(rails("EC", "USD"), "", "dollars are paid there, and no type of account is for it");
        assert_eq!(rails("PH", "BTC"), "", "a wallet has no rails");
        assert_eq!(rails("AR", "ARS"), "", "nobody is paid in it");
    }
}
