//! Capabilities and paths.

use causeway_rail_protocol::values::ErrorCode;

use crate::kit::{Kit, expect_code};
use crate::verdict::{CaseResult, failed};

pub(crate) async fn capabilities(kit: &Kit) -> CaseResult {
    kit.ask_capabilities().await.map(drop)
}

pub(crate) async fn unknown_path(kit: &Kit) -> CaseResult {
    for (method, path) in [("GET", "/v1/nothing"), ("POST", "/v1/capabilities"), ("GET", "/v2/capabilities")]
    {
        let signed = kit.sign(kit.target_at(method, path)?, b"");
        let answer = kit.ask(&signed.wire, Some(signed.signature)).await?;
        expect_code(&answer, &[ErrorCode::UnknownOperation])?;
    }
    Ok(())
}

pub(crate) async fn registries(kit: &Kit) -> CaseResult {
    (kit.plan.registry)(kit.capabilities().await?).map_err(failed)
}
