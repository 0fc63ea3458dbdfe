//! The identification numbers of a customer and of its beneficial owners (customers 2.2), which no other look
//! shows. The audit trail records each reveal.

use causeway_domain::country::Country;
use causeway_domain::ids::{CustomerId, DocumentHolder};
use causeway_store::customers::Profile;
use causeway_store::{Tx, beneficial_owners, customers};
use causeway_wire::customers::IdentificationType;
use serde::Serialize;

use super::{Answer, IdArgument, OperatorError};
use crate::customers::decrypt_identifier;
use crate::runtime::context::Context;

/// An identification number with its holder.
#[derive(Serialize)]
pub(super) struct IdentificationNumber {
    holder: DocumentHolder,
    r#type: Option<IdentificationType>,
    /// Country that issued the number.
    country: Option<Country>,
    number: String,
}

/// The identification numbers of a customer.
#[derive(Serialize)]
pub(super) struct NumbersView {
    customer: CustomerId,
    /// Empty if none was given.
    numbers: Vec<IdentificationNumber>,
}

/// Reveals the identification numbers of a customer. The answer follows the commit of the audit row.
pub(super) fn reveal(
    tx: &mut Tx<'_>,
    context: &Context,
    &IdArgument(customer): &IdArgument<CustomerId>,
) -> Answer<NumbersView> {
    Ok(NumbersView { customer, numbers: identification_numbers(tx, context, customer)? })
}

/// Returns the numbers of a customer, deleted or not, and of its beneficial owners.
pub(super) fn identification_numbers(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
) -> Answer<Vec<IdentificationNumber>> {
    let record = customers::find(tx, context.platform, id)?.ok_or_else(|| OperatorError::no_such(id))?;
    let mut numbers = Vec::new();
    if let Profile::Individual(person) = &record.doc.profile
        && let Some(encrypted) = &person.encrypted_identifier
    {
        numbers.push(IdentificationNumber {
            holder: DocumentHolder::Customer(id),
            r#type: person.id_type,
            country: person.country_of_issuance,
            number: decrypt_identifier(&context.app, id, encrypted)?,
        });
    }
    for owner in beneficial_owners::of_customer(tx, context.platform, id)? {
        let person = &owner.doc.personal;
        numbers.push(IdentificationNumber {
            holder: DocumentHolder::BeneficialOwner(owner.id),
            r#type: Some(person.id_type),
            country: person.country_of_issuance,
            number: decrypt_identifier(&context.app, owner.id, &person.encrypted_identifier)?,
        });
    }
    Ok(numbers)
}
