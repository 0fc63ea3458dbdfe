//! The document, as it is printed from the groups and the schema.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::catalogue::Table;
use super::{ANY, Part, RowChange, groups};

const INTRODUCTION: &str = "# What a writer of the database can change unseen

All data that decides where money goes is authenticated with keys that are not in the database
([forgery](../operating/forgery-and-damage.md#forgery)). This document lists the data that is not, by column and in groups, and
what a writer of the database without the root key could gain by changing it.

It is printed from the groups in `crates/causeway/tests/it/reliability/tampering/not_covered` and from the schema of the database,
which is the same on either engine. The tests there change every column of every table. A column is covered, which means that
`causeway ledger verify` names a change of it and that the row is refused when it is used, or it is listed here. Regenerate with
`UPDATE_DOCS=1 cargo test -p causeway --test it -- the_list_of_uncovered_changes_is_current` and review the difference.

Tokens are the exception: a changed token is refused with 401 when it is used, and `ledger verify` does not name it. Its code can
be checked only with the secret, which its holder has and the database does not.

The schema itself is covered too: `ledger verify` names added triggers, rules, policies, columns and unique indexes, and everything
that is missing, as `SCHEMA_ALTERED` or `GUARD_MISSING`. Until it runs, an added trigger can suppress changes unseen, such as the
disabling of a platform: not every statement checks how many rows it has changed.

The code of a row authenticates its content, and does not show that the row is the newest version. *Put back* means that a row is
replaced by an earlier version of itself, including its code; *deleted* means that it is gone. Balances are the exception: the
ledger knows which version is the newest.
";

const COVERED: &str = "## What is covered

The columns of these tables that are not listed above, and the members of a payment's `state` that are not listed. The code itself
is in `mac`, or in `secret_hash` of a token; for postings, it is in the tree that the heads sign.

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
