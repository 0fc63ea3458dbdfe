//! The business days of the systems behind rails: their zone, the end of their business day, and their
//! holidays (money 10.1). All systems are closed at weekends.

use causeway_vocabulary::rails::PaymentRail;
use jiff::Timestamp;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;

use crate::time::Time;

/// The business days of a settlement system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Calendar {
    /// In POSIX form: offset, and the rule of summer time.
    zone: &'static str,
    /// The local hour at which a business day ends. Payments accepted later count for the next day, and
    /// payments due on a day arrive by this hour.
    close: i8,
    closed: &'static [Holiday],
}

/// A yearly holiday of a system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holiday {
    /// Month and day.
    On(i8, i8),
    /// Month and day; if that is a Sunday, the Monday after it.
    OnOrMondayAfter(i8, i8),
    /// The nth weekday of a month: number, weekday and month. Number -1 is the last one.
    Nth(i8, Weekday, i8),
    /// Days after Easter Sunday.
    Easter(i32),
}

use Holiday::{Easter, Nth, On, OnOrMondayAfter};

/// The Federal Reserve: ACH and Fedwire.
const UNITED_STATES: &[Holiday] = &[
    OnOrMondayAfter(1, 1),
    Nth(3, Weekday::Monday, 1),
    Nth(3, Weekday::Monday, 2),
    Nth(-1, Weekday::Monday, 5),
    OnOrMondayAfter(6, 19),
    OnOrMondayAfter(7, 4),
    Nth(1, Weekday::Monday, 9),
    Nth(2, Weekday::Monday, 10),
    OnOrMondayAfter(11, 11),
    Nth(4, Weekday::Thursday, 11),
    OnOrMondayAfter(12, 25),
];

/// T2, the settlement system of the euro.
const EURO: &[Holiday] = &[On(1, 1), Easter(-2), Easter(1), On(5, 1), On(12, 25), On(12, 26)];

/// Returns the calendar of a rail that does not settle at once. If several countries share a rail, or
/// holidays are proclaimed from year to year, the calendar has weekends only.
pub(super) const fn calendar(rail: PaymentRail) -> Calendar {
    match rail {
        PaymentRail::Ach => Calendar { zone: NEW_YORK, close: 17, closed: UNITED_STATES },
        PaymentRail::Wire => Calendar { zone: NEW_YORK, close: 18, closed: UNITED_STATES },
        PaymentRail::Sepa => Calendar { zone: FRANKFURT, close: 18, closed: EURO },
        PaymentRail::AchColombia => Calendar { zone: "<-05>5", close: 17, closed: &[] },
        PaymentRail::Neft | PaymentRail::Rtgs => Calendar { zone: "IST-5:30", close: 18, closed: &[] },
        PaymentRail::Pesonet | PaymentRail::Unionpay | PaymentRail::Cips => {
            Calendar { zone: "<+08>-8", close: 16, closed: &[] }
        }
        PaymentRail::BankTransfer
        | PaymentRail::Swift
        | PaymentRail::BreB
        | PaymentRail::Fast
        | PaymentRail::FasterPayments
        | PaymentRail::Fednow
        | PaymentRail::Instapay
        | PaymentRail::MobileMoney
        | PaymentRail::Paynow
        | PaymentRail::Pix
        | PaymentRail::Rtp
        | PaymentRail::SepaInstant
        | PaymentRail::Spei
        | PaymentRail::Upi => Calendar { zone: "UTC0", close: 17, closed: &[] },
    }
}

const NEW_YORK: &str = "EST5EDT,M3.2.0,M11.1.0";
const FRANKFURT: &str = "CET-1CEST,M3.5.0,M10.5.0/3";

