//! Property tests of every posting function: each posting balances, and moves the money as its template says.

use proptest::prelude::*;

use super::*;
use crate::Ids;
use crate::ids::{InternalAccountId, QuoteId};
use crate::money::{Amount, CurrencyCode};
use crate::rates::{Bps, Decimal, Decimals, FeeRate, Fees, Lock, Price, Rate, price};
use crate::time::Time;

struct Parties {
    source: InternalAccountId,
    destination: InternalAccountId,
    platform: InternalAccountId,
    quote: QuoteId,
}

fn parties() -> Parties {
    let ids = Ids::seeded(1);
    let at = Time::from_millis(0);
    Parties { source: ids.next(at), destination: ids.next(at), platform: ids.next(at), quote: ids.next(at) }
}

fn sum_by_currency(posting: &Posting, currency: CurrencyCode) -> i128 {
    let in_currency = posting.legs().iter().filter(|leg| leg.amount.currency == currency);
    in_currency.map(|leg| i128::from(leg.amount.minor)).sum()
}

fn assert_sound(posting: &Posting) {
    let legs = posting.legs();
    assert!(legs.len() >= 2);
    for (place, leg) in legs.iter().enumerate() {
        assert_ne!(leg.amount.minor, 0);
        assert_eq!(sum_by_currency(posting, leg.amount.currency), 0, "{posting:?}");
        let twice = legs[..place]
            .iter()
            .any(|other| (other.account, other.amount.currency) == (leg.account, leg.amount.currency));
        assert!(!twice, "{posting:?}");
    }
}

/// Returns the net effect of a posting on one account in one currency. Credits are positive.
fn moved(posting: &Posting, account: LedgerAccount, currency: CurrencyCode) -> i64 {
    let leg = posting.legs().iter().find(|leg| leg.account == account && leg.amount.currency == currency);
    leg.map_or(0, |leg| leg.amount.minor)
}

fn any_price() -> impl Strategy<Value = Price> {
    let fees = (0_i64..100, 0_u32..50_000, 0_i64..100, 0_u16..500, 0_i64..100);
    (1_u128..100_000, any::<bool>(), 1_000_i64..10_000_000, fees).prop_filter_map(
        "priced",
        |(digits, is_sending_locked, amount, (g0, g, p0, p, c))| {
            let fees = Fees {
                service_fixed: g0,
                service_rate: FeeRate::try_new(g)?,
                platform_fixed: p0,
                platform_rate: Bps::try_new(p)?,
                counterparty_fixed: c,
            };
            let rate = Rate::try_new(Decimal::new(digits, 3)).ok()?;
            let lock = if is_sending_locked { Lock::Sending } else { Lock::Receiving };
            price(lock, amount, rate, Decimals { sending: 2, receiving: 2 }, &fees).ok()
        },
    )
}

/// Generates a price of random parts, which add up only by chance.
fn any_nonsense() -> impl Strategy<Value = Price> {
    (proptest::array::uniform12(prop_oneof![-5_i64..5, any::<i64>()]), any_price()).prop_map(|(n, sound)| {
        Price {
            total_sending: n[0],
            base: n[1],
            platform_variable: n[2],
            platform_fee: n[3],
            service_variable: n[4],
            service_fee: n[5],
            counterparty_in_sending: n[6],
            fees_included: n[7],
            net_sending: n[8],
            total_receiving: n[9],
            counterparty_fee: n[10],
            surplus: n[11],
            ..sound
        }
    })
}

fn any_receiving() -> impl Strategy<Value = CurrencyCode> {
    prop_oneof![Just(CurrencyCode::EUR), Just(CurrencyCode::USD)]
}

fn conversion(price: Price, receiving: CurrencyCode) -> Conversion {
    let Parties { quote, platform, .. } = parties();
    Conversion { quote, price, sending: CurrencyCode::USD, receiving, platform_fee_account: Some(platform) }
}

/// Returns the same number of units of another currency.
fn priced(amount: Amount, currency: CurrencyCode) -> Amount {
    Amount::new(amount.minor, currency)
}

