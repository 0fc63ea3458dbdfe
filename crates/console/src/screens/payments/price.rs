//! The price of a payment as a sum, which is computed again: sent - fees = converted, x rate = before rounding, received.

use causeway_domain::Time;
use causeway_domain::rates::Decimal;

use super::sum::{
    DefectSentence, check_conversion, check_difference, check_provider_rate, converted_exactly,
};
use crate::answer::answer;
use crate::parts::Money;
use crate::urls;

answer! {
    /// The price as the answer has it.
    struct Price {
        sent: Option<Money>,
        fees: Option<Money>,
        platform_fees: Option<Money>,
        converted: Option<Money>,
        rate: Option<Decimal>,
        rate_source: Option<String>,
        settlement_asset: Option<String>,
        rate_at: Option<Time>,
        counterparty_fee: Option<Money>,
        rounding: Option<Money>,
        received: Option<Money>,
    }
}

/// The direction of a payment, on which the currency of its fees depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Outgoing,
    Incoming,
}

/// A price with its recomputation.
#[derive(Debug)]
pub(crate) struct PriceSum {
    pub(crate) price: Price,
    /// Converted times rate with all digits; `None` without a conversion of this service.
    pub(crate) before_rounding: Option<String>,
    pub(crate) verdict: Verdict,
}

/// The outcome of the recomputation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Agrees,
    /// Nothing was charged or converted here, so that there is no sum.
    NoSum,
    Defect(Vec<DefectSentence>),
}

impl PriceSum {
    /// Computes a price again.
    pub(crate) fn of(price: Price, direction: Direction) -> Self {
        let checks = price.checks(direction);
        let defects: Vec<DefectSentence> = checks.iter().flatten().cloned().collect();
        let verdict = match (checks.is_empty(), defects.is_empty()) {
            (true, _) => Verdict::NoSum,
            (false, true) => Verdict::Agrees,
            (false, false) => Verdict::Defect(defects),
        };
        let by_service = price.rate.filter(|_| price.settlement_asset.is_none());
        let before_rounding = price
            .converted
            .as_ref()
            .zip(by_service)
            .zip(price.received.as_ref())
            .and_then(|((converted, rate), received)| converted_exactly(converted, rate, received));
        Self { before_rounding, verdict, price }
    }

    /// Returns the sentences about a sum that does not agree; none if it does.
    pub(crate) fn defects(&self) -> &[DefectSentence] {
        match &self.verdict {
            Verdict::Defect(sentences) => sentences,
            Verdict::Agrees | Verdict::NoSum => &[],
        }
    }

    pub(crate) fn agrees(&self) -> bool {
        self.verdict == Verdict::Agrees
    }

    /// Returns `true` if the price has an amount at all.
    pub(crate) const fn is_known(&self) -> bool {
        self.price.sent.is_some() || self.price.received.is_some()
    }

    /// Returns the fees as a deduction.
    pub(crate) fn deduction(&self) -> Option<Money> {
        let fees = self.price.fees.as_ref()?;
        Some(fees.with_amount(fees.amount.saturating_neg()))
    }

    /// Returns the yield of the conversion beyond the received amount; `None` without one.
    pub(crate) fn rounding(&self) -> Option<&Money> {
        self.price.rounding.as_ref().filter(|money| money.amount != 0)
    }

    /// Returns the platform's share of the fees, if it has one.
    pub(crate) fn platform_share(&self) -> Option<&Money> {
        self.price.platform_fees.as_ref().filter(|money| money.amount != 0)
    }

    /// Returns the part of the fees that the counterparty charges, if it does.
    pub(crate) fn counterparty_share(&self) -> Option<&Money> {
        self.price.counterparty_fee.as_ref().filter(|money| money.amount != 0)
    }

    /// Returns the page of the rate by which this service has converted, if two currencies are involved.
    pub(crate) fn rate_page(&self) -> Option<String> {
        let Price { converted, received, settlement_asset, .. } = &self.price;
        let [from, to] = [converted.as_ref()?, received.as_ref()?].map(|money| money.currency.as_str());
        (settlement_asset.is_none() && from != to).then(|| urls::rate(from, to))
    }
}

impl Price {
    /// Returns the amounts as a title, such as `1,000.00 USD to 915.40 EUR`; `None` without one.
    pub(crate) fn title(&self) -> Option<String> {
        let amounts: Vec<String> =
            [&self.sent, &self.received].into_iter().flatten().map(Money::text).collect();
        (!amounts.is_empty()).then(|| amounts.join(" to "))
    }

