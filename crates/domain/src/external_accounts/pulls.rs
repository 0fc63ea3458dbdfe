//! Which external accounts money can be pulled from (money 10.2).

use super::rails::Rail;

/// The rail over which money is pulled from accounts of this type (a row of the catalogue); none where they can
/// only be paid to.
#[must_use]
pub fn pull_rail(account_type: &str) -> Option<Rail> {
    (account_type == "USD_ACCOUNT").then_some(Rail::Ach)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_pulled_by_ach_and_nothing_else_is_pulled() {
        assert_eq!(pull_rail("USD_ACCOUNT"), Some(Rail::Ach));
        assert_eq!([pull_rail("EUR_ACCOUNT"), pull_rail("SLV_ACCOUNT")], [None, None]);
    }
}
