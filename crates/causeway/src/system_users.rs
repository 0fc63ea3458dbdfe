//! Users and groups of the operating system: the actors of operators' commands.

use std::fs;
use std::io;
use std::path::Path;

use causeway_service::operator::{Actor, SocketPeer};
use tokio::net::UnixStream;

/// The file of users: `name:password:uid:…` on each line.
const USERS: &str = "/etc/passwd";
/// The file of groups: `name:password:gid:…` on each line.
const GROUPS: &str = "/etc/group";
/// The folder with a folder of each process.
const PROCESSES: &str = "/proc";
/// The login uid of a process that no login has begun.
const NO_LOGIN: u32 = u32::MAX;

/// Returns the process at the other end of a socket. A process outside of this container has no id here, and
/// therefore no login user.
///
/// # Errors
/// If the operating system does not name it, or if it has ended or is hidden, so that its login user is unknown.
pub fn peer(stream: &UnixStream) -> io::Result<SocketPeer> {
    let peer = stream.peer_cred()?;
    let login = match peer.pid().filter(|pid| *pid > 0) {
        Some(pid) => login_of(Path::new(PROCESSES), pid, peer.uid())?,
        None => None,
    };
    Ok(SocketPeer { uid: peer.uid(), actor: actor(peer.uid(), login) })
}

/// Returns the person who runs this process.
#[must_use]
pub fn own_actor() -> Actor {
    actor(rustix::process::getuid().as_raw(), login_uid(&Path::new(PROCESSES).join("self")))
}

/// Returns the user of this process.
#[must_use]
pub fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Returns the id of a group given by name or id; `None` if there is no such group.
#[must_use]
pub fn group_id(group: &str) -> Option<u32> {
    group.parse().ok().or_else(|| entry(&read(GROUPS), |name, _| name == group).map(|(_, id)| id))
}

/// Returns a person: the user who logged in, which survives a change of users, with the rights of another
/// user if the process has those.
fn actor(uid: u32, login: Option<u32>) -> Actor {
    let users = read(USERS);
    let user = name_of(&users, uid);
    match login {
        Some(login) => Actor::new(&name_of(&users, login)).acting_as(&user),
        None => Actor::new(&user),
    }
}

/// Reads the user who began the login session of a process of this user; `None` if there is none, or the system
/// does not record it.
///
/// # Errors
/// If no process of this user has the id: the one that connected has ended or is hidden. The owner is read before
/// and after, because the system gives the id of a process that has ended to another one.
fn login_of(processes: &Path, id: i32, uid: u32) -> io::Result<Option<u32>> {
    if !processes.join("self/loginuid").exists() {
        return Ok(None);
    }
    let process = processes.join(id.to_string());
    let before = ProcessIdentity::read(&process)?;
    let login = login_uid(&process);
    let after = ProcessIdentity::read(&process)?;
    if before == after && before.uid == uid {
        return Ok(login);
    }
    Err(io::Error::other(format!("process {id} is not the one that connected")))
}

/// Reads the user who began the login session of the process with this folder.
fn login_uid(process: &Path) -> Option<u32> {
    let text = fs::read_to_string(process.join("loginuid")).ok()?;
    text.trim().parse().ok().filter(|uid| *uid != NO_LOGIN)
}

/// The user and the start of a process, which tell it from another one with the same id.
#[derive(Debug, PartialEq, Eq)]
struct ProcessIdentity {
    /// The user whose rights the process has.
    uid: u32,
    /// Clock ticks since the system was started.
    started_at: u64,
}

impl ProcessIdentity {
    /// Reads the identity of the process with this folder.
    fn read(process: &Path) -> io::Result<Self> {
        let status = fs::read_to_string(process.join("status"))?;
        let users = status.lines().find_map(|line| line.strip_prefix("Uid:"));
        // The real user, then the one whose rights the process has.
        let uid = users.and_then(|users| users.split_whitespace().nth(1)?.parse().ok());
        let stat = fs::read_to_string(process.join("stat"))?;
        // The name of the program, in parentheses, may contain anything; the start is the 20th field behind it.
        let fields = stat.rsplit_once(')').map(|(_, fields)| fields);
        let started_at = fields.and_then(|fields| fields.split_whitespace().nth(19)?.parse().ok());
        match (uid, started_at) {
            (Some(uid), Some(started_at)) => Ok(Self { uid, started_at }),
            _ => Err(io::Error::other(format!("cannot read {}", process.display()))),
        }
    }
}

/// Returns the name of a user, or the number if there is no name.
fn name_of(users: &str, uid: u32) -> String {
    entry(users, |_, id| id == uid).map_or_else(|| uid.to_string(), |(name, _)| name.to_owned())
}

/// Finds the name and the id of an entry.
fn entry(file: &str, fits: impl Fn(&str, u32) -> bool) -> Option<(&str, u32)> {
    file.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let id = fields.nth(1)?.parse().ok()?;
        fits(name, id).then_some((name, id))
    })
}

/// Reads a file of the system; empty if it is not readable.
fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "root:x:0:0:root:/:/bin/sh\n# a comment\nalice:x:1000:1000::/srv/alice:/bin/sh\n";

    #[test]
    fn users_are_named_by_the_file_else_by_their_number() {
        assert_eq!(name_of(FILE, 1000), "alice");
        assert_eq!(name_of(FILE, 0), "root");
        assert_eq!(name_of(FILE, 7), "7");
        assert_eq!(entry(FILE, |name, _| name == "alice"), Some(("alice", 1000)));
        assert_eq!(group_id("12"), Some(12));
        assert_eq!(group_id("no such group"), None);
    }

    /// Checks that a login counts only for a process of the user that connected: not for one that has ended, and
    /// not for one of another user with the same id.
    #[test]
    fn a_login_is_that_of_the_process_that_connected() {
        let processes = tempfile::tempdir().unwrap();
        let write = |process: &str, file: &str, content: &str| {
            fs::create_dir_all(processes.path().join(process)).unwrap();
            fs::write(processes.path().join(process).join(file), content).unwrap();
        };
        let login = |id, uid| login_of(processes.path(), id, uid);
        assert_eq!(login(7, 34).unwrap(), None, "the system records no logins");
        write("self", "loginuid", "4294967295");
        write("7", "loginuid", "1000");
        write("7", "status", "Name:\tcauseway\nUid:\t33\t34\t33\t34\n");
        write("7", "stat", "7 (a ) b) S 1 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 8 9\n");
        assert_eq!(login(7, 34).unwrap(), Some(1000));
        assert!(login(7, 33).is_err(), "another user has the id");
        assert!(login(8, 34).is_err(), "the process has ended");
        write("7", "loginuid", "4294967295");
        assert_eq!(login(7, 34).unwrap(), None, "no login has begun the process");
    }

    #[test]
    fn a_process_keeps_its_identity() {
        let own = ProcessIdentity::read(&Path::new(PROCESSES).join("self")).unwrap();
        assert_eq!(own.uid, own_uid());
        assert_eq!(own, ProcessIdentity::read(&Path::new(PROCESSES).join("self")).unwrap());
    }

    #[tokio::test]
    async fn the_peer_of_a_socket_is_this_process() {
        let (one, _other) = UnixStream::pair().unwrap();
        let peer = peer(&one).unwrap();
        assert_eq!(peer, SocketPeer { uid: own_uid(), actor: own_actor() });
    }
}
