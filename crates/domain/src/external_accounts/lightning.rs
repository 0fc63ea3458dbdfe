//! Lightning invoices (money 10.3).

/// What an invoice asks for in satoshis, where it fixes an amount. A fraction of a satoshi counts as a whole one:
/// whoever pays less has not paid it.
#[must_use]
pub fn invoice_amount(invoice: &str) -> Option<i64> {
    let invoice = invoice.trim().to_ascii_lowercase();
    // The data part has no digit 1, so that the last one separates it.
    let (readable, _) = invoice.strip_prefix("ln")?.rsplit_once('1')?;
    let amount = readable.trim_start_matches(|character: char| character.is_ascii_alphabetic());
    let (digits, thousandths_of_msat) = match amount.chars().last()? {
        'm' => (amount.strip_suffix('m')?, 100_000_000_000),
        'u' => (amount.strip_suffix('u')?, 100_000_000),
        'n' => (amount.strip_suffix('n')?, 100_000),
        'p' => (amount.strip_suffix('p')?, 100),
        _ => (amount, 100_000_000_000_000_i128),
    };
    let value: i128 = digits.parse::<u64>().ok()?.into();
    let satoshis = value.checked_mul(thousandths_of_msat)?.checked_add(999_999)? / 1_000_000;
    i64::try_from(satoshis).ok().filter(|satoshis| *satoshis > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invoice_says_its_amount_in_parts_of_a_bitcoin() {
        let data = "pvjluezpp5qqqsyqcyq5rqwzqf";
        let amount = |readable: &str| invoice_amount(&format!("{readable}1{data}"));
        assert_eq!(amount("lnbc2500u"), Some(250_000));
        assert_eq!(amount("LNBC20M"), Some(2_000_000));
        assert_eq!(amount("lnbc1"), Some(100_000_000));
        assert_eq!(amount("lntb250n"), Some(25));
        assert_eq!(amount("lnbcrt15n"), Some(2), "1.5 satoshis");
        assert_eq!(amount("lnbc10p"), Some(1), "a thousandth of a satoshi");
        assert_eq!(amount("lnbc9678785340p"), Some(967_879));
    }

    #[test]
    fn most_texts_fix_no_amount() {
        for text in
            ["lnbc1pvjluez", "lnbc0u1pvjluez", "lnbc", "", "lno1pqps7sj", "lnbc99999999999999999999m1qq"]
        {
            assert_eq!(invoice_amount(text), None, "{text}");
        }
    }
}
