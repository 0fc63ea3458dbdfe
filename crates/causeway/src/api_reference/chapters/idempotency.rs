//! Idempotency keys.

use std::collections::BTreeSet;

use causeway_store::idempotency::RETENTION;
use causeway_wire::Code;
use causeway_wire::table::{BodyKind, Idempotency, Method, Operation, OperationRow};

use super::tables::{code, code_list, filled};

pub(super) fn text() -> String {
    let free_codes = Code::ALL.iter().filter(|code| code.leaves_key_free()).map(|code| code.as_str());
    let free_codes: BTreeSet<&str> = free_codes.collect();
    let hours = RETENTION.as_secs() / 3600;
    filled(
        include_str!("idempotency.md"),
        &[
            ("retention", hours.to_string()),
            ("requiring", operations(|row| row.idempotency == Idempotency::Required)),
            ("ignoring", operations(|row| row.idempotency == Idempotency::Ignored && !takes_file(row))),
            ("free codes", code_list(free_codes)),
        ],
    )
}

/// Lists the paths of `POST` operations.
fn operations(is_listed: impl Fn(&OperationRow) -> bool) -> String {
    let posts = Operation::all().map(Operation::row).filter(|row| row.method == Method::Post);
    let paths = posts.filter(|row| is_listed(row)).map(|row| code(row.path));
    paths.collect::<Vec<_>>().join(", ")
}

fn takes_file(row: &OperationRow) -> bool {
    row.body.is_some_and(|body| matches!(body.kind, BodyKind::Multipart { .. }))
}
