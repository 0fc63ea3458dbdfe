//! The way to the next page of a list.

use crate::urls::with_query;

/// The link to the next page.
#[derive(Debug, Clone)]
pub(crate) struct Pager {
    /// `None` on the last page.
    pub(crate) next: Option<String>,
    /// Number of rows that were compared, if the list may go on.
    pub(crate) searched_only: Option<i64>,
}

impl Pager {
    /// Returns the link to the page behind a cursor, with the filters of this one.
    pub(crate) fn new(
        path: &str,
        filters: &[(&str, &str)],
        cursor: Option<&str>,
        searched_only: Option<i64>,
    ) -> Self {
        let next = cursor.map(|cursor| with_query(path, &[filters, &[("before", cursor)]].concat()));
        Self { next, searched_only }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_has_the_same_filters() {
        let pager = Pager::new("/console/p/Platform:1/payments", &[("status", "FAILED")], Some("5.0a"), None);
        let expected = "/console/p/Platform:1/payments?status=FAILED&before=5.0a";
        assert_eq!(pager.next.as_deref(), Some(expected));
        assert!(Pager::new("/", &[], None, Some(10_000)).next.is_none());
    }
}
