//! The countries of the forms, sorted by name.

use std::sync::LazyLock;

use causeway_domain::Country;

static BY_NAME: LazyLock<Vec<Country>> = LazyLock::new(|| {
    let mut countries: Vec<Country> = Country::all().collect();
    countries.sort_by_cached_key(|country| sort_key(country.name()));
    countries
});

/// Returns all countries, sorted by their English names.
pub(super) fn by_name() -> &'static [Country] {
    &BY_NAME
}

/// Replaces the accented letters of country names, so that Åland is sorted under A and not at the end.
fn sort_key(name: &str) -> String {
    let plain = |letter: char| match letter {
        'Å' | 'ã' | 'á' | 'à' => 'a',
        'ç' => 'c',
        'é' | 'è' => 'e',
        'í' => 'i',
        'ó' | 'ô' => 'o',
        'ü' => 'u',
        other => other.to_ascii_lowercase(),
    };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_sorted_by_name() {
        let names: Vec<&str> = by_name().iter().map(|country| country.name()).collect();
        assert_eq!(names.len(), Country::all().count());
        assert_eq!(names[..3], ["Afghanistan", "Åland Islands", "Albania"]);
        assert_eq!(names.last(), Some(&"Zimbabwe"));
        assert!(by_name().iter().all(|country| sort_key(country.name()).is_ascii()), "{names:?}");
    }
}
