use causeway_domain::ids::TokenId;
use causeway_store::tokens;
use causeway_wire::table::{Operation, Tokens};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, ReadBack, learn_cursor, text};
use crate::requests::{Expectation, Request, Token};
use crate::violation::CheckResult;
use crate::world::World;

impl Area for Tokens {
    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::Tokens(*self);
        Some(match self {
            Self::CreateToken => {
                let sets = [
                    json!(["VIEW"]),
                    json!(["TRANSACT"]),
                    json!(["MANAGE"]),
                    json!(["VIEW", "TRANSACT", "MANAGE"]),
                ];
                let permissions = caller.rng.pick(&sets).cloned();
                caller.request(operation).json(json!({ "name": "another token", "permissions": permissions }))
            }
            Self::ListTokens => caller.list(operation, &[("name", "another%20token".to_owned())]),
            Self::GetTokenById => caller
                .request(operation)
                .of(caller.rng.pick(&caller.tenant.tokens)?.id)
                .expecting(Expectation::Success),
            Self::DeleteTokenById => {
                // The first token is never deleted; it acts for the platform.
                caller.request(operation).of(caller.rng.pick(caller.tenant.tokens.get(1..)?)?.id)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::CreateToken => learn_token(world, request.tenant, body)?,
            Self::DeleteTokenById => forget_token(world, request),
            Self::ListTokens => learn_cursor(world, request, body),
            Self::GetTokenById => {}
        }
        Ok(())
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        let get = request.another(Operation::Tokens(Self::GetTokenById));
        match self {
            Self::CreateToken => Some(ReadBack::Same(get.of(body["id"].as_str()?))),
            Self::DeleteTokenById => Some(ReadBack::Gone(get.of(request.path_id()?))),
            Self::ListTokens | Self::GetTokenById => None,
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        match (self, request.path_id().unwrap_or_default().parse::<TokenId>()) {
            (Self::DeleteTokenById, Ok(token)) => {
                let platform = world.tenants[request.tenant].id;
                if world.read(move |tx| tokens::find(tx, platform, token))?.is_none() {
                    forget_token(world, request);
                }
                Ok(())
            }
            (Self::DeleteTokenById | Self::CreateToken | Self::ListTokens | Self::GetTokenById, _) => Ok(()),
        }
    }
}

fn learn_token(world: &mut World, tenant: usize, body: &Value) -> CheckResult {
    let permissions = body["permissions"].as_array().into_iter().flatten();
    let token = Token {
        id: text(body, "id")?.parse()?,
        client_id: text(body, "clientId")?.to_owned(),
        secret: text(body, "clientSecret")?.to_owned(),
        permissions: permissions.filter_map(|name| name.as_str().map(str::to_owned)).collect(),
    };
    world.tenants[tenant].tokens.push(token);
    Ok(())
}

/// Moves the token of the request's path to the deleted ones.
fn forget_token(world: &mut World, request: &Request) {
    let tenant = &mut world.tenants[request.tenant];
    let id = request.path_id().unwrap_or_default();
    let (dead, live) =
        std::mem::take(&mut tenant.tokens).into_iter().partition(|token| token.id.to_string() == id);
    tenant.tokens = live;
    tenant.dead_tokens.extend::<Vec<Token>>(dead);
}
