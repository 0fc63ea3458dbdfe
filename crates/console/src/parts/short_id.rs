//! The end of an id, as people say, type and compare it.

/// Number of characters at the end.
const LENGTH: usize = 6;

/// Returns the end of an id, as a person types it.
pub(crate) fn id_end(id: &str) -> &str {
    let start = id.char_indices().rev().nth(LENGTH - 1).map_or(0, |(at, _)| at);
    &id[start..]
}

/// Returns the end of an id as a page shows it, such as `…02db67`; a text without a type name as it is.
pub(crate) fn short_id(id: &str) -> String {
    if id.contains(':') { format!("…{}", id_end(id)) } else { id.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_shown_by_its_end() {
        assert_eq!(short_id("Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b"), "…4f5a6b");
        assert_eq!(short_id("USD/EUR"), "USD/EUR");
        assert_eq!(short_id("a:é"), "…a:é");
    }

    #[test]
    fn the_end_of_an_id_has_six_characters() {
        assert_eq!(id_end("Customer:01a1fdc9-0000-7000-8000-00000049c576"), "49c576");
        assert_eq!(id_end("1äöü"), "1äöü");
    }
}
