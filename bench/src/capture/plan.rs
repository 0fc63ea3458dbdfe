//! The plan of a floor: the captured statements of a request, with fresh values wherever each request has its
//! own.

use serde::{Deserialize, Serialize};

use super::{Literal, RecordedStatement};
use crate::error::Result;

/// Length up to which texts that differ between requests are treated as keys, and bytes as hashes; longer
/// values are documents, whose bytes stay.
const KEY_LENGTH: usize = 64;

/// The identifiers of a request's resources, each kind at its own index: for instance an account, or a quote.
pub(crate) type Subject = Vec<[u8; 16]>;

/// The statements of one request, in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// The response body.
    pub(crate) answer: String,
    /// Subjects that take turns in place of the captured one.
    pub(crate) subjects: Vec<Subject>,
}

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    /// `true` if it belongs to the writing transaction.
    pub(crate) writes: bool,
    /// In PostgreSQL's dialect.
    pub(crate) sql: String,
    /// Values to bind, in order.
    pub(crate) slots: Vec<Slot>,
}

/// A value to bind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Slot {
    /// The captured bytes.
    Same(Literal),
    /// The identifier at this index of the current subject.
    Subject(usize),
    /// An identifier made for the request, the same in all its statements.
    Fresh {
        /// Its number among the fresh identifiers.
        which: usize,
        /// The captured value.
        first: [u8; 16],
    },
    /// A number that grows from request to request.
    Count {
        /// The captured value.
        from: i64,
        /// Growth per request.
        step: i64,
    },
    /// A text of the captured length, unique to the request.
    Key(String),
    /// A hash that is specific to the subject.
    HashOfSubject(Vec<u8>),
    /// A hash that is specific to the request.
    Hash(Vec<u8>),
}

impl Plan {
    /// Builds a plan from the recorded statements of two requests of the same kind, and the subject of each.
    pub(crate) fn of(
        [first, second]: [&[RecordedStatement]; 2],
        about: [&[[u8; 16]]; 2],
        subjects: &[Subject],
        answer: &str,
    ) -> Result<Self> {
        if first.len() != second.len() {
            return Err(format!("{} statements, then {}", first.len(), second.len()).into());
        }
        let mut fresh = Vec::new();
        let mut steps = Vec::with_capacity(second.len());
        for (first, second) in first.iter().zip(second) {
            if (&first.sql, first.writes) != (&second.sql, second.writes) {
                return Err(format!("{} became {}", first.sql, second.sql).into());
            }
            let values = first.values.iter().zip(&second.values);
            let slots = values.map(|(first, second)| slot(first, second, about, &mut fresh)).collect();
            steps.push(Step { writes: second.writes, sql: second.sql.clone(), slots });
        }
        Ok(Self { steps, answer: answer.to_owned(), subjects: subjects.to_vec() })
    }
}

fn slot(first: &Literal, second: &Literal, about: [&[[u8; 16]]; 2], fresh: &mut Vec<[u8; 16]>) -> Slot {
    let place = about[0]
        .iter()
        .zip(about[1])
        .position(|(one, other)| (first, second) == (&Literal::Uuid(*one), &Literal::Uuid(*other)));
    if let Some(place) = place {
        return Slot::Subject(place);
    }
    match (first, second) {
        (Literal::Bytes(same), Literal::Bytes(hash)) if hash.len() <= KEY_LENGTH => {
            if same == hash {
                Slot::HashOfSubject(hash.clone())
            } else {
                Slot::Hash(hash.clone())
            }
        }
        (same, literal) if same == literal => Slot::Same(literal.clone()),
        (_, Literal::Uuid(id)) => {
            let known = fresh.iter().position(|known| known == id);
            let which = known.unwrap_or_else(|| {
                fresh.push(*id);
                fresh.len() - 1
            });
            Slot::Fresh { which, first: *id }
        }
        (Literal::Int(before), Literal::Int(after)) => Slot::Count { from: *after, step: after - before },
        (_, Literal::Text(text)) if text.len() <= KEY_LENGTH => Slot::Key(text.clone()),
        (_, literal) => Slot::Same(literal.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(values: Vec<Literal>) -> [RecordedStatement; 1] {
        [RecordedStatement { writes: true, sql: "INSERT".to_owned(), values }]
    }

    #[test]
    fn literals_of_two_requests_become_slots() {
        let first = recorded(vec![
            Literal::Uuid([1; 16]),
            Literal::Uuid([8; 16]),
            Literal::Uuid([2; 16]),
            Literal::Int(4),
            Literal::Text("a".to_owned()),
            Literal::Json("{1}".to_owned()),
            Literal::Bytes(vec![7]),
            Literal::Bytes(vec![5]),
        ]);
        let second = recorded(vec![
            Literal::Uuid([1; 16]),
            Literal::Uuid([9; 16]),
            Literal::Uuid([3; 16]),
            Literal::Int(6),
            Literal::Text("b".to_owned()),
            Literal::Json("{2}".to_owned()),
            Literal::Bytes(vec![7]),
            Literal::Bytes(vec![6]),
        ]);
        let plan = Plan::of([&first, &second], [&[[1; 16], [8; 16]], &[[1; 16], [9; 16]]], &[], "").unwrap();
        let expected = [
            Slot::Subject(0),
            Slot::Subject(1),
            Slot::Fresh { which: 0, first: [3; 16] },
            Slot::Count { from: 6, step: 2 },
            Slot::Key("b".to_owned()),
            Slot::Same(Literal::Json("{2}".to_owned())),
            Slot::HashOfSubject(vec![7]),
            Slot::Hash(vec![6]),
        ];
        assert_eq!(plan.steps[0].slots, expected);
        assert!(Plan::of([&first, &[]], [&[], &[]], &[], "").is_err());
    }
}
