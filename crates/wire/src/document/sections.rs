//! The removal of citations. Comments in the code cite the section of the interface that they follow, and
//! readers of the document do not have those sections.

use serde_json::Value;

/// The files of the interface that comments cite.
const FILES: [&str; 8] =
    ["agents", "cards", "conventions", "customers", "money", "stablecoins", "uma", "wallet"];

/// Removes every citation like `(money 6.1)` from descriptions and summaries.
pub(super) fn remove_citations(document: &mut Value) {
    match document {
        Value::Array(list) => list.iter_mut().for_each(remove_citations),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "description" || name == "summary" => {
                        *text = without(text)
                    }
                    other => remove_citations(other),
                }
            }
        }
        _ => {}
    }
}

fn without(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        let (before, from) = rest.split_at(open);
        let Some(close) = from.find(')').filter(|close| is_section(&from[1..*close])) else {
            out.push_str(before);
            out.push('(');
            rest = &from[1..];
            continue;
        };
        out.push_str(before.trim_end());
        rest = &from[close + 1..];
    }
    out.push_str(rest);
    out
}

/// Returns `true` for the name of a file with section numbers, as in `money 6.1` or `conventions 2.1, 5`.
fn is_section(text: &str) -> bool {
    let mut words = text.split([' ', '\n', ',', ';']).filter(|word| !word.is_empty());
    words.next().is_some_and(|first| FILES.contains(&first))
        && words.all(|word| FILES.contains(&word) || word.contains(|letter: char| letter.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_go_and_other_brackets_stay() {
        let text = "Names (money 6.2), and its rules (customers\n2.2; money 4). Zero (or none) (see wallet).";
        assert_eq!(without(text), "Names, and its rules. Zero (or none) (see wallet).");
    }
}
