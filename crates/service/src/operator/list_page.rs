//! Pages of operators' lists: newest first, with a cursor, and with a bound on the rows that conditions without
//! an index are compared with (conventions 2.3).

use causeway_domain::Time;
use causeway_store::listing::{MAX_SCANNED, Order, Page, Position, Scan};
use serde::Serialize;
use uuid::Uuid;

use super::{Answer, Argument, OperatorError, number, option};

/// Maximum number of rows of a page.
const MAX_LIMIT: u32 = 1_000;
/// Maximum number of rows that [`narrow`] compares: [`MAX_SCANNED`].
const MAX_READ: u32 = 10_000;
/// Rows per statement of [`narrow`].
const BATCH: u32 = 500;

/// The maximum number of rows.
pub(super) const LIMIT: Argument = number("Maximum number of rows, up to 1000 [default: 50]");
/// The cursor of the previous page.
pub(super) const BEFORE: Argument =
    option("Continue behind the cursor that the previous page printed as next");
/// The beginning of the period.
pub(super) const SINCE: Argument =
    option("Only those created at or after this instant, such as 2025-10-03T00:00:00Z");
/// The end of the period.
pub(super) const UNTIL: Argument = option("Only those created at or before this instant");

/// A page of a list.
#[derive(Debug, Serialize)]
pub(super) struct ListPage<R> {
    /// The cursor of the next page; `None` on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<String>,
    /// The number of rows that were compared, if a filter has no index and the list may go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    searched_only: Option<i64>,
    pub(super) rows: Vec<R>,
}

/// Returns the requested page, newest rows first.
///
/// # Errors
/// If the limit or the cursor is invalid.
pub(super) fn page(limit: u32, before: Option<&str>) -> Answer<Page> {
    check_limit(limit)?;
    let after = before.map(position).transpose()?;
    Ok(Page { after, limit, order: Order::Descending })
}

/// Refuses a maximum number of rows out of range.
pub(super) fn check_limit(limit: u32) -> Answer<()> {
    if (1..=MAX_LIMIT).contains(&limit) {
        return Ok(());
    }
    Err(OperatorError::invalid(format!("a page has 1 to {MAX_LIMIT} rows")))
}

/// Returns a page with its cursor. `place` returns the position of a record, and `row` converts it.
pub(super) fn list_page<T, R>(
    scan: Scan<T>,
    limit: u32,
    place: impl Fn(&T) -> Position,
    row: impl FnMut(T) -> R,
) -> ListPage<R> {
    let Scan { mut rows, end } = scan;
    let limit = count(limit);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let last = if has_more { rows.last().map(place) } else { end };
    ListPage {
        next: last.map(cursor),
        searched_only: end.map(|_| MAX_SCANNED),
        rows: rows.into_iter().map(row).collect(),
    }
}

/// Returns a page of records that are found by an index.
pub(super) const fn whole<T>(rows: Vec<T>) -> Scan<T> {
    Scan { rows, end: None }
}

/// Reads the rows of a page that satisfy conditions which the statement does not know, in batches, until the page
/// is full, the rows end, or 10 000 rows are compared. `read` returns a page of rows and one more if another page
/// follows. The first batch has one row more than the page, because all of them may be wanted.
pub(super) fn narrow<T>(
    page: &Page,
    mut read: impl FnMut(&Page) -> Answer<Vec<T>>,
    place: impl Fn(&T) -> Position,
    is_wanted: impl Fn(&T) -> bool,
) -> Answer<Scan<T>> {
    let wanted = count(page.limit).saturating_add(1);
    let mut rows = Vec::new();
    let mut after = page.after;
    let mut left = MAX_READ;
    let mut batch_size = page.limit.saturating_add(1);
    while left > 0 {
        let size = batch_size.min(left);
        batch_size = BATCH.max(page.limit);
        let mut batch = read(&Page { after, limit: size, order: page.order })?;
        let has_more = batch.len() > count(size);
        batch.truncate(count(size));
        left = left.saturating_sub(size);
        for row in batch {
            after = Some(place(&row));
            if is_wanted(&row) {
                rows.push(row);
            }
            if rows.len() == wanted {
                return Ok(whole(rows));
            }
        }
        if !has_more {
            return Ok(whole(rows));
        }
    }
    Ok(Scan { rows, end: after })
}

fn count(rows: u32) -> usize {
    usize::try_from(rows).unwrap_or(usize::MAX)
}

