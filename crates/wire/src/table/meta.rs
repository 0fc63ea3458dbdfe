//! What the table says about an operation.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::scalar::schema::{small_first, with_prose};

/// A chapter of the reference.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    /// Its name.
    pub tag: &'static str,
    /// What it is about: the doc comment of its table, line by line.
    pub doc: &'static [&'static str],
}

/// One row of the table.
#[derive(Debug)]
pub struct Meta {
    /// The operation's name in Rust; the `operationId` begins with a small letter.
    pub name: &'static str,
    /// What it does: the doc comment of its row, line by line.
    pub doc: &'static [&'static str],
    /// The chapter of the reference.
    pub tag: &'static str,
    /// The HTTP method.
    pub method: Method,
    /// The path below the base URL, with parameters in braces.
    pub path: &'static str,
    /// Who calls it.
    pub auth: Auth,
    /// What the caller's token must permit.
    pub permission: Permission,
    /// Whether production tokens are refused (conventions 2).
    pub sandbox_only: bool,
    /// What an `Idempotency-Key` does (conventions 9).
    pub idempotency: Idempotency,
    /// The query parameters: an object schema with one property per parameter.
    pub query: Option<Shape>,
    /// Values of query parameters that say more than their defaults.
    pub query_example: Option<Example>,
    /// The headers it reads besides the key and the credentials.
    pub headers: &'static [Header],
    /// The request body.
    pub body: Option<Body>,
    /// The success answer.
    pub success: Success,
    /// The body of a second success answer, with status 202.
    pub accepted: Option<Shape>,
    /// Statuses of its own refusals; those that follow from the rest of the row are in [`Meta::refusals`].
    pub own_refusals: &'static [u16],
}

/// An HTTP method of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Reads.
    Get,
    /// Creates or acts.
    Post,
    /// Changes the sent fields.
    Patch,
    /// Replaces.
    Put,
    /// Removes.
    Delete,
}

impl Method {
    /// The method in upper case, such as in a request.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// How a caller shows who it is (conventions 3.1). The schemes are not interchangeable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auth {
    /// A platform's token, with `Basic`.
    Basic,
    /// An agent's access token, with `Bearer`.
    Agent,
    /// Nobody is asked.
    None,
}

/// What a platform's token must permit (conventions 4). Operations of agents and of nobody say `Any`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Any one of the three permissions.
    Any,
    /// `MANAGE`.
    Manage,
    /// `TRANSACT`.
    Transact,
    /// `MANAGE` or `TRANSACT`.
    ManageOrTransact,
}

/// What an `Idempotency-Key` does (conventions 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idempotency {
    /// Nothing.
    Ignored,
    /// A repeat with the same key gets the first answer.
    Honoured,
    /// The same for good, and a call without a key is refused (stablecoins 1.3).
    Required,
}

/// A request body.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// How it is sent, and whether it must be.
    pub kind: BodyKind,
    /// Its shape.
    pub shape: Shape,
    /// A body that the operation carries out; every required JSON body has one.
    pub example: Option<Example>,
}

/// How a body is sent, and whether it must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// JSON, and it must be there.
    Required,
    /// JSON; absent, empty and `{}` are the same (conventions 6).
    Optional,
    /// `multipart/form-data`; the shape describes the parts.
    Multipart {
        /// The most bytes that its file may have.
        file_bytes_max: u64,
    },
}

/// The success answer.
#[derive(Debug, Clone, Copy)]
pub struct Success {
    /// The HTTP status.
    pub status: u16,
    /// The shape of the body, if there is one.
    pub shape: Option<Shape>,
    /// Whether the body is one page of a list (conventions 8).
    pub paged: bool,
}

/// Makes an example of what is sent.
pub type Example = fn() -> Value;

/// A reference to the schema of a Rust type.
#[derive(Debug, Clone, Copy)]
pub struct Shape(fn(&mut SchemaGenerator) -> Schema);

impl Shape {
    /// The shape of `T`.
    #[must_use]
    pub const fn of<T: JsonSchema>() -> Self {
        Self(SchemaGenerator::subschema_for::<T>)
    }

    /// Its schema: a reference into the generator's definitions, if the type has a name there.
    pub fn schema(self, generator: &mut SchemaGenerator) -> Schema {
        (self.0)(generator)
    }
}

/// A request header that the interface defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// Marks repeats of one request (conventions 9).
    IdempotencyKey,
    /// The wallet's signature over a challenge (wallet 3).
    WalletSignature,
    /// Names the challenge that a signed retry answers (wallet 3).
    RequestId,
}

impl Header {
    /// Every header.
    pub const ALL: &'static [Self] = &[Self::IdempotencyKey, Self::WalletSignature, Self::RequestId];

    /// The header's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::IdempotencyKey => "Idempotency-Key",
            Self::WalletSignature => "Svc-Wallet-Signature",
            Self::RequestId => "Request-Id",
        }
    }

    /// The schema of its value.
    #[must_use]
    pub fn schema(self) -> Schema {
        match self {
            Self::IdempotencyKey => with_prose(
                &[
                    "Marks repeats of one request: 1 to 255 visible ASCII characters; a UUID is a good choice.",
                ],
                json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]*$" }),
            ),
            Self::WalletSignature => with_prose(
                &["The wallet's signature over the payload of the challenge."],
                json!({ "type": "string", "minLength": 1, "maxLength": 8192 }),
            ),
            Self::RequestId => with_prose(
                &["The `requestId` of the challenge that this request answers."],
                json!({ "type": "string", "minLength": 1, "maxLength": 255 }),
            ),
        }
    }
}

impl Meta {
    /// The `operationId`: the name with a small first letter.
    #[must_use]
    pub fn id(&self) -> String {
        small_first(self.name)
    }

    /// The names of the path's parameters, from left to right.
    pub fn path_parameters(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Returns whether the operation reads any header beside those of credentials: a key, a signature, or what its
    /// body is.
    #[must_use]
    pub const fn reads_headers(&self) -> bool {
        let is_keyed = !matches!(self.idempotency, Idempotency::Ignored);
        is_keyed || self.body.is_some() || !self.headers.is_empty()
    }

    /// Every status other than a success that the operation can answer, in rising order: its own, and those
    /// that follow from its credentials, permission, parameters, body and idempotency (conventions 3.3). 405
    /// is not among them: it speaks of the other methods of a path.
    #[must_use]
    pub fn refusals(&self) -> Vec<u16> {
        let keyed = self.idempotency != Idempotency::Ignored;
        let reads_input = self.query.is_some() || self.reads_headers();
        let follows = [
            (400, reads_input),
            (401, self.auth != Auth::None),
            (403, self.permission != Permission::Any || self.sandbox_only || self.auth == Auth::Agent),
            (404, self.path.contains('{')),
            (409, keyed),
            (413, self.body.is_some()),
            (429, true),
            (500, true),
            (503, true),
        ];
        let mut statuses: Vec<u16> =
            follows.iter().filter(|(_, applies)| *applies).map(|(status, _)| *status).collect();
        statuses.extend(self.own_refusals);
        statuses.sort_unstable();
        statuses.dedup();
        statuses
    }
}
