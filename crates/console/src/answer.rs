//! Answers of entries as pages read them.
//!
//! An answer is JSON, as the command prints it with `--json`. A page declares the members that it shows. All of them have
//! to be in the answer: a renamed member is an error, and not an empty cell.

use causeway_service::operator::OperatorError;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Declares the members of an answer that a page shows. A member that some answers leave out has `#[serde(default)]`.
macro_rules! answer {
    ($($(#[$about:meta])* struct $name:ident { $($(#[$attribute:meta])* $member:ident: $kind:ty,)+ })+) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, serde::Deserialize)]
        pub(crate) struct $name {
            $(
                $(#[$attribute])*
                #[serde(deserialize_with = "serde::Deserialize::deserialize")]
                pub(crate) $member: $kind,
            )+
        }
    )+};
}
pub(crate) use answer;

/// Reads the members that a page shows.
///
/// # Errors
/// A defect, if the answer does not have them.
pub(crate) fn decode<T: DeserializeOwned>(entry: &str, json: Value) -> Result<T, OperatorError> {
    serde_json::from_value(json).map_err(|error| OperatorError::defect(format!("answer of {entry}: {error}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    answer! {
        struct Sample {
            name: Option<String>,
            #[serde(default)]
            next: Option<String>,
        }
    }

    #[test]
    fn a_member_that_is_gone_is_an_error() {
        let read = |json| decode::<Sample>("sample", json).map(|sample| (sample.name, sample.next));
        assert_eq!(read(json!({ "name": null, "more": 1 })).unwrap(), (None, None));
        assert!(read(json!({ "next": "x" })).is_err());
    }
}
