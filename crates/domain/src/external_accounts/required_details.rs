//! What must be known before money is paid to an account (money 4.3, the required party data of a corridor). Asked in production,
//! when paying; not at registration.

/// Whom the rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// A person.
    Individual,
    /// A company.
    Business,
}

const ADDRESS: &[&str] = &["address.line1", "address.city", "address.postalCode", "address.country"];

/// Account types whose business holders need an address only.
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
/// Account types whose business holders need everything.
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
/// Account types to which a company pays only if it has a registration number.
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

/// What must be known of the holder of an account of this type, as paths below `beneficiary`.
#[must_use]
pub fn needed_of_beneficiary(account_type: &str, party: Party) -> Vec<&'static str> {
    let further: &[&str] = match party {
        Party::Individual if ["USD_ACCOUNT", "GBP_ACCOUNT", "EUR_ACCOUNT"].contains(&account_type) => &[],
        Party::Business if BUSINESS_ADDRESS.contains(&account_type) => &[],
        Party::Business if account_type == "EUR_ACCOUNT" => &["registrationNumber"],
        Party::Business if BUSINESS_ALL.contains(&account_type) => &["registrationNumber", "taxId"],
        Party::Individual | Party::Business => return Vec::new(),
    };
    ADDRESS.iter().chain(further).copied().collect()
}

/// Whether a company that pays to an account of this type must have a registration number.
#[must_use]
pub fn needs_registered_sender(account_type: &str) -> bool {
    REGISTERED_SENDERS.contains(&account_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_depend_on_type_and_party() {
        assert_eq!(needed_of_beneficiary("EUR_ACCOUNT", Party::Individual), ADDRESS);
        assert_eq!(needed_of_beneficiary("MXN_ACCOUNT", Party::Individual), Vec::<&str>::new());
        assert_eq!(needed_of_beneficiary("MXN_ACCOUNT", Party::Business), ADDRESS);
        assert_eq!(needed_of_beneficiary("EUR_ACCOUNT", Party::Business).len(), ADDRESS.len() + 1);
        let all = needed_of_beneficiary("NGN_ACCOUNT", Party::Business);
        assert_eq!(all[ADDRESS.len()..], ["registrationNumber", "taxId"]);
        assert_eq!(needed_of_beneficiary("TRON_WALLET", Party::Business), Vec::<&str>::new());
        assert!(needs_registered_sender("GBP_ACCOUNT") && !needs_registered_sender("EUR_ACCOUNT"));
    }
}
