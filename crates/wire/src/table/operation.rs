//! The operations of all areas.

use super::{
    AgentManagement, AgentOperations, Area, Cards, Contact, Customers, Discoveries, Documents,
    ExternalAccounts, InternalAccounts, Invitations, OperationRow, Platforms, Quotes, Rates, Sandbox, Sca,
    Stablecoins, Tokens, Transactions, Transfers, UmaProviders, Vasps, Verifications, Wallets,
};

/// Declares the enum of all operations from the enums of the areas.
macro_rules! areas {
    ($($area:ident),+ $(,)?) => {
        /// An operation of the interface, by area. A `match` over it and over an area's enum is exhaustive:
        /// an operation without a handler does not compile.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Operation {
            $(#[doc = concat!("See [`", stringify!($area), "`].")] $area($area)),+
        }

        impl Operation {
            /// Returns all operations, area by area.
            pub fn all() -> impl Iterator<Item = Self> {
                std::iter::empty()$(.chain($area::ALL.iter().copied().map(Self::$area)))+
            }

            /// Returns all areas.
            pub fn areas() -> impl Iterator<Item = Area> {
                [$($area::AREA),+].into_iter()
            }

            /// Returns the operation's row of the table.
            #[must_use]
            pub const fn row(self) -> &'static OperationRow {
                match self { $(Self::$area(operation) => operation.row()),+ }
            }
        }
    };
}

areas! {
    Platforms, Tokens, Customers, Contact, Verifications, Documents, InternalAccounts, ExternalAccounts, Rates, Quotes,
    Transfers, Transactions, Discoveries, Vasps, UmaProviders, Invitations, Stablecoins, Wallets,
    AgentManagement, AgentOperations, Cards, Sca, Sandbox,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::table::{Auth, BodyKind, Idempotency, Method, Permission};

    #[test]
    fn names_and_routes_are_unique() {
        let ids: BTreeSet<String> = Operation::all().map(|operation| operation.row().id()).collect();
        let routes: BTreeSet<(&str, &str)> = Operation::all()
            .map(|operation| (operation.row().method.as_str(), operation.row().path))
            .collect();
        assert_eq!(ids.len(), Operation::all().count());
        assert_eq!(routes.len(), Operation::all().count());
    }

    /// Operations that ignore an idempotency key, because the response carries a secret or the call is not a
    /// creation (conventions 9).
    const IGNORING: [&str; 9] = [
        "/tokens",
        "/auth/",
        "/sca/",
        "/agents",
        "/agents/{agentId}/device-codes",
        "/agents/device-codes/{code}/redeem",
        "/internal-accounts/{id}/export",
        "/cards/{id}/reveal",
        "/sandbox/webhooks/test",
    ];

    /// Operations that require an idempotency key (conventions 9).
    const REQUIRING: [&str; 6] = [
        "/stablecoins",
        "/stablecoins/{stablecoinId}/mints",
        "/stablecoins/{stablecoinId}/burns",
        "/stablecoins/{stablecoinId}/quotes",
        "/stablecoins/{stablecoinId}/quotes/{stablecoinQuoteId}/execute",
        "/stablecoin-provider-accounts",
    ];

    #[test]
    fn posts_honour_keys_but_where_the_interface_says_otherwise() {
        let ignores = |path: &str| {
            IGNORING.iter().any(|one| path == *one || (one.ends_with('/') && path.starts_with(one)))
        };
        for row in Operation::all().map(Operation::row) {
            let is_multipart = row.body.is_some_and(|body| matches!(body.kind, BodyKind::Multipart { .. }));
            let expected = match row.method {
                Method::Post if REQUIRING.contains(&row.path) => Idempotency::Required,
                Method::Post if !is_multipart && !ignores(row.path) => Idempotency::Honoured,
                _ => Idempotency::Ignored,
            };
            assert_eq!(row.idempotency, expected, "{}", row.name);
        }
    }

    #[test]
    fn rows_obey_the_rules_that_hold_for_all() {
        for operation in Operation::all() {
            let row = operation.row();
            let name = row.name;
            assert!(row.path.starts_with('/') && !row.path.ends_with('/'), "{name}");
            assert!(row.own_error_statuses.is_sorted(), "{name}: error statuses out of order");
            let implied_too =
                row.own_error_statuses.iter().any(|status| [401, 413, 429, 500, 503].contains(status));
            assert!(!implied_too, "{name}: lists a status that follows from the row");
            if row.method == Method::Get {
                assert!(row.body.is_none() && row.permission == Permission::Any, "{name}");
            }
            if row.method != Method::Post {
                assert_eq!(
                    row.idempotency,
                    Idempotency::Ignored,
                    "{name}: only POST has a key (conventions 9)"
                );
            }
            if row.auth != Auth::Platform {
                assert_eq!(row.permission, Permission::Any, "{name}: only tokens have permissions");
            }
            if row.body.is_some_and(|body| matches!(body.kind, BodyKind::Multipart { .. })) {
                assert_eq!(
                    row.idempotency,
                    Idempotency::Ignored,
                    "{name}: forms have no key (conventions 9)"
                );
            }
        }
    }
}
