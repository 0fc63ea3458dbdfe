//! Translation of SQL, which is written once in PostgreSQL's dialect, to SQLite's.

/// A token of SQL text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A keyword, name or number.
    Word(&'a str),
    /// Any text that is passed on unchanged: whitespace, comments, strings, signs.
    Other(&'a str),
}

impl<'a> Token<'a> {
    fn text(self) -> &'a str {
        match self {
            Self::Word(text) | Self::Other(text) => text,
        }
    }
}

/// Splits SQL into tokens, which joined again are the same text.
pub(crate) fn tokens(sql: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => 1 + rest[1..].find(first).map_or(rest.len() - 1, |end| end + 1),
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        tokens.push(if is_word(first) { Token::Word(piece) } else { Token::Other(piece) });
        rest = after;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Translates a statement for SQLite.
///
/// `$1` becomes `?1`. The locking clause is removed, because the single writer has every row to itself. `/*
/// INDEXED BY name */` becomes a clause: SQLite, which plans without statistics, does not always see which of
/// two indexes leaves fewer rows.
pub(crate) fn for_sqlite(sql: &str) -> String {
    let tokens = tokens(sql);
    let mut out = String::with_capacity(sql.len());
    let mut at = 0;
    while let Some(&token) = tokens.get(at) {
        if let Some(length) = locking_clause(&tokens[at..]) {
            at += length;
            continue;
        }
        out.push_str(match token {
            Token::Other("$") => "?",
            token => index_named(token.text()).unwrap_or_else(|| token.text()),
        });
        at += 1;
    }
    out
}

/// Returns the `INDEXED BY` clause in a comment, if it has one.
fn index_named(comment: &str) -> Option<&str> {
    let clause = comment.strip_prefix("/* ")?.strip_suffix(" */")?;
    clause.starts_with("INDEXED BY ").then_some(clause)
}

/// Returns the number of tokens of the locking clause that begins here, or `None` if none does: `FOR UPDATE |
/// FOR SHARE [OF table] [SKIP LOCKED | NOWAIT]`.
fn locking_clause(tokens: &[Token<'_>]) -> Option<usize> {
    let mut words = tokens.iter().enumerate().filter_map(|(at, token)| match token {
        Token::Word(word) => Some((at + 1, Ok(*word))),
        Token::Other(other) if other.trim().is_empty() => None,
        Token::Other(_) => Some((at + 1, Err(()))),
    });
    if tokens.first() != Some(&Token::Word("FOR")) {
        return None;
    }
    words.next();
    let (mut end, strength) = words.next()?;
    if !matches!(strength, Ok("UPDATE" | "SHARE")) {
        return None;
    }
    let mut word = words.next();
    if matches!(word, Some((_, Ok("OF")))) {
        end = words.next()?.0;
        word = words.next();
    }
    match word {
        Some((at, Ok("NOWAIT"))) => end = at,
        Some((_, Ok("SKIP"))) => end = words.next()?.0,
        _ => {}
    }
    Some(end)
}

/// Returns `true` if a statement only reads, as far as its text shows; `false` in case of doubt.
pub(crate) fn only_reads(sql: &str) -> bool {
    sql.trim_start().get(..6).is_some_and(|word| word.eq_ignore_ascii_case("SELECT"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_numbered_and_strings_left_alone() {
        assert_eq!(for_sqlite("SELECT '$1 FOR UPDATE' WHERE a=$12"), "SELECT '$1 FOR UPDATE' WHERE a=?12");
    }

    #[test]
    fn an_index_is_named_for_sqlite() {
        let sql = "DELETE /* all $1 */ FROM t /* INDEXED BY t_by_a */ WHERE a=$1 /* open";
        let expected = "DELETE /* all $1 */ FROM t INDEXED BY t_by_a WHERE a=?1 /* open";
        assert_eq!(for_sqlite(sql), expected);
    }

    #[test]
    fn locking_clauses_are_removed_everywhere() {
        for (sql, expected) in [
            ("SELECT a FROM t WHERE a=$1 FOR UPDATE", "SELECT a FROM t WHERE a=?1 "),
            ("SELECT a FROM t ORDER BY a FOR UPDATE SKIP LOCKED", "SELECT a FROM t ORDER BY a "),
            ("SELECT a FROM t FOR UPDATE OF t SKIP LOCKED LIMIT $1", "SELECT a FROM t  LIMIT ?1"),
            ("(SELECT a FROM t FOR SHARE NOWAIT) b", "(SELECT a FROM t ) b"),
            ("(SELECT a FROM t FOR UPDATE) b", "(SELECT a FROM t ) b"),
            ("SELECT reason FOR_UPDATE FROM t", "SELECT reason FOR_UPDATE FROM t"),
        ] {
            assert_eq!(for_sqlite(sql), expected);
        }
    }

    #[test]
    fn tokens_join_to_the_same_text() {
        let sql = "SELECT \"a\", 'it''s', x -- note\nFROM t_1 /* 'one' */ WHERE y='ü'";
        assert_eq!(tokens(sql).into_iter().map(Token::text).collect::<String>(), sql);
    }

    #[test]
    fn only_a_select_reads() {
        assert!(only_reads("\n  select 1"));
        assert!(!only_reads("WITH a AS (DELETE FROM t RETURNING x) SELECT x FROM a"));
        assert!(!only_reads("INS"));
    }
}
