//! The settings of a database URL in the form that PostgreSQL's client programs take.

use std::ffi::OsString;
use std::net::IpAddr;
use std::os::unix::ffi::OsStringExt;

use tokio_postgres::Config;
use tokio_postgres::config::{ChannelBinding, Host, SslMode};

use crate::database::engine::postgres::must_encrypt;

/// The machine's certificate authorities on Debian. The programs do not look for them by themselves.
const AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Returns the connection string of the programs, which give up a server whose machine has failed after the same time
/// as the store. No variable can say that.
///
/// The limit for unacknowledged bytes is left out: `pg_restore` may have to wait for a server that is busy.
pub(super) fn connection(settings: &Config) -> String {
    let database = settings.get_dbname().or(settings.get_user()).unwrap_or_default();
    let quoted = database.replace('\\', r"\\").replace('\'', r"\'");
    let interval =
        settings.get_keepalives_interval().map(|interval| ("keepalives_interval", interval.as_secs()));
    let retries = settings.get_keepalives_retries().map(|count| ("keepalives_count", count.into()));
    let idle = ("keepalives_idle", settings.get_keepalives_idle().as_secs());
    let probes = ("keepalives", u64::from(settings.get_keepalives()));
    let limits = [Some(probes), Some(idle), interval, retries].into_iter().flatten();
    let limits = limits.map(|(name, value)| format!(" {name}={value}"));
    std::iter::once(format!("dbname='{quoted}'")).chain(limits).collect()
}

/// Returns the variables that give the programs the settings of a URL.
pub(super) fn environment(settings: &Config) -> Vec<(&'static str, OsString)> {
    let hosts = settings.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(folder) => folder.display().to_string(),
    });
    let lists = [
        ("PGHOST", joined(hosts)),
        ("PGHOSTADDR", joined(settings.get_hostaddrs().iter().map(IpAddr::to_string))),
        ("PGPORT", joined(settings.get_ports().iter().map(u16::to_string))),
        ("PGUSER", settings.get_user().unwrap_or_default().to_owned()),
        ("PGOPTIONS", settings.get_options().unwrap_or_default().to_owned()),
        ("PGAPPNAME", settings.get_application_name().unwrap_or_default().to_owned()),
        ("PGSSLMODE", ssl_mode(settings).to_owned()),
        ("PGCHANNELBINDING", channel_binding(settings).to_owned()),
    ];
    let given = lists.into_iter().filter(|(_, value)| !value.is_empty());
    let mut all: Vec<(&'static str, OsString)> =
        given.map(|(name, value)| (name, OsString::from(value))).collect();
    all.extend(settings.get_password().map(|password| ("PGPASSWORD", OsString::from_vec(password.to_vec()))));
    let timeout = settings.get_connect_timeout().map(|limit| limit.as_secs().max(2).to_string());
    all.extend(timeout.map(|seconds| ("PGCONNECT_TIMEOUT", OsString::from(seconds))));
    if settings.get_hosts().len() > 1 {
        // As the store does: a standby that is named first is passed over.
        all.push(("PGTARGETSESSIONATTRS", OsString::from("read-write")));
    }
    if ssl_mode(settings) == VERIFIED && std::env::var_os("PGSSLROOTCERT").is_none() {
        let file = std::env::var_os("SSL_CERT_FILE").unwrap_or_else(|| OsString::from(AUTHORITIES));
        all.push(("PGSSLROOTCERT", file));
    }
    all
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

/// The mode in which a certificate must be trusted and match the host, as the store demands.
const VERIFIED: &str = "verify-full";

fn ssl_mode(settings: &Config) -> &'static str {
    match settings.get_ssl_mode() {
        SslMode::Disable => "disable",
        mode if must_encrypt(mode, is_on_this_machine(settings)) => VERIFIED,
        _ => "prefer",
    }
}

fn channel_binding(settings: &Config) -> &'static str {
    match settings.get_channel_binding() {
        ChannelBinding::Disable => "disable",
        ChannelBinding::Require => "require",
        _ => "prefer",
    }
}

/// Returns `true` if all servers of a URL are on this machine. An address takes precedence over the name.
fn is_on_this_machine(settings: &Config) -> bool {
    let is_loopback = |host: &Host| match host {
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback()),
        Host::Unix(_) => true,
    };
    match settings.get_hostaddrs() {
        [] => settings.get_hosts().iter().all(is_loopback),
        addresses => addresses.iter().all(IpAddr::is_loopback),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::engine::postgres::settings;

    fn value(url: &str, name: &str) -> Option<String> {
        let variables = environment(&settings(url).unwrap());
        let found = variables.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.into_string().unwrap())
    }

    #[test]
    fn certificates_are_verified_except_on_this_machine() {
        for (url, expected) in [
            ("postgres://me@127.0.0.1/db", "prefer"),
            ("postgres://me@localhost/db", "prefer"),
            ("postgres://me@%2Frun%2Fpostgresql/db", "prefer"),
            ("postgres://me@db.example.com/db", "verify-full"),
            ("postgres://me@localhost/db?hostaddr=10.0.0.7", "verify-full"),
            ("postgres://me@db.example.com/db?hostaddr=127.0.0.1", "prefer"),
            ("postgres://me@127.0.0.1/db?sslmode=require", "verify-full"),
            ("postgres://me@db.example.com/db?sslmode=disable", "disable"),
        ] {
            assert_eq!(value(url, "PGSSLMODE").as_deref(), Some(expected), "{url}");
        }
    }

    #[test]
    fn a_program_gets_the_settings_of_the_url() {
        let url = "postgres://me:se%20cret@one:1,two:2/money?options=-c%20geqo%3Doff";
        for (name, expected) in [
            ("PGHOST", "one,two"),
            ("PGPORT", "1,2"),
            ("PGUSER", "me"),
            ("PGPASSWORD", "se cret"),
            ("PGOPTIONS", "-c geqo=off"),
            ("PGSSLMODE", "verify-full"),
            ("PGTARGETSESSIONATTRS", "read-write"),
        ] {
            assert_eq!(value(url, name).as_deref(), Some(expected), "{name}");
        }
    }

    /// Checks that a program gives up a server whose machine has failed, as the store does.
    #[test]
    fn a_program_waits_for_a_silent_server_as_long_as_the_store() {
        let url = "postgres://me@one/it's?keepalives_interval=7";
        let expected = "dbname='it\\'s' keepalives=1 keepalives_idle=30 keepalives_interval=7";
        assert_eq!(connection(&settings(url).unwrap()), expected);
    }
}
