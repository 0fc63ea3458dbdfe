//! The event that unmatched money waits for (conventions 2.1).

use causeway_domain::payments::{Deadline, Party, UnmatchedStatus, WaitsFor};

use super::payment_show::WaitView;
use crate::payments::situation::Wait;

/// Returns the event that unmatched money waits for, or `None` if it has left suspense. What shows the money has the
/// commands beside it.
pub(super) fn wait_of_unmatched(status: UnmatchedStatus) -> Option<WaitView> {
    let (party, what) = match status {
        UnmatchedStatus::Held => {
            (Party::Operator, "to credit the money to an account, or to return it to its payer")
        }
        UnmatchedStatus::Returning => (Party::Rail, "to confirm the return to the payer"),
        UnmatchedStatus::Returned | UnmatchedStatus::Credited => return None,
    };
    let then = "it stays in suspense";
    let of = WaitsFor { party, what, until: Deadline::Unlimited, then, commands: &[] };
    Some(Wait { of, until: None, commands: Vec::new() }.into())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn unmatched_money_waits_for_an_operator_then_for_the_rail() {
        let wait = |status| serde_json::to_value(wait_of_unmatched(status)).unwrap();
        assert_eq!(wait(UnmatchedStatus::Held)["party"], "OPERATOR");
        assert_eq!(wait(UnmatchedStatus::Held)["until"], Value::Null);
        assert_eq!(wait(UnmatchedStatus::Returning)["party"], "RAIL");
        for left in [UnmatchedStatus::Returned, UnmatchedStatus::Credited] {
            assert_eq!(wait(left), Value::Null);
        }
    }
}