    /// Checks each step that can be computed again: a step that does not agree has a sentence.
    fn checks(&self, direction: Direction) -> Vec<Option<DefectSentence>> {
        let Self { sent, fees, converted, rate, rounding, received, settlement_asset, .. } = self;
        let mut checks = Vec::new();
        if let (Some(sent), Some(fees), Some(converted)) = (sent, fees, converted) {
            checks.push(check_difference(sent, fees, converted));
        }
        match (converted, rate, received) {
            (Some(converted), Some(rate), Some(received)) if settlement_asset.is_some() => {
                checks.push(check_provider_rate(converted, *rate, received));
            }
            (Some(converted), Some(rate), Some(received)) => {
                checks.push(check_conversion(converted, *rate, received, rounding.as_ref()));
            }
            // The provider of an incoming payment charges its payer fees that are unknown here.
            _ => {
                if let (Some(sent), Some(fees), Some(received)) = (sent, fees, received)
                    && direction == Direction::Outgoing
                    && sent.currency == received.currency
                {
                    checks.push(check_difference(sent, fees, received));
                }
            }
        }
        checks
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::answer::decode;

    fn money(amount: i64, currency: &str, decimals: u8) -> Value {
        json!({ "amount": amount, "currency": currency, "decimals": decimals })
    }

    /// Returns a price of 1,000.00 dollars at 0.92, with these members instead of its own.
    fn price(other: &Value) -> Price {
        let mut price = json!({
            "sent": money(100_000, "USD", 2),
            "fees": money(500, "USD", 2),
            "platform_fees": money(0, "USD", 2),
            "converted": money(99_500, "USD", 2),
            "rate": "0.92",
            "rate_source": "the rates of the sandbox",
            "settlement_asset": null,
            "rate_at": "2026-03-12T09:00:00Z",
            "counterparty_fee": money(0, "EUR", 2),
            "rounding": money(0, "EUR", 2),
            "received": money(91_540, "EUR", 2),
        });
        for (name, member) in other.as_object().into_iter().flatten() {
            price[name] = member.clone();
        }
        decode("price", price).unwrap()
    }

    fn verdict(other: &Value) -> Verdict {
        PriceSum::of(price(other), Direction::Outgoing).verdict
    }

    #[test]
    fn a_sum_is_computed_again() {
        let sum = PriceSum::of(price(&json!({})), Direction::Outgoing);
        assert_eq!((sum.agrees(), sum.before_rounding.as_deref()), (true, Some("915.40")));
        assert_eq!(sum.rate_page().as_deref(), Some("/console/rates/USD/EUR"));
        assert!(sum.rounding().is_none() && sum.platform_share().is_none());
        // Vector 8 of money 6.3, with a yield beyond the received amount.
        let locked = json!({
            "sent": money(58_263, "USD", 2), "fees": money(291, "USD", 2), "converted": money(57_972, "USD", 2),
            "rate": "17.25", "rounding": money(17, "MXN", 2), "received": money(1_000_000, "MXN", 2),
        });
        let sum = PriceSum::of(price(&locked), Direction::Outgoing);
        assert_eq!((sum.agrees(), sum.before_rounding.as_deref()), (true, Some("10,000.17")));
    }

    #[test]
    fn each_step_that_does_not_agree_is_a_defect() {
        for (wrong, expected) in [
            (
                json!({ "fees": money(501, "USD", 2) }),
                "1,000.00 USD less 5.01 USD is 994.99 USD, not 995.00 USD",
            ),
            (json!({ "received": money(91_541, "EUR", 2) }), "converts to 915.40 EUR, not 915.41 EUR"),
            (json!({ "rate": "0.93" }), "converts to 925.35 EUR, not 915.40 EUR"),
            (json!({ "rounding": money(1, "EUR", 2) }), "converts to 915.40 EUR, not 915.41 EUR"),
            (
                json!({ "fees": money(500, "EUR", 2) }),
                "1,000.00 USD and 5.00 EUR are of different currencies",
            ),
        ] {
            let Verdict::Defect(sentences) = verdict(&wrong) else { panic!("{wrong} agrees") };
            assert!(sentences.iter().any(|sentence| sentence.0.contains(expected)), "{wrong}: {sentences:?}");
        }
    }

    #[test]
    fn a_transfer_is_a_difference_and_a_deposit_is_no_sum() {
        let transfer = json!({
            "converted": null, "rate": null, "rounding": null, "counterparty_fee": null,
            "received": money(99_500, "USD", 2),
        });
        assert_eq!(verdict(&transfer), Verdict::Agrees);
        let mut short = transfer.clone();
        short["received"] = money(99_400, "USD", 2);
        assert!(matches!(verdict(&short), Verdict::Defect(_)));
        // An incoming payment has its fees in the receiving currency, and the payer's provider has others.
        assert_eq!(PriceSum::of(price(&short), Direction::Incoming).verdict, Verdict::NoSum);
        let deposit =
            json!({ "converted": null, "rate": null, "sent": null, "fees": null, "rounding": null });
        assert_eq!(verdict(&deposit), Verdict::NoSum);
    }

    #[test]
    fn a_rate_of_a_provider_agrees_to_its_digits() {
        let settled = |received: i64| {
            verdict(&json!({
                "settlement_asset": "BTC", "rate": "0.919597989950", "received": money(received, "EUR", 2),
            }))
        };
        assert_eq!(settled(91_500), Verdict::Agrees);
        assert!(matches!(settled(91_400), Verdict::Defect(_)));
    }
}
