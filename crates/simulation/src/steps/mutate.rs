//! Invalid requests, none of which may make the service fail.

use causeway_wire::table::Auth;
use serde_json::{Value, json};

use crate::areas::Caller;
use crate::requests::{Expectation, JSON, Request, Token};
use crate::rng::Rng;
use crate::world::World;

/// A change that makes a request invalid; `None` if it does not apply.
type Mutation = fn(&Caller<'_>, &World, Request) -> Option<Request>;

const MUTATIONS: (u32, Mutation) = (30, strange_leaf);
const OTHERS: &[(u32, Mutation)] = &[
    (12, missing_member),
    (8, added_member),
    (10, broken_body),
    (4, other_content_type),
    (12, strange_path_id),
    (12, strange_query),
    (10, invalid_credentials),
    (5, foreign_token),
    (5, deleted_token),
    (8, strange_key),
    (10, foreign_resource),
    (3, other_method),
];

/// Makes a request invalid, or returns `None` if the drawn mutation does not apply to it.
pub(crate) fn mutate(world: &World, request: Request) -> Option<Request> {
    let caller = Caller::new(world, request.tenant);
    let mutation = caller.rng.weighted(MUTATIONS.0, MUTATIONS.1, OTHERS);
    mutation(&caller, world, request.expecting(Expectation::AnyResponse))
}

fn strange_leaf(caller: &Caller<'_>, _: &World, request: Request) -> Option<Request> {
    let mut body = Some(request.sent()).filter(Value::is_object)?;
    let mut paths = Vec::new();
    leaves(&body, String::new(), &mut paths);
    let place = caller.rng.pick(&paths)?;
    *body.pointer_mut(place)? = strange(&caller.rng);
    Some(request.json(body))
}

/// Collects the JSON pointers of all scalar values.
fn leaves(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                leaves(member, format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                leaves(item, format!("{at}/{place}"), found);
            }
        }
        _ => found.push(at),
    }
}

/// Draws an unusual value.
fn strange(rng: &Rng) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(9_000_000_000_000_000_i64),
        json!(""),
        json!(" "),
        json!("x"),
        json!("\u{0}"),
        json!("\u{202e}\u{1f4b8}ｆｕｌｌ"),
        json!("'; DROP TABLE customer; --"),
        json!("InternalAccount:00000000-0000-0000-0000-000000000000"),
        json!("2025-02-30T25:61:61Z"),
        json!("a".repeat(10_000)),
        json!([]),
        json!({}),
        json!([[[[[[[[]]]]]]]]),
    ];
    rng.pick(&values).cloned().unwrap_or_default()
}

fn missing_member(caller: &Caller<'_>, _: &World, request: Request) -> Option<Request> {
    let mut body = request.sent();
    let members = body.as_object_mut()?;
    let names: Vec<String> = members.keys().cloned().collect();
    members.shift_remove(caller.rng.pick(&names)?);
    Some(request.json(body))
}

fn added_member(caller: &Caller<'_>, _: &World, request: Request) -> Option<Request> {
    let mut body = Some(request.sent()).filter(Value::is_object)?;
    let names = ["", "unknown", "id", "__proto__", "customerId", "kycStatus", "status"];
    body[*caller.rng.pick(&names)?] = strange(&caller.rng);
    Some(request.json(body))
}

fn broken_body(caller: &Caller<'_>, _: &World, mut request: Request) -> Option<Request> {
    let body = request.body.clone()?;
    let bodies: [Vec<u8>; 8] = [
        Vec::new(),
        body[..body.len() / 2].to_vec(),
        b"\xff\xfe{}".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"{\"a\":1,\"a\":2}".to_vec(),
        "[".repeat(5_000).into_bytes(),
        " ".repeat(3 << 20).into_bytes(),
    ];
    request.body = caller.rng.pick(&bodies).cloned();
    Some(request)
}

fn other_content_type(caller: &Caller<'_>, _: &World, mut request: Request) -> Option<Request> {
    request.body.as_ref()?;
    let types = [
        None,
        Some("text/plain"),
        Some("application/json; charset=latin-1"),
        Some("multipart/form-data"),
        Some("json"),
    ];
    request.content_type = caller.rng.pick(&types).copied().flatten();
    Some(request)
}

