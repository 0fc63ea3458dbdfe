//! Rows of operators: the users of the operator socket, and the tokens for the network (conventions 2.1).
//!
//! Each row has a keyed hash over its columns, so that a row that the service has not written grants nothing.

use causeway_domain::Time;
use causeway_domain::ids::OperatorTokenId;

use crate::settings::Scope;
use crate::{Error, Row, Tx, params};

/// The grant to a system user, for the deployment or one platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorUserRecord {
    /// User id of the operating system.
    pub uid: u32,
    pub scope: Scope,
    pub name: String,
    /// Names of roles, separated by commas.
    pub roles: String,
    /// Wall time.
    pub created_at: Time,
    /// Keyed hash over uid, scope, name and roles.
    pub hash: Vec<u8>,
}

/// A token for the operator API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorTokenRecord {
    pub id: OperatorTokenId,
    pub scope: Scope,
    pub name: String,
    /// Names of roles, separated by commas.
    pub roles: String,
    /// Wall time.
    pub created_at: Time,
    /// Wall time.
    pub expires_at: Time,
    /// Keyed hash over the secret, id, scope, name, roles and expiry.
    pub secret_hash: Vec<u8>,
}

const USER: &str = "uid, scope, name, roles, created_at, hash";
const TOKEN: &str = "token_id, scope, name, roles, created_at, expires_at, secret_hash";

/// Saves a user's grant, in place of an earlier one for the same scope.
pub fn set_user(tx: &mut Tx<'_>, user: &OperatorUserRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO operator_user (uid, scope, name, roles, created_at, hash) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (uid, scope) DO UPDATE
         SET name = excluded.name, roles = excluded.roles, created_at = excluded.created_at, hash = excluded.hash",
        params![user.uid, user.scope.text(), &user.name, &user.roles, user.created_at, &user.hash],
    )
}

/// Returns the grants of a user, ordered by scope.
pub fn grants_of_user(tx: &mut Tx<'_>, uid: u32) -> Result<Vec<OperatorUserRecord>, Error> {
    let sql = format!("SELECT {USER} FROM operator_user WHERE uid = $1 ORDER BY scope");
    tx.query(&sql, params![uid], read_user)
}

/// Returns all grants to users, ordered by uid and scope.
pub fn list_users(tx: &mut Tx<'_>) -> Result<Vec<OperatorUserRecord>, Error> {
    tx.query(&format!("SELECT {USER} FROM operator_user ORDER BY uid, scope"), &[], read_user)
}

/// Deletes a user's grant for one scope.
pub fn remove_user(tx: &mut Tx<'_>, uid: u32, scope: Scope) -> Result<(), Error> {
    tx.execute("DELETE FROM operator_user WHERE uid = $1 AND scope = $2", params![uid, scope.text()])
}

/// Inserts a token.
///
/// # Errors
/// [`Error::Duplicate`] of `operator_token_name`.
pub fn insert_token(tx: &mut Tx<'_>, token: &OperatorTokenRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO operator_token (token_id, scope, name, roles, created_at, expires_at, secret_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            token.id,
            token.scope.text(),
            &token.name,
            &token.roles,
            token.created_at,
            token.expires_at,
            &token.secret_hash,
        ],
    )
}

/// Checks that there is or was a token with this name, revoked or not.
pub fn is_token_name_taken(tx: &mut Tx<'_>, name: &str) -> Result<bool, Error> {
    let sql = "SELECT token_id FROM operator_token WHERE name = $1";
    let found: Option<OperatorTokenId> = tx.query_opt(sql, params![name], |row| row.get("token_id"))?;
    Ok(found.is_some())
}

/// Finds a token, expired, revoked or not. The hash of a revoked one is empty: no secret has it.
pub fn find_token(tx: &mut Tx<'_>, id: OperatorTokenId) -> Result<Option<OperatorTokenRecord>, Error> {
    tx.query_opt(&format!("SELECT {TOKEN} FROM operator_token WHERE token_id = $1"), params![id], read_token)
}

/// Returns all tokens that are not revoked, ordered by name.
pub fn list_tokens(tx: &mut Tx<'_>) -> Result<Vec<OperatorTokenRecord>, Error> {
    let sql = format!("SELECT {TOKEN} FROM operator_token WHERE length(secret_hash) > 0 ORDER BY name");
    tx.query(&sql, &[], read_token)
}

/// Revokes a token. Its row stays, so that no later token gets its name: the audit trail names tokens.
pub fn revoke_token(tx: &mut Tx<'_>, id: OperatorTokenId) -> Result<(), Error> {
    let nothing: &[u8] = &[];
    tx.execute("UPDATE operator_token SET secret_hash = $2 WHERE token_id = $1", params![id, nothing])
}

fn read_user(row: &Row<'_>) -> Result<OperatorUserRecord, Error> {
    Ok(OperatorUserRecord {
        uid: row.get("uid")?,
        scope: Scope::read(&row.get::<String>("scope")?)?,
        name: row.get("name")?,
        roles: row.get("roles")?,
        created_at: row.get("created_at")?,
        hash: row.get("hash")?,
    })
}

fn read_token(row: &Row<'_>) -> Result<OperatorTokenRecord, Error> {
    Ok(OperatorTokenRecord {
        id: row.get("token_id")?,
        scope: Scope::read(&row.get::<String>("scope")?)?,
        name: row.get("name")?,
        roles: row.get("roles")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
        secret_hash: row.get("secret_hash")?,
    })
}
