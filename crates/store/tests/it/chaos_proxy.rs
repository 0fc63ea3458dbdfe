//! A proxy between the store and its server that corrupts, delays and drops messages.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// A change to one message of the server; `Part` and `Lie` change messages to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tampering {
    /// Cuts the message after this many bytes and closes the connection.
    Cut(usize),
    /// Replaces the length field.
    Length(u32),
    /// Decreases the length field by one.
    Shorter,
    /// Increases the length field by one.
    Longer,
    /// Replaces the message type.
    Kind(u8),
    /// Replaces the message by random bytes.
    Garbage(u64),
    /// Sends the message twice, if it ends something.
    Twice,
    /// Changes the transaction status, as if a transaction had been lost or begun.
    TransactionStatus,
    /// Replaces the message by a fatal error whose text is not UTF-8 and which lacks the untranslated severity, and
    /// closes the connection.
    Farewell,
    /// Drops this and all later messages; the connection stays open.
    Silence,
    /// Inserts messages that a server may send at any time.
    Chatter,
    /// Delivers the message byte by byte.
    Dribble,
    /// Forwards this percentage of a pipeline to the server, then closes the connection.
    Part(usize),
    /// Turns a COMMIT into a ROLLBACK and reports success.
    Lie,
}

/// The handling of a connection after a message.
enum MessageHandling {
    Forward,
    Swallow,
    Close,
}

/// The tampering, and the number of applicable messages that pass before it.
type Plan = Option<(Tampering, usize)>;

#[derive(Default)]
struct Plans {
    now: Mutex<Plan>,
    /// Plan for the next new connection.
    newcomer: Mutex<Plan>,
    connections: AtomicUsize,
    has_lied: AtomicBool,
    end: Notify,
}

pub(crate) struct ChaosProxy {
    plans: Arc<Plans>,
    port: u16,
}

impl ChaosProxy {
    /// Listens on loopback in front of the server on that port.
    pub(crate) async fn before(server: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let plans = Arc::new(Plans::default());
        let kept = Arc::clone(&plans);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                plans.connections.fetch_add(1, Ordering::SeqCst);
                if let Some(plan) = plans.newcomer.lock().unwrap().take() {
                    *plans.now.lock().unwrap() = Some(plan);
                }
                tokio::spawn(between(client, server, Arc::clone(&plans)));
            }
        });
        Self { plans: kept, port }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Plans a tampering once, after this many messages to which it applies.
    pub(crate) fn plan(&self, tampering: Tampering, after: usize) {
        *self.plans.now.lock().unwrap() = Some((tampering, after));
    }

    /// Plans a tampering for the next new connection.
    pub(crate) fn plan_for_newcomer(&self, tampering: Tampering, after: usize) {
        *self.plans.newcomer.lock().unwrap() = Some((tampering, after));
    }

    /// Cancels the plan. Returns `true` if it was carried out before.
    pub(crate) fn rest(&self) -> bool {
        self.plans.now.lock().unwrap().take().is_none()
    }

    /// Returns the number of connections made so far.
    pub(crate) fn connections(&self) -> usize {
        self.plans.connections.load(Ordering::SeqCst)
    }

    /// Closes all connections.
    pub(crate) fn hang_up(&self) {
        self.plans.end.notify_waiters();
    }
}

impl Plans {
    /// Returns the tampering that is due for this message, if any.
    fn due(&self, fits: impl Fn(Tampering) -> bool) -> Option<Tampering> {
        let mut plan = self.now.lock().unwrap();
        let (tampering, after) = (*plan).filter(|(tampering, _)| fits(*tampering))?;
        *plan = after.checked_sub(1).map(|after| (tampering, after));
        plan.is_none().then_some(tampering)
    }
}

async fn between(client: TcpStream, server: u16, plans: Arc<Plans>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", server)).await else { return };
    client.set_nodelay(true).unwrap();
    server.set_nodelay(true).unwrap();
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    // Both directions end together.
    tokio::select! {
        _ = answers(BufReader::new(from_server), to_client, &plans) => {}
        _ = requests(from_client, to_server, &plans) => {}
        () = plans.end.notified() => {}
    }
}

