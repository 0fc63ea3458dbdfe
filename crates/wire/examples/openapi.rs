//! Prints the OpenAPI document.

use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let contract = causeway_wire::validate::Contract::get()?;
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, contract.document())?;
    writeln!(out)?;
    Ok(())
}
