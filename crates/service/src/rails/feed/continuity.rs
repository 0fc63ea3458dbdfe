//! The memory of an adapter, from answer to answer (rails 5.3).

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::RailId;
use causeway_rail_protocol::memory::{self, KnownMemory, MemoryLoss};
use causeway_rail_protocol::values::{FeedPosition, Mark, Memory, MemoryId, Sequence};
use causeway_store::rails::{RailStateRecord, SeenMemory, items, state};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::suspend::suspend;

/// Checks the memory that an answer or a push has shown, and notes it; returns `false` if the adapter has lost memory, and
/// suspends the rail then. `known` is the locked state of the rail, and `floor` the highest sequence that was known before
/// the request began.
pub(in crate::rails) fn check_memory(
    tx: &mut Tx<'_>,
    ids: &Ids,
    known: &RailStateRecord,
    floor: FeedPosition,
    shown: &Memory,
) -> Result<bool, Error> {
    match find_loss(tx, known, floor, shown)? {
        None => {
            state::note_top(tx, known.rail, &seen(shown))?;
            Ok(true)
        }
        Some(loss) => {
            report_loss(tx, ids, known.rail, &loss)?;
            Ok(false)
        }
    }
}

/// Suspends a rail whose adapter has lost memory.
pub(in crate::rails) fn report_loss(
    tx: &mut Tx<'_>,
    ids: &Ids,
    rail: RailId,
    loss: &MemoryLoss,
) -> Result<(), Error> {
    let detail = json!({ "what": loss.to_string() });
    suspend(tx, ids, rail, AlertKind::RailMemoryLost, &detail)
}

/// Returns the first difference between the memory that is known and the one that was shown.
fn find_loss(
    tx: &mut Tx<'_>,
    known: &RailStateRecord,
    floor: FeedPosition,
    shown: &Memory,
) -> Result<Option<MemoryLoss>, Error> {
    let Some(id) = known.memory else { return Ok(None) };
    let mark = match shown.sequence.sequence() {
        Some(sequence) => known_mark(tx, known, sequence)?,
        None => None,
    };
    Ok(memory::check_memory(&KnownMemory { id: MemoryId(id), floor }, shown, mark).err())
}

/// Returns the mark that was received before for a sequence, from the feed, a push or the memory of an answer. Each of them
/// has a row.
fn known_mark(tx: &mut Tx<'_>, known: &RailStateRecord, sequence: Sequence) -> Result<Option<Mark>, Error> {
    let number = sequence.get().cast_signed();
    if number == known.top_sequence {
        return parse_mark(known.top_mark.as_deref());
    }
    let item = items::find(tx, known.rail, number)?;
    parse_mark(item.as_ref().map(|item| item.mark.as_str()))
}

/// Reads a stored mark.
pub(super) fn parse_mark(stored: Option<&str>) -> Result<Option<Mark>, Error> {
    let parse = |text: &str| text.parse().map_err(|_| Error::Data(format!("{text} is not a mark")));
    stored.map(parse).transpose()
}

/// Converts a stored sequence, 0 before the first item.
pub(in crate::rails) fn position(stored: i64) -> Result<FeedPosition, Error> {
    let number = u64::try_from(stored).ok().and_then(|number| FeedPosition::new(number).ok());
    number.ok_or_else(|| Error::Data(format!("{stored} is not the place of a feed item")))
}

/// Returns the memory of an answer in the form that is stored.
pub(super) fn seen(shown: &Memory) -> SeenMemory {
    SeenMemory {
        id: shown.id.0,
        sequence: shown.sequence.get().cast_signed(),
        mark: shown.mark.map(|mark| mark.to_string()),
    }
}
