//! Customers with an account, a bank account, a verification and a first deposit.

use causeway_domain::customers::CustomerState;
use causeway_domain::external_accounts::{ExternalAccountStatus, PaymentRail};
use causeway_domain::ids::{AccountRef, CustomerId, Id, InternalAccountId, VerificationId};
use causeway_domain::internal_accounts::{InternalAccountState, InternalAccountType};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::DepositPhase;
use causeway_domain::payments::{Direction, TransactionType};
use causeway_domain::postings::PostingKind;
use causeway_domain::verifications::VerificationState;
use causeway_domain::{Amount, Country, Revision};
use causeway_store::customers::{self, CustomerDoc, CustomerRecord, IndividualProfile, Profile};
use causeway_store::external_accounts::{self, ExternalAccountDoc, ExternalAccountRecord};
use causeway_store::internal_accounts::{self, InternalAccountDoc, InternalAccountRecord};
use causeway_store::ledger::{self, Balance, Origin};
use causeway_store::payments::{
    self, NewPayment, Originator, PaymentRecord, PaymentState, PaymentTerms, Side,
};
use causeway_store::verifications::{self, VerificationDoc, VerificationRecord};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::numbers::{RowKind, Seed, at, refused};

/// The first deposit, in cents: enough for all transfers of the busiest customer.
const DEPOSIT: i64 = 1_000_000_000_000;

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

/// Returns the name of the customer with this number.
#[must_use]
pub fn name(number: u64) -> String {
    let pick = |names: &[&'static str], at: u64| {
        let count = u64::try_from(names.len()).unwrap_or(1);
        usize::try_from(at % count).ok().and_then(|at| names.get(at)).copied().unwrap_or_default()
    };
    format!("{} {} {number}", pick(&FIRST_NAMES, number), pick(&LAST_NAMES, number / 7))
}

/// Adds the customer with this number.
pub(super) fn add(tx: &mut Tx<'_>, seed: &Seed, number: u64) -> Result<(), Error> {
    add_person(tx, seed, number, CustomerState::Approved, VerificationState::Approved)?;
    let account = seed.account(number);
    open_account(tx, seed, number, account, CurrencyCode::USD, InternalAccountType::Fiat)?;
    external_accounts::insert(tx, seed.platform, &bank_account(seed, number))?;
    if number < seed.payments { add_deposit(tx, seed, number) } else { Ok(()) }
}

/// Adds a customer with its verification.
pub(super) fn add_person(
    tx: &mut Tx<'_>,
    seed: &Seed,
    number: u64,
    state: CustomerState,
    verification: VerificationState,
) -> Result<(), Error> {
    customers::insert(tx, seed.platform, &person(seed, number, state))?;
    let record = VerificationRecord {
        id: VerificationId::from_uuid(seed.id(RowKind::Verification, number)),
        customer: seed.customer(number),
        doc: VerificationDoc {
            v: VerificationDoc::VERSION,
            state: verification,
            errors: Vec::new(),
            submitted_at: Some(at(number)),
            times_returned: 0,
        },
        created_at: at(number),
        updated_at: Revision::created(at(number)),
    };
    verifications::insert(tx, seed.platform, &record)
}

fn person(seed: &Seed, number: u64, state: CustomerState) -> CustomerRecord {
    let profile = IndividualProfile { full_name: Some(name(number)), ..IndividualProfile::default() };
    CustomerRecord {
        id: seed.customer(number),
        platform_customer_id: format!("seed-{number}"),
        region: Country::US,
        currencies: vec![CurrencyCode::USD],
        uma_local: format!("seed{number}"),
        is_deleted: false,
        doc: CustomerDoc {
            v: CustomerDoc::VERSION,
            verification: state,
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

/// Adds an empty account of the customer with this number.
pub(super) fn open_account(
    tx: &mut Tx<'_>,
    seed: &Seed,
    owner: u64,
    account: InternalAccountId,
    currency: CurrencyCode,
    account_type: InternalAccountType,
) -> Result<(), Error> {
    let is_wallet = account_type == InternalAccountType::EmbeddedWallet;
    let record = InternalAccountRecord {
        id: account,
        customer: Some(seed.customer(owner)),
        currency,
        account_type,
        ordinal: 0,
        doc: InternalAccountDoc {
            v: InternalAccountDoc::VERSION,
            state: InternalAccountState::Active,
            funding: Vec::new(),
            private_enabled: is_wallet.then_some(false),
        },
        created_at: at(owner),
    };
    internal_accounts::insert(tx, seed.platform, &[record])?;
    ledger::open(tx, seed.platform, account, currency, at(owner))
}

fn bank_account(seed: &Seed, number: u64) -> ExternalAccountRecord {
    let identifier = format!("{number:012}");
    let info = json!({
        "accountType": "USD_ACCOUNT",
        "accountNumber": identifier,
        "routingNumber": "021000021",
        "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": name(number) },
    });
    ExternalAccountRecord {
        id: seed.bank_account(number),
        customer: Some(seed.customer(number)),
        currency: CurrencyCode::USD,
        account_type: "USD_ACCOUNT".to_owned(),
        status: ExternalAccountStatus::Active,
        fingerprint: format!("USD {identifier}"),
        is_deleted: false,
        is_default_deposit: false,
        doc: ExternalAccountDoc {
            v: 1,
            platform_account_id: None,
            ownership_type: None,
            account_info: info.as_object().cloned().unwrap_or_default(),
            rails: vec![PaymentRail::Ach],
            identifier,
            beneficiary_verification: None,
            verified_name: None,
        },
        created_at: at(number),
        updated_at: Revision::created(at(number)),
    }
}

/// Adds the first deposit of the customer with this number: the payment with the same number.
fn add_deposit(tx: &mut Tx<'_>, seed: &Seed, number: u64) -> Result<(), Error> {
    let deposit = deposit(seed, number, seed.customer(number));
    payments::insert(tx, seed.platform, &deposit)?;
    let posting = deposit.posting(PostingKind::DepositSettled, None);
    let posting = posting.ok_or_else(|| Error::Data("a deposit without a posting".to_owned()))?;
    let origin = Origin { transaction: Some(deposit.id), quote: None, at: at(number), ids: &seed.ids };
    let empty = Balance::empty(seed.account(number), CurrencyCode::USD, at(number));
    ledger::post_all(tx, seed.platform, &[posting], &origin, &[empty]).map(drop).map_err(refused)
}

fn deposit(seed: &Seed, number: u64, customer: CustomerId) -> PaymentRecord {
    let cents = DEPOSIT + i64::try_from(number).unwrap_or_default();
    let amount = Amount::new(cents, CurrencyCode::USD);
    let originator = Originator {
        account_holder_name: Some(name(number)),
        rail: Some(PaymentRail::Ach),
        end_to_end_id: Some(format!("DEPOSIT{number:010}")),
        ..Originator::default()
    };
    let source = Side::Funding { customer: Some(customer), currency: CurrencyCode::USD, originator };
    let account = AccountRef::Internal(seed.account(number));
    let destination = Side::Account { account, currency: CurrencyCode::USD };
    PaymentRecord::new(NewPayment {
        id: seed.payment(number),
        kind: TransactionType::Incoming,
        customer: Some(customer),
        platform_customer_id: format!("seed-{number}"),
        recipient: None,
        quote: None,
        reference: None,
        terms: PaymentTerms {
            received: Some(amount),
            ..PaymentTerms::between(Direction::Credit, source, destination)
        },
        state: PaymentState::new(DepositPhase::Settled.into()),
        created_at: at(number),
    })
}
