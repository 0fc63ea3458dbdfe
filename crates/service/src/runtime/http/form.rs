//! Forms: texts and a file, part by part (conventions 6). The file is written to the database as it arrives,
//! so that a form takes little memory however large its file is.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use bytes::Bytes;
use causeway_domain::documents::{ContentError, ContentScanner, FileType};
use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_wire::form::FILE;
use causeway_wire::{Code, FieldError};
use futures_util::Stream;
use multer::{Field, Multipart};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::bodies::{BudgetOwner, MemoryCharge};
use super::nfc::to_nfc;
use super::single;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::timers;
use crate::runtime::uploads::{self, CHUNK_BYTES, Upload, UploadWriter};

/// Maximum number of parts of a form.
const MAX_PARTS: usize = 64;
/// Maximum total size of the texts, in bytes.
const MAX_TEXTS_BYTES: usize = 64 * 1024;
/// Maximum number of bytes passed to the parser at a time.
const PIECE_BYTES: usize = 64 * 1024;
/// Maximum read-ahead of the parser, in bytes: the head of a part must fit.
const MAX_AHEAD_BYTES: usize = 128 * 1024;
/// Maximum charge of a form on the memory budgets, in bytes: a chunk and its encrypted copy, the parser's
/// buffer, and the texts.
const MAX_SHARE_BYTES: usize = 2 * CHUNK_BYTES + 2 * MAX_AHEAD_BYTES + MAX_TEXTS_BYTES;

/// A form that was received completely.
pub(super) struct Form<'a> {
    /// Parts by name; the file is an empty text here.
    pub(super) parts: Map<String, Value>,
    pub(super) file: Option<Arc<SentFile>>,
    /// Field errors so far.
    pub(super) errors: Vec<FieldError>,
    /// The charge on the memory budgets, until the request is answered.
    share: MemoryCharge<'a>,
}

/// The file of a form.
#[derive(Debug)]
pub struct SentFile {
    /// The stored content.
    pub upload: Upload,
    /// The file name that the sender gave.
    pub name: Option<String>,
    /// The file type, detected from the content.
    pub content: Result<FileType, ContentError>,
}

/// Reads a whole form of this platform; `payer` is the budget that it is charged to.
///
/// # Errors
/// `INVALID_REQUEST_FORMAT` for a body that is not a form; 413 if its texts are too long; `RATE_LIMITED` and
/// `SERVICE_UNAVAILABLE` if the budgets leave no room for it; the errors of writing its file.
pub(super) async fn receive<'a>(
    app: &'a Arc<App>,
    platform: PlatformId,
    payer: BudgetOwner,
    headers: &HeaderMap,
    body: Body,
    file_bytes_max: u64,
) -> Result<Form<'a>, ApiError> {
    let boundary = boundary(headers)?;
    let share = app.bodies.begin(payer)?;
    let ahead = Arc::new(AtomicUsize::new(0));
    let pieces = ChunkedBody { body, rest: Bytes::new(), has_given: false, ahead: Arc::clone(&ahead) };
    let form = Form { parts: Map::new(), file: None, errors: Vec::new(), share };
    let mut receiver =
        FormReceiver { app, platform, ahead, form, file_bytes_max, arrived: 0, texts: 0, begun: None };
    match receiver.read(&mut Multipart::new(pieces, boundary)).await {
        Ok(()) => Ok(receiver.form),
        Err(refusal) => {
            if let Some(begun) = receiver.begun {
                uploads::discard(app, platform, begun).await;
            }
            Err(refusal)
        }
    }
}

/// A form sent from a page of this service.
#[derive(Debug, Clone)]
pub struct PageForm {
    /// Texts by name; the file is an empty text here.
    pub parts: Map<String, Value>,
    /// Field errors of the file so far.
    pub errors: Vec<FieldError>,
    pub file: Option<Arc<SentFile>>,
}

/// A received page form, with its charge on the memory budgets.
pub struct ReceivedForm<'a> {
    app: &'a Arc<App>,
    platform: PlatformId,
    form: Form<'a>,
}

impl<'a> ReceivedForm<'a> {
    /// Reads a form that was sent to a page of this customer.
    ///
    /// # Errors
    /// The errors of reading it, as for the operations that take forms.
    pub async fn receive(
        app: &'a Arc<App>,
        platform: PlatformId,
        customer: CustomerId,
        headers: &HeaderMap,
        body: Body,
        file_bytes_max: u64,
    ) -> Result<Self, ApiError> {
        single::refuse_repeated(headers)?;
        let form = receive(app, platform, BudgetOwner::Page(customer), headers, body, file_bytes_max).await?;
        Ok(Self { app, platform, form })
    }

    /// Returns the content of the form.
    #[must_use]
    pub fn sent(&self) -> PageForm {
        let Form { parts, errors, file, .. } = &self.form;
        PageForm { parts: parts.clone(), errors: errors.clone(), file: file.clone() }
    }

    /// Removes the file of a form that was not used.
    pub async fn discard(self) {
        if let Some(file) = &self.form.file {
            uploads::discard(self.app, self.platform, file.upload.id).await;
        }
    }
}

fn boundary(headers: &HeaderMap) -> Result<String, ApiError> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|sent| sent.to_str().ok()).unwrap_or_default();
    multer::parse_boundary(content_type)
        .map_err(|_| no_form("The body must be sent with Content-Type: multipart/form-data and a boundary."))
}

/// A form that is being received.
struct FormReceiver<'a> {
    app: &'a Arc<App>,
    platform: PlatformId,
    ahead: Arc<AtomicUsize>,
    form: Form<'a>,
    file_bytes_max: u64,
    /// Bytes of all parts so far.
    arrived: usize,
    /// Bytes of all texts so far.
    texts: usize,
    /// The upload of the file, once begun.
    begun: Option<Uuid>,
}

