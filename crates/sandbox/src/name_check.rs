//! The simulated name check (money 13.1).

use causeway_service::ports::{NameCheck, NameCheckAnswer, NameQuery, RailError};
use futures_util::future::{BoxFuture, ready};

use crate::magic::{NameScenario, name_scenario};

/// Answers by the suffix of the account's identifier.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NamesBySuffix;

impl NameCheck for NamesBySuffix {
    fn check<'a>(&'a self, query: &'a NameQuery) -> BoxFuture<'a, Result<NameCheckAnswer, RailError>> {
        Box::pin(ready(Ok(answer(query))))
    }
}

fn answer(query: &NameQuery) -> NameCheckAnswer {
    match name_scenario(&query.identifier) {
        NameScenario::NotMatched => NameCheckAnswer::NotMatched,
        NameScenario::PartialMatch => NameCheckAnswer::PartialMatch(with_middle_initial(&query.name)),
        NameScenario::Pending => NameCheckAnswer::Pending,
        NameScenario::InvalidAccount => NameCheckAnswer::InvalidAccount,
        NameScenario::Unsupported => NameCheckAnswer::Unsupported,
        NameScenario::CheckedByReceivingInstitution => NameCheckAnswer::CheckedByReceivingInstitution,
        NameScenario::Matched => NameCheckAnswer::Matched(query.name.clone()),
    }
}

/// `Jane Doe` becomes `Jane A. Doe`; a single word gets the initial behind it.
fn with_middle_initial(name: &str) -> String {
    match name.split_once(' ') {
        Some((first, rest)) => format!("{first} A. {rest}"),
        None => format!("{name} A."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partial_match_is_the_same_name_with_a_middle_initial() {
        let query = NameQuery { identifier: "0001103".into(), name: "Jane Doe".into() };
        assert_eq!(answer(&query), NameCheckAnswer::PartialMatch("Jane A. Doe".into()));
    }
}
