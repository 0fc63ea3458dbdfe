//! Short names of SQL statements for lists.

/// Names a statement by its verb and its tables: `SELECT job, platform FOR UPDATE`.
#[must_use]
pub fn name(sql: &str) -> String {
    let words: Vec<&str> = sql.split_whitespace().collect();
    let mut tables: Vec<&str> = Vec::new();
    for pair in words.windows(2) {
        let table = pair[1].trim_matches([',', ')']);
        if matches!(pair[0], "FROM" | "JOIN" | "INTO" | "UPDATE")
            && is_name(table)
            && !tables.contains(&table)
        {
            tables.push(table);
        }
    }
    let lock = if sql.contains("FOR UPDATE") { " FOR UPDATE" } else { "" };
    let verb = words.first().copied().unwrap_or_default();
    format!("{verb} {}{lock}", tables.join(", ")).trim_end().to_owned()
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_named_by_their_tables() {
        let cases = [
            (
                "SELECT a FROM job j\n JOIN platform p ON p.id = j.id FOR UPDATE OF j",
                "SELECT job, platform FOR UPDATE",
            ),
            ("INSERT INTO quote (a, b) VALUES ($1, $2) ON CONFLICT (a) DO UPDATE SET b = $2", "INSERT quote"),
            ("UPDATE outbox SET a = $1 WHERE b IN (SELECT b FROM outbox)", "UPDATE outbox"),
            (
                "UPDATE a SET b = $1 FROM (SELECT c FROM d FOR UPDATE OF d SKIP LOCKED) e",
                "UPDATE a, d FOR UPDATE",
            ),
            ("SELECT a FROM b WHERE c IS DISTINCT FROM $2", "SELECT b"),
            ("DELETE FROM job WHERE a = (SELECT a FROM (SELECT a FROM job) one)", "DELETE job"),
            ("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)", "SELECT"),
        ];
        for (sql, expected) in cases {
            assert_eq!(name(sql), expected);
        }
    }
}
