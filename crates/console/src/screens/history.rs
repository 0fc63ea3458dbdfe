//! The actions of operators about a resource, newest first.

use causeway_domain::Time;

use crate::answer::answer;

answer! {
    /// An action of an operator. Times are wall time.
    struct OperatorAction {
        at: Time,
        actor: String,
        as_user: Option<String>,
        channel: String,
        action: String,
        reason: String,
    }
}
