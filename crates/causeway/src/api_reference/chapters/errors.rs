//! Error codes.

use std::collections::BTreeSet;

use causeway_wire::Code;

use super::tables::{code, code_list, filled, table};

pub(super) fn text() -> String {
    let is_final = |code: &&Code| code.forbids_retry() && code.status() != 409;
    let final_codes = code_list(Code::ALL.iter().filter(is_final).map(|code| code.as_str()));
    filled(include_str!("errors.md"), &[("final codes", final_codes), ("codes", codes())])
}

/// Renders a table of codes for each status.
fn codes() -> String {
    let statuses: BTreeSet<u16> = Code::ALL.iter().map(|code| code.status()).collect();
    let of_status = statuses.into_iter().map(|status| {
        let codes = Code::ALL.iter().filter(|code| code.status() == status);
        let rows = codes.map(|one| [code(one.as_str()), meaning(*one), one.remedy().to_owned()]);
        format!("## Status {status}\n\n{}", table(["Code", "Meaning", "What to do"], rows))
    });
    of_status.collect::<Vec<_>>().join("\n")
}

fn meaning(code: Code) -> String {
    let lines = code.meaning().iter().map(|line| line.trim());
    lines.collect::<Vec<_>>().join(" ")
}
