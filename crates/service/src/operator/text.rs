//! Readable lines for terminals.

use std::fmt;

/// Rows under headings, each column as wide as its widest cell.
pub(super) struct Table<'a> {
    headings: &'a [&'a str],
    rows: Vec<Vec<String>>,
    /// What is shown in the place of no rows.
    nothing: &'a str,
}

impl<'a> Table<'a> {
    pub(super) fn new(headings: &'a [&'a str], nothing: &'a str) -> Self {
        Self { headings, rows: Vec::new(), nothing }
    }

    pub(super) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
            widest.max(self.headings.get(column).map_or(0, |heading| heading.chars().count()))
        };
        (0..self.headings.len()).map(width).collect()
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            return f.write_str(self.nothing);
        }
        let widths = self.widths();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let padded: Vec<String> =
                cells.zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            padded.join("  ").trim_end().to_owned()
        };
        f.write_str(&line(&mut self.headings.iter().copied()))?;
        for row in &self.rows {
            write!(f, "\n{}", line(&mut row.iter().map(String::as_str)))?;
        }
        Ok(())
    }
}

/// Names with values, one a line, the values below each other.
pub(super) fn facts(f: &mut fmt::Formatter<'_>, facts: &[(&str, String)]) -> fmt::Result {
    let width = facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let lines: Vec<String> = facts.iter().map(|(name, value)| format!("{name:width$}  {value}")).collect();
    f.write_str(&lines.join("\n"))
}

/// A value, or a dash.
pub(super) fn or_dash(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let mut table = Table::new(&["name", "n"], "nothing");
        assert_eq!(table.to_string(), "nothing");
        table.row(["Ännchen".to_owned(), "1".to_owned()]);
        table.row(["B".to_owned(), "22".to_owned()]);
        assert_eq!(table.to_string(), "name     n\nÄnnchen  1\nB        22");
    }
}
