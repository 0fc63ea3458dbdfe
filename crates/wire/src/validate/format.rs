//! Text formats that are checked for meaning, not only for form (conventions 5.2, 5.4).

use causeway_vocabulary::Country;
use causeway_vocabulary::leap_seconds::had_leap_second;
use causeway_vocabulary::letters::is_email;

/// A text format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Date,
    DateTime,
    Email,
    Url,
    Ip,
    E164,
    Country,
    /// A file part of a form.
    Binary,
}

impl Format {
    const ALL: [Self; 8] = [
        Self::Date,
        Self::DateTime,
        Self::Email,
        Self::Url,
        Self::Ip,
        Self::E164,
        Self::Country,
        Self::Binary,
    ];

    /// Returns the format with this name in a schema.
    pub(super) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the name of the format in schemas and errors.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Email => "email",
            Self::Url => "uri",
            Self::Ip => "ip",
            Self::E164 => "e.164",
            Self::Country => "iso3166-1-alpha-2",
            Self::Binary => "binary",
        }
    }

    /// Returns the error message for a text in another format.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Date => "must be a calendar date, such as 2025-10-13",
            Self::DateTime => {
                "must be an RFC 3339 date and time with an offset, such as 2025-10-13T12:00:00Z"
            }
            Self::Email => "must be an e-mail address",
            Self::Url => "must be an absolute http or https address",
            Self::Ip => "must be an IPv4 or IPv6 address",
            Self::E164 => "must be a telephone number in international form, such as +14155550123",
            Self::Country => "must be the two upper-case letters of a country",
            Self::Binary => "must be a file",
        }
    }

    pub(super) fn accepts(self, text: &str) -> bool {
        match self {
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
            Self::Email => is_email(text),
            Self::Url => is_url(text),
            Self::Ip => text.parse::<std::net::IpAddr>().is_ok(),
            Self::E164 => is_e164(text),
            Self::Country => text.parse::<Country>().is_ok(),
            Self::Binary => true,
        }
    }
}

fn is_date(text: &str) -> bool {
    date(text).is_some()
}

/// Returns year, month and day, or `None` if the text is no calendar date.
fn date(text: &str) -> Option<(u32, u32, u32)> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let year = digits(text, 0, 4)?;
    let month = digits(text, 5, 7)?;
    let day = digits(text, 8, 10)?;
    (1..=days_in(year, month)).contains(&day).then_some((year, month, day))
}

/// Returns the number of days of a month, or 0 if the month does not exist.
const fn days_in(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    }
}

/// Parses the digits from `from` to `to`.
fn digits(text: &str, from: usize, to: usize) -> Option<u32> {
    let part = text.get(from..to)?;
    if part.bytes().all(|byte| byte.is_ascii_digit()) { part.parse().ok() } else { None }
}

/// Checks for RFC 3339 with an offset. A second 60 must be an actual leap second.
fn is_date_time(text: &str) -> bool {
    let Some((day, rest)) = text.split_at_checked(10) else { return false };
    let Some(rest) = rest.strip_prefix(['T', 't']) else { return false };
    let Some((time, rest)) = rest.split_at_checked(8) else { return false };
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => {
            let offset = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
            if offset.len() == fraction.len() {
                return false;
            }
            offset
        }
        None => rest,
    };
    let Some((year, month, day)) = date(day) else { return false };
    let Some(ahead) = minutes_ahead(offset) else { return false };
    let Some((clock, second)) = time.split_at_checked(5) else { return false };
    let second = second.strip_prefix(':').and_then(|second| digits(second, 0, 2));
    match (minutes(clock), second) {
        (Some(_), Some(0..60)) => true,
        (Some(minute), Some(60)) => had_leap_second(year, month, day, minute, ahead),
        _ => false,
    }
}

/// Returns the offset from UTC in minutes, positive to the east.
fn minutes_ahead(offset: &str) -> Option<i32> {
    if matches!(offset, "Z" | "z") {
        return Some(0);
    }
    let (sign, clock) = offset.split_at_checked(1)?;
    match sign {
        "+" => minutes(clock),
        "-" => minutes(clock).map(|minutes| -minutes),
        _ => None,
    }
}