fn cursor(position: Position) -> String {
    format!("{}.{}", position.at.millis(), position.id.simple())
}

fn position(cursor: &str) -> Answer<Position> {
    let parts = cursor.split_once('.');
    let parsed = parts.and_then(|(at, id)| Some((at.parse::<i64>().ok()?, Uuid::try_parse(id).ok()?)));
    let (at, id) = parsed.ok_or_else(|| {
        OperatorError::invalid(format!("{cursor} is not a cursor of a list"))
            .remedy("use the text that the previous page printed as next")
    })?;
    Ok(Position { at: Time::from_millis(at), id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_names_the_last_row_of_a_page() {
        let place = |number: &u128| Position { at: Time::from_millis(-7), id: Uuid::from_u128(*number) };
        let page_of = |rows: Vec<u128>| list_page(whole(rows), 2, place, |number| number);
        let first = page_of(vec![3, 2, 1]);
        assert_eq!(first.rows, [3, 2]);
        let next = first.next.unwrap();
        assert_eq!(page(2, Some(&next)).unwrap().after, Some(place(&2)));
        assert_eq!(page_of(vec![1]).next, None);
        for wrong in ["", "x", "7.", "7", "7.zz", "1.2.3"] {
            assert!(page(2, Some(wrong)).is_err(), "{wrong}");
        }
        assert!(page(0, None).is_err() && page(1_001, None).is_err());
    }

    #[test]
    fn a_bounded_search_says_so_and_goes_on() {
        let end = Position { at: Time::from_millis(5), id: Uuid::from_u128(9) };
        let scan = Scan { rows: vec![1], end: Some(end) };
        let listed = list_page(scan, 2, |_: &i32| end, |number| number);
        assert_eq!((listed.next, listed.searched_only), (Some(cursor(end)), Some(MAX_SCANNED)));
        assert_eq!(i64::from(MAX_READ), MAX_SCANNED);
    }

    /// A list of the numbers below `rows`, newest first.
    fn numbers(rows: i64) -> impl FnMut(&Page) -> Answer<Vec<i64>> {
        move |page| {
            let first = page.after.map_or(rows - 1, |after| after.at.millis() - 1);
            let more = usize::try_from(page.limit).unwrap() + 1;
            Ok((0..=first).rev().take(more).collect())
        }
    }

    fn place(number: &i64) -> Position {
        Position { at: Time::from_millis(*number), id: Uuid::nil() }
    }

    /// Returns the pages of a list of numbers that is narrowed.
    fn walk(rows: i64, limit: u32, is_wanted: fn(&i64) -> bool) -> Vec<Vec<i64>> {
        let mut pages = Vec::new();
        let mut before: Option<String> = None;
        loop {
            let asked = page(limit, before.as_deref()).unwrap();
            let scan = narrow(&asked, numbers(rows), place, is_wanted).unwrap();
            let listed = list_page(scan, limit, place, |number| number);
            pages.push(listed.rows);
            match listed.next {
                Some(next) => before = Some(next),
                None => return pages,
            }
        }
    }

    #[test]
    fn narrowed_pages_show_every_row_once() {
        assert_eq!(walk(5, 2, |_| true), [vec![4, 3], vec![2, 1], vec![0]]);
        assert_eq!(walk(4, 2, |_| true), [vec![3, 2], vec![1, 0]]);
        let even = walk(3_000, 700, |number| number % 2 == 0).concat();
        assert_eq!(even, (0..3_000).rev().filter(|number| number % 2 == 0).collect::<Vec<_>>());
        assert_eq!(walk(0, 2, |_| true), [Vec::<i64>::new()]);
    }

    #[test]
    fn a_page_of_wanted_rows_reads_two_rows_more() {
        let mut read = 0;
        let mut all = numbers(3_000);
        let counting = |page: &Page| {
            let rows = all(page);
            read += rows.as_ref().map_or(0, Vec::len);
            rows
        };
        let scan = narrow(&page(50, None).unwrap(), counting, place, |_| true).unwrap();
        assert_eq!((scan.rows.len(), scan.end, read), (51, None, 52));
    }

    #[test]
    fn a_rare_row_is_found_by_continuing() {
        let asked = page(50, None).unwrap();
        let scan = narrow(&asked, numbers(25_000), place, |number| *number == 7).unwrap();
        assert!(scan.rows.is_empty() && scan.end.is_some());
        assert_eq!(walk(25_000, 50, |number| *number == 7).concat(), [7]);
    }
}
