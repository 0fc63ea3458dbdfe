//! The actor in the audit trail is the caller as its channel knows it, whatever a request says: the network address, the
//! socket in the data folder, the socket for users, and the command itself if no server runs.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::process::Command;

use causeway::system_users;
use serde_json::{Value, json};

use super::process::{Server, refused, succeeded};
use super::site::Site;

/// The name that requests and the environment claim.
const CLAIMED: &str = "mallory";

/// A deployment with a server that has all channels.
struct Channels {
    // Dropped first: it uses the folder.
    server: Server,
    site: Site,
    admin: String,
    /// Value of a header with the token of `grafana`.
    authorization: String,
}

impl Channels {
    fn open() -> Self {
        let site = Site::on_sqlite();
        let admin = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut serve = site.folder.serve();
        serve.args(["--admin", &admin]);
        let group = rustix::process::getgid().as_raw().to_string();
        serve.env("SVC_OPERATOR_SOCKET", site.folder.beside("users.sock")).env("SVC_OPERATOR_GROUP", group);
        let server = Server::start(serve);
        let created = site.operate(&["operator-token", "create", "grafana", "--roles", "admin"]);
        let token = std::fs::read_to_string(created["credentials"].as_str().unwrap()).unwrap();
        let authorization = format!("Bearer {}", token.trim());
        Self { server, site, admin, authorization }
    }

    /// Returns the newest entry of the audit trail: its number, its actor, and its channel.
    fn newest(&self) -> Value {
        let list = self.site.operate(&["audit", "list", "--limit", "1"]);
        let entry = &list[0];
        json!([entry["number"], entry["actor"], entry["as_user"], entry["channel"]])
    }

    /// Claims another name through a channel: in the body, which is refused and leaves no trace, and in headers and the
    /// query, which are not read.
    fn claim(&self, mut open: impl FnMut() -> Box<dyn ChannelStream>, own: &Value, channel: &str) {
        let before = self.newest();
        let named = json!({ "operator": CLAIMED, "arguments": setting("on") });
        let answer = self.send(open(), &named);
        assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("operator"), "{channel}: {answer}");
        assert_eq!(self.newest(), before, "{channel}");
        let answer = self.send(open(), &json!({ "arguments": setting("on") }));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{channel}: {answer}");
        let after = self.newest();
        assert_ne!(after[0], before[0], "{channel}");
        assert_eq!(json!([after[1], after[2], after[3]]), json!([own[0], own[1], channel]));
    }

    fn send(&self, mut stream: Box<dyn ChannelStream>, body: &Value) -> String {
        let body = body.to_string();
        let claims = ["X-Operator", "X-Forwarded-User", "From", "Remote-User"]
            .map(|name| format!("{name}: {CLAIMED}\r\n"))
            .concat();
        let request = format!(
            "POST /operator/setting/set?operator={CLAIMED} HTTP/1.1\r\nHost: operators\r\nConnection: close\r\n\
             Authorization: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{claims}\r\n{body}",
            self.authorization,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Returns a command that changes a setting, under another name in the environment.
    fn command(&self, value: &str) -> Command {
        let mut command = self.site.command(&["setting", "set", "regulated", value]);
        command.env("USER", CLAIMED).env("LOGNAME", CLAIMED);
        command
    }
}

trait ChannelStream: Read + Write {}

impl<S: Read + Write> ChannelStream for S {}

fn setting(value: &str) -> Value {
    json!({ "name": "regulated", "value": value })
}

#[test]
fn no_channel_believes_the_name_that_a_caller_claims() {
    let mut channels = Channels::open();
    let me = system_users::own_actor();
    let me = json!([me.name, me.as_user]);
    let own_socket = channels.site.folder.data().join("operator.sock");
    let users_socket = channels.site.folder.beside("users.sock");
    channels.claim(
        || Box::new(TcpStream::connect(&channels.admin).unwrap()),
        &json!(["grafana", null]),
        "network",
    );
    for socket in [own_socket, users_socket] {
        channels.claim(|| Box::new(UnixStream::connect(&socket).unwrap()), &me, "socket");
    }

    succeeded(channels.command("off"));
    let by_socket = channels.newest();
    assert_eq!(json!([by_socket[1], by_socket[2], by_socket[3]]), json!([me[0], me[1], "socket"]));
    channels.server.stop();
    succeeded(channels.command("on"));
    let alone = channels.newest();
    assert_eq!(json!([alone[1], alone[2], alone[3]]), json!([me[0], me[1], "command"]));
    let (code, _) = refused(channels.command("on").args(["--operator", CLAIMED]));
    assert_eq!(code, 2, "there is no flag for it");
}
