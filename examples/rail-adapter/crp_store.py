"""The memory of an adapter: its orders, and the feed of all that happened to them.

Each change of an order is one commit with its item of the feed, on the disk before
anything else.
"""

import json
import secrets
import sqlite3
import threading
import time
import uuid
from contextlib import contextmanager

import crp_values as values
from crp_values import CrpError

SCHEMA = """
CREATE TABLE IF NOT EXISTS memory (id TEXT, followed INTEGER);
CREATE TABLE IF NOT EXISTS orders (
    reference TEXT PRIMARY KEY, record TEXT, payment TEXT, due REAL);
CREATE TABLE IF NOT EXISTS items (
    sequence INTEGER PRIMARY KEY, mark TEXT, at TEXT, record TEXT);
CREATE INDEX IF NOT EXISTS due ON orders (due) WHERE due IS NOT NULL;
"""


class Store:
    """One connection to the database, used by one thread at a time."""

    def __init__(self, path):
        self.lock = threading.Lock()
        self.database = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False
        )
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.executescript(SCHEMA)
        with self.commit():
            if not self.rows("SELECT id FROM memory"):
                self.rows("INSERT INTO memory VALUES (?, 0)", str(uuid.uuid4()))

    @contextmanager
    def commit(self):
        """Begins a transaction, also to read: a read-only store is an error."""
        with self.lock, self.database:
            self.database.execute("BEGIN IMMEDIATE")
            yield

    def rows(self, sql, *arguments):
        return self.database.execute(sql, arguments).fetchall()

    def memory(self):
        with self.commit():
            [[id]] = self.rows("SELECT id FROM memory")
            [[sequence, mark]] = self.rows("SELECT max(sequence), mark FROM items")
            return {"id": id, "sequence": sequence or 0, "mark": mark}

    def draw_id(self):
        """Draws another id, once an older copy of the store was put back."""
        id = str(uuid.uuid4())
        with self.commit():
            self.rows("UPDATE memory SET id = ?", id)
        return id

    def changes(self, after, limit):
        """Returns a page of the feed. All items are kept."""
        with self.commit():
            mark = self.rows("SELECT mark FROM items WHERE sequence = ?", after)
            sql = "SELECT * FROM items WHERE sequence > ? ORDER BY sequence LIMIT ?"
            rows = self.rows(sql, after, limit + 1)
        items = [
            {"sequence": sequence, "mark": mark, "at": at, "kind": "ORDER"}
            | {"order": json.loads(record)}
            for sequence, mark, at, record in rows[:limit]
        ]
        previous, more = mark[0][0] if mark else None, len(rows) > limit
        return {"items": items, "previousMark": previous, "more": more}

    # Within a transaction:

    def order(self, reference):
        """Returns the record of an order, or `None`."""
        found = self.rows("SELECT record FROM orders WHERE reference = ?", reference)
        return json.loads(found[0][0]) if found else None

    def known(self, target, body):
        """Returns the record of a repeated submission, or `None` if it is new."""
        record = self.order(target.reference)
        if record and record["orderDigest"] not in (None, values.digest(body)):
            raise CrpError(409, "ORDER_CONFLICT", "The order has other bytes.")
        return record

    def write(self, reference, record, due=None, payment=None):
        """Writes a revision of an order, and its item. `due`: when to ask the bank."""
        ask_at = values.instant(time.time() + 1) if due else None
        record |= {"revision": record["revision"] + 1, "askAt": ask_at}
        record |= {"updatedAt": values.instant()}
        text = values.serialize(record).decode()
        sql = "INSERT INTO orders VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
        sql += " SET record = excluded.record, due = excluded.due"
        self.rows(sql, reference, text, payment, due)
        item = (None, secrets.token_urlsafe(16), record["updatedAt"], text)
        self.rows("INSERT INTO items VALUES (?, ?, ?, ?)", *item)
        return record

    def move(self, reference, record, due, **told):
        """Writes what is told of an order, unless the order may not become so."""
        if told["state"] not in values.MOVES[record["state"]]:
            return record
        if record | told != record:
            return self.write(reference, record | told, due)
        self.rows("UPDATE orders SET due = ? WHERE reference = ?", due, reference)
        return record

    def take_due(self, seconds):
        """Returns the references to ask the bank about. They are due again later."""
        sql = "UPDATE orders SET due = ? WHERE due <= ? RETURNING reference"
        now = time.time()
        return {reference for [reference] in self.rows(sql, now + seconds, now)}

    def payment(self, reference):
        """Returns what was written for the bank."""
        return self.rows("SELECT payment FROM orders WHERE reference = ?", reference)[
            0
        ][0]

    def followed(self):
        """Returns the last change of the bank that was taken in."""
        return self.rows("SELECT followed FROM memory")[0][0]

    def set_followed(self, through):
        self.rows("UPDATE memory SET followed = ?", through)
