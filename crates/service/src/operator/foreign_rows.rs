//! Marks of rows that this service did not write, in results that are only shown (conventions 2.3).

use std::collections::BTreeSet;

use causeway_store::{Error, ForeignRow};
use serde_json::Value;

use super::OperatorError;
use super::audit_entry::subject;

/// The member of a marked row. It is `false`.
const MARK: &str = "is_authentic";
/// The member of a result that names all rows that this service did not write.
const NAMES: &str = "not_authentic";

/// Marks the rows of a result that this service did not write, and names them in a result that is an object.
///
/// # Errors
/// If the result is a list, and none of its rows is such a row: nothing would say that one was read.
pub(super) fn mark(mut shown: Value, foreign: &BTreeSet<ForeignRow>) -> Result<Value, OperatorError> {
    let mut marked = BTreeSet::new();
    if !foreign.is_empty() {
        mark_rows(&mut shown, foreign, &mut marked);
    }
    match (&mut shown, foreign.iter().find(|row| !marked.contains(row))) {
        (Value::Object(members), _) if !foreign.is_empty() => {
            let names: Vec<Value> = foreign.iter().map(|row| Value::from(row.to_string())).collect();
            members.insert(NAMES.to_owned(), names.into());
        }
        (_, Some(row)) => return Err(Error::NotAuthentic(row.to_string()).into()),
        (_, None) => {}
    }
    Ok(shown)
}

/// Marks the objects whose first id is that of a row which this service did not write.
fn mark_rows<'a>(
    shown: &mut Value,
    foreign: &'a BTreeSet<ForeignRow>,
    marked: &mut BTreeSet<&'a ForeignRow>,
) {
    match shown {
        Value::Array(rows) => rows.iter_mut().for_each(|row| mark_rows(row, foreign, marked)),
        Value::Object(members) => {
            members.values_mut().for_each(|member| mark_rows(member, foreign, marked));
            let id = members.values().filter_map(Value::as_str).find_map(subject);
            let key = id.as_deref().and_then(|id| Some(id.split_once(':')?.1));
            if let Some(row) = foreign.iter().find(|row| Some(row.key.as_str()) == key) {
                marked.insert(row);
                members.insert(MARK.to_owned(), false.into());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ID: &str = "0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";

    #[test]
    fn a_row_is_marked_where_its_id_is_the_first() {
        let foreign = BTreeSet::from([ForeignRow { table: "external_account", key: ID.to_owned() }]);
        let forged = json!({ "kind": "EXTERNAL_ACCOUNT", "id": format!("ExternalAccount:{ID}") });
        let other = json!({ "id": "Quote:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6c", "to": format!("ExternalAccount:{ID}") });
        let mut marked = forged.clone();
        marked["is_authentic"] = json!(false);
        assert_eq!(mark(json!([forged, other]), &foreign).unwrap(), json!([marked, other]));
        assert_eq!(
            mark(json!({ "rows": [other] }), &foreign).unwrap(),
            json!({ "rows": [other], "not_authentic": [format!("the external account {ID}")] })
        );
        assert!(mark(json!([other]), &foreign).is_err(), "nothing says that a row was forged");
        assert_eq!(mark(json!([other]), &BTreeSet::new()).unwrap(), json!([other]));
    }
}
