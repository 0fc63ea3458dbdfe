//! What a private server asks of those who connect: proofs of who they are, and encryption.

use std::fs::{OpenOptions, Permissions, set_permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use super::error::refused;
use super::{Cluster, Error, database};
use crate::wait;

impl Cluster {
    /// Lets users in by these rules, in the form of `pg_hba.conf` and in their order. The tests' own user `postgres`
    /// stays let in over loopback without a proof.
    ///
    /// # Errors
    /// This is the shared cluster, or the server is gone.
    pub async fn admit(&self, rules: &[&str]) -> Result<(), Error> {
        let own = "host all postgres 127.0.0.1/32 trust";
        let text: String = [own].iter().chain(rules).map(|rule| format!("{rule}\n")).collect();
        put(&self.setting("hba_file").await?, text.as_bytes())?;
        self.reload().await
    }

    /// Has the server encrypt for those who ask for it, with this certificate and its key, both as PEM.
    ///
    /// # Errors
    /// As [`Cluster::admit`].
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
        client.batch_execute(sql).await.map_err(refused)
    }

    /// The folder of the server's Unix socket.
    ///
    /// # Errors
    /// As [`Cluster::admit`].
    pub async fn socket_folder(&self) -> Result<PathBuf, Error> {
        self.setting("unix_socket_directories").await
    }

    async fn setting(&self, name: &str) -> Result<PathBuf, Error> {
        self.must_be_private()?;
        let client = database::connect(self.port(), database::MAINTENANCE).await?;
        let row = client.query_one("SELECT current_setting($1)", &[&name]).await;
        row.and_then(|row| row.try_get::<_, String>(0)).map(PathBuf::from).map_err(refused)
    }

    /// The server's parent process reads its settings anew some time after it was asked to: a connection that is made
    /// when its count of readings has moved is asked by the new rules.
    async fn reload(&self) -> Result<(), Error> {
        let client = database::connect(self.port(), database::MAINTENANCE).await?;
        let loaded = "SELECT pg_conf_load_time()::text";
        let before: String = ask(&client, loaded).await?;
        client.batch_execute("SELECT pg_reload_conf()").await.map_err(refused)?;
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
    row.and_then(|row| row.try_get(0)).map_err(refused)
}

/// Writes a file that belongs to whom its folder belongs to, and that nobody else may read.
fn put(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let failed = |cause: std::io::Error| Error::of(path.display(), cause);
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
