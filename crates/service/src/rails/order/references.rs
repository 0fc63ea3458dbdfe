//! References of orders (rails 5.2): a function of the payment, so that a service that was restored from an older
//! backup gives them again.

use causeway_domain::ids::Id;
use causeway_rail_protocol::values::References;
use causeway_store::rails::OrderName;
use sha2::{Digest, Sha256};

const PURPOSE: &[u8] = b"causeway rail references 1";

/// Returns the references of an order. `attempt` is 0, and higher if the rail has the short reference already.
pub(super) fn references(name: OrderName, attempt: u32) -> References {
    let mut hash = Sha256::new();
    hash.update(PURPOSE);
    hash.update(name.transaction.uuid().as_bytes());
    hash.update(name.kind.as_str().as_bytes());
    hash.update(attempt.to_be_bytes());
    let bytes: [u8; 32] = hash.finalize().into();
    References::draw(name.kind, name.transaction, &bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use causeway_domain::ids::TransactionId;
    use causeway_rail_protocol::values::OrderKind;
    use uuid::Uuid;

    use super::*;

    fn name(number: u128, kind: OrderKind) -> OrderName {
        OrderName { transaction: TransactionId::from_uuid(Uuid::from_u128(number)), kind }
    }

    #[test]
    fn references_follow_from_the_order_alone() {
        let payout = name(1, OrderKind::Payout);
        assert_eq!(references(payout, 0), references(payout, 0));
        let others = [
            references(payout, 1),
            references(name(1, OrderKind::Collection), 0),
            references(name(2, OrderKind::Payout), 0),
        ];
        for other in others {
            assert_ne!(other.short, references(payout, 0).short);
            assert_ne!(other.uetr, references(payout, 0).uetr);
        }
    }

    #[test]
    fn a_hundred_thousand_orders_have_different_references() {
        let shorts: HashSet<_> =
            (0..100_000).map(|number| references(name(number, OrderKind::Payout), 0).short).collect();
        assert_eq!(shorts.len(), 100_000);
    }
}
