//! What rails are told about a payment, from its terms.

use causeway_domain::external_accounts::Rail;
use causeway_domain::ids::AccountRef;
use causeway_store::external_accounts::{self, ExternalAccountDoc};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx};
use causeway_wire::accounts::AccountDetails;
use causeway_wire::external_accounts::AccountType;

use super::books;
use crate::ports::{DebitOrder, PayoutDestination, PayoutOrder};
use crate::runtime::context::Context;

/// What the rail is told about the payout of a payment; none where the money stays within the service.
pub(super) fn payout(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<PayoutOrder>, Error> {
    let terms = &payment.terms;
    let (Some(AccountRef::External(account)), Some(amount)) = (terms.destination.account(), terms.received)
    else {
        return Ok(None);
    };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    let rail = terms.rail.map(|chosen| chosen.rail);
    Ok(Some(PayoutOrder {
        platform: context.platform,
        transaction: payment.id,
        amount,
        rail: rail.map(|rail| rail.as_str().to_owned()),
        destination: destination(account.account_type, account.doc, rail),
        remittance_information: terms.remittance_information.clone(),
        purpose_of_payment: terms.purpose_of_payment.clone(),
        at: context.now,
    }))
}

/// What the rail is told about the direct debit of a payment; none where nothing is debited directly.
pub(super) fn debit(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<DebitOrder>, Error> {
    let Some(AccountRef::External(source)) = payment.terms.source.account() else { return Ok(None) };
    let account = external_accounts::find(tx, context.platform, source)?.ok_or(Error::Missing)?;
    Ok(Some(DebitOrder {
        platform: context.platform,
        transaction: payment.id,
        amount: books::total(payment)?,
        identifier: account.doc.identifier,
        at: context.now,
    }))
}

/// The account with the way to it that the rail takes.
pub(super) fn destination(
    account_type: String,
    account: ExternalAccountDoc,
    rail: Option<Rail>,
) -> PayoutDestination {
    let details = AccountDetails(account.account_info);
    let row = AccountType::find(&account_type);
    let method = row.and_then(|row| row.method_of(&details, rail.map(Rail::as_str)));
    let members = method.into_iter().flat_map(|method| method.members());
    let named = members.filter_map(|name| Some((name.to_owned(), details.text(name)?.to_owned())));
    let method = named.collect();
    PayoutDestination { account_type, method, account_info: details.0, identifier: account.identifier }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// An account in India with both ways to it.
    fn account() -> ExternalAccountDoc {
        let info = json!({
            "accountType": "INR_ACCOUNT",
            "vpa": "asha@upi",
            "accountNumber": "12345678901",
            "ifsc": "HDFC0001234",
            "rail": "RTGS",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Asha Rao" },
        });
        ExternalAccountDoc {
            v: 1,
            platform_account_id: None,
            ownership_type: None,
            account_info: info.as_object().cloned().unwrap(),
            rails: vec![Rail::Upi, Rail::Rtgs],
            identifier: "12345678901".to_owned(),
            beneficiary_verification: None,
            verified_name: None,
        }
    }

    #[test]
    fn the_rail_is_told_the_way_that_belongs_to_it_and_everything_else() {
        for (rail, way) in [
            (Rail::Upi, vec![("vpa", "asha@upi")]),
            (Rail::Rtgs, vec![("accountNumber", "12345678901"), ("ifsc", "HDFC0001234"), ("rail", "RTGS")]),
        ] {
            let told = destination("INR_ACCOUNT".to_owned(), account(), Some(rail));
            let method = told.method.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            assert_eq!(method.collect::<Vec<_>>(), way, "{rail}");
            assert_eq!(told.beneficiary().unwrap()["fullName"], "Asha Rao");
            assert_eq!(told.account_info, account().account_info);
            assert_eq!(told.identifier, "12345678901", "the sandbox looks at it, whichever way is taken");
        }
    }
}
