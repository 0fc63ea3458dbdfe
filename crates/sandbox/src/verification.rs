//! Verification outcomes by name (customers 11).

use causeway_domain::customers::Decision;
use causeway_domain::external_accounts::suffix;
use causeway_service::ports::VerificationPolicy;

/// The last three characters of `fullName` decide.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByName;

impl VerificationPolicy for ByName {
    fn individual_at_creation(&self, full_name: Option<&str>) -> Decision {
        match full_name.map(suffix) {
            Some("001") => Decision::Pending,
            Some("002") => Decision::Rejected,
            Some("003") => Decision::Open,
            _ => Decision::Approved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_decides() {
        let outcome = |name: &str| ByName.individual_at_creation(Some(name));
        assert_eq!(outcome("Jane Doe 001"), Decision::Pending);
        assert_eq!(outcome("Jane Doe 002"), Decision::Rejected);
        assert_eq!(outcome("Jane Doe 003"), Decision::Open);
        assert_eq!(outcome("Jane Doe"), Decision::Approved);
        assert_eq!(ByName.individual_at_creation(None), Decision::Approved);
    }
}
