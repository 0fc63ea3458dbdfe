//! The credentials of a caller.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_domain::ids::TokenId;
use causeway_wire::table::Permission;

#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) id: TokenId,
    pub(crate) client_id: String,
    pub(crate) secret: String,
    pub(crate) permissions: Vec<String>,
}

impl Token {
    pub(crate) fn permits(&self, needed: Permission) -> bool {
        let has = |name: &str| self.permissions.iter().any(|permission| permission == name);
        match needed {
            Permission::Any => true,
            Permission::Manage => has("MANAGE"),
            Permission::Transact => has("TRANSACT"),
            Permission::ManageOrTransact => has("MANAGE") || has("TRANSACT"),
        }
    }

    /// Returns the value of the `Authorization` header.
    pub(crate) fn authorization(&self) -> String {
        format!("Basic {}", STANDARD.encode(format!("{}:{}", self.client_id, self.secret)))
    }
}
