//! The data that is required before money is paid to an account (money 4.3, the required party data of a
//! corridor). It is required in production when paying, not at registration.

/// The kind of the account's holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    Individual,
    Business,
}

const ADDRESS: &[&str] = &["address.line1", "address.city", "address.postalCode", "address.country"];

/// Account types that require only the address of a business holder.
const BUSINESS_ADDRESS: &[&str] = &[
    "USD_ACCOUNT",
    "MXN_ACCOUNT",
    "GBP_ACCOUNT",
    "INR_ACCOUNT",
    "BRL_ACCOUNT",
    "DKK_ACCOUNT",
    "PHP_ACCOUNT",
    "HKD_ACCOUNT",
    "IDR_ACCOUNT",
    "MYR_ACCOUNT",
    "SGD_ACCOUNT",
    "THB_ACCOUNT",
    "VND_ACCOUNT",
    "AED_ACCOUNT",
];
/// Account types that require all details of a business holder.
const BUSINESS_ALL: &[&str] = &[
    "NGN_ACCOUNT",
    "ZAR_ACCOUNT",
    "KES_ACCOUNT",
    "TZS_ACCOUNT",
    "RWF_ACCOUNT",
    "ZMW_ACCOUNT",
    "UGX_ACCOUNT",
    "BWP_ACCOUNT",
    "MWK_ACCOUNT",
    "XOF_ACCOUNT",
    "XAF_ACCOUNT",
];
/// Account types that a company can pay only if it has a registration number.
const REGISTERED_SENDERS: &[&str] = &[
    "GBP_ACCOUNT",
    "INR_ACCOUNT",
    "BRL_ACCOUNT",
    "DKK_ACCOUNT",
    "PHP_ACCOUNT",
    "HKD_ACCOUNT",
    "IDR_ACCOUNT",
    "MYR_ACCOUNT",
    "SGD_ACCOUNT",
    "THB_ACCOUNT",
    "VND_ACCOUNT",
    "AED_ACCOUNT",
];

/// Returns the required details of the holder of an account of this type, as paths below `beneficiary`.
#[must_use]
pub fn required_beneficiary_details(account_type: &str, party: Party) -> Vec<&'static str> {
    let further: &[&str] = match party {
        Party::Individual if ["USD_ACCOUNT", "GBP_ACCOUNT", "EUR_ACCOUNT"].contains(&account_type) => &[],
        Party::Business if BUSINESS_ADDRESS.contains(&account_type) => &[],
        Party::Business if account_type == "EUR_ACCOUNT" => &["registrationNumber"],
        Party::Business if BUSINESS_ALL.contains(&account_type) => &["registrationNumber", "taxId"],
        Party::Individual | Party::Business => return Vec::new(),
    };
    ADDRESS.iter().chain(further).copied().collect()
}

/// Returns `true` if a company that pays to an account of this type must have a registration number.
#[must_use]
pub fn needs_registered_sender(account_type: &str) -> bool {
    REGISTERED_SENDERS.contains(&account_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_depend_on_type_and_party() {
        assert_eq!(required_beneficiary_details("EUR_ACCOUNT", Party::Individual), ADDRESS);
        assert_eq!(required_beneficiary_details("MXN_ACCOUNT", Party::Individual), Vec::<&str>::new());
        assert_eq!(required_beneficiary_details("MXN_ACCOUNT", Party::Business), ADDRESS);
        assert_eq!(required_beneficiary_details("EUR_ACCOUNT", Party::Business).len(), ADDRESS.len() + 1);
        let all = required_beneficiary_details("NGN_ACCOUNT", Party::Business);
        assert_eq!(all[ADDRESS.len()..], ["registrationNumber", "taxId"]);
        assert_eq!(required_beneficiary_details("TRON_WALLET", Party::Business), Vec::<&str>::new());
        assert!(needs_registered_sender("GBP_ACCOUNT") && !needs_registered_sender("EUR_ACCOUNT"));
    }
}
