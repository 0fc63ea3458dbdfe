//! Quotes that are not executed: their payments move no money.

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, Id, QuoteId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::OutgoingPhase;
use causeway_domain::payments::{Direction, TransactionType};
use causeway_domain::rates::Lock;
use causeway_store::payments::{self, NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::quotes::{self, QuoteRecord, QuoteTerms};
use causeway_store::{Error, Tx};

use super::numbers::{DUE, RowKind, Seed, at};

/// The first amount in cents, larger than those of all transfers.
const CENTS: u64 = 900_000;

impl Seed {
    /// Returns the quote with this number.
    #[must_use]
    pub fn quote(&self, number: u64) -> QuoteId {
        QuoteId::from_uuid(self.id(RowKind::Quote, number))
    }
}

/// Adds the quote with this number, and its payment, which is newer than all that are executed.
pub(super) fn add(tx: &mut Tx<'_>, seed: &Seed, number: u64) -> Result<(), Error> {
    let payment = payment(seed, number);
    payments::insert(tx, seed.platform, &payment)?;
    let quote = QuoteRecord {
        id: seed.quote(number),
        transaction: payment.id,
        expires_at: DUE,
        terms: QuoteTerms { v: 1, lock: Lock::Sending, payload_to_sign: None },
        created_at: payment.created_at,
    };
    quotes::insert(tx, seed.platform, &quote)
}

fn payment(seed: &Seed, number: u64) -> PaymentRecord {
    let of_payment = seed.payments + number;
    let owner = seed.owner(of_payment);
    let cents = i64::try_from(CENTS + number).unwrap_or_default();
    let amount = Amount::new(cents, CurrencyCode::USD);
    let side = |account| Side::Account { account, currency: CurrencyCode::USD };
    let source = side(AccountRef::Internal(seed.account(owner)));
    let destination = side(AccountRef::External(seed.bank_account(owner)));
    PaymentRecord::new(NewPayment {
        id: seed.payment(of_payment),
        kind: TransactionType::Outgoing,
        customer: Some(seed.customer(owner)),
        platform_customer_id: format!("seed-{owner}"),
        recipient: None,
        quote: Some(seed.quote(number)),
        reference: None,
        terms: PaymentTerms {
            sent: Some(amount),
            received: Some(amount),
            ..PaymentTerms::between(Direction::Debit, source, destination)
        },
        state: PaymentState::new(OutgoingPhase::Offered.into()),
        created_at: at(of_payment),
    })
}
