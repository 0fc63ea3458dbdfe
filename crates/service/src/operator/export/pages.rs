//! An export read and written a page at a time, so that its size does not matter.

use std::sync::Arc;

use bytes::Bytes;
use causeway_store::Tx;
use futures_util::StreamExt;
use futures_util::stream::try_unfold;

use super::format::{Format, Line};
use crate::operator::{OperatorError, Pieces};
use crate::runtime::app::App;

/// Lines that are read in one transaction.
pub(super) const PAGE: u32 = 500;

/// Where an export stands.
enum State<C> {
    /// Something may follow; the headings come first where they are wanted.
    Behind { cursor: C, with_head: bool },
    /// Nothing follows.
    AtEnd,
}

/// Writes line after line behind `after`; from the start, with headings, where there is none. `read` gives up to
/// [`PAGE`] lines behind a cursor, and the cursor of the last one.
pub(super) fn pages<C, L, F>(app: &Arc<App>, format: Format, after: Option<C>, read: F) -> Pieces
where
    C: Clone + Default + Send + 'static,
    L: Line + Send + 'static,
    F: Fn(&mut Tx<'_>, &C) -> Result<Vec<(C, L)>, OperatorError> + Clone + Send + Sync + 'static,
{
    let with_head = after.is_none();
    let (start, app) = (State::Behind { cursor: after.unwrap_or_default(), with_head }, Arc::clone(app));
    try_unfold(start, move |state| {
        let (app, read) = (Arc::clone(&app), read.clone());
        async move {
            let State::Behind { cursor, with_head } = state else { return Ok(None) };
            let from = cursor.clone();
            let lines = app.store.read(move |tx| read(tx, &from)).await?;
            let mut text = if with_head { format.head::<L>() } else { String::new() };
            for (_, line) in &lines {
                text.push_str(&format.line(line)?);
            }
            let is_full = u32::try_from(lines.len()).is_ok_and(|count| count >= PAGE);
            let next = match lines.into_iter().next_back() {
                Some((cursor, _)) if is_full => State::Behind { cursor, with_head: false },
                _ => State::AtEnd,
            };
            Ok(Some((Bytes::from(text), next)))
        }
    })
    .boxed()
}