/// Returns `hh:mm` in minutes.
fn minutes(clock: &str) -> Option<i32> {
    let is_spelled = clock.len() == 5 && clock.as_bytes()[2] == b':';
    let hours = digits(clock, 0, 2).filter(|hours| is_spelled && *hours < 24)?;
    let minutes = digits(clock, 3, 5).filter(|minutes| *minutes < 60)?;
    i32::try_from(hours * 60 + minutes).ok()
}

fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return false;
    }
    let allowed = |byte: u8| byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host_and_port = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    rest.bytes().all(allowed) && is_host_and_port(host_and_port)
}

fn is_host_and_port(text: &str) -> bool {
    let is_port =
        |port: &str| port.is_empty() || (digits(port, 0, port.len()).is_some_and(|port| port <= 65_535));
    if let Some((host, rest)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let port = if rest.is_empty() { Some("") } else { rest.strip_prefix(':') };
        return host.parse::<std::net::Ipv6Addr>().is_ok() && port.is_some_and(is_port);
    }
    let (host, port) = text.split_once(':').unwrap_or((text, ""));
    let is_name =
        |host: &str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    !host.is_empty() && is_name(host) && is_port(port)
}

fn is_e164(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|number| {
        (2..=15).contains(&number.len())
            && !number.starts_with('0')
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: Format, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(format.accepts(text), "{} refuses {text:?}", format.name());
        }
        for text in bad {
            assert!(!format.accepts(text), "{} accepts {text:?}", format.name());
        }
    }

    #[test]
    fn dates_are_days_of_the_calendar() {
        check(
            Format::Date,
            &["1990-01-15", "2024-02-29", "2000-02-29", "0001-12-31"],
            &["1990-13-01", "2023-02-29", "1900-02-29", "2024-04-31", "2024-00-10", "2024-01-00", "24-01-01"],
        );
        check(
            Format::Date,
            &[],
            &["2024-1-011", "+024-01-01", "2024-01-01Z", "", "２０２４-01", "2024/01/01"],
        );
    }

    #[test]
    fn instants_carry_an_offset() {
        check(
            Format::DateTime,
            &["2025-10-03T12:00:00Z", "2025-10-03t12:00:00.123456789z", "2025-10-03T23:59:59.1+05:30"],
            &[
                "2025-10-03T12:00:00",
                "2025-10-03",
                "2025-10-03T24:00:00Z",
                "2025-10-03T12:00:60Z",
                "2025-02-30T12:00:00Z",
            ],
        );
        check(
            Format::DateTime,
            &[
                "2025-10-03T12:00:00-00:00",
                "1998-12-31T23:59:60Z",
                "1999-01-01T00:59:60.75+01:00",
                "2012-06-30T19:59:60-04:00",
            ],
            &[
                "1998-12-31T23:59:61Z",
                "1998-12-31T23:59:60+01:00",
                "1999-12-31T23:59:60Z",
                "1998-12-31T23:58:60Z",
                "2025-10-03 12:00:00Z",
                "2025-10-03T12:00:00.Z",
                "2025-10-03T12:00:00+5:30",
                "2025-10-03T12:00Z",
                "é",
            ],
        );
    }

    #[test]
    fn urls_are_absolute_and_of_the_web() {
        check(
            Format::Url,
            &[
                "https://example.com",
                "http://127.0.0.1:8080/hook?a=b#c",
                "HTTPS://[::1]:443/",
                "http://user@host/x%20y",
            ],
            &[
                "not a url",
                "example.com",
                "ftp://x.example",
                "https://",
                "https:///x",
                "http://a:99999",
                "http://a b/",
            ],
        );
        check(
            Format::Url,
            &[],
            &["http://[::1", "http://x\u{e9}.example/", "http://a:b/", "http://[::1]80/"],
        );
    }

    #[test]
    fn telephone_numbers_addresses_and_countries() {
        check(Format::E164, &["+14155550123", "+12"], &["123", "+0123", "+1", "+1234567890123456", "+1-415"]);
        check(Format::Ip, &["203.0.113.7", "2001:db8::1"], &["203.0.113.256", "203.0.113", "x", ""]);
        check(Format::Country, &["US", "DE", "AX", "ZW"], &["us", "USA", "XX", "UK", "EU", "", "AA"]);
    }
}
