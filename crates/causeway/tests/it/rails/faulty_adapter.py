"""The adapter of the examples with one fault, which a case of the check must notice.

    python3 faulty_adapter.py FAULT serve ...

A fault is a function of this file that has the number of its case. The other words are
those of the adapter.
"""

import base64
import hashlib
import itertools
import json
import sqlite3
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[5] / "examples/rail-adapter"))

import crp
from adapter import Adapter
from crp_store import Store
from crp_values import CrpError, serialize

ACCOUNT = "900000000"  # of the scenario SETTLES


def around(kind, name):
    """Replaces a method by a function that is given the method, and its arguments."""
    method = getattr(kind, name)

    def replace(other):
        setattr(kind, name, lambda *arguments: other(method, *arguments))

    return replace


def open_orders(store):
    """Returns the orders that the bank is still asked about."""
    sql = "SELECT reference, record, payment FROM orders WHERE due IS NOT NULL"
    return store.rows(sql)


def case_33_slow_submits():
    """Answers some submits after more than the time limit."""
    count = itertools.count()

    @around(Adapter, "submit")
    def submit(method, *arguments):
        record = method(*arguments)
        if next(count) < 16:
            time.sleep(6.5)
        return record


def case_46_late_pushes():
    """Pushes each item after more than the time limit."""

    @around(crp.Client, "call")
    def call(method, *arguments):
        time.sleep(6)
        return method(*arguments)


def case_46_other_items():
    """Pushes items with other marks than those of the feed."""

    @around(crp.Client, "call")
    def call(method, client, verb, path, content):
        mark = base64.urlsafe_b64encode(bytes(16)).decode().rstrip("=")
        items = [item | {"mark": mark} for item in content["items"]]
        return method(client, verb, path, content | {"items": items})


def case_47_dropped_pushes():
    """Does not push an item again that was refused."""

    @around(crp.Push, "step")
    def step(method, push):
        pause = method(push)
        if pause >= 1:
            pushed = int(push.file.read_text()) if push.file.exists() else 0
            push.file.write_text(str(pushed + 1))
        return pause


def case_47_repeated_pushes():
    """Pushes items again that were taken."""

    @around(crp.Push, "step")
    def step(method, push):
        push.file.unlink(missing_ok=True)
        return max(method(push), 0.7)


def case_47_hasty_pushes():
    """Repeats a refused push at once."""

    @around(crp.Push, "step")
    def step(method, push):
        return min(method(push), 0.1)


def case_48_lost_tombstones():
    """Forgets tombstones in a restart."""

    @around(Store, "__init__")
    def init(method, store, path):
        method(store, path)
        with store.commit():
            store.rows("DELETE FROM orders WHERE record LIKE '%\"orderDigest\":null%'")


def case_49_second_beginnings():
    """Begins open orders once more in a restart."""

    @around(Store, "__init__")
    def init(method, store, path):
        method(store, path)
        with store.commit():
            for reference, record, _ in open_orders(store):
                first = json.loads(record) | {"revision": 0}
                store.write(reference, first, time.time())


def case_50_second_payments():
    """Gives open orders to the bank once more in a restart, and does not ask first."""

    @around(Adapter, "__init__")
    def init(method, adapter, options):
        method(adapter, options)
        with adapter.store.commit():
            orders = open_orders(adapter.store)
        for _, _, payment in orders:
            adapter.bank("POST", "/payments", payment)


def case_51_marks_that_follow():
    """Makes the mark of an item from its number."""

    @around(Store, "write")
    def write(method, store, *arguments):
        record = method(store, *arguments)
        [[sequence]] = store.rows("SELECT max(sequence) FROM items")
        number = hashlib.sha256(str(sequence).encode()).digest()[:16]
        mark = base64.urlsafe_b64encode(number).decode().rstrip("=")
        store.rows("UPDATE items SET mark = ? WHERE sequence = ?", mark, sequence)
        return record


def case_52_denied_orders():
    """Denies all orders as soon as the store cannot be written to."""
    failures = []

    @around(Adapter, "submit")
    def submit(method, *arguments):
        try:
            return method(*arguments)
        except sqlite3.Error as problem:
            failures.append(problem)
            raise

    @around(Adapter, "status")
    def status(method, *arguments):
        if failures:
            raise CrpError(404, "ORDER_NOT_FOUND", "There is no such order.")
        return method(*arguments)


def case_53_logged_names():
    """Logs the name of the payer."""

    @around(Adapter, "payment_of")
    def payment_of(method, adapter, target, order):
        crp.log(f"a payment of {order['originator']['name']}")
        return method(adapter, target, order)


def case_53_logged_keys():
    """Logs the private key."""

    @around(Adapter, "__init__")
    def init(method, adapter, options):
        method(adapter, options)
        crp.log(f"the key is {Path(options.data, 'adapter.key').read_text()}")


def case_53_accounts_in_paths():
    """Pushes to a path that names an account."""

    @around(crp.Client, "call")
    def call(method, client, verb, path, content):
        return method(client, verb, "?for=%39" + ACCOUNT[1:], content)


def case_53_logged_accounts():
    """Logs what the bank is told."""

    @around(Adapter, "payment_of")
    def payment_of(method, *arguments):
        payment = method(*arguments)
        crp.log(serialize(payment).decode())
        return payment


if __name__ == "__main__":
    fault = sys.argv.pop(1)
    globals()[fault]()
    crp.main(Adapter, steps=["give", "follow"])
