"""Orders, cancels, lost answers, kills: a payment is in the book once, or released."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

from crp_values import RELEASED
from feed import check_feed
from messages import raw, request_of
from world import Order, wait_for

ENDS = {  # by the last digits of an account: the last state, and the reason
    "000": ("SETTLED", None),
    "002": ("FAILED", "INSUFFICIENT_LIQUIDITY"),
    "003": ("FAILED", "ACCOUNT_INVALID"),
    "004": ("FAILED", "ACCOUNT_CANNOT_RECEIVE"),
    "005": ("RETURNED", "RETURNED"),
    "007": ("RETURNED", "RETURNED"),
    "008": ("SETTLED", None),
}


def orders(drill):
    """Orders: each comes to its end by legal moves, once"""
    adapter, bank = drill.start(duplicates="refuse")
    known = {ending: Order(ending=ending) for ending in ENDS}
    for kind in ["COLLECTION", "REFUND"]:
        known[kind] = Order(kind=kind, id=known["000"].id)
    firsts = [adapter.submit(order).content for order in known.values()]
    drill.equal("a first revision is 1", {one["revision"] for one in firsts}, {1})
    many = Order()
    with ThreadPoolExecutor(50) as pool:
        sent = list(pool.map(adapter.submit, [many] * 50))
    drill.equal("50 at once: all answered", {one.status for one in sent}, {200})
    same = Order(id=many.id, amount=4321)
    drill.equal("another amount: 409", adapter.submit(same).status, 409)
    same.body = many.body + b" "
    drill.equal("other bytes: 409", adapter.submit(same).status, 409)
    for name, order in known.items():
        end = ENDS.get(name, ENDS["000"])
        record = adapter.reach(order, end[0]) or adapter.status(order).content
        drill.equal(f"{name}: {end[0]}", (record["state"], record["reason"]), end)
        again = adapter.submit(order).content
        drill.equal(f"{name}: again the same", again["revision"], record["revision"])
        drill.equal(f"{name}: one payment", len(bank.of(order)), 1)
    short = adapter.status(known["007"]).content["returnedAmount"]
    drill.equal("a short return", short, {"amount": 1134, "currency": "USD"})
    [paid] = bank.of(known["000"])
    seen = paid["name"], paid["text"]
    drill.equal("names and texts arrive whole", seen, ("Zoë Łukasz 漢", "ß ł 漢"))
    long = Order(remittanceInformation="漢" * 141)
    drill.equal(
        "a long text is refused", adapter.submit(long).content["state"], "FAILED"
    )
    unknown = adapter.status(Order())
    seen = unknown.status, unknown.content["error"]["code"]
    drill.equal("unknown: 404", seen, (404, "ORDER_NOT_FOUND"))
    check_feed(drill, adapter)


def once(drill, bank, orders):
    counts = [len(bank.of(order)) for order in orders]
    drill.equal(f"each of {len(orders)} is in the book once", counts, [1] * len(orders))


def lost_answers(drill):
    """Lost answers: of the adapter and of the bank, at many moments"""
    adapter, bank = drill.start()
    faults = ["DROP_BEFORE", "DROP_AFTER", "UNAVAILABLE", "DUPLICATE", "LATE"]
    cut = [
        Order(ending=random.choice(["000", "003", "004"]))
        for _ in range(drill.options.times)
    ]
    for order in cut:
        method = random.choice(["POST", "GET"])
        bank.fault(random.choice(faults), method=method, seconds=0.7)
        data = request_of(adapter, order)
        length = random.choice([len(data), random.randrange(len(data))])
        raw(adapter, data[:length], wait=random.random() * 0.02, read=False)
    for order in cut:
        if adapter.insist(adapter.status, order).status == 404:
            adapter.insist(adapter.submit, order)
    silent = Order(ending="009")
    adapter.submit(silent)
    states = [adapter.reach(order, "SETTLED", "FAILED") for order in cut]
    drill.equal("each comes to an end", states.count(None), 0)
    once(drill, bank, cut)
    record = adapter.reach(silent, "IN_DOUBT")
    drill.check("a bank that never answers: in doubt", record, adapter.status(silent))
    outcome = adapter.insist(adapter.cancel, silent).content["outcome"]
    drill.equal("and a cancel is pending", outcome, "PENDING")
    check_feed(drill, adapter)


def kills(drill):
    """Kills: of adapter and bank at any moment, with a bank that pays every request"""
    adapter, bank = drill.start()
    killed = [Order() for _ in range(drill.options.kills)]
    for number, order in enumerate(killed):
        if number % 3 == 0:
            bank.fault("DROP_AFTER", method="POST")
            adapter.submit(order)
            wait_for(lambda: bank.of(order))  # the bank has acted, and only it knows
            adapter.kill()
        elif number % 3 == 1:
            bank.fault("LATE", method="POST", seconds=0.7)
            adapter.submit(order)
            wait_for(lambda: not bank.faults())  # the request is on its way
            adapter.kill()
        else:
            with ThreadPoolExecutor(1) as pool:
                sending = pool.submit(adapter.submit, order)
                time.sleep(random.random() * 0.08)
                adapter.kill()
                sending.exception()
        if number % 4 == 3:
            bank.kill()
            bank.start()
        adapter.start()
        if adapter.insist(adapter.status, order).status == 404:
            adapter.insist(adapter.submit, order)
    states = [adapter.reach(order, "SETTLED") for order in killed]
    drill.equal("each has settled", states.count(None), 0)
    once(drill, bank, killed)
    check_feed(drill, adapter)


def cancels(drill):
    """Cancels: what is released is never paid"""
    adapter, bank = drill.start()
    unknown = Order()
    first, again = adapter.cancel(unknown).content, adapter.cancel(unknown).content
    order = first["order"]
    seen = (first["outcome"], order["state"], order["orderDigest"], order["amount"])
    drill.equal("unknown: a tombstone", seen, ("RELEASED", "CANCELLED", None, None))
    drill.equal("twice: the same", again["order"], order)
    late = adapter.submit(unknown).content
    drill.equal("a later submission gets it", late["revision"], order["revision"])
    cases = [("006", "ACCEPTED", "RELEASED"), ("000", "SETTLED", "KEPT")]
    cases += [("005", "RETURNED", "RELEASED"), ("003", "FAILED", "RELEASED")]
    for ending, state, outcome in cases:
        order = Order(ending=ending)
        adapter.submit(order)
        adapter.reach(order, state)
        seen = [adapter.cancel(order).content["outcome"] for _ in range(2)]
        drill.equal(f"{state}: {outcome}", seen, [outcome] * 2)
    debit = Order(kind="COLLECTION")
    adapter.submit(debit)
    adapter.reach(debit, "SETTLED")
    outcome = adapter.cancel(debit).content["outcome"]
    drill.equal("a settled collection is reversed", outcome, "RELEASED")
    pairs(drill, adapter, bank)
    check_feed(drill, adapter)


def pairs(drill, adapter, bank):
    """Submits and cancels at once."""

    def both(order):
        def later(call, seconds):
            time.sleep(seconds)
            return adapter.insist(call, order).content

        with ThreadPoolExecutor(2) as pool:
            pool.submit(later, adapter.submit, random.random() * 0.05)
            cancel = pool.submit(later, adapter.cancel, random.random() * 0.4)
            return cancel.result()["outcome"]

    some = [Order() for _ in range(100)]
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(both, some))
    wrong = []
    for order, outcome in zip(some, outcomes):
        record = adapter.reach(order, "SETTLED", *RELEASED)
        moved = [one["state"] for one in bank.of(order) if one["settled"]]
        expected = [] if record and record["state"] in RELEASED else ["SETTLED"]
        kept = outcome == "RELEASED" and record and record["state"] not in RELEASED
        if not record or kept or moved != expected:
            wrong.append((outcome, record, moved))
    released = outcomes.count("RELEASED")
    subject = f"100 pairs: {released} released and not paid, {100 - released} paid once"
    drill.check(subject, not wrong, wrong)


def load(drill):
    """Many orders at once"""
    adapter, bank = drill.start()
    many = [
        Order(ending=random.choice(["000", "004"])) for _ in range(drill.options.load)
    ]
    durations = []

    def submit(order):
        start = time.monotonic()
        adapter.insist(adapter.submit, order)
        durations.append(time.monotonic() - start)

    start = time.monotonic()
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(submit, many))
    slow = sorted(durations)[len(many) * 99 // 100 - 1]
    drill.check(f"99 of 100 answers within 6 s: {slow:.2f} s", slow < 6)
    ends = [adapter.reach(order, "SETTLED", "FAILED") for order in many]
    duration = time.monotonic() - start
    drill.equal(f"all have ended, after {duration:.0f} s", ends.count(None), 0)
    references = {one["reference"] for one in bank.book()}
    drill.equal(
        "the bank has each once", [len(bank.book()), len(references)], [len(many)] * 2
    )
