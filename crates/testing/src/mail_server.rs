//! A mail server on loopback that records what it is sent.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A command that the server refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefusedCommand {
    /// The beginning of the line.
    pub command: &'static str,
    /// The whole line of the answer.
    pub answer: &'static str,
}

/// A mail server on loopback. It stops with the runtime that started it.
#[derive(Debug, Clone)]
pub struct MailServer {
    pub address: SocketAddr,
    lines: Arc<Mutex<Vec<String>>>,
}

impl MailServer {
    /// Starts a server that accepts every message, unless a command is to be refused.
    ///
    /// # Panics
    /// If no port is free.
    pub async fn start(refusal: Option<RefusedCommand>) -> Self {
        let bound = TcpListener::bind("127.0.0.1:0").await;
        let listener = bound.unwrap_or_else(|error| panic!("no port is free: {error}"));
        let address = listener.local_addr().unwrap_or_else(|error| panic!("no address: {error}"));
        let server = Self { address, lines: Arc::default() };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let serving = serving.clone();
                tokio::spawn(async move { serving.serve(stream, refusal).await });
            }
        });
        server
    }

    /// Returns the lines received so far, commands and messages alike.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.locked().clone()
    }

    fn locked(&self) -> MutexGuard<'_, Vec<String>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers the commands of a connection until it ends.
    async fn serve(&self, stream: TcpStream, refusal: Option<RefusedCommand>) {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let mut answer = "220 here\r\n";
        let mut is_data = false;
        while write.write_all(answer.as_bytes()).await.is_ok() {
            let line = loop {
                let Ok(Some(line)) = lines.next_line().await else { return };
                self.locked().push(line.clone());
                if !is_data || line == "." {
                    break line;
                }
            };
            is_data = line == "DATA";
            answer = match refusal {
                Some(RefusedCommand { command, answer }) if line.starts_with(command) => answer,
                _ if is_data => "354 go on\r\n",
                _ => "250 fine\r\n",
            };
        }
    }
}
