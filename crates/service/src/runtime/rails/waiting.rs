//! Jobs that wait for a rail.

use causeway_store::{Error, Tx, jobs};

/// Kinds of jobs that wait while a rail does not answer, or takes no orders.
const WAITING: [&str; 5] = ["SUBMIT_PAYOUT", "ASK_PAYOUT", "SUBMIT_DEBIT", "ASK_DEBIT", "ASK_ENDED_ORDER"];
/// Maximum number of jobs that come forward at once; the others run when they are due.
const HASTENED: u32 = 10_000;

/// Brings the jobs forward that may have waited for a rail.
pub(crate) fn hasten_waiting(tx: &mut Tx<'_>) -> Result<(), Error> {
    jobs::hasten_kinds(tx, &WAITING, HASTENED).map(drop)
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::{Id, TransactionId};
    use causeway_rail_protocol::values::OrderKind;
    use uuid::Uuid;

    use super::*;
    use crate::runtime::jobs::Work;

    /// Checks that the kinds are spelled as the work is.
    #[test]
    fn the_kinds_are_kinds_of_work() {
        let transaction = TransactionId::from_uuid(Uuid::from_u128(1));
        let work = [
            Work::SubmitPayout { transaction },
            Work::AskPayout { transaction },
            Work::SubmitDebit { transaction },
            Work::AskDebit { transaction },
            Work::AskEndedOrder { transaction, order: OrderKind::Payout },
        ];
        assert_eq!(work.map(|work| work.kind()), WAITING);
    }
}
