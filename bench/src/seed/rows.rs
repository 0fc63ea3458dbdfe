//! The seeded rows: each follows from its number, so that a seed can be repeated in part.

use causeway_domain::customers::CustomerState;
use causeway_domain::external_accounts::{ExternalAccountStatus, PaymentRail};
use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::OutgoingPhase;
use causeway_domain::payments::{Direction, TransactionType};
use causeway_domain::{Amount, Country, Revision, Time};
use causeway_store::customers::{CustomerDoc, CustomerRecord, IndividualProfile, Profile};
use causeway_store::external_accounts::{ExternalAccountDoc, ExternalAccountRecord};
use causeway_store::payments::{NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side};
use serde_json::json;
use uuid::Uuid;

/// Creation of the first row.
const BEGINNING: i64 = 1_700_000_000_000;

const FIRST_NAMES: [&str; 12] = [
    "Ada",
    "Grace",
    "Alan",
    "Katherine",
    "Edsger",
    "Barbara",
    "Donald",
    "Frances",
    "José",
    "Mary",
    "Niklaus",
    "Radia",
];
const LAST_NAMES: [&str; 11] = [
    "Lovelace", "Hopper", "Turing", "Johnson", "Dijkstra", "Liskov", "Knuth", "Allen", "Núñez", "Jackson",
    "Perlman",
];

/// The rows of a platform.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows {
    pub(super) platform: PlatformId,
    /// Number of customers, who own the payments in turn.
    pub(super) customers: u64,
}

impl Rows {
    pub(super) fn customer(self, number: u64) -> CustomerRecord {
        let profile = IndividualProfile { full_name: Some(name(number)), ..IndividualProfile::default() };
        CustomerRecord {
            id: CustomerId::from_uuid(self.id(1, number)),
            platform_customer_id: format!("seed-{number}"),
            region: Country::US,
            currencies: vec![CurrencyCode::USD, CurrencyCode::EUR],
            uma_local: format!("seed{number}"),
            is_deleted: false,
            doc: CustomerDoc {
                v: CustomerDoc::VERSION,
                verification: CustomerState::Approved,
                email: Some(format!("seed{number}@example.com")),
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

    pub(super) fn external_account(self, number: u64) -> ExternalAccountRecord {
        let iban = format!("DE89{number:018}");
        let info = json!({ "accountType": "EUR_ACCOUNT", "iban": iban, "beneficiary": { "fullName": name(number) } });
        ExternalAccountRecord {
            id: ExternalAccountId::from_uuid(self.id(2, number)),
            customer: Some(CustomerId::from_uuid(self.id(1, number))),
            currency: CurrencyCode::EUR,
            account_type: "EUR_ACCOUNT".to_owned(),
            status: ExternalAccountStatus::Active,
            fingerprint: format!("EUR {iban}"),
            is_deleted: false,
            is_default_deposit: false,
            doc: ExternalAccountDoc {
                v: 1,
                platform_account_id: None,
                ownership_type: None,
                account_info: info.as_object().cloned().unwrap_or_default(),
                rails: vec![PaymentRail::Sepa],
                identifier: iban,
                beneficiary_verification: None,
                verified_name: None,
            },
            created_at: at(number),
            updated_at: Revision::created(at(number)),
        }
    }

    /// Returns a completed payment between two foreign addresses, which has no postings.
    pub(super) fn payment(self, number: u64) -> PaymentRecord {
        let owner = number % self.customers.max(1);
        let side = |who: &str| Side::Uma {
            address: format!("${who}{owner}@example.org"),
            currency: CurrencyCode::USD,
        };
        let cents = i64::try_from(1_000 + number % 500_000).unwrap_or(i64::MAX);
        let amount = Amount::new(cents, CurrencyCode::USD);
        PaymentRecord::new(NewPayment {
            id: TransactionId::from_uuid(self.id(3, number)),
            kind: TransactionType::Outgoing,
            customer: Some(CustomerId::from_uuid(self.id(1, owner))),
            platform_customer_id: format!("seed-{owner}"),
            recipient: None,
            quote: None,
            reference: Some(format!("SEED{number:010}")),
            terms: PaymentTerms {
                sent: Some(amount),
                received: Some(amount),
                remittance_information: Some(format!("Invoice {number}")),
                ..PaymentTerms::between(Direction::Debit, side("payer"), side("payee"))
            },
            state: PaymentState::new(OutgoingPhase::Delivered.into()),
            created_at: at(number),
        })
    }

    /// Returns the id of a row: with its time, its kind and its number, and digits that spread over all ends.
    fn id(self, kind: u8, number: u64) -> Uuid {
        let millis = u64::try_from(at(number).millis()).unwrap_or_default();
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [.., a, b] = self.platform.uuid().into_bytes();
        let [c, d, e, f, g, h, i, _] = spread.to_be_bytes();
        uuid::Builder::from_unix_timestamp_millis(millis, &[kind, a, b, c, d, e, f, g, h, i]).into_uuid()
    }
}

fn name(number: u64) -> String {
    let pick = |names: &[&'static str], at: u64| {
        let count = u64::try_from(names.len()).unwrap_or(1);
        usize::try_from(at % count).ok().and_then(|at| names.get(at)).copied().unwrap_or_default()
    };
    format!("{} {} {number}", pick(&FIRST_NAMES, number), pick(&LAST_NAMES, number / 7))
}

/// Returns the creation of the row with this number, a second after the one before.
fn at(number: u64) -> Time {
    Time::from_millis(BEGINNING + i64::try_from(number).unwrap_or_default() * 1_000)
}
