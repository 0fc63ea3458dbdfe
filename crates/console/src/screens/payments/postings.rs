//! The postings of a payment by journal, with the check that debits and credits are equal.

use causeway_domain::Time;

use super::timeline::TimelineItem;
use crate::parts::{Money, TextPiece, linked};

/// The entries of one posting.
#[derive(Debug)]
pub(crate) struct Posting {
    pub(crate) at: Time,
    /// The kind of the posting, such as `QUOTE_EXECUTED`.
    pub(crate) name: String,
    /// The same in words.
    pub(crate) meaning: String,
    pub(crate) entries: Vec<PostingEntry>,
}

/// An entry of a posting; a credit is positive.
#[derive(Debug)]
pub(crate) struct PostingEntry {
    /// The meaning of the account.
    pub(crate) part: String,
    /// The code of the account, with an internal account as a link.
    pub(crate) account: Vec<TextPiece>,
    pub(crate) amount: Money,
}

/// Returns the postings among the items of a timeline, in their order.
pub(super) fn postings(platform: &str, items: &[TimelineItem]) -> Vec<Posting> {
    let mut postings: Vec<Posting> = Vec::new();
    for item in items.iter().filter(|item| item.is_money()) {
        let Some(amount) = item.amount.clone() else { continue };
        let (meaning, part) = item.text.rsplit_once(": ").unwrap_or((item.text.as_str(), ""));
        let account = linked(platform, item.account.as_deref().unwrap_or_default());
        let entry = PostingEntry { part: part.to_owned(), account, amount };
        match postings.last_mut() {
            Some(last) if last.at == item.at && last.name == item.name => last.entries.push(entry),
            _ => postings.push(Posting {
                at: item.at,
                name: item.name.clone(),
                meaning: meaning.to_owned(),
                entries: vec![entry],
            }),
        }
    }
    postings
}

impl Posting {
    /// Returns the excess of credits over debits in each currency where they differ: none in a sound ledger.
    pub(crate) fn differences(&self) -> Vec<Money> {
        let mut sums: Vec<Money> = Vec::new();
        for PostingEntry { amount, .. } in &self.entries {
            match sums.iter_mut().find(|sum| sum.currency == amount.currency) {
                Some(sum) => sum.amount = sum.amount.saturating_add(amount.amount),
                None => sums.push(amount.clone()),
            }
        }
        sums.retain(|sum| sum.amount != 0);
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, account: &str, amount: i64) -> TimelineItem {
        TimelineItem {
            at: Time::from_millis(0),
            kind: "money".to_owned(),
            text: "reserved for the quote: customer balances".to_owned(),
            status: None,
            name: name.to_owned(),
            account: Some(account.to_owned()),
            amount: Some(Money { amount, currency: "USD".to_owned(), decimals: 2 }),
        }
    }

    #[test]
    fn entries_of_a_posting_are_grouped_and_add_up() {
        let items = [
            item("QUOTE_EXECUTED", "AV InternalAccount:3", -500),
            item("QUOTE_EXECUTED", "QE", 500),
            item("QUOTE_CONVERTED", "QE", -500),
        ];
        let found = postings("Platform:1", &items);
        let names: Vec<&str> = found.iter().map(|posting| posting.name.as_str()).collect();
        assert_eq!(names, ["QUOTE_EXECUTED", "QUOTE_CONVERTED"]);
        assert_eq!(found[0].meaning, "reserved for the quote");
        assert_eq!(found[0].entries[0].part, "customer balances");
        assert!(found[0].entries[0].account.iter().any(|piece| piece.href.is_some()));
        assert!(found[0].differences().is_empty());
        let [difference] = &found[1].differences()[..] else { panic!("no difference") };
        assert_eq!(difference.text(), "-5.00 USD");
    }
}
