//! The configuration files of `deploy/failover`, moved to loopback: their addresses, ports, folders, accounts and
//! passwords are replaced, and nothing else.

use std::path::Path;

use causeway_domain::Ids;

use crate::error::Result;

const ETCD: &str = include_str!("../../../deploy/failover/etcd.env");
const HAPROXY: &str = include_str!("../../../deploy/failover/haproxy.cfg");
const PATRONI: &str = include_str!("../../../deploy/failover/patroni.yml");

/// The account of HAProxy, which only root can change to.
const HAPROXY_ACCOUNT: &str = "    user haproxy\n    group haproxy\n";

/// Ports of the files, each with its port here, because a server of this machine may have the usual one. Connections
/// within loopback come from its first address.
const REPLACEMENTS: [(&str, &str); 7] = [
    (":2379", ":12379"),
    (":2380", ":12380"),
    (":5432", ":15432"),
    (":8008", ":18008"),
    ("port 8008", "port 18008"),
    (":5000", ":15000"),
    ("192.0.2.0/24", "127.0.0.0/8"),
];

/// The network of the files, and the machines in it.
const NETWORK: &str = "192.0.2.";

/// One of the machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Machine {
    /// Name in the configuration files.
    pub(super) name: &'static str,
    /// Last part of its address.
    number: u8,
}

/// All machines; the first two have a PostgreSQL server each.
pub(super) const MACHINES: [Machine; 3] = [
    Machine { name: "one", number: 11 },
    Machine { name: "two", number: 12 },
    Machine { name: "three", number: 13 },
];

/// The values by which the files differ from those of an installation.
#[derive(Debug, Clone)]
pub(super) struct Configuration {
    /// Three parts of an address of loopback, and a dot.
    network: String,
    /// The folder for all data.
    folder: String,
    /// The folder of PostgreSQL's programs.
    programs: String,
    /// The password of every user.
    password: String,
}

impl Configuration {
    /// Creates the values of this process: another one has another network.
    pub(super) fn new(folder: &Path, programs: &Path) -> Self {
        Self {
            network: format!("127.{}.0.", 20 + std::process::id() % 200),
            folder: folder.display().to_string(),
            programs: programs.display().to_string(),
            password: format!("{:032x}", u128::from_le_bytes(Ids::system().bytes())),
        }
    }

    /// Returns the variables of a member of etcd.
    pub(super) fn etcd(&self, machine: Machine) -> Result<Vec<(String, String)>> {
        let text = self.moved(ETCD, machine);
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let variables = lines.map(|line| -> Result<(String, String)> {
            let (name, value) = line.split_once('=').ok_or_else(|| format!("no variable: {line}"))?;
            Ok((name.to_owned(), value.to_owned()))
        });
        variables.collect()
    }

    /// Returns Patroni's file on this machine.
    pub(super) fn patroni(&self, machine: Machine) -> String {
        self.moved(PATRONI, machine)
    }

    /// Returns HAProxy's file.
    pub(super) fn haproxy(&self) -> String {
        self.moved(&HAPROXY.replace(HAPROXY_ACCOUNT, ""), MACHINES[0])
    }

    /// Returns the base URL of Patroni on this machine.
    pub(super) fn patroni_url(&self, machine: Machine) -> String {
        self.moved("http://@ADDRESS@:8008", machine)
    }

    /// Returns the URL of a database behind HAProxy.
    pub(super) fn database_url(&self, user: &str, database: &str) -> String {
        let url = format!("postgres://{user}:{}@127.0.0.1:5000/{database}?connect_timeout=5", self.password);
        self.moved(&url, MACHINES[0])
    }

    /// Returns the password of every user.
    pub(super) fn password(&self) -> &str {
        &self.password
    }

    fn moved(&self, text: &str, machine: Machine) -> String {
        let address = format!("{NETWORK}{}", machine.number);
        let mut text = text.replace("@NAME@", machine.name).replace("@ADDRESS@", &address);
        for (from, to) in REPLACEMENTS {
            text = text.replace(from, to);
        }
        let own = format!("{}/{}", self.folder, machine.name);
        text.replace(NETWORK, &self.network)
            .replace("127.0.0.1:", &format!("{}1:", self.network))
            .replace("/var/lib/etcd/causeway", &format!("{own}/etcd"))
            .replace("/var/lib/postgresql/15/causeway", &format!("{own}/data"))
            .replace("/var/lib/postgresql/causeway.pgpass", &format!("{own}/pgpass"))
            .replace("/var/run/postgresql", &own)
            .replace("/usr/lib/postgresql/15/bin", &self.programs)
            .replace("SUPERUSER_PASSWORD", &self.password)
            .replace("REPLICATION_PASSWORD", &self.password)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_an_installation_is_left_in_the_files() {
        let configuration = Configuration::new(Path::new("folder"), Path::new("programs"));
        for machine in MACHINES {
            let etcd: Vec<String> =
                configuration.etcd(machine).unwrap().into_iter().map(|pair| pair.1).collect();
            for text in [etcd.join("\n"), configuration.patroni(machine), configuration.haproxy()] {
                let settings: Vec<&str> =
                    text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
                let settings = settings.join("\n");
                for kept in [
                    "@",
                    "192.0.2",
                    "127.0.0.1:",
                    "/var/",
                    "/usr/",
                    "_PASSWORD",
                    ":5432",
                    " 8008",
                    "user haproxy",
                ] {
                    assert!(!settings.contains(kept), "{kept} is left in\n{settings}");
                }
            }
        }
    }

    #[test]
    fn the_members_of_etcd_differ_by_name_and_address() {
        let configuration = Configuration::new(Path::new("folder"), Path::new("programs"));
        let value = |machine, name: &str| {
            let variables = configuration.etcd(machine).unwrap();
            variables.into_iter().find(|pair| pair.0 == name).unwrap().1
        };
        let [one, two, _] = MACHINES;
        assert_eq!(value(one, "ETCD_INITIAL_CLUSTER"), value(two, "ETCD_INITIAL_CLUSTER"));
        assert_eq!(value(two, "ETCD_NAME"), "two");
        assert!(value(two, "ETCD_LISTEN_PEER_URLS").ends_with(".0.12:12380"));
    }
}
