//! Requests with something wrong in them. None of them may make the service fail.

use serde_json::{Value, json};

use super::Expects;
use super::kit::Kit;
use super::shot::{JSON, Shot};
use crate::dice::Dice;
use crate::world::World;

/// What is done to a request.
type Spoiling = fn(&Kit<'_>, &World, Shot) -> Option<Shot>;

const SPOILINGS: (u32, Spoiling) = (30, strange_leaf);
const OTHERS: &[(u32, Spoiling)] = &[
    (12, missing_member),
    (8, added_member),
    (10, broken_body),
    (4, other_content_type),
    (12, strange_path_id),
    (12, strange_query),
    (10, nobody),
    (5, somebody_else),
    (5, deleted_token),
    (8, strange_key),
    (10, foreign_resource),
    (3, other_method),
];

/// The same request with something wrong in it; none where it has nothing that could be spoiled that way.
pub(crate) fn spoil(world: &World, shot: Shot) -> Option<Shot> {
    let kit = Kit::new(world, shot.tenant);
    let spoiling = kit.dice.weighted(SPOILINGS, OTHERS);
    spoiling(&kit, world, shot.expecting(Expects::Answer))
}

fn strange_leaf(kit: &Kit<'_>, _: &World, shot: Shot) -> Option<Shot> {
    let mut body = Some(shot.sent()).filter(Value::is_object)?;
    let mut paths = Vec::new();
    leaves(&body, String::new(), &mut paths);
    let place = kit.dice.pick(&paths)?;
    *body.pointer_mut(place)? = strange(&kit.dice);
    Some(shot.json(body))
}

/// Where anything stands that holds nothing else.
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

/// Something that nobody would send on purpose, or only just.
fn strange(dice: &Dice) -> Value {
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
    dice.pick(&values).cloned().unwrap_or_default()
}

fn missing_member(kit: &Kit<'_>, _: &World, shot: Shot) -> Option<Shot> {
    let mut body = shot.sent();
    let members = body.as_object_mut()?;
    let names: Vec<String> = members.keys().cloned().collect();
    members.shift_remove(kit.dice.pick(&names)?);
    Some(shot.json(body))
}

fn added_member(kit: &Kit<'_>, _: &World, shot: Shot) -> Option<Shot> {
    let mut body = Some(shot.sent()).filter(Value::is_object)?;
    let names = ["", "unknown", "id", "__proto__", "customerId", "kycStatus", "status"];
    body[*kit.dice.pick(&names)?] = strange(&kit.dice);
    Some(shot.json(body))
}

fn broken_body(kit: &Kit<'_>, _: &World, mut shot: Shot) -> Option<Shot> {
    let sent = shot.body.clone()?;
    let bodies: [Vec<u8>; 8] = [
        Vec::new(),
        sent[..sent.len() / 2].to_vec(),
        b"\xff\xfe{}".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"{\"a\":1,\"a\":2}".to_vec(),
        "[".repeat(5_000).into_bytes(),
        " ".repeat(3 << 20).into_bytes(),
    ];
    shot.body = kit.dice.pick(&bodies).cloned();
    Some(shot)
}

fn other_content_type(kit: &Kit<'_>, _: &World, mut shot: Shot) -> Option<Shot> {
    shot.body.as_ref()?;
    let types = [
        None,
        Some("text/plain"),
        Some("application/json; charset=latin-1"),
        Some("multipart/form-data"),
        Some("json"),
    ];
    shot.content_type = kit.dice.pick(&types).copied().flatten();
    Some(shot)
}

fn strange_path_id(kit: &Kit<'_>, _: &World, mut shot: Shot) -> Option<Shot> {
    let before = shot.path_id()?.to_owned();
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
    shot.path = shot.path.replace(&before, kit.dice.pick(&ids)?);
    shot.expects = Expects::ApiError;
    Some(shot)
}

fn strange_query(kit: &Kit<'_>, _: &World, mut shot: Shot) -> Option<Shot> {
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
    (*kit.dice.pick(&queries)?).clone_into(&mut shot.query);
    Some(shot)
}

fn nobody(kit: &Kit<'_>, _: &World, mut shot: Shot) -> Option<Shot> {
    let token = kit.tenant.first_token();
    let mut wrong = token.clone();
    wrong.secret.push('x');
    let unknown = crate::world::Token { client_id: "0".repeat(32), ..token.clone() };
    let headers = [
        None,
        Some(wrong.authorization()),
        Some(unknown.authorization()),
        Some("Basic".to_owned()),
        Some("Basic !!!!".to_owned()),
        Some("Bearer abc".to_owned()),
        Some(format!("Basic {}", "A".repeat(20_000))),
    ];
    shot.authorization = kit.dice.pick(&headers).cloned().flatten();
    Some(shot.expecting(Expects::Status(401)))
}

/// Another platform's token: what this platform has is not there for it.
fn somebody_else(_: &Kit<'_>, world: &World, mut shot: Shot) -> Option<Shot> {
    shot.path_id()?;
    let other = world.tenants.iter().find(|tenant| tenant.id != world.tenants[shot.tenant].id)?;
    shot.authorization = Some(other.first_token().authorization());
    Some(shot.expecting(Expects::Status(404)))
}

fn deleted_token(kit: &Kit<'_>, _: &World, mut shot: Shot) -> Option<Shot> {
    shot.authorization = Some(kit.dice.pick(&kit.tenant.dead_tokens)?.authorization());
    Some(shot.expecting(Expects::Status(401)))
}

fn strange_key(kit: &Kit<'_>, _: &World, mut shot: Shot) -> Option<Shot> {
    shot.key.as_ref()?;
    let keys = [String::new(), "two words".to_owned(), "k".repeat(256), "tab\tkey".to_owned()];
    shot.key = kit.dice.pick(&keys).cloned();
    Some(shot.expecting(Expects::ApiError))
}

/// What belongs to another platform, in the body.
fn foreign_resource(kit: &Kit<'_>, world: &World, shot: Shot) -> Option<Shot> {
    let mut body = shot.sent();
    let others: Vec<_> = world.tenants.iter().filter(|tenant| tenant.id != kit.tenant.id).collect();
    let other = kit.dice.pick(&others)?;
    let account = other.accounts.keys().next()?.to_string();
    let customer = other.customers.first().map(|customer| customer.id.to_string());
    let places = ["/source/accountId", "/destination/accountId", "/source/customerId", "/customerId"];
    let here: Vec<_> = places.into_iter().filter(|place| body.pointer(place).is_some()).collect();
    let place = kit.dice.pick(&here)?;
    let foreign = if place.ends_with("customerId") { customer? } else { account };
    *body.pointer_mut(place)? = foreign.into();
    Some(shot.json(body).expecting(Expects::ApiError))
}

fn other_method(kit: &Kit<'_>, _: &World, mut shot: Shot) -> Option<Shot> {
    shot.method = *kit.dice.pick(&["PUT", "HEAD", "OPTIONS", "TRACE"])?;
    shot.content_type = Some(JSON);
    Some(shot)
}