async fn requests(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, plans: &Plans) -> io::Result<()> {
    let mut room = vec![0; 64 * 1024];
    loop {
        let length = from.read(&mut room).await?;
        let pipeline = &mut room[..length];
        if pipeline.is_empty() {
            return Ok(());
        }
        let commit = pipeline.windows(7).position(|text| text == b"COMMIT\0");
        match plans.due(|tampering| {
            matches!(tampering, Tampering::Part(_)) || tampering == Tampering::Lie && commit.is_some()
        }) {
            Some(Tampering::Part(hundredths)) => {
                return to.write_all(&pipeline[..length * hundredths / 100]).await;
            }
            Some(_) => {
                plans.has_lied.store(true, Ordering::SeqCst);
                let at = commit.unwrap();
                pipeline[at..at + 6].copy_from_slice(b"ABORT ");
            }
            None => {}
        }
        to.write_all(pipeline).await?;
    }
}

async fn answers(
    mut from: BufReader<OwnedReadHalf>,
    mut to: OwnedWriteHalf,
    plans: &Plans,
) -> io::Result<()> {
    let mut next = MessageHandling::Forward;
    loop {
        let mut message = vec![from.read_u8().await?];
        let length = from.read_u32().await?;
        message.extend(length.to_be_bytes());
        message.resize(usize::try_from(length).unwrap() + 1, 0);
        from.read_exact(&mut message[5..]).await?;
        let kind = message[0];
        let due = plans.due(|tampering| match tampering {
            Tampering::Twice => matches!(kind, b'C' | b'Z'),
            Tampering::TransactionStatus => kind == b'Z',
            Tampering::Part(_) | Tampering::Lie => false,
            _ => true,
        });
        if due == Some(Tampering::Dribble) {
            for byte in &message {
                to.write_all(&[*byte]).await?;
            }
            continue;
        }
        if let Some(tampering) = due {
            next = tamper(tampering, &mut message);
        }
        if message.ends_with(b"ROLLBACK\0") && plans.has_lied.load(Ordering::SeqCst) {
            message = framed(b'C', b"COMMIT\0");
        }
        if !matches!(next, MessageHandling::Swallow) {
            to.write_all(&message).await?;
        }
        if matches!(next, MessageHandling::Close) {
            return Ok(());
        }
    }
}

fn tamper(tampering: Tampering, message: &mut Vec<u8>) -> MessageHandling {
    let length = u32::try_from(message.len()).unwrap() - 1;
    let set_length =
        |message: &mut Vec<u8>, length: u32| message[1..5].copy_from_slice(&length.to_be_bytes());
    match tampering {
        Tampering::Cut(after) => {
            message.truncate(after.min(message.len() - 1));
            return MessageHandling::Close;
        }
        Tampering::Farewell => {
            *message = framed(b'E', b"SFATAL\0C57P01\0Mau revoir\xe9\0\0");
            return MessageHandling::Close;
        }
        Tampering::Silence => return MessageHandling::Swallow,
        Tampering::Length(other) => set_length(message, other),
        Tampering::Shorter => set_length(message, length - 1),
        Tampering::Longer => set_length(message, length + 1),
        Tampering::Kind(other) => message[0] = other,
        Tampering::Garbage(seed) => {
            // Knuth's MMIX generator.
            let step =
                |state: &u64| Some(state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407));
            let states = std::iter::successors(Some(seed), step).skip(2);
            *message = states.take(5).flat_map(u64::to_be_bytes).collect();
        }
        Tampering::Twice => message.extend_from_within(..),
        Tampering::TransactionStatus => message[5] = if message[5] == b'I' { b'T' } else { b'I' },
        Tampering::Chatter => {
            let chatter =
                [framed(b'N', b"SNOTICE\0\0"), framed(b'S', b"a\0b\0"), framed(b'A', b"\0\0\0\x01c\0d\0")];
            message.splice(..0, chatter.concat());
        }
        Tampering::Dribble | Tampering::Part(_) | Tampering::Lie => {}
    }
    MessageHandling::Forward
}

/// Frames a message of the server.
fn framed(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
    [&[kind], length.as_slice(), body].concat()
}