impl Calendar {
    /// Returns the end of the business day that is `days` business days after the one for which `accepted`
    /// counts, or `None` beyond the range of dates.
    pub(super) fn end_of_business(&self, accepted: Time, days: u8) -> Option<Time> {
        let zone = TimeZone::posix(self.zone).unwrap_or(TimeZone::UTC);
        let local = Timestamp::from_millisecond(accepted.millis()).ok()?.to_zoned(zone.clone()).datetime();
        let mut day = local.date();
        if local.hour() >= self.close {
            day = day.tomorrow().ok()?;
        }
        day = self.open_from(day)?;
        for _ in 0..days {
            day = self.open_from(day.tomorrow().ok()?)?;
        }
        let end = day.at(self.close, 0, 0, 0).to_zoned(zone).ok()?;
        Some(Time::from_millis(end.timestamp().as_millisecond()))
    }

    /// Returns the first business day from this day on.
    fn open_from(&self, mut day: Date) -> Option<Date> {
        while self.is_closed(day) {
            day = day.tomorrow().ok()?;
        }
        Some(day)
    }

    fn is_closed(&self, day: Date) -> bool {
        let is_weekend = matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
        is_weekend || self.closed.iter().any(|holiday| holiday.falls_on(day))
    }
}

impl Holiday {
    fn falls_on(self, day: Date) -> bool {
        let is = |month, number| (day.month(), day.day()) == (month, number);
        match self {
            On(month, number) => is(month, number),
            OnOrMondayAfter(month, number) => {
                let was_sunday = day.weekday() == Weekday::Monday
                    && day.yesterday().is_ok_and(|before| (before.month(), before.day()) == (month, number));
                is(month, number) || was_sunday
            }
            Nth(nth, weekday, month) => {
                day.month() == month && day.nth_weekday_of_month(nth, weekday).is_ok_and(|found| found == day)
            }
            Easter(days) => easter(day.year())
                .is_some_and(|sunday| day.since(sunday).is_ok_and(|span| span.get_days() == days)),
        }
    }
}

/// Returns Easter Sunday of a year in the Gregorian calendar.
fn easter(year: i16) -> Option<Date> {
    let y = i32::from(year);
    let century = y / 100;
    let golden = y % 19;
    let corrected = (8 * century + 13) / 25;
    let epact = (19 * golden + century - century / 4 - corrected + 15) % 30;
    let moon = epact - (epact / 28) * (1 - (epact / 28) * (29 / (epact + 1)) * ((21 - golden) / 11));
    let weekday = (y + y / 4 + moon + 2 - century + century / 4) % 7;
    let offset = moon - weekday;
    let month = 3 + (offset + 40) / 44;
    let day = offset + 28 - 31 * (month / 4);
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn easter_dates_match_the_published_ones() {
        let days = ["2000-04-23", "2024-03-31", "2025-04-20", "2026-04-05", "2038-04-25", "2285-03-22"];
        for day in days.map(date) {
            assert_eq!(easter(day.year()), Some(day));
        }
    }

    #[test]
    fn systems_are_closed_on_their_holidays() {
        let closed = |rail, day| calendar(rail).is_closed(date(day));
        for day in [
            "2026-01-01",
            "2026-01-19",
            "2026-02-16",
            "2026-05-25",
            "2026-06-19",
            "2026-09-07",
            "2026-10-12",
            "2026-11-11",
            "2026-11-26",
            "2026-12-25",
            "2027-07-05",
            "2022-12-26",
        ] {
            assert!(closed(PaymentRail::Ach, day) && closed(PaymentRail::Wire, day), "{day}");
        }
        // A holiday on a Saturday is not moved.
        assert!(!closed(PaymentRail::Ach, "2026-07-03") && !closed(PaymentRail::Ach, "2026-05-01"));
        for day in ["2026-04-03", "2026-04-06", "2026-05-01", "2026-12-25", "2025-12-26"] {
            assert!(closed(PaymentRail::Sepa, day), "{day}");
        }
        assert!(!closed(PaymentRail::Sepa, "2026-11-26") && !closed(PaymentRail::Swift, "2026-05-01"));
    }

    #[test]
    fn every_zone_can_be_read() {
        for rail in PaymentRail::ALL {
            assert!(TimeZone::posix(calendar(*rail).zone).is_ok(), "{rail}");
        }
    }
}
