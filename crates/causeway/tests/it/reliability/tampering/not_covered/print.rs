//! The document, as it is printed from the groups and the schema.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::catalogue::Table;
use super::{ANY, Part, RowChange, groups};

const INTRODUCTION: &str = "# What a writer of the database can change unseen

Whatever decides where money goes is authenticated with keys that are not in the database
([operating](operating.md#forgery)). This is the list of what is not, by column and in groups, with what a writer of the
database who does not have the root key could gain by each.

It is printed from the groups in `crates/causeway/tests/it/reliability/tampering/not_covered` and from the schema as either engine
has it. The tests there flip every column of every table: a column is covered, which means that a change is named by `causeway
ledger verify` and refused when the row is used, or it is listed here. Regenerate with `UPDATE_DOCS=1 cargo test -p causeway
--test it -- the_document_lists_what_is_not_covered` and review the difference.

Tokens are the exception: a changed one is refused with 401 when it is used, and `ledger verify` does not name it. Its code can be
checked only with the secret, which its holder has and the database does not.

The schema itself is covered too: `ledger verify` names added triggers, rules, policies, columns and unique indexes, and whatever is
gone, as `SCHEMA_ALTERED` or `GUARD_MISSING`. Until then a trigger can swallow changes unseen, such as that of a platform
to disabled: not every statement checks how many rows it has changed.

A code authenticates a row as it is, not that it is the newest: *put back* means that a row is replaced by itself as it was at an
earlier time, code and all, and *deleted* that it is gone. Balances are the exception: the ledger knows which one is the newest.
";

const COVERED: &str = "## What is covered

The columns of these tables that are not listed above, and of `state` of a payment the members that are not. The code itself is in `mac`, or in `secret_hash` of a token; of what is
booked, in the tree that the heads sign.

| Table | Columns |
|---|---|
";

/// Prints the document for a schema.
pub(in super::super) fn print(tables: &[Table]) -> String {
    let mut document = INTRODUCTION.to_owned();
    for group in groups() {
        let _ = write!(
            document,
            "\n## {}\n\n{}.\n\n| Table | Columns | Rows |\n|---|---|---|\n",
            group.title, group.gain
        );
        for part in group.parts {
            let columns = part.columns.iter().map(|column| format!("`{column}`"));
            let members = part.members.iter().map(|member| format!("`state.{member}`"));
            let columns = columns.chain(members).collect::<Vec<_>>().join(", ");
            let _ = writeln!(document, "| `{}` | {columns} | {} |", part.table, rows(part));
        }
    }
    document + "\n" + COVERED + &covered(tables)
}

fn rows(part: &Part) -> String {
    if part.rows == ANY {
        return "any change".to_owned();
    }
    let words = part.rows.iter().map(|row| match row {
        RowChange::Added => "added",
        RowChange::Copied => "copied",
        RowChange::Deleted => "deleted",
        RowChange::PutBack => "put back",
    });
    words.collect::<Vec<_>>().join(", ")
}

fn covered(tables: &[Table]) -> String {
    let parts = || groups().flat_map(|group| group.parts);
    let listed: BTreeSet<(&str, &str)> =
        parts().flat_map(|part| part.columns.iter().map(|column| (part.table, *column))).collect();
    let mut lines = String::new();
    for table in tables {
        let columns = table.columns.iter().map(|column| column.name.as_str());
        let covered = columns.filter(|column| !listed.contains(&(table.name.as_str(), column)));
        let covered: Vec<String> = covered.map(|column| format!("`{column}`")).collect();
        if !covered.is_empty() {
            let _ = writeln!(lines, "| `{}` | {} |", table.name, covered.join(", "));
        }
    }
    lines
}
