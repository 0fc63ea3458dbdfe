//! The memory of an adapter, as an answer shows it (rails 5.3).

use causeway_rail_protocol::memory::{KnownMemory, MemoryLoss, check_memory};
use causeway_rail_protocol::values::{FeedPosition, Mark, Memory, MemoryId};
use causeway_store::rails::{RailStateRecord, SeenMemory, items, state};
use causeway_store::{Error, Tx};

/// Checks that the memory of an answer continues the known one, and records it. `floor` is the highest sequence that was
/// received before the request began. The state of the rail is locked.
pub(super) fn follow(
    tx: &mut Tx<'_>,
    known: &RailStateRecord,
    floor: FeedPosition,
    shown: &Memory,
) -> Result<Result<(), MemoryLoss>, Error> {
    if let Some(id) = known.memory {
        let mark = known_mark(tx, known, shown)?;
        if let Err(loss) = check_memory(&KnownMemory { id: MemoryId(id), floor }, shown, mark) {
            return Ok(Err(loss));
        }
    }
    let sequence = i64::try_from(shown.sequence.get()).unwrap_or(i64::MAX);
    let mark = shown.mark.map(|mark| mark.to_string());
    state::note_top(tx, known.rail, &SeenMemory { id: shown.id.0, sequence, mark })?;
    Ok(Ok(()))
}

/// Returns the mark that was seen before for the sequence of an answer.
fn known_mark(tx: &mut Tx<'_>, known: &RailStateRecord, shown: &Memory) -> Result<Option<Mark>, Error> {
    let Some(sequence) = shown.sequence.sequence() else { return Ok(None) };
    let Ok(sequence) = i64::try_from(sequence.get()) else { return Ok(None) };
    let text = if sequence == known.top_sequence {
        known.top_mark.clone()
    } else if sequence == known.cursor {
        known.cursor_mark.clone()
    } else {
        items::find(tx, known.rail, sequence)?.map(|item| item.mark)
    };
    Ok(text.and_then(|text| text.parse().ok()))
}
