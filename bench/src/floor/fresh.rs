//! The values that are unique to each request.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::capture::{Literal, Plan, Slot, Subject};
use crate::load::scattered;

/// Digits that distinguish keys.
const DIGITS: usize = 12;
const LAST_DIGITS: u64 = 0xffff_ffff_ffff;

/// The values of one request.
pub(super) struct RequestValues<'a> {
    number: u64,
    turn: usize,
    subject: Option<&'a Subject>,
}

impl<'a> RequestValues<'a> {
    /// Creates the values of the request with this number.
    pub(super) fn of(plan: &'a Plan, number: u64) -> Self {
        let count = u64::try_from(plan.subjects.len()).unwrap_or(u64::MAX);
        let turn = number.checked_rem(count).and_then(|turn| usize::try_from(turn).ok()).unwrap_or_default();
        Self { number, turn, subject: plan.subjects.get(turn) }
    }

    /// Returns the value for a placeholder.
    pub(super) fn value<'s>(&self, slot: &'s Slot) -> Cow<'s, Literal> {
        let number = i64::try_from(self.number).unwrap_or(i64::MAX);
        match slot {
            Slot::Same(literal) => Cow::Borrowed(literal),
            Slot::Subject(place) => {
                let id = self.subject.and_then(|subject| subject.get(*place)).copied();
                Cow::Owned(Literal::Uuid(id.unwrap_or_default()))
            }
            // Later than all identifiers before, like the service's own.
            Slot::Fresh { first, .. } => {
                let later = u128::from_be_bytes(*first).wrapping_add(u128::from(self.number) << 64);
                Cow::Owned(Literal::Uuid(later.to_be_bytes()))
            }
            Slot::Count { from, step } => Cow::Owned(Literal::Int(from + step * number)),
            Slot::HashOfSubject(hash) => Cow::Owned(hash_of(&self.turn, hash)),
            Slot::Hash(hash) => Cow::Owned(hash_of(&self.number, hash)),
            Slot::Key(text) => Cow::Owned(Literal::Text(self.key(text))),
        }
    }

    fn key(&self, text: &str) -> String {
        let prefix = text.get(..text.len().saturating_sub(DIGITS)).unwrap_or_default();
        format!("{prefix}{:0DIGITS$x}", scattered(self.number) & LAST_DIGITS)
    }
}

/// Returns bytes of the captured hash's length, scattered like hashes.
fn hash_of(number: &impl Hash, captured: &[u8]) -> Literal {
    let mut hasher = DefaultHasher::new();
    number.hash(&mut hasher);
    let scattered = hasher.finish().to_be_bytes();
    Literal::Bytes(scattered.iter().chain(captured.iter().skip(scattered.len())).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_take_turns_and_share_no_keys() {
        let subjects = vec![vec![[1; 16]], vec![[2; 16]], vec![[3; 16]]];
        let plan = Plan { steps: Vec::new(), answer: String::new(), subjects };
        let first = RequestValues::of(&plan, 1);
        let second = RequestValues::of(&plan, 5);
        assert_eq!(first.value(&Slot::Subject(0)).into_owned(), Literal::Uuid([2; 16]));
        assert_eq!(second.value(&Slot::Subject(0)).into_owned(), Literal::Uuid([3; 16]));
        let key = Slot::Key("bench-0123456789abcdef".to_owned());
        assert_eq!(second.value(&key).into_owned(), Literal::Text("bench-0123609f7c746c69".to_owned()));
        let count = Slot::Count { from: 10, step: 3 };
        assert_eq!(second.value(&count).into_owned(), Literal::Int(25));
        let hash = Slot::HashOfSubject(vec![9; 32]);
        assert_eq!(first.value(&hash), RequestValues::of(&plan, 4).value(&hash));
        assert_ne!(first.value(&hash), second.value(&hash));
        let id = Slot::Fresh { which: 0, first: [0; 16] };
        assert_ne!(first.value(&id), second.value(&id));
    }
}
