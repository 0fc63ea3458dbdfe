//! The human-readable part of an invoice: its network and its amount.

/// The characters of bech32.
pub(super) const BECH32: &str = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
/// The number of characters at the end that choose a scenario in sandbox. They may be digits that the
/// alphabet lacks.
const SUFFIX: usize = 3;

/// The network of an invoice, from the prefix of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LightningNetwork {
    /// The main network, on which bitcoin has value.
    Bitcoin,
    /// Testnet or signet.
    Test,
    /// A network of one operator, on which bitcoin has no value.
    Regtest,
}

/// The content of the human-readable part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReadablePart {
    /// `None` if no network has this prefix.
    pub(super) network: Option<LightningNetwork>,
    /// In thousandths of a satoshi.
    pub(super) amount: ReadableAmount,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadableAmount {
    /// The payer chooses the amount.
    Open,
    Fixed(u64),
    Malformed,
}

impl ReadablePart {
    /// Reads the part before the last `1`, in lower case, or returns `None` if it does not start with `ln`.
    pub(super) fn parse(readable: &str) -> Option<Self> {
        let rest = readable.strip_prefix("ln")?;
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (currency, amount) = rest.split_at_checked(digits)?;
        let network = match currency {
            "bc" => Some(LightningNetwork::Bitcoin),
            "tb" | "tbs" => Some(LightningNetwork::Test),
            "bcrt" => Some(LightningNetwork::Regtest),
            _ => None,
        };
        Some(Self { network, amount: ReadableAmount::parse(amount) })
    }
}

impl ReadableAmount {
    fn parse(amount: &str) -> Self {
        if amount.is_empty() {
            return Self::Open;
        }
        positive(amount).map_or(Self::Malformed, Self::Fixed)
    }

    /// Returns thousandths of a satoshi.
    pub(super) fn millisatoshis(self) -> Option<i64> {
        match self {
            Self::Fixed(thousandths) => i64::try_from(thousandths).ok(),
            Self::Open | Self::Malformed => None,
        }
    }

    /// Returns whole satoshis. A fraction is rounded up, because a smaller payment would not pay the invoice.
    pub(super) fn satoshis(self) -> Option<i64> {
        match self {
            Self::Fixed(thousandths) => i64::try_from(thousandths.div_ceil(1_000)).ok(),
            Self::Open | Self::Malformed => None,
        }
    }
}

/// Returns thousandths of a satoshi, or `None` unless they are a whole number above zero.
fn positive(amount: &str) -> Option<u64> {
    let (digits, unit) = match amount.split_at_checked(amount.len() - 1)? {
        (digits, "m") => (digits, 100_000_000),
        (digits, "u") => (digits, 100_000),
        (digits, "n") => (digits, 100),
        (digits, "p") => (digits.strip_suffix('0')?, 1),
        _ => (amount, 100_000_000_000),
    };
    let is_number = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = if is_number { digits.parse::<u64>().ok()? } else { return None };
    value.checked_mul(unit)
}

/// Returns `true` if a text has the form of an invoice: a network, optionally an amount, and bech32, all in
/// one case.
pub(in crate::external_accounts) fn looks_like_invoice(text: &str) -> bool {
    let is_mixed = is_mixed(text);
    let text = text.to_ascii_lowercase();
    let Some((readable, data)) = split(&text).filter(|_| !is_mixed) else { return false };
    let is_readable = ReadablePart::parse(readable)
        .is_some_and(|readable| readable.network.is_some() && readable.amount != ReadableAmount::Malformed);
    is_readable && is_data(data)
}

/// Returns `true` if a text has letters of both cases.
pub(super) fn is_mixed(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_lowercase()) && text.bytes().any(|b| b.is_ascii_uppercase())
}

/// Splits an invoice in lower case into readable part and data. Data has no digit 1 except in the suffix that
/// chooses a scenario.
pub(super) fn split(invoice: &str) -> Option<(&str, &str)> {
    let body = invoice.len().checked_sub(SUFFIX)?;
    let separator = invoice.get(..body)?.rfind('1')?;
    Some((&invoice[..separator], &invoice[separator + 1..]))
}

/// Returns `true` if a text uses the alphabet only, except for the suffix that chooses a scenario.
pub(super) fn is_data(data: &str) -> bool {
    let Some((body, end)) = data.len().checked_sub(SUFFIX).and_then(|at| data.split_at_checked(at)) else {
        return false;
    };
    body.chars().all(|c| BECH32.contains(c)) && end.chars().all(|c| BECH32.contains(c) || c.is_ascii_digit())
}