impl FormReceiver<'_> {
    async fn read(&mut self, parts: &mut Multipart<'_>) -> Result<(), ApiError> {
        for _ in 0..=MAX_PARTS {
            let Some(mut part) = in_time(parts.next_field()).await? else { return Ok(()) };
            self.ahead.store(0, Ordering::Relaxed);
            let Some(name) = part.name().map(|name| to_nfc(name.to_owned())) else { continue };
            if self.form.parts.contains_key(&name) {
                return Err(no_form("The form is ambiguous: a part occurs twice."));
            }
            if name == FILE {
                self.read_file(&mut part).await?;
                self.form.parts.insert(name, Value::from(""));
            } else if let Some(text) = self.read_text(&mut part).await? {
                self.form.parts.insert(name, Value::from(to_nfc(text)));
            }
        }
        Err(no_form("The form has too many parts."))
    }

    /// Reads a text field; an empty value is `None`, because browsers submit blank inputs.
    async fn read_text(&mut self, part: &mut Field<'_>) -> Result<Option<String>, ApiError> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.next_piece(part).await? {
            self.texts += piece.len();
            if self.texts > MAX_TEXTS_BYTES {
                let message = format!("The texts of the form have more than {MAX_TEXTS_BYTES} bytes.");
                return Err(ApiError::new(Code::BodyTooLarge, message));
            }
            bytes.extend_from_slice(&piece);
        }
        let text = String::from_utf8(bytes).map_err(|_| no_form("A text of the form is not UTF-8."))?;
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    /// Reads the file. One that is too large is read up to twice the limit, so that its sender gets to read
    /// the answer.
    async fn read_file(&mut self, part: &mut Field<'_>) -> Result<(), ApiError> {
        let name = part.file_name().map(|name| to_nfc(name.to_owned()));
        let mut scanner = ContentScanner::default();
        let mut writer = UploadWriter::begin(self.app, self.platform)?;
        self.begun = Some(writer.id());
        let mut length = 0_u64;
        let max = self.file_bytes_max;
        while let Some(piece) = self.next_piece(part).await? {
            length += u64::try_from(piece.len()).unwrap_or(u64::MAX);
            if length > 2 * max {
                return Err(ApiError::fields(vec![too_large(max)]));
            }
            if length <= max {
                let accepted = scanner.push(&piece);
                writer.push(&piece[..accepted]).await?;
            }
        }
        if length > max {
            self.form.errors.push(too_large(max));
        }
        let upload = writer.finish().await?;
        self.form.file = Some(Arc::new(SentFile { upload, name, content: scanner.finish() }));
        Ok(())
    }

    async fn next_piece(&mut self, part: &mut Field<'_>) -> Result<Option<Bytes>, ApiError> {
        let piece = in_time(part.chunk()).await?;
        if let Some(piece) = &piece {
            // Not a race: the parser reads only when asked.
            let ahead = self.ahead.load(Ordering::Relaxed);
            self.ahead.store(ahead.saturating_sub(piece.len()), Ordering::Relaxed);
            self.arrived = self.arrived.saturating_add(piece.len());
            self.form.share.grow_to(self.arrived.min(MAX_SHARE_BYTES))?;
        }
        Ok(piece)
    }
}

/// Waits for the parser's next item, up to the body timeout.
async fn in_time<T>(next: impl Future<Output = multer::Result<T>>) -> Result<T, ApiError> {
    match timers::within(timers::BODY_TIMEOUT, next).await {
        Ok(given) => given.map_err(|error| unreadable(&error)),
        Err(timers::Timeout) => Err(no_form("The body did not arrive in time.")),
    }
}

fn too_large(max: u64) -> FieldError {
    FieldError::new(FILE, format!("must have at most {max} bytes"))
}

fn no_form(message: &str) -> ApiError {
    ApiError::new(Code::InvalidRequestFormat, message)
}

fn unreadable(error: &multer::Error) -> ApiError {
    match error {
        multer::Error::StreamReadFailed(cause) if cause.is::<HeadTooLong>() => {
            no_form("The form has a part whose head is too long.")
        }
        multer::Error::StreamReadFailed(_) => no_form("The body broke off."),
        _ => no_form(
            "The body is not a form: its parts are not between boundaries, or the last one is missing.",
        ),
    }
}

/// The body in small pieces, one at a time: the parser would otherwise read and buffer everything available.
struct ChunkedBody {
    body: Body,
    rest: Bytes,
    has_given: bool,
    /// Bytes that the parser was given and has not passed on.
    ahead: Arc<AtomicUsize>,
}

/// The error of a part whose head exceeds the read-ahead.
#[derive(Debug)]
struct HeadTooLong;

impl Stream for ChunkedBody {
    type Item = Result<Bytes, Box<dyn std::error::Error + Send + Sync>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.has_given) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        while self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                None => return Poll::Ready(None),
                Some(Err(broken)) => return Poll::Ready(Some(Err(Box::new(broken)))),
                Some(Ok(frame)) => self.rest = frame.into_data().unwrap_or_default(),
            }
        }
        let length = self.rest.len().min(PIECE_BYTES);
        let piece = self.rest.split_to(length);
        if self.ahead.fetch_add(length, Ordering::Relaxed) + length > MAX_AHEAD_BYTES {
            return Poll::Ready(Some(Err(Box::new(HeadTooLong))));
        }
        self.has_given = true;
        Poll::Ready(Some(Ok(piece)))
    }
}

impl std::fmt::Display for HeadTooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the head of a part is too long")
    }
}

impl std::error::Error for HeadTooLong {}
