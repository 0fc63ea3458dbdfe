//! The party of an order on this side: the payer of a payout, or the payee of a debit (rails 19.4).

use causeway_store::customers::{self, CustomerRecord, Profile};
use causeway_store::payments::PaymentRecord;
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::{Error, Tx};

use crate::ports::OrderParty;
use crate::runtime::context::Context;

/// Returns the customer as a party, or the platform if the money is its own; `None` if the platform has no
/// legal name.
pub(crate) fn of(customer: Option<&CustomerRecord>, platform: &PlatformRecord) -> Option<OrderParty> {
    match customer {
        Some(customer) => Some(of_customer(customer)),
        None => of_platform(platform),
    }
}

/// Reads the party of a payment's orders; `None` if no rail asks for it. A customer is named as it is now, also
/// one that has been deleted.
pub(super) fn of_payment(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Option<OrderParty>, Error> {
    if !context.offers.wants_parties() {
        return Ok(None);
    }
    match payment.customer {
        Some(customer) => Ok(customers::find(tx, context.platform, customer)?.as_ref().map(of_customer)),
        None => Ok(of_platform(&platforms::get(tx, context.platform)?)),
    }
}

fn of_customer(customer: &CustomerRecord) -> OrderParty {
    let profile = &customer.doc.profile;
    let (is_business, address) = match profile {
        Profile::Individual(person) => (false, person.address.clone()),
        Profile::Business(company) => (true, company.address.clone()),
    };
    OrderParty {
        is_business,
        name: profile.name().unwrap_or_default().to_owned(),
        reference: customer.id.to_string(),
        address,
    }
}

fn of_platform(platform: &PlatformRecord) -> Option<OrderParty> {
    let name = platform.doc.legal_name.clone()?;
    let address = platform.doc.address.clone();
    Some(OrderParty { is_business: true, name, reference: platform.id.to_string(), address })
}
