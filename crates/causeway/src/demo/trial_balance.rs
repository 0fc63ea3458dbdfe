//! The trial balance and the ledger's verification, as printed.

use causeway_domain::money::CurrencyCode;
use serde::Serialize;

use super::wording::major;

/// The trial balance of one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct TrialBalance {
    pub(super) currency: CurrencyCode,
    /// Accounts with a nonzero balance.
    pub(super) accounts: Vec<AccountLine>,
    /// Credits less debits of all accounts, in smallest units.
    pub(super) difference: i128,
}

/// One account of a trial balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct AccountLine {
    /// Account code (money 2.1).
    pub(super) code: &'static str,
    /// Account name.
    pub(super) title: &'static str,
    /// Credits less debits, in smallest units.
    pub(super) balance: i64,
}

/// The result of `ledger verify`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Verdict {
    /// Number of entries that were read.
    pub(super) entries: u64,
    /// Number of sealed blocks that were read.
    pub(super) blocks: u64,
    /// Hash of the last block.
    pub(super) head: String,
}

impl TrialBalance {
    /// Formats the trial balance, with debits on the left and credits on the right.
    pub(super) fn table(&self) -> String {
        let currency = self.currency;
        let mut table = format!("    {:<34}{:>14}{:>14}\n", currency.as_str(), "debit", "credit");
        let mut debits = 0_i64;
        let mut credits = 0_i64;
        for AccountLine { code, title, balance } in &self.accounts {
            let debit = 0.max(-balance);
            let credit = 0.max(*balance);
            (debits, credits) = (debits.saturating_add(debit), credits.saturating_add(credit));
            let cell = |amount: i64| if amount == 0 { String::new() } else { major(amount, currency) };
            let row = format!("      {code}  {title:<28}{:>14}{:>14}", cell(debit), cell(credit));
            table.push_str(row.trim_end());
            table.push('\n');
        }
        let debits = major(debits, currency);
        let credits = major(credits, currency);
        let difference = i64::try_from(self.difference)
            .map_or_else(|_| self.difference.to_string(), |sum| major(sum, currency));
        table + &format!("          {:<28}{debits:>14}{credits:>14}   difference {difference}\n", "total")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_shows_debits_credits_and_their_difference() {
        let account = |code, balance| AccountLine { code, title: "funds", balance };
        let accounts = vec![account("AV", 100_000), account("MI", -200_000)];
        let table = TrialBalance { currency: CurrencyCode::USD, accounts, difference: -100_000 }.table();
        let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["USD", "debit", "credit"]);
        assert_eq!(lines[1], ["AV", "funds", "1,000.00"]);
        assert_eq!(lines[2], ["MI", "funds", "2,000.00"]);
        assert_eq!(lines[3], ["total", "2,000.00", "1,000.00", "difference", "-1,000.00"]);
        assert!(table.lines().all(|line| line.len() <= 90), "{table}");
    }
}
