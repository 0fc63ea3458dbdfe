//! Many customers and payments, added to a store by its own functions.

use causeway_domain::customers::CustomerState;
use causeway_domain::ids::{CustomerId, PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::OutgoingPhase;
use causeway_domain::payments::{Direction, TransactionType};
use causeway_domain::{Amount, Ids, Revision, Time};
use causeway_store::Error;
use causeway_store::customers::{self, CustomerDoc, CustomerRecord, IndividualProfile, Profile};
use causeway_store::payments::{self, NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side};

use crate::harness::Service;

/// Creation of the first resource; each further one is a second later.
const BEGINNING: i64 = 1_700_000_000_000;
/// Number of resources in one transaction.
const AT_ONCE: u32 = 500;

const FIRST_NAMES: [&str; 8] =
    ["Ada", "Grace", "Alan", "Katherine", "Edsger", "Barbara", "Donald", "Frances"];

/// Returns the name of the customer with this number.
pub(crate) fn name(number: u32) -> String {
    let first = FIRST_NAMES[usize::try_from(number % 8).unwrap()];
    format!("{first} Person{number}")
}

/// Adds this many customers and as many payments to a platform.
pub(crate) async fn populate(service: &Service, platform: PlatformId, count: u32) {
    let app = service.app().clone();
    for begin in (0..count).step_by(usize::try_from(AT_ONCE).unwrap()) {
        let ids = app.ids.clone();
        let write = app.store.write(&[], move |tx| {
            for number in begin..count.min(begin + AT_ONCE) {
                let customer = customer(&ids, number);
                customers::insert(tx, platform, &customer)?;
                payments::insert(tx, platform, &payment(&ids, number, customer.id))?;
            }
            Ok::<_, Error>(())
        });
        write.await.expect("rows can be added");
    }
}

fn at(number: u32) -> Time {
    Time::from_millis(BEGINNING + i64::from(number) * 1_000)
}

fn customer(ids: &Ids, number: u32) -> CustomerRecord {
    let profile = IndividualProfile { full_name: Some(name(number)), ..IndividualProfile::default() };
    CustomerRecord {
        id: ids.next::<CustomerId>(at(number)),
        platform_customer_id: format!("own-{number}"),
        region: "US".parse().unwrap(),
        currencies: vec![CurrencyCode::USD],
        uma_local: format!("person{number}"),
        is_deleted: false,
        doc: CustomerDoc {
            v: CustomerDoc::VERSION,
            verification: CustomerState::Approved,
            email: Some(format!("person{number}@example.com")),
            phone_number: Some(format!("+1415{number:07}")),
            consent: None,
            contact_verification: None,
            name_at_creation: None,
            awaits_outcome: false,
            profile: Profile::Individual(Box::new(profile)),
        },
        created_at: at(number),
        updated_at: Revision::created(at(number)),
    }
}

/// Returns a payment of `1000.00 + number` cents with a remittance text.
fn payment(ids: &Ids, number: u32, customer: CustomerId) -> PaymentRecord {
    let side =
        |name: &str| Side::Uma { address: format!("${name}@example.org"), currency: CurrencyCode::USD };
    let amount = Amount::new(100_000 + i64::from(number), CurrencyCode::USD);
    PaymentRecord::new(NewPayment {
        id: ids.next::<TransactionId>(at(number)),
        kind: TransactionType::Outgoing,
        customer: Some(customer),
        platform_customer_id: format!("own-{number}"),
        recipient: None,
        quote: None,
        reference: Some(format!("REF{number:09}")),
        terms: PaymentTerms {
            sent: Some(amount),
            received: Some(amount),
            remittance_information: Some(format!("Invoice no. {number} of 2025")),
            ..PaymentTerms::between(Direction::Debit, side("payer"), side("payee"))
        },
        state: PaymentState::new(OutgoingPhase::Expired.into()),
        created_at: at(number),
    })
}
