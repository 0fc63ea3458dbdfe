//! Domain names of every script (IDNA 2008, mapped by UTS 46).

use icu_properties::props::GeneralCategoryGroup;
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use super::letter::{category, is_joiner};

/// Signs other than letters that IDNA 2008 admits in certain contexts.
const IN_CONTEXT: [char; 5] = ['\u{b7}', '\u{375}', '\u{5f3}', '\u{5f4}', '\u{30fb}'];

/// Returns the domain name in DNS spelling (letters, digits and hyphens, in lower case), or `None` if it is
/// not a domain name.
///
/// The length limit of a label applies to the DNS spelling. Symbols and emoji are not allowed, as in IDNA
/// 2008.
#[must_use]
pub fn ascii_domain(name: &str) -> Option<String> {
    let rules = AsciiDenyList::STD3;
    let hyphens = Hyphens::CheckFirstLast;
    let ascii = Uts46::new().to_ascii(name.as_bytes(), rules, hyphens, DnsLength::Verify).ok()?;
    let (spelled, result) = Uts46::new().to_unicode(ascii.as_bytes(), rules, hyphens);
    let is_name = result.is_ok() && spelled.chars().all(is_part_of_name);
    is_name.then(|| ascii.into_owned())
}

/// Returns `true` if URL parsers take the host for an IPv4 address, which has old spellings (`127.1`,
/// `0x7f000001`): the last label consists of digits, or of `0x` and hexadecimal digits.
#[must_use]
pub fn ends_in_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    let digits = last.strip_prefix("0x").or_else(|| last.strip_prefix("0X"));
    match digits {
        Some(hex) => hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// Returns `true` if a domain name in lower case, or `127.0.0.1`, is of this machine or a private network
/// (uma 2).
#[must_use]
pub fn is_local_host(name: &str) -> bool {
    let last = name.rsplit_once('.').map(|(_, last)| last);
    ["localhost", "127.0.0.1"].contains(&name)
        || last.is_some_and(|last| ["localhost", "local", "internal"].contains(&last))
}

fn is_part_of_name(letter: char) -> bool {
    if letter.is_ascii() {
        return true;
    }
    let category = category(letter);
    let is_plain =
        [GeneralCategoryGroup::Letter, GeneralCategoryGroup::Mark, GeneralCategoryGroup::DecimalNumber]
            .iter()
            .any(|group| group.contains(category));
    is_plain || is_joiner(letter) || IN_CONTEXT.contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domain_names_of_all_scripts_are_accepted() {
        for (name, ascii) in [
            ("Example.COM", "example.com"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("faß.de", "xn--fa-hia.de"),
            ("उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"),
            ("உதாரணம்.பரிட்சை", "xn--zkc6cc5bi7f6e.xn--hlcj6aya9esc7a"),
            ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
            ("l·l.cat", "xn--ll-0ea.cat"),
            ("r3---sn-abc.example", "r3---sn-abc.example"),
        ] {
            assert_eq!(ascii_domain(name).as_deref(), Some(ascii), "{name}");
        }
    }

    #[test]
    fn invalid_domain_names_are_refused() {
        let long = format!("{}.de", "a".repeat(64));
        for name in [
            "",
            ".",
            "a..b",
            ".a",
            "a.",
            "-a.de",
            "a-.de",
            "exa_mple.com",
            "a b.de",
            "😀.com",
            "xn--e28h.com",
            "xn--a.com",
            "a\u{200d}b.de",
            "ex>ample.com",
            &long,
        ] {
            assert_eq!(ascii_domain(name), None, "{name}");
        }
    }
}
