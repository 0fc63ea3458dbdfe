//! Grammar of the operation table.

/// Declares the operations of one area: an enum of them, and a marker type for each, with the types of its
/// query, body and responses.
///
/// ```text
/// /// Description of the operation.
/// Name = Method "/path", Permission [in Sandbox] [by Agent|None] [, key Honoured|Required]
///     [, query T [= example]] [, headers A B] [, body T = example | optional T [= example] | multipart N T]
///     => 200 [one T | page T | list T] [, or 202 T] [| 404 409 …];
/// ```
///
/// `N` is the maximum size in bytes of the file of a form.
///
/// An example is an expression that returns a `Value`: a body that succeeds when it is sent as is, or query
/// parameters that differ from their defaults. The document shows it, and tests send it.
///
/// After the bar are the error statuses that do not follow from the rest of the row (see
/// `OperationRow::error_statuses`). The caller has `Endpoint` and `Operation` in scope; the operations of the
/// area become a variant of the latter.
macro_rules! operations {
    (
        $(#[doc = $area_doc:literal])+
        $area:ident tagged $tag:literal;
        $(
            $(#[doc = $doc:literal])+
            $name:ident = $method:ident $path:literal, $permission:ident $(in $environment:ident)? $(by $auth:ident)?
                $(, key $key:ident)?
                $(, query $query:ty $(= $query_example:expr)?)?
                $(, headers $($header:ident)+)?
                $(, body $body:ty = $body_example:expr)?
                $(, optional $optional:ty $(= $optional_example:expr)?)?
                $(, multipart $file_bytes_max:literal $multipart:ty)?
                => $status:literal $(one $one:ident)? $(page $page:ident)? $(list $list:ident)?
                $(, or 202 $accepted:ty)?
                $(| $($error_status:literal)+)?;
        )+
    ) => {
        $(#[doc = $area_doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $area {
            $($(#[doc = $doc])+ $name),+
        }

        impl $area {
            /// The area with its tag and description.
            pub const AREA: $crate::table::Area = $crate::table::Area { tag: $tag, doc: &[$($area_doc),+] };

            /// All operations of the area.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns the operation's row of the table.
            #[must_use]
            pub const fn row(self) -> &'static $crate::table::OperationRow {
                use $crate::table;
                match self {
                    $(Self::$name => const { &table::OperationRow {
                        name: stringify!($name),
                        doc: &[$($doc),+],
                        tag: $tag,
                        method: table::Method::$method,
                        path: $path,
                        auth: $crate::table::row::given!(Auth: $($auth)?, Platform),
                        permission: table::Permission::$permission,
                        sandbox_only: $crate::table::row::in_sandbox!($($environment)?),
                        idempotency: $crate::table::row::given!(Idempotency: $($key)?, Ignored),
                        query: $crate::table::row::schema_of!($($query)?),
                        query_example: $crate::table::row::first!($($(Some(|| $query_example),)?)? None,),
                        headers: &[$($(table::Header::$header),+)?],
                        body: $crate::table::row::first!(
                            $(Some(table::Body {
                                kind: table::BodyKind::Json,
                                schema: table::SchemaFn::of::<$body>(),
                                example: Some(|| $body_example),
                            }),)?
                            $(Some(table::Body {
                                kind: table::BodyKind::OptionalJson,
                                schema: table::SchemaFn::of::<$optional>(),
                                example: $crate::table::row::first!($(Some(|| $optional_example),)? None,),
                            }),)?
                            $(Some(table::Body {
                                kind: table::BodyKind::Multipart { file_bytes_max: $file_bytes_max },
                                schema: table::SchemaFn::of::<$multipart>(),
                                example: None,
                            }),)?
                            None,
                        ),
                        success: table::Success {
                            status: $status,
                            schema: $crate::table::row::first!(
                                $(Some(table::SchemaFn::of::<$one>()),)?
                                $(Some(table::SchemaFn::of::<$crate::page::Page<$page>>()),)?
                                $(Some(table::SchemaFn::of::<$crate::page::List<$list>>()),)?
                                None,
                            ),
                            paged: $crate::table::row::schema_of!($($page)?).is_some(),
                        },
                        accepted: $crate::table::row::schema_of!($($accepted)?),
                        own_error_statuses: &[$($($error_status),+)?],
                    } }),+
                }
            }
        }

        $(
            $(#[doc = $doc])+
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub struct $name;

            impl Endpoint for $name {
                const OPERATION: Operation = Operation::$area($area::$name);
                type Query = $crate::table::row::first_type!($($query,)? $crate::endpoint::NoQuery,);
                type Body = $crate::table::row::first_type!(
                    $($body,)? $($optional,)? $($multipart,)? $crate::endpoint::NoBody,
                );
                type Success = $crate::table::row::first_type!(
                    $($one,)? $($crate::page::Page<$page>,)? $($crate::page::List<$list>,)? $crate::endpoint::Empty,
                );
                type AcceptedBody = $crate::table::row::first_type!(
                    $($accepted,)? $crate::endpoint::NoAcceptance,
                );
            }
        )+
    };
}
pub(crate) use operations;

/// Expands to the variant that a row names, or to the default if the row names none.
macro_rules! given {
    ($of:ident: , $default:ident) => {
        $crate::table::$of::$default
    };
    ($of:ident: $given:ident, $default:ident) => {
        $crate::table::$of::$given
    };
}
pub(crate) use given;

/// Expands to `true` if a row is for sandbox platforms only.
macro_rules! in_sandbox {
    () => {
        false
    };
    (Sandbox) => {
        true
    };
}
pub(crate) use in_sandbox;

/// Expands to the schema function of a type, or to `None` if a row names no type.
macro_rules! schema_of {
    () => {
        None::<$crate::table::SchemaFn>
    };
    ($type:ty) => {
        Some($crate::table::SchemaFn::of::<$type>())
    };
}
pub(crate) use schema_of;

/// Expands to the first of several expressions.
macro_rules! first {
    ($first:expr, $($rest:expr,)*) => {
        $first
    };
}
pub(crate) use first;

/// Expands to the first of several types.
macro_rules! first_type {
    ($first:ty, $($rest:ty,)*) => {
        $first
    };
}
pub(crate) use first_type;

#[cfg(test)]
mod tests {
    #![expect(unreachable_pub, reason = "the table's macro writes public items")]

    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use crate::endpoint::{Empty, NoAcceptance};
    use crate::page::Page;
    use crate::table::{Auth, BodyKind, Header, Idempotency, Permission};

    enum Operation {
        Kinds(Kinds),
    }

    trait Endpoint {
        const OPERATION: Operation;
        type Query;
        type Body;
        type Success;
        type AcceptedBody;
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Item {}

    operations! {
        /// One row of each kind that the interface has.
        Kinds tagged "Kinds";

        /// Uploads a file.
        ///
        /// The parts are checked elsewhere.
        SendFile = Post "/files/{fileId}/parts/{partId}", Manage, multipart 1_024 Item => 202 one Item | 410 423;
        /// Lists items for an agent.
        AskAsAgent = Get "/agents/me", Any by Agent, query Item = json!({ "limit": 5 }) => 200 page Item;
        /// Redeems a code.
        Redeem = Post "/redeem", Any by None, body Item = json!({ "code": "1" }) => 200 list Item | 410;
        /// Simulates an event.
        Simulate = Post "/simulate", Transact in Sandbox, key Required, optional Item => 201 one Item;
        /// Ends a session by a signed request.
        EndSession = Delete "/sessions/{id}", ManageOrTransact, headers WalletSignature RequestId => 204, or 202 Item;
    }

    fn operation_of<E: Endpoint>() -> Kinds {
        let Operation::Kinds(operation) = E::OPERATION;
        operation
    }

    #[test]
    fn a_row_declares_all_properties() {
        let file = operation_of::<SendFile>().row();
        assert_eq!(file.body.map(|body| body.kind), Some(BodyKind::Multipart { file_bytes_max: 1_024 }));
        assert_eq!((file.id().as_str(), file.doc.len()), ("sendFile", 3));
        assert_eq!(file.path_parameters().collect::<Vec<_>>(), ["fileId", "partId"]);
        assert_eq!(file.error_statuses(), [400, 401, 403, 404, 410, 413, 423, 429, 500, 503]);

        let agent = operation_of::<AskAsAgent>().row();
        assert_eq!((agent.auth, agent.permission, agent.success.paged), (Auth::Agent, Permission::Any, true));
        assert_eq!(agent.error_statuses(), [400, 401, 403, 429, 500, 503]);

        let redeem = operation_of::<Redeem>().row();
        assert_eq!(
            (redeem.auth, redeem.idempotency, redeem.success.paged),
            (Auth::None, Idempotency::Ignored, false)
        );
        assert_eq!(redeem.error_statuses(), [400, 410, 413, 429, 500, 503]);

        let simulate = operation_of::<Simulate>().row();
        assert_eq!((simulate.sandbox_only, simulate.idempotency), (true, Idempotency::Required));
        assert_eq!(simulate.body.map(|body| body.kind), Some(BodyKind::OptionalJson));
        assert_eq!(simulate.error_statuses(), [400, 401, 403, 409, 413, 429, 500, 503]);

        let end = operation_of::<EndSession>().row();
        assert_eq!(end.headers, [Header::WalletSignature, Header::RequestId]);
        assert!(end.success.schema.is_none() && end.accepted.is_some());
        assert_eq!((Kinds::ALL.len(), Kinds::AREA.tag), (5, "Kinds"));
    }

    #[test]
    fn a_row_has_its_examples() {
        let body =
            |operation: Kinds| operation.row().body.and_then(|body| body.example).map(|example| example());
        assert_eq!(body(Kinds::Redeem), Some(json!({ "code": "1" })));
        assert_eq!(
            (body(Kinds::Simulate), body(Kinds::SendFile), body(Kinds::AskAsAgent)),
            (None, None, None)
        );
        let query = |operation: Kinds| operation.row().query_example.map(|example| example());
        assert_eq!((query(Kinds::AskAsAgent), query(Kinds::Redeem)), (Some(json!({ "limit": 5 })), None));
    }

    #[test]
    fn a_row_gives_its_types() {
        fn same<T>(_: fn(T), _: fn(T)) {}
        same::<<SendFile as Endpoint>::Body>(|_| (), |_: Item| ());
        same::<<AskAsAgent as Endpoint>::Success>(|_| (), |_: Page<Item>| ());
        same::<<AskAsAgent as Endpoint>::Query>(|_| (), |_: Item| ());
        same::<<EndSession as Endpoint>::Success>(|_| (), |_: Empty| ());
        same::<<EndSession as Endpoint>::AcceptedBody>(|_| (), |_: Item| ());
        same::<<Redeem as Endpoint>::AcceptedBody>(|_| (), |_: NoAcceptance| ());
    }
}
