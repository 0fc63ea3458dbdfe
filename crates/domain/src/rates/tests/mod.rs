//! Tests of prices: the interface's worked examples, and random prices against big rational numbers.

mod oracle;
mod settled;
mod vectors;

use super::*;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn rate(text: &str) -> Rate {
    Rate::try_new(decimal(text)).unwrap()
}

const fn decimals(sending: u8, receiving: u8) -> Decimals {
    Decimals { sending, receiving }
}
