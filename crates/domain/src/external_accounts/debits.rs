//! Direct debits of external accounts (money 10.2).

use super::rails::PaymentRail;

/// Returns the rail of direct debits from accounts of this type (a row of the catalogue), or `None` if they
/// can only receive payments.
#[must_use]
pub fn debit_rail(account_type: &str) -> Option<PaymentRail> {
    (account_type == "USD_ACCOUNT").then_some(PaymentRail::Ach)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_debited_by_ach_and_nothing_else_is_debited() {
        assert_eq!(debit_rail("USD_ACCOUNT"), Some(PaymentRail::Ach));
        assert_eq!([debit_rail("EUR_ACCOUNT"), debit_rail("SLV_ACCOUNT")], [None, None]);
    }
}
