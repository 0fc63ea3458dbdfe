//! What the books say, and how it is set down.

use causeway_domain::money::CurrencyCode;
use serde::Serialize;

use super::wording::major;

/// The trial balance of one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Sheet {
    pub(super) currency: CurrencyCode,
    /// The accounts that are not at zero.
    pub(super) accounts: Vec<Line>,
    /// Credits less debits of all accounts, in smallest units.
    pub(super) difference: i128,
}

/// One account of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Line {
    /// Its code (money 2.1).
    pub(super) code: &'static str,
    /// What that stands for.
    pub(super) title: &'static str,
    /// Credits less debits, in smallest units.
    pub(super) balance: i64,
}

/// What `ledger verify` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Verdict {
    /// Entries that were read.
    pub(super) entries: u64,
    /// Sealed blocks that were read.
    pub(super) blocks: u64,
    /// The hash of the last one.
    pub(super) head: String,
}

impl Sheet {
    /// The sheet with debits to the left and credits to the right.
    pub(super) fn table(&self) -> String {
        let currency = self.currency;
        let mut table = format!("    {:<34}{:>14}{:>14}\n", currency.as_str(), "debit", "credit");
        let (mut debits, mut credits) = (0_i64, 0_i64);
        for Line { code, title, balance } in &self.accounts {
            let (debit, credit) = (0.max(-balance), 0.max(*balance));
            (debits, credits) = (debits.saturating_add(debit), credits.saturating_add(credit));
            let shown = |amount: i64| if amount == 0 { String::new() } else { major(amount, currency) };
            let row = format!("      {code}  {title:<28}{:>14}{:>14}", shown(debit), shown(credit));
            table.push_str(row.trim_end());
            table.push('\n');
        }
        let (debits, credits) = (major(debits, currency), major(credits, currency));
        let difference = i64::try_from(self.difference)
            .map_or_else(|_| self.difference.to_string(), |sum| major(sum, currency));
        table + &format!("          {:<28}{debits:>14}{credits:>14}   difference {difference}\n", "total")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_shows_both_sides_and_what_they_differ_by() {
        let account = |code, balance| Line { code, title: "funds", balance };
        let accounts = vec![account("AV", 100_000), account("MI", -200_000)];
        let seen = Sheet { currency: CurrencyCode::USD, accounts, difference: -100_000 }.table();
        let lines: Vec<Vec<&str>> = seen.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["USD", "debit", "credit"]);
        assert_eq!(lines[1], ["AV", "funds", "1,000.00"]);
        assert_eq!(lines[2], ["MI", "funds", "2,000.00"]);
        assert_eq!(lines[3], ["total", "2,000.00", "1,000.00", "difference", "-1,000.00"]);
        assert!(seen.lines().all(|line| line.len() <= 90), "{seen}");
    }
}
