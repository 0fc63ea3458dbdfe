//! Magic values of the sandbox.

use causeway_sandbox::magic::{AREAS, MagicRow, MagicTable};

use super::tables::{code_list, filled, table};

pub(super) fn text() -> String {
    let areas = AREAS.iter().map(|area| {
        let tables: Vec<String> = area.tables.iter().map(magic_table).collect();
        format!("## {}\n\n{}", area.name, tables.join("\n"))
    });
    filled(include_str!("sandbox.md"), &[("tables", areas.collect::<Vec<_>>().join("\n"))])
}

fn magic_table(magic: &MagicTable) -> String {
    let rows = magic.rows.iter().map(|row| [values(row), row.outcome.to_owned()]);
    format!("{}:\n\n{}", magic.selector, table(["Value", "Outcome"], rows))
}

fn values(row: &MagicRow) -> String {
    match row.values {
        [] => "other".to_owned(),
        values => code_list(values.iter().copied()),
    }
}