/// Builds every posting from these numbers.
fn every_posting(
    amount: Amount,
    price: Price,
    receiving: CurrencyCode,
) -> Vec<Result<Posting, PostingRefused>> {
    let who = parties();
    let conversion = conversion(price, receiving);
    vec![
        sandbox_funded(who.source, amount),
        deposit_settled(who.source, &Deposit { arrived: amount, credited: amount }),
        deposit_settled(who.source, &Deposit { arrived: amount, credited: priced(amount, receiving) }),
        deposit_suspended(amount),
        deposit_released(who.source, &Deposit { arrived: amount, credited: amount }),
        deposit_released(who.source, &Deposit { arrived: amount, credited: priced(amount, receiving) }),
        deposit_returned(amount),
        account_debited(who.source, amount),
        quote_executed(who.quote, who.source, amount),
        quote_refunded(who.quote, who.source, amount),
        refund_suspended(who.quote, amount),
        suspense_resolved(who.source, amount),
        transfer_in_started(who.source, amount),
        transfer_in_settled(who.source, amount),
        transfer_in_failed(who.source, amount),
        transfer_in_returned(who.source, amount),
        return_short(amount),
        quote_funded(who.quote, amount),
        coins_paid_in(who.source, amount),
        coins_committed(who.quote, who.source, amount),
        funding_suspended(amount),
        funding_returned(amount),
        funding_sent_back(who.quote, amount),
        quote_converted(&conversion, ConversionDestination::External),
        quote_converted(&conversion, ConversionDestination::Internal(who.destination)),
        quote_converted(&conversion, ConversionDestination::Internal(who.platform)),
        conversion_reversed(&conversion),
        payout_delivered(&conversion),
        payout_returned(&conversion),
        uma_payout_settled(&conversion, priced(amount, CurrencyCode::BTC)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_priced_payment_is_booked_soundly(
        minor in 1_i64..=i64::MAX, price in any_price(), receiving in any_receiving(),
    ) {
        for posting in every_posting(Amount::new(minor, CurrencyCode::USD), price, receiving) {
            assert_sound(&posting.unwrap());
        }
    }

    #[test]
    fn no_numbers_build_an_unbalanced_posting(
        minor in any::<i64>(), price in any_nonsense(), receiving in any_receiving(),
    ) {
        for posting in every_posting(Amount::new(minor, CurrencyCode::USD), price, receiving).into_iter().flatten() {
            assert_sound(&posting);
        }
    }

    #[test]
    fn a_payment_that_is_paid_out_leaves_nothing_behind(price in any_price()) {
        let who = parties();
        let conversion = conversion(price, CurrencyCode::EUR);
        let executed = quote_executed(who.quote, who.source, Amount::new(price.total_sending, CurrencyCode::USD)).unwrap();
        let converted = quote_converted(&conversion, ConversionDestination::External).unwrap();
        let delivered = payout_delivered(&conversion).unwrap();
        let all = [&executed, &converted, &delivered];
        let total = |account, currency| all.iter().map(|posting| moved(posting, account, currency)).sum::<i64>();
        let committed = LedgerAccount::QuoteCommitted(who.quote);
        prop_assert_eq!(total(LedgerAccount::available(who.source), CurrencyCode::USD), -price.total_sending);
        prop_assert_eq!(total(committed, CurrencyCode::USD), 0);
        prop_assert_eq!(total(LedgerAccount::PayoutsInFlight, CurrencyCode::EUR), 0);
        prop_assert_eq!(total(LedgerAccount::CounterpartyFees, CurrencyCode::EUR), 0);
        prop_assert_eq!(total(LedgerAccount::ServiceFees, CurrencyCode::USD), price.service_fee);
        prop_assert_eq!(total(LedgerAccount::available(who.platform), CurrencyCode::USD), price.platform_fee);
        prop_assert_eq!(total(LedgerAccount::Rounding, CurrencyCode::EUR), price.surplus);
        prop_assert_eq!(
            total(LedgerAccount::Cash, CurrencyCode::EUR),
            price.total_receiving + price.counterparty_fee
        );
    }

    #[test]
    fn a_payment_settled_in_an_asset_is_exchanged_once_more(price in any_price(), satoshis in 1_i64..=i64::MAX) {
        let conversion = conversion(price, CurrencyCode::EUR);
        let settled = Amount::new(satoshis, CurrencyCode::BTC);
        let all = [
            quote_converted(&conversion, ConversionDestination::External).unwrap(),
            uma_payout_settled(&conversion, settled).unwrap(),
        ];
        let total = |account, currency| all.iter().map(|posting| moved(posting, account, currency)).sum::<i64>();
        prop_assert_eq!(total(LedgerAccount::PayoutsInFlight, CurrencyCode::EUR), 0);
        prop_assert_eq!(total(LedgerAccount::CounterpartyFees, CurrencyCode::EUR), 0);
        // The receiving currency was neither bought nor paid out.
        prop_assert_eq!(total(LedgerAccount::Cash, CurrencyCode::EUR), 0);
        prop_assert_eq!(total(LedgerAccount::FxPosition, CurrencyCode::EUR), -price.surplus);
        prop_assert_eq!(total(LedgerAccount::Cash, CurrencyCode::BTC), satoshis);
        prop_assert_eq!(total(LedgerAccount::FxPosition, CurrencyCode::BTC), -satoshis);
    }

    #[test]
    fn a_refund_after_conversion_undoes_every_entry(price in any_price()) {
        let who = parties();
        let conversion = conversion(price, CurrencyCode::EUR);
        let total = Amount::new(price.total_sending, CurrencyCode::USD);
        let there = [
            quote_executed(who.quote, who.source, total).unwrap(),
            quote_converted(&conversion, ConversionDestination::External).unwrap(),
        ];
        let back =
            [quote_refunded(who.quote, who.source, total).unwrap(), conversion_reversed(&conversion).unwrap()];
        for (there, back) in there.iter().zip(&back) {
            prop_assert_eq!(there.legs().len(), back.legs().len());
            for leg in there.legs() {
                prop_assert_eq!(moved(back, leg.account, leg.amount.currency), -leg.amount.minor);
            }
        }
    }

    #[test]
    fn a_returned_payout_can_be_refunded_in_full(price in any_price()) {
        let conversion = conversion(price, CurrencyCode::EUR);
        let all = [
            quote_converted(&conversion, ConversionDestination::External).unwrap(),
            payout_delivered(&conversion).unwrap(),
            payout_returned(&conversion).unwrap(),
            conversion_reversed(&conversion).unwrap(),
        ];
        let total = |account, currency| all.iter().map(|posting| moved(posting, account, currency)).sum::<i64>();
        prop_assert_eq!(total(LedgerAccount::PayoutsInFlight, CurrencyCode::EUR), 0);
        prop_assert_eq!(total(LedgerAccount::CounterpartyFees, CurrencyCode::EUR), 0);
        prop_assert_eq!(total(LedgerAccount::FxPosition, CurrencyCode::EUR), 0);
        // The counterparty's fee is the service's loss, and the only one.
        prop_assert_eq!(total(LedgerAccount::ServiceFees, CurrencyCode::EUR), -price.counterparty_fee);
        prop_assert_eq!(total(LedgerAccount::Cash, CurrencyCode::EUR), price.counterparty_fee);
    }
}

#[test]
fn within_one_currency_the_exchange_position_is_untouched() {
    let decimals = Decimals { sending: 2, receiving: 2 };
    let fees = Fees { service_rate: FeeRate::try_new(5_000).unwrap(), ..Fees::NONE };
    let priced = price(Lock::Receiving, 12_345, Rate::PAR, decimals, &fees).unwrap();
    let posting =
        quote_converted(&conversion(priced, CurrencyCode::USD), ConversionDestination::External).unwrap();
    assert!(posting.legs().iter().all(|leg| leg.account != LedgerAccount::FxPosition), "{posting:?}");
}

#[test]
fn only_the_platform_fee_that_a_refund_takes_back_may_overdraw() {
    let decimals = Decimals { sending: 2, receiving: 2 };
    let fees = Fees { platform_fixed: 50, ..Fees::NONE };
    let priced = price(Lock::Sending, 1_000, Rate::PAR, decimals, &fees).unwrap();
    let conversion = conversion(priced, CurrencyCode::EUR);
    let platform = LedgerAccount::available(parties().platform);
    for (posting, expected) in [
        (conversion_reversed(&conversion).unwrap(), Overdraft::Allowed),
        (quote_converted(&conversion, ConversionDestination::External).unwrap(), Overdraft::Refused),
        (
            quote_executed(conversion.quote, parties().platform, Amount::new(1, CurrencyCode::USD)).unwrap(),
            Overdraft::Refused,
        ),
    ] {
        for leg in posting.legs() {
            let allowed = if leg.account == platform { expected } else { Overdraft::Refused };
            assert_eq!(leg.overdraft, allowed, "{posting:?}");
        }
    }
    let homeless = Conversion { platform_fee_account: None, ..conversion };
    assert_eq!(
        quote_converted(&homeless, ConversionDestination::External),
        Err(PostingRefused::PlatformFeeAccountMissing)
    );
}

#[test]
fn amounts_that_move_nothing_are_refused() {
    let who = parties();
    let usd = |minor| Amount::new(minor, CurrencyCode::USD);
    assert_eq!(sandbox_funded(who.source, usd(0)), Err(PostingRefused::NothingMoves));
    assert_eq!(sandbox_funded(who.source, usd(-5)), Err(PostingRefused::NotPositive));
    assert_eq!(quote_executed(who.quote, who.source, usd(i64::MIN)), Err(PostingRefused::NotPositive));
    let decimals = Decimals { sending: 2, receiving: 2 };
    let priced = price(Lock::Sending, 1_000, Rate::PAR, decimals, &Fees::NONE).unwrap();
    let nothing = Amount::new(0, CurrencyCode::BTC);
    let unpaid = uma_payout_settled(&conversion(priced, CurrencyCode::EUR), nothing);
    assert_eq!(unpaid, Err(PostingRefused::NotPositive));
}

#[test]
fn stored_parts_name_the_same_account_again() {
    let who = parties();
    for code in AccountCode::ALL.iter().copied() {
        let account = Some(who.source);
        let quote = Some(who.quote);
        let readings: Vec<_> = [(None, None), (account, None), (None, quote), (account, quote)]
            .into_iter()
            .filter_map(|(account, quote)| LedgerAccount::from_parts(code, account, quote))
            .collect();
        assert_eq!(readings.len(), 1, "{code} has one form");
        assert_eq!(readings[0].code(), code);
    }
}
