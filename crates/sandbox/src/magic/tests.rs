//! Tests of the tables of magic values.

use super::*;

#[test]
fn a_table_has_each_value_once_and_says_what_all_others_do() {
    let tables: Vec<&MagicTable> = AREAS.iter().flat_map(|area| area.tables).collect();
    assert!(tables.len() > 20, "{}", tables.len());
    for table in tables {
        let mut values: Vec<&str> = table.rows.iter().flat_map(|row| row.values).copied().collect();
        let count = values.len();
        values.sort_unstable();
        values.dedup();
        assert!(count > 0 && count == values.len(), "{}", table.selector);
        let others = table.rows.iter().filter(|row| row.values.is_empty());
        assert!(others.count() <= 1, "{}", table.selector);
    }
}

#[test]
fn every_row_of_the_table_of_uma() {
    assert_eq!(uma_scenario("pending.long.usd"), Some(UmaScenario::Slow));
    assert_eq!(uma_scenario("fail.compliance.usd"), Some(UmaScenario::ComplianceRejected));
    assert_eq!(uma_scenario("require.fields.usd"), Some(UmaScenario::NeedsFields));
    assert_eq!(uma_scenario("success"), None);
    assert_eq!(uma_fault("replay"), Some(UmaFault::Replay));
    assert_eq!(uma_fault("none"), None);
}
