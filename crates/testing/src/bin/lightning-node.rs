//! Runs the simulated Lightning node for two deployments on this machine, until it is stopped.
//!
//! ```sh
//! cargo run -p causeway-testing --bin lightning-node -- 127.0.0.1:9735 p1 p2
//! ```

use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;

use causeway_testing::lightning::SimulatedNode;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address: SocketAddr = arguments.next().as_deref().unwrap_or("127.0.0.1:9735").parse()?;
    let node = SimulatedNode::start_at(address).await;
    let mut out = std::io::stdout().lock();
    for name in arguments {
        let wallet = node.wallet(&name);
        writeln!(out, "# the wallet {name}")?;
        writeln!(out, "SVC_SANDBOX_LIGHTNING_URL={}", wallet.url)?;
        writeln!(out, "SVC_SANDBOX_LIGHTNING_SECRET={}", wallet.secret)?;
    }
    out.flush()?;
    std::future::pending().await
}
