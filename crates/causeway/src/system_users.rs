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
/// The login uid of a process that no login has begun.
const NO_LOGIN: u32 = u32::MAX;

/// Returns the process at the other end of a socket.
///
/// # Errors
/// If the operating system does not name it.
pub fn peer(stream: &UnixStream) -> io::Result<SocketPeer> {
    let peer = stream.peer_cred()?;
    let login = peer.pid().and_then(|pid| login_uid(&pid.to_string()));
    Ok(SocketPeer { uid: peer.uid(), actor: actor(peer.uid(), login) })
}

/// Returns the person who runs this process.
#[must_use]
pub fn own_actor() -> Actor {
    actor(rustix::process::getuid().as_raw(), login_uid("self"))
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

/// Reads the user who began the login session of a process; `None` if there is none, or the system does not
/// record it.
fn login_uid(process: &str) -> Option<u32> {
    let text = fs::read_to_string(Path::new("/proc").join(process).join("loginuid")).ok()?;
    text.trim().parse().ok().filter(|uid| *uid != NO_LOGIN)
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

    #[tokio::test]
    async fn the_peer_of_a_socket_is_this_process() {
        let (one, _other) = UnixStream::pair().unwrap();
        let peer = peer(&one).unwrap();
        assert_eq!(peer, SocketPeer { uid: own_uid(), actor: own_actor() });
    }
}
