//! Payment rows that the service itself would never write.

use causeway_store::payments::{NewPayment, PaymentRecord, PaymentState};

/// Returns the payment with another state.
pub(crate) fn forged(payment: PaymentRecord, state: PaymentState) -> PaymentRecord {
    let updated_at = payment.updated_at;
    let mut forged = PaymentRecord::new(NewPayment {
        id: payment.id,
        kind: payment.kind,
        customer: payment.customer,
        platform_customer_id: payment.platform_customer_id,
        recipient: payment.recipient,
        quote: payment.quote,
        reference: payment.reference,
        terms: payment.terms,
        state,
        created_at: payment.created_at,
    });
    forged.updated_at = updated_at;
    forged
}
