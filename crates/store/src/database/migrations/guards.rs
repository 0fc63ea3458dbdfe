//! The triggers of the migrations that protect rows from being changed.

use std::collections::BTreeMap;

use super::Dialect;
use super::list::ALL;
use super::translate::translate;

/// Returns the triggers by name, each with its source in one line: its definition and, on PostgreSQL, the
/// body of its function.
pub(super) fn guards(dialect: Dialect) -> BTreeMap<String, String> {
    let schema: String = ALL.iter().map(|migration| translate(migration.sql, dialect)).collect();
    let end = match dialect {
        Dialect::Sqlite => "END;",
        Dialect::Postgres => ";",
    };
    let definitions = schema.match_indices("CREATE TRIGGER ").filter_map(|(start, _)| {
        let text = schema.get(start..)?;
        text.get(..text.find(end)? + end.len() - 1)
    });
    let guard = |definition: &str| {
        let name = definition.split_whitespace().nth(2).unwrap_or_default().to_owned();
        let function = definition.rsplit_once("EXECUTE FUNCTION ").map_or("", |(_, function)| function);
        (name, one_line(&format!("{definition} {}", body(&schema, function))))
    };
    definitions.map(guard).collect()
}

/// Returns the body of a function, between its `$$` quotes.
fn body<'a>(schema: &'a str, function: &str) -> &'a str {
    let prefix = format!("CREATE FUNCTION {function} ");
    let text = if function.is_empty() { None } else { schema.split_once(&prefix) };
    text.and_then(|(_, rest)| rest.split("$$").nth(1)).unwrap_or_default()
}

/// Joins a definition into one line, so that equal definitions are equal texts.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guarded_table_has_its_triggers() {
        let guarded_tables = |dialect| guards(dialect).into_keys().collect::<Vec<_>>();
        let ledger = ["ledger_block", "ledger_checkpoint", "ledger_entry", "ledger_sealed"];
        let terms = [
            "cash_movement",
            "external_account",
            "payment",
            "quote",
            "rail_account",
            "rail_binding",
            "rail_evidence",
            "rail_key",
            "rail_order",
            "rail_route",
            "stablecoin",
            "stablecoin_operation",
            "stablecoin_provider_account",
            "stablecoin_quote",
            "token",
        ]
        .map(|table| format!("{table}_terms_kept"));
        let two = |table: &str| [format!("{table}_kept_d"), format!("{table}_kept_u")];
        let in_order = |mut names: Vec<String>| {
            names.sort();
            names
        };
        let both = [ledger.iter().flat_map(|table| two(table)).collect(), terms.to_vec()].concat();
        assert_eq!(guarded_tables(Dialect::Sqlite), in_order(both));
        let one = [ledger.map(|table| format!("{table}_kept")).to_vec(), terms.to_vec()].concat();
        assert_eq!(guarded_tables(Dialect::Postgres), in_order(one));
        for made_of in guards(Dialect::Postgres).values() {
            assert!(
                made_of.contains("FOR EACH STATEMENT") && made_of.contains("RAISE EXCEPTION"),
                "{made_of}"
            );
        }
        assert!(guards(Dialect::Sqlite).values().all(|made_of| made_of.ends_with("; END")));
    }
}
