//! Authentication and encryption of a private server's connections.

use std::fs::{OpenOptions, Permissions, set_permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use super::error::query_error;
use super::{Cluster, Error, database};
use crate::wait;

impl Cluster {
    /// Admits users by these rules, in the form of `pg_hba.conf` and in their order. The tests' own user
    /// `postgres` is still admitted over loopback without authentication.
    ///
    /// # Errors
    /// This is the shared cluster, or the server is down.
    pub async fn admit(&self, rules: &[&str]) -> Result<(), Error> {
        let own = "host all postgres 127.0.0.1/32 trust";
        let text: String = [own].iter().chain(rules).map(|rule| format!("{rule}\n")).collect();
        put(&self.setting("hba_file").await?, text.as_bytes())?;
        self.reload().await
    }

    /// Enables TLS on the server for clients that ask for it, with this certificate and its key, both as PEM.
    ///
    /// # Errors
    /// The same as [`Cluster::admit`].
    pub async fn encrypt(&self, certificate: &str, key: &str) -> Result<(), Error> {
        let folder = self.setting("data_directory").await?;
        put(&folder.join("server.crt"), certificate.as_bytes())?;
        put(&folder.join("server.key"), key.as_bytes())?;
        self.execute("ALTER SYSTEM SET ssl = on").await?;
        self.reload().await
    }

    /// Runs commands as the server's superuser.
    ///
    /// # Errors
    /// This is the shared cluster, or the server refuses.
    pub async fn execute(&self, sql: &str) -> Result<(), Error> {
        self.must_be_private()?;
        let client = database::connect(self.port(), database::MAINTENANCE).await?;
        client.batch_execute(sql).await.map_err(query_error)
    }

    /// Returns the folder of the server's Unix socket.
    ///
    /// # Errors
    /// The same as [`Cluster::admit`].
    pub async fn socket_folder(&self) -> Result<PathBuf, Error> {
        self.setting("unix_socket_directories").await
    }

    async fn setting(&self, name: &str) -> Result<PathBuf, Error> {
        self.must_be_private()?;
        let client = database::connect(self.port(), database::MAINTENANCE).await?;
        let row = client.query_one("SELECT current_setting($1)", &[&name]).await;
        row.and_then(|row| row.try_get::<_, String>(0)).map(PathBuf::from).map_err(query_error)
    }

    /// Reloads the settings, and waits for it: the server's parent process does so with a delay. A connection
    /// made after its load time has changed is subject to the new rules.
    pub(super) async fn reload(&self) -> Result<(), Error> {
        let client = database::connect(self.port(), database::MAINTENANCE).await?;
        let loaded = "SELECT pg_conf_load_time()::text";
        let before: String = ask(&client, loaded).await?;
        client.batch_execute("SELECT pg_reload_conf()").await.map_err(query_error)?;
        wait::until("the server to read its settings", wait::PATIENCE, || async {
            let fresh = database::connect(self.port(), database::MAINTENANCE).await?;
            match ask(&fresh, loaded).await? == before {
                true => Err(Error::new("it has not yet")),
                false => Ok(()),
            }
        })
        .await;
        Ok(())
    }
}

async fn ask(client: &tokio_postgres::Client, sql: &str) -> Result<String, Error> {
    let row = client.query_one(sql, &[]).await;
    row.and_then(|row| row.try_get(0)).map_err(query_error)
}

/// Writes a file with the owner of its folder, readable by that owner only.
fn put(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let failed = |cause: std::io::Error| Error::of(format_args!("cannot write {}", path.display()), cause);
    let mut file =
        OpenOptions::new().create(true).write(true).truncate(true).mode(0o600).open(path).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    set_permissions(path, Permissions::from_mode(0o600)).map_err(failed)?;
    let folder = path.parent().unwrap_or(path).metadata().map_err(failed)?;
    if path.metadata().map_err(failed)?.uid() != folder.uid() {
        chown(path, Some(folder.uid()), Some(folder.gid())).map_err(failed)?;
    }
    Ok(())
}
