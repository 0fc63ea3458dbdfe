//! The table of cases (rails 18).

use crate::case::{Case, cases};
use crate::cases::{
    bodies, cancelling, cuts, feeds, load, memory, orders, prechecks, privacy, pushes, restarts, scenarios,
    signatures, texts, transport,
};

cases! {
    1 "Capabilities are signed, and follow the schema" => transport::capabilities;
    2 "Signature bases agree byte for byte" => signatures::bases;
    3 "An answer counts for its own request alone" => signatures::answers_are_bound;
    4 "Unsigned, unknown key, changed bit, other rail: a signed 401" => signatures::refusals;
    5 "Body, path, query and method are signed" => signatures::changed_parts;
    6 "A request of another time is STALE" => signatures::stale;
    7 "A replay is refused, or changes nothing" => signatures::replay;
    8 "A body beyond the limit is 413, half a body is none" => bodies::lengths;
    9 "A body that could be read in two ways is refused" => bodies::strict_json;
    10 "An unknown path is UNKNOWN_OPERATION" => transport::unknown_path;
    11 "Decimals, account types and rails are those of the service" => transport::registries;
    12 "The memory has one id, and the sequence and mark of its newest item" => memory::head;
    13 "A precheck out of range is not available, and stores nothing" => prechecks::out_of_range;
    14 "A submit is answered with its own digest and amount" => orders::submit;
    15 "A repeated submit is one order, and no change" => orders::twice;
    16 "50 submits at once are one order" => orders::at_once;
    17 "Another amount under the same id is ORDER_CONFLICT" => orders::other_amount;
    18 "Other bytes under the same id are ORDER_CONFLICT" => orders::other_bytes;
    19 "Status equals the record of the submit" => orders::status_equals;
    20 "An unknown id is a signed ORDER_NOT_FOUND" => orders::unknown;
    21 "Status knows an order whose answer was cut" => cuts::answer;
    22 "Half a submit stores nothing, and then it works" => cuts::request;
    23 "A slow order that is cut at 50 moments is one order" => cuts::moments;
    24 "An order settles by legal moves" => scenarios::settles;
    25 "A refused order is stored as FAILED, for good" => scenarios::refused;
    26 "A wrong account is ACCOUNT_INVALID" => scenarios::account_invalid;
    27 "An order can fail after it was taken" => scenarios::fails_late;
    28 "A return says how much came back" => scenarios::returned;
    29 "An order without a word of the partner has no end" => scenarios::partner_silent;
    31 "The smallest and the largest amount pass" => texts::amounts;
    32 "Texts arrive whole, or the order is refused" => texts::remittance;
    33 "99 of 100 submits are answered within 6 s" => load::many;
    34 "Three kinds under one id are three orders" => orders::kinds;
    35 "A cancel of an unknown id leaves a tombstone" => cancelling::unknown;
    36 "An order that is cancelled at once is CANCELLED" => cancelling::at_once;
    37 "A repeated cancel has the same outcome" => cancelling::twice;
    38 "An open order is RELEASED" => cancelling::open;
    39 "A settled order is KEPT, a returned one RELEASED" => cancelling::ended;
    40 "Of submit and cancel at once, one wins" => cancelling::pairs;
    41 "The feed has no gap from 1" => feeds::whole;
    42 "Pages of 1, 7 and 500 are the same list" => feeds::pages;
    43 "A reader misses nothing while orders come in" => feeds::reader;
    45 "Past the end, the feed is empty" => feeds::past_end;
    46 "An item is pushed within 5 s" => pushes::in_time;
    47 "A refused push is repeated, a taken one is not" => pushes::repeated;
    48 "Orders, marks and tombstones survive a restart" => restarts::survives;
    49 "An adapter that is killed in a submit has one order" => restarts::in_submit;
    50 "An adapter that is killed while it tells its partner pays once" => restarts::while_telling;
    51 "A store that is put back shows it" => restarts::put_back;
    52 "A store that cannot be written takes nothing, and denies no order" => restarts::read_only;
    30 "Revisions rise, and a final state stays" => scenarios::all_legal;
    44 "Each final state is in the feed" => feeds::final_states;
    53 "Log and paths hold no name, no account and no private key" => privacy::log_and_paths;
}
