//! The head of the memory.

use causeway_rail_protocol::values::FeedPosition;

use crate::feed::page;
use crate::kit::Kit;
use crate::verdict::{CaseResult, expect, failed};

/// Checks that the sequence and the mark beside an answer are those of an item of the feed, and that the id stays.
pub(crate) async fn head(kit: &Kit) -> CaseResult {
    let shown = kit.ask_capabilities().await?.memory;
    let Some(sequence) = shown.sequence.sequence() else {
        let page = page(kit, FeedPosition::START, 1).await?;
        return expect(page.memory.id == shown.id, || "the memory has changed its id".to_owned());
    };
    let before = FeedPosition::new(sequence.get() - 1).map_err(|error| failed(error.to_string()))?;
    let page = page(kit, before, 1).await?;
    expect(page.memory.id == shown.id, || "the memory has changed its id".to_owned())?;
    expect(page.memory.sequence >= shown.sequence, || {
        format!("the memory has gone back from {} to {}", shown.sequence, page.memory.sequence)
    })?;
    let Some(item) = page.items.first().filter(|item| item.sequence == sequence) else {
        return Err(failed(format!("the memory says {sequence}, and the feed has no such item")));
    };
    expect(Some(item.mark) == shown.mark, || {
        format!("the memory does not have the mark of item {sequence} in the feed")
    })
}
