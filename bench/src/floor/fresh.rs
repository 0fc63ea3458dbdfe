//! The values that each request has of its own.

use std::borrow::Cow;

use crate::capture::{Literal, Plan, Slot};

/// Digits that tell keys apart.
const DIGITS: usize = 12;

/// The values of one request.
pub(super) struct Fresh {
    number: u64,
    account: Option<[u8; 16]>,
}

impl Fresh {
    /// Of request number `number`.
    pub(super) fn of(plan: &Plan, number: u64) -> Self {
        let count = u64::try_from(plan.accounts.len()).unwrap_or(u64::MAX);
        let turn = number.checked_rem(count).and_then(|turn| usize::try_from(turn).ok());
        Self { number, account: turn.and_then(|turn| plan.accounts.get(turn).copied()) }
    }

    /// The value for a placeholder.
    pub(super) fn value<'a>(&self, slot: &'a Slot) -> Cow<'a, Literal> {
        let number = i64::try_from(self.number).unwrap_or(i64::MAX);
        match slot {
            Slot::Same(literal) => Cow::Borrowed(literal),
            Slot::Account => Cow::Owned(Literal::Uuid(self.account.unwrap_or_default())),
            // Later than all before, as the service's own are.
            Slot::Fresh { first, .. } => {
                let later = u128::from_be_bytes(*first).wrapping_add(u128::from(self.number) << 64);
                Cow::Owned(Literal::Uuid(later.to_be_bytes()))
            }
            Slot::Count { from, step } => Cow::Owned(Literal::Int(from + step * number)),
            Slot::Key(text) => Cow::Owned(Literal::Text(self.key(text))),
        }
    }

    fn key(&self, text: &str) -> String {
        let kept = text.get(..text.len().saturating_sub(DIGITS)).unwrap_or_default();
        format!("{kept}{:0DIGITS$x}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_take_turns_and_share_no_keys() {
        let plan =
            Plan { steps: Vec::new(), answer: String::new(), accounts: vec![[1; 16], [2; 16], [3; 16]] };
        let (first, second) = (Fresh::of(&plan, 1), Fresh::of(&plan, 5));
        assert_eq!(first.value(&Slot::Account).into_owned(), Literal::Uuid([2; 16]));
        assert_eq!(second.value(&Slot::Account).into_owned(), Literal::Uuid([3; 16]));
        let key = Slot::Key("bench-0123456789abcdef".to_owned());
        assert_eq!(second.value(&key).into_owned(), Literal::Text("bench-0123000000000005".to_owned()));
        let count = Slot::Count { from: 10, step: 3 };
        assert_eq!(second.value(&count).into_owned(), Literal::Int(25));
        let id = Slot::Fresh { which: 0, first: [0; 16] };
        assert_ne!(first.value(&id), second.value(&id));
    }
}
