"""The feed, the push and the memory of an adapter."""

import resource
import time
from concurrent.futures import ThreadPoolExecutor
from subprocess import DEVNULL

from crp_signing import Keys, read_key
from crp_values import MOVES
from world import Order, PushService, wait_for


def check_feed(drill, adapter):
    """Checks the whole feed: pages, marks, moves, revisions and memory."""
    items = adapter.feed()
    for limit in [1, 7]:
        drill.equal(f"pages of {limit}: the same list", adapter.feed(limit), items)
    last, wrong = {}, []
    for record in [item["order"] for item in items]:
        name = record["kind"], record["transactionId"]
        before = last.get(name)
        if before and record["state"] not in MOVES[before["state"]]:
            wrong.append((before["state"], record["state"]))
        if record["revision"] != (before["revision"] if before else 0) + 1:
            wrong.append(("revision", record["revision"]))
        last[name] = record
    drill.equal("moves are legal, and revisions rise by one", wrong, [])
    page = adapter.get(f"/v1/changes?after={len(items)}").content
    newest = (page["memory"]["sequence"], page["memory"]["mark"])
    end = (len(items), items[-1]["mark"])
    drill.equal("memory is the newest item", newest, end)
    drill.equal(
        "the end has its mark", (page["items"], page["previousMark"]), ([], end[1])
    )
    page = adapter.get(f"/v1/changes?after={len(items) + 7}").content
    drill.equal(
        "nothing past the end", (page["items"], page["previousMark"]), ([], None)
    )
    page = adapter.get("/v1/changes?after=0").content
    drill.equal("no mark before the first", page["previousMark"], None)


def pushes(drill):
    """Push: refused ones come again, taken ones do not; a reader misses nothing"""
    own = read_key(drill.folder / "push.key")
    keys = Keys("Rail:0198f3c2-0000-7000-8000-0000000000aa", own, [])
    service = PushService(keys)
    adapter, _ = drill.start(push=service.url, keys=keys)
    seen, is_done = [], []

    def read():
        while not is_done:
            seen.extend(adapter.feed(7, after=len(seen)))

    with ThreadPoolExecutor(9) as pool:
        reader = pool.submit(read)
        sent = [pool.submit(adapter.submit, Order(ending="002")) for _ in range(200)]
        done = [one.result().status for one in sent]
        drill.equal("200 submissions while it is read", done, [200] * 200)
        wait_for(lambda: len(seen) == len(adapter.feed()) >= 600)
        is_done.append(True)
        reader.result()
    drill.equal("the reader has all items", seen, adapter.feed())
    through = wait_for(lambda: service.pushes[-1][1][-1] == len(seen))
    drill.check("all was pushed", through, service.pushes[-1])
    taken = [sequence for _, push in service.pushes[2:] for sequence in push]
    drill.equal(
        "in order, and once after it was taken", taken, [*range(1, len(seen) + 1)]
    )
    times = [at for at, _ in service.pushes]
    pauses = [times[1] - times[0], times[2] - times[1]]
    is_doubled = 0.9 < pauses[0] < 1.9 < pauses[1] < 3.5
    drill.check("the pauses double", is_doubled, pauses)
    number = len(service.pushes)
    time.sleep(1.5)
    drill.equal("then it is quiet", len(service.pushes), number)
    adapter.restart()
    time.sleep(1.5)
    drill.equal("after a restart too", len(service.pushes), number)
    adapter.submit(Order(ending="002"))
    is_pushed = wait_for(lambda: len(service.pushes) > number, 5)
    drill.check("a new item comes within 5 s", is_pushed)
    service.stop()


def lost_memory(drill):
    """Lost memory: a restored or emptied adapter shows it, and nothing is paid twice"""
    adapter, bank = drill.start()
    first, later = Order(), [Order() for _ in range(15)]
    settle(adapter, [first])
    adapter.restart()
    record = adapter.status(first).content
    memory = record["memory"]
    drill.equal("a restart keeps the order", record["state"], "SETTLED")
    adapter.kill()
    adapter.copy("copy")
    adapter.start()
    settle(adapter, later)
    before = adapter.feed()
    adapter.kill()
    adapter.restore("copy")
    adapter.start()
    restored = adapter.get("/v1/capabilities").content["memory"]
    drill.equal("restored: the same memory", restored, memory)
    drill.equal("restored: an unknown order", adapter.status(later[0]).status, 404)
    drill.equal("restored: not released", adapter.cancel(later[0]).status, 503)
    more = [Order() for _ in later]
    settle(adapter, more + later)
    after, at = adapter.feed(), memory["sequence"]
    drill.check("it has grown past its old end", len(after) > len(before), len(after))
    drill.check("its marks are others", after[at]["mark"] != before[at]["mark"])
    counts = [len(bank.of(order)) for order in later + more]
    drill.equal("given again, each is in the book once", counts, [1] * len(counts))
    adapter.kill()
    drawn = adapter.run("restored")
    adapter.start()
    told = adapter.get("/v1/capabilities").content["memory"]
    drill.equal("told that it was restored: another id", told["id"], drawn)
    drill.check("and that id is new", drawn != memory["id"], drawn)
    drill.equal("and its items stay", told["sequence"], len(after))
    adapter.kill()
    for file in adapter.data.iterdir():
        if file.name != "adapter.key":
            file.unlink()
    adapter.start()
    emptied = adapter.get("/v1/capabilities").content["memory"]
    drill.check("emptied: another id", emptied["id"] != memory["id"], emptied)
    drill.equal("emptied: no item", (emptied["sequence"], emptied["mark"]), (0, None))
    drill.equal("emptied: not released", adapter.cancel(first).status, 503)
    settle(adapter, later)
    counts = [len(bank.of(order)) for order in later]
    drill.equal("emptied, given again: once each", counts, [1] * len(counts))


def settle(adapter, orders):
    for order in orders:
        adapter.submit(order)
    for order in orders:
        adapter.reach(order, "SETTLED")


def full_disk(drill):
    """A store that cannot be written to: 503, and nothing is paid"""
    adapter, bank = drill.start()
    settle(adapter, [Order()])
    adapter.kill()

    adapter.start(stdout=DEVNULL, stderr=DEVNULL)
    limits = (1, resource.RLIM_INFINITY)  # bytes of a file
    resource.prlimit(adapter.process.pid, resource.RLIMIT_FSIZE, limits)
    order = Order()
    drill.equal("submit: 503", adapter.submit(order).status, 503)
    status = adapter.status(order).status
    drill.check("status: no record", status in (404, 503), status)
    drill.equal("cancel: not released", adapter.cancel(order).status, 503)
    time.sleep(2)
    drill.equal("nothing is paid", len(bank.book()), 1)
    adapter.restart()
    cancelled = adapter.insist(adapter.submit, order).content["state"]
    drill.check("then it takes orders again", cancelled, cancelled)
    other = Order()
    settle(adapter, [other])
    drill.equal("and pays them", len(bank.of(other)), 1)
