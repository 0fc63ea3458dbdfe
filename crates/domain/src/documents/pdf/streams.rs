//! The streams of a PDF, read both raw and through one Flate layer.

use miniz_oxide::DataFormat;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{MZFlush, MZStatus};

use super::dictionary::StreamKind;
use super::texts::{ContentText, ObjectText};
use crate::documents::error::ContentError;

/// The most inflated bytes of a file: for its object streams, and for all its other streams together. Beyond
/// that, an object stream is refused, and other streams are not read.
const MAX_INFLATED_BYTES: usize = 16 << 20;
/// The bytes that are inflated at a time.
const INFLATED_AT_ONCE: usize = 32 << 10;

/// The inflated bytes of a file so far.
#[derive(Debug, Default)]
pub(super) struct InflatedBytes {
    of_objects: usize,
    of_others: usize,
}

/// A reader of one stream, piece by piece.
pub(super) struct StreamReader {
    raw: Text,
    flate: Option<Flate>,
    is_opaque: bool,
}

/// A deflated stream.
struct Flate {
    state: Box<InflateState>,
    text: Text,
    is_ended: bool,
}

enum Text {
    Objects(ObjectText),
    Content(ContentText),
}

impl std::fmt::Debug for StreamReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StreamReader").finish_non_exhaustive()
    }
}

impl StreamReader {
    pub(super) fn new(kind: StreamKind) -> Self {
        let content = || Text::Content(ContentText::default());
        let (raw, inflated) = match kind {
            StreamKind::Objects { is_flate: true, index } => {
                (content(), Some(Text::Objects(ObjectText::new(index))))
            }
            StreamKind::Objects { is_flate: false, index } => (Text::Objects(ObjectText::new(index)), None),
            StreamKind::Content { is_flate } => (content(), is_flate.then(content)),
            StreamKind::Opaque => (content(), None),
        };
        let flate = inflated.map(|text| Flate {
            state: InflateState::new_boxed(DataFormat::ZLibIgnoreChecksum),
            text,
            is_ended: false,
        });
        Self { raw, flate, is_opaque: kind == StreamKind::Opaque }
    }

    pub(super) fn push(&mut self, piece: &[u8], inflated: &mut InflatedBytes) -> Result<(), ContentError> {
        self.raw.read(piece)?;
        self.flate.as_mut().map_or(Ok(()), |flate| flate.push(piece, inflated))
    }

    /// Ends the stream and returns `true` if every reader finds the same content in it.
    pub(super) fn end(mut self) -> Result<bool, ContentError> {
        let is_raw_clear = self.raw.end()?;
        let is_inflated_clear = match &mut self.flate {
            Some(flate) => {
                let is_whole = flate.is_ended || matches!(flate.text, Text::Content(_));
                flate.text.end()? && is_whole
            }
            None => true,
        };
        Ok(is_raw_clear && is_inflated_clear && !self.is_opaque)
    }
}

impl Flate {
    /// Inflates a piece of the stream. Data that does not inflate is text for no reader.
    fn push(&mut self, mut piece: &[u8], inflated: &mut InflatedBytes) -> Result<(), ContentError> {
        let has_objects = matches!(self.text, Text::Objects(_));
        let total = if has_objects { &mut inflated.of_objects } else { &mut inflated.of_others };
        let mut text = [0; INFLATED_AT_ONCE];
        while !self.is_ended {
            if *total > MAX_INFLATED_BYTES {
                return if has_objects { Err(ContentError::Malformed) } else { Ok(()) };
            }
            let done = inflate(&mut self.state, piece, &mut text, MZFlush::None);
            piece = &piece[done.bytes_consumed..];
            *total += done.bytes_written;
            self.text.read(&text[..done.bytes_written])?;
            self.is_ended = done.status == Ok(MZStatus::StreamEnd);
            if done.status.is_err() || done.bytes_consumed + done.bytes_written == 0 {
                break;
            }
        }
        Ok(())
    }
}

impl Text {
    fn read(&mut self, text: &[u8]) -> Result<(), ContentError> {
        for byte in text {
            match self {
                Self::Objects(objects) => objects.push(*byte),
                Self::Content(content) => content.push(*byte),
            }
        }
        self.passive()
    }

    /// Ends the text and returns `true` if every reader finds the same content in it.
    fn end(&mut self) -> Result<bool, ContentError> {
        let is_clear = match self {
            Self::Objects(objects) => objects.end(),
            Self::Content(content) => {
                content.end();
                true
            }
        };
        self.passive().map(|()| is_clear)
    }

    fn passive(&self) -> Result<(), ContentError> {
        let is_active = match self {
            Self::Objects(objects) => objects.is_active(),
            Self::Content(content) => content.is_active(),
        };
        if is_active { Err(ContentError::Active) } else { Ok(()) }
    }
}
