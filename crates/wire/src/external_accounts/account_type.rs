//! The rows of the catalogue of account types (money 4.3).

use crate::accounts::AccountDetails;
use crate::accounts::field::Field;
use crate::rails::PaymentRail;

/// A type of external account.
#[derive(Debug, Clone, Copy)]
pub struct AccountType {
    /// The name in the API.
    pub account_type: &'static str,
    /// An alternative name that requests can use.
    pub alias: Option<&'static str>,
    /// The currencies of such accounts; an empty list means every fiat currency.
    pub currencies: &'static [&'static str],
    /// The members besides the type and the beneficiary.
    pub fields: &'static [Field],
    /// The payment methods, default first. The details of an account must be complete for at least one.
    pub methods: &'static [Method],
    /// `true` if an account can have only one of the methods.
    pub is_exclusive: bool,
    /// The rules for the holder.
    pub holder: HolderRule,
}

/// A method by which an account can be paid.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// The members that distinguish one account from another. The first is the payment target and is
    /// required.
    pub identifiers: &'static [&'static str],
    /// Further members that this method requires and another method may not.
    pub needs: &'static [&'static str],
    /// The rails, default first.
    pub rails: &'static [PaymentRail],
}

/// The rules for the holder of an account.
#[derive(Debug, Clone, Copy)]
pub struct HolderRule {
    /// The rule for naming the holder.
    pub naming: Naming,
    /// The members required of an individual besides the name.
    pub person_needs: &'static [&'static str],
    /// Members of an individual that only this account type has.
    pub person_extras: &'static [Field],
}

/// The rule for naming the holder of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// The holder must be named.
    Needed,
    /// The holder can be named.
    Possible,
    /// The holder is never named.
    Never,
}

impl AccountType {
    /// Returns every rail that can reach such an account, default first; empty if money moves without a rail.
    #[must_use]
    pub fn rails(&self) -> Vec<PaymentRail> {
        once_each(self.methods.iter().flat_map(|method| method.rails).copied())
    }

    /// Returns the payment methods for which the account's details are complete, default first.
    pub fn methods_of<'a>(&'a self, details: &'a AccountDetails) -> impl Iterator<Item = &'a Method> {
        self.methods.iter().filter(|method| method.missing(details).next().is_none())
    }

    /// Returns the method by which the rail pays this account; the default method if money moves without a
    /// rail.
    #[must_use]
    pub fn method_of<'a>(
        &'a self,
        details: &'a AccountDetails,
        rail: Option<PaymentRail>,
    ) -> Option<&'a Method> {
        let has_rail = |method: &&Method| rail.is_none_or(|rail| method.rails_of(details).contains(&rail));
        self.methods_of(details).find(has_rail)
    }

    /// Returns the rails that reach this account, default first.
    #[must_use]
    pub fn rails_of(&self, details: &AccountDetails) -> Vec<PaymentRail> {
        once_each(self.methods_of(details).flat_map(|method| method.rails_of(details)))
    }
}

impl Method {
    /// Returns the member that is the payment target.
    #[must_use]
    pub fn target(&self) -> &'static str {
        self.identifiers.first().copied().unwrap_or_default()
    }

    /// Returns the members that this method uses, the payment target first.
    pub fn members(&self) -> impl Iterator<Item = &'static str> {
        let further = self.needs.iter().filter(|name| !self.identifiers.contains(name));
        self.identifiers.iter().chain(further).copied()
    }

    /// Returns the required members that the details lack.
    pub fn missing(&self, details: &AccountDetails) -> impl Iterator<Item = &'static str> {
        let needed = std::iter::once(self.target()).chain(self.needs.iter().copied());
        needed.filter(|name| details.text(name).is_none())
    }

    /// Returns the rails of the method, or only the one that the account names in `rail` if it is among them.
    fn rails_of(&self, details: &AccountDetails) -> Vec<PaymentRail> {
        let requested_rail = details.text("rail");
        let only: Vec<_> =
            self.rails.iter().copied().filter(|rail| requested_rail == Some(rail.as_str())).collect();
        if only.is_empty() { self.rails.to_vec() } else { only }
    }
}

fn once_each(rails: impl Iterator<Item = PaymentRail>) -> Vec<PaymentRail> {
    let mut once = Vec::new();
    for rail in rails {
        if !once.contains(&rail) {
            once.push(rail);
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external_accounts::ACCOUNT_TYPES;

    fn row(name: &str) -> &'static AccountType {
        AccountType::find(name).unwrap()
    }

    #[test]
    fn rows_name_their_own_members() {
        for row in ACCOUNT_TYPES {
            let known = |name: &&str| row.fields.iter().any(|field| field.name == *name);
            for method in row.methods {
                assert!(method.identifiers.iter().chain(method.needs).all(known), "{row:?}");
            }
            let reached = row.methods.iter().any(|method| !method.rails.is_empty());
            assert_eq!(reached, row.holder.naming == Naming::Needed, "{row:?}");
        }
    }

    #[test]
    fn complete_details_choose_the_rails() {
        let mobile = AccountDetails::of_type("COP_ACCOUNT").with("bankName", "B").with("phoneNumber", "+57");
        assert_eq!(row("COP_ACCOUNT").rails_of(&mobile), [PaymentRail::MobileMoney]);
        let half = mobile.clone().with("accountNumber", "1");
        assert_eq!(row("COP_ACCOUNT").rails_of(&half), [PaymentRail::MobileMoney]);
        let both = half.with("bankAccountType", "SAVINGS");
        let rails = [PaymentRail::BankTransfer, PaymentRail::MobileMoney];
        assert_eq!(row("COP_ACCOUNT").rails_of(&both), rails);
        assert_eq!(row("PKR_ACCOUNT").rails(), rails, "each once");
    }

    #[test]
    fn an_account_may_name_its_rail() {
        let bank = AccountDetails::of_type("INR_ACCOUNT").with("accountNumber", "1").with("ifsc", "X");
        let bank = bank.with("rail", "RTGS");
        assert_eq!(row("INR_ACCOUNT").rails_of(&bank), [PaymentRail::Rtgs]);
        let both = bank.with("vpa", "a@b");
        assert_eq!(row("INR_ACCOUNT").rails_of(&both), [PaymentRail::Upi, PaymentRail::Rtgs]);
        let members = |rail| {
            row("INR_ACCOUNT").method_of(&both, rail).map(|method| method.members().collect::<Vec<_>>())
        };
        assert_eq!(members(Some(PaymentRail::Upi)), Some(vec!["vpa"]));
        assert_eq!(members(Some(PaymentRail::Rtgs)), Some(vec!["accountNumber", "ifsc", "rail"]));
        assert_eq!((members(Some(PaymentRail::Neft)), members(None)), (None, Some(vec!["vpa"])));
    }

    #[test]
    fn a_type_is_found_by_its_other_name() {
        assert_eq!(row("LIGHTNING_ACCOUNT").account_type, "LIGHTNING");
        assert!(AccountType::find("XYZ_ACCOUNT").is_none());
    }
}