fn strange_path_id(caller: &Caller<'_>, _: &World, mut request: Request) -> Option<Request> {
    let before = request.path_id()?.to_owned();
    let (type_name, uuid) = before.split_once(':')?;
    let ids = [
        format!("{type_name}:00000000-0000-7000-8000-000000000000"),
        format!("{type_name}:"),
        uuid.to_owned(),
        before.to_uppercase(),
        format!("Other:{uuid}"),
        format!("{before}0"),
        "%00".to_owned(),
        "%ff%fe".to_owned(),
        "..".to_owned(),
        "a".repeat(4_000),
    ];
    request.path = request.path.replace(&before, caller.rng.pick(&ids)?);
    request.expects = Expectation::ApiError;
    Some(request)
}

fn strange_query(caller: &Caller<'_>, _: &World, mut request: Request) -> Option<Request> {
    let queries = [
        "limit=0",
        "limit=101",
        "limit=-1",
        "limit=1e3",
        "limit=99999999999999999999",
        "limit=5&limit=6",
        "cursor=abc",
        "cursor=",
        "cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "sourceCurrency=XXX",
        "sourceCurrency=USD&sendingAmount=-5",
        "sendingAmount=9223372036854775807",
        "sendingAmount=9223372036854775808",
        "customerId=x",
        "createdAfter=yesterday",
        "startDate=2025-01-01T00:00:00",
        "status=NEVER",
        "sortOrder=sideways",
        "isIncludingDeleted=perhaps",
        "%00=%ff",
        "&&&==&",
        "a[b]=c",
    ];
    (*caller.rng.pick(&queries)?).clone_into(&mut request.query);
    Some(request)
}

fn invalid_credentials(caller: &Caller<'_>, _: &World, mut request: Request) -> Option<Request> {
    if request.operation.row().auth == Auth::None {
        return None;
    }
    let token = caller.tenant.first_token();
    let mut wrong = token.clone();
    wrong.secret.push('x');
    let unknown = Token { client_id: "0".repeat(32), ..token.clone() };
    let headers = [
        None,
        Some(wrong.authorization()),
        Some(unknown.authorization()),
        Some("Basic".to_owned()),
        Some("Basic !!!!".to_owned()),
        Some("Bearer abc".to_owned()),
        Some(format!("Basic {}", "A".repeat(20_000))),
    ];
    request.authorization = caller.rng.pick(&headers).cloned().flatten();
    Some(request.expecting(Expectation::Status(401)))
}

/// Uses another platform's token, for which this platform's resources do not exist.
fn foreign_token(_: &Caller<'_>, world: &World, mut request: Request) -> Option<Request> {
    // A UMA address belongs to no platform: every caller finds it.
    request.path_id().filter(|id| id.contains(':') && request.operation.row().auth == Auth::Platform)?;
    let other = world.tenants.iter().find(|tenant| tenant.id != world.tenants[request.tenant].id)?;
    request.authorization = Some(other.first_token().authorization());
    Some(request.expecting(Expectation::Status(404)))
}

fn deleted_token(caller: &Caller<'_>, _: &World, mut request: Request) -> Option<Request> {
    if request.operation.row().auth == Auth::None {
        return None;
    }
    request.authorization = Some(caller.rng.pick(&caller.tenant.dead_tokens)?.authorization());
    Some(request.expecting(Expectation::Status(401)))
}

fn strange_key(caller: &Caller<'_>, _: &World, mut request: Request) -> Option<Request> {
    request.key.as_ref()?;
    let keys = [String::new(), "two words".to_owned(), "k".repeat(256), "tab\tkey".to_owned()];
    request.key = caller.rng.pick(&keys).cloned();
    Some(request.expecting(Expectation::ApiError))
}

/// Puts another platform's resource into the body.
fn foreign_resource(caller: &Caller<'_>, world: &World, request: Request) -> Option<Request> {
    let mut body = request.sent();
    let others: Vec<_> = world.tenants.iter().filter(|tenant| tenant.id != caller.tenant.id).collect();
    let other = caller.rng.pick(&others)?;
    let account = other.accounts.keys().next()?.to_string();
    let customer = other.customers.first().map(|customer| customer.id.to_string());
    let places = ["/source/accountId", "/destination/accountId", "/source/customerId", "/customerId"];
    let here: Vec<_> = places.into_iter().filter(|place| body.pointer(place).is_some()).collect();
    let place = caller.rng.pick(&here)?;
    let foreign = if place.ends_with("customerId") { customer? } else { account };
    *body.pointer_mut(place)? = foreign.into();
    Some(request.json(body).expecting(Expectation::ApiError))
}

fn other_method(caller: &Caller<'_>, _: &World, mut request: Request) -> Option<Request> {
    request.method = *caller.rng.pick(&["PUT", "HEAD", "OPTIONS", "TRACE"])?;
    request.content_type = Some(JSON);
    Some(request)
}
