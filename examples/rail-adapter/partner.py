"""A small bank with a book of its own, for tests: the partner of the adapters.

    python3 partner.py --listen 127.0.0.1:9200 --data partner.db

It writes a payment down before it answers, knows it by the reference that it came with,
and acts on it over time. The last three digits of the account decide what becomes of
it: see `ENDINGS`, and README.md for the requests.
"""

import argparse
import json
import re
import sqlite3
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SCHEMA = """
CREATE TABLE IF NOT EXISTS payments (
    id INTEGER PRIMARY KEY, reference TEXT, change INTEGER, state TEXT, code TEXT,
    direction TEXT, account TEXT, name TEXT, text TEXT, amount INTEGER, currency TEXT,
    returned INTEGER, settled TEXT, rest TEXT, due REAL, refused INTEGER DEFAULT 0);
CREATE INDEX IF NOT EXISTS by_reference ON payments (reference);
CREATE INDEX IF NOT EXISTS by_change ON payments (change);
"""
# What happens after a payment was accepted, one step after the other.
SETTLES = [["SETTLED", None]]
ENDINGS = {
    "002": [["REJECTED", "AM04"]],  # no cover; at once
    "003": [["REJECTED", "AC01"]],  # no such account; at once
    "004": [["ACCEPTED", None], ["REJECTED", "AG01"]],
    "005": [["ACCEPTED", None], ["SETTLED", None], ["RETURNED", "AC04"]],
    "006": [["ACCEPTED", None]],  # for ever, until it is cancelled
    "007": [["ACCEPTED", None], ["SETTLED", None], ["RETURNED", "SHORT"]],
    "008": [["ACCEPTED", None], ["ACCEPTED", None]] * 3 + SETTLES,  # slow
    "009": [["ACCEPTED", None]],  # takes it, and never says another word about it
}
USUAL = [["ACCEPTED", None], *SETTLES]
SILENT = "009"
RETURN_FEE = 100  # of a return that comes back short
ENDS = ("SETTLED", "REJECTED", "CANCELLED", "RETURNED")
LIMIT = 64 * 1024  # bytes of a request


class Silence(Exception):
    """The connection ends without an answer."""


class Bank:
    """The book: one connection to its database, used by one thread at a time."""

    def __init__(self, path, step, duplicates):
        self.step, self.pays_duplicates = step, duplicates == "pay"
        self.lock = threading.RLock()
        self.faults = []  # for the next requests: the first one that fits is used up
        self.database = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False
        )
        self.database.row_factory = sqlite3.Row
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.executescript(SCHEMA)

    def rows(self, sql, *arguments):
        return self.database.execute(sql, arguments).fetchall()

    def find(self, reference):
        found = self.rows(
            "SELECT * FROM payments WHERE reference = ? ORDER BY id", reference
        )
        return found[0] if found else None

    def change(self, id, **columns):
        """Changes a payment, or books a new one, in one commit with its number."""
        with self.database:
            self.database.execute("BEGIN IMMEDIATE")
            [[last]] = self.rows("SELECT coalesce(max(change), 0) FROM payments")
            columns["change"] = last + 1
            if id is None:
                names = ", ".join(columns)
                marks = ", ".join("?" * len(columns))
                sql = f"INSERT INTO payments ({names}) VALUES ({marks})"
                self.database.execute(sql, [*columns.values()])
            else:
                sets = ", ".join(f"{name} = ?" for name in columns)
                sql = f"UPDATE payments SET {sets} WHERE id = ?"
                self.database.execute(sql, [*columns.values(), id])

    def advance(self, id, row, steps, **columns):
        """Takes the first of the steps, and keeps the rest for later."""
        [state, code], *rest = steps
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        amount = row["amount"]
        if state == "SETTLED":
            columns["settled"] = now.replace("+00:00", "Z")
        if state == "RETURNED":
            fee = RETURN_FEE if code == "SHORT" and amount > RETURN_FEE else 0
            columns["returned"] = amount - fee
            code = "AC04" if code == "SHORT" else code
        due = time.time() + self.step if rest else None
        columns |= {"state": state, "code": code, "rest": json.dumps(rest), "due": due}
        self.change(id, **columns)

    def work(self):
        """Takes the steps that are due, for ever."""
        while True:
            with self.lock:
                due = self.rows("SELECT * FROM payments WHERE due <= ?", time.time())
                for row in due:
                    self.advance(row["id"], row, json.loads(row["rest"]))
            time.sleep(self.step / 5)

    # --- The requests ---

    def submit(self, request):
        names = ["reference", "direction", "account", "currency"]
        columns = {name: str(request[name]) for name in names}
        columns |= {name: str(request.get(name) or "") for name in ["name", "text"]}
        columns["amount"] = int(request["amount"])
        booked = self.find(columns["reference"])
        if booked and (booked["state"] == "CANCELLED" or not self.pays_duplicates):
            sql = "UPDATE payments SET refused = refused + 1 WHERE id = ?"
            self.rows(sql, booked["id"])
            return 409, {"error": "DUPLICATE"}
        steps = ENDINGS.get(columns["account"][-3:], USUAL)
        self.advance(None, columns, steps, **columns)
        return self.shown(columns["reference"])

    def cancel(self, reference):
        """Stops a payment. An unknown reference is barred: it is never paid."""
        row = self.find(reference)
        if row is None:
            self.change(None, reference=reference, state="CANCELLED")
        elif is_silent(row):
            raise Silence
        elif row["state"] not in ENDS:
            self.change(row["id"], state="CANCELLED", rest="[]", due=None)
        elif row["state"] == "SETTLED" and row["direction"] == "DEBIT":
            self.advance(row["id"], row, [["RETURNED", None]])  # reversed
        return self.shown(reference)

    def send_back(self, reference, amount):
        """Control: a settled payment comes back."""
        row = self.find(reference)
        self.change(row["id"], state="RETURNED", returned=amount, code="AC04", due=None)
        return self.shown(reference)

    def shown(self, reference):
        row = self.find(reference)
        if row is None:
            return 404, {"error": "UNKNOWN"}
        if is_silent(row):
            raise Silence
        return 200, payment(row)

    def changes(self, after, limit):
        sql = "SELECT * FROM payments WHERE change > ? ORDER BY change LIMIT ?"
        found = self.rows(sql, after, min(limit, 100))
        shown = [payment(row) for row in found if not is_silent(row)]
        through = found[-1]["change"] if found else after
        return 200, {"payments": shown, "through": through}

    def book(self):
        return 200, {"payments": [payment(row) for row in self.rows(BOOK)]}

    def answer(self, method, path, query, request):
        """Answers a request, in the order in which the requests come."""
        match method, path.split("/")[1:]:
            case "POST", ["payments"]:
                return self.submit(request)
            case "GET", ["payments"]:
                numbers = dict(re.findall(r"(after|limit)=(\d+)", query))
                after, limit = numbers.get("after", 0), numbers.get("limit", 100)
                return self.changes(int(after), int(limit))
            case "GET", ["payments", reference]:
                return self.shown(reference)
            case "POST", ["payments", reference, "cancel"]:
                return self.cancel(reference)
            case "GET", ["book"]:
                return self.book()
            case "POST", ["control", "fault"]:
                self.faults += [dict(request)] * int(request.get("times", 1))
                return 200, {}
            case "GET", ["control", "faults"]:
                return 200, {"faults": len(self.faults)}
            case "POST", ["control", "return"]:
                return self.send_back(request["reference"], int(request["amount"]))
        return 404, {"error": "NO_SUCH_REQUEST"}

    def fault(self, method, path):
        """Returns the fault for a request, and uses it up."""
        with self.lock:
            for at, fault in enumerate(self.faults):
                wanted = fault.get("method", method), fault.get("path", "/payments")
                if method == wanted[0] and path.startswith(wanted[1]):
                    return self.faults.pop(at)
        return {}

    def serve(self, method, path, query, request):
        """Answers a request, with the fault that is ordered for it."""
        is_control = path.startswith(("/control", "/book"))
        fault = {} if is_control else self.fault(method, path)
        kind = fault.get("fault")
        if kind == "LATE":
            time.sleep(float(fault["seconds"]))  # and then acts
        if kind == "DROP_BEFORE":
            raise Silence
        if kind == "UNAVAILABLE":
            return 503, {"error": "UNAVAILABLE"}
        with self.lock:
            answer = self.answer(method, path, query, request)
        if kind == "DROP_AFTER":
            raise Silence
        return (409, {"error": "DUPLICATE"}) if kind == "DUPLICATE" else answer


BOOK = "SELECT * FROM payments ORDER BY id"


def is_silent(row):
    return (row["account"] or "").endswith(SILENT) and row["state"] == "ACCEPTED"


def payment(row):
    """Returns a payment as the bank shows it."""
    names = ["reference", "change", "state", "code", "direction", "name", "text"]
    names += ["amount", "currency", "returned", "settled", "refused"]
    shown = {name: row[name] for name in names}
    return shown | {"id": f"B{row['id']:08}"}


class Exchange(BaseHTTPRequestHandler):
    """One request to the bank: JSON without signatures, on this machine only."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60

    def do_GET(self):
        self.close_connection = True
        try:
            length = int(self.headers["Content-Length"] or 0)
            if length > LIMIT:
                raise ValueError("too long")
            request = json.loads(self.rfile.read(length) or "{}")
            path, _, query = self.path.partition("?")
            answer = self.server.bank.serve(self.command, path, query, request)
        except (ValueError, KeyError, TypeError) as problem:
            answer = 400, {"error": "MALFORMED", "message": repr(problem)}
        except (Silence, OSError):
            return
        body = json.dumps(answer[1], ensure_ascii=False).encode()
        head = f"HTTP/1.1 {answer[0]} -\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self.wfile.write(head.encode() + body)

    do_POST = do_GET

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass  # the other side has gone


def main():
    parser = argparse.ArgumentParser(description="A small bank, for tests.")
    parser.add_argument("--listen", default="127.0.0.1:9200")
    parser.add_argument("--data", default="partner.db", help="file of the book")
    parser.add_argument(
        "--step", type=float, default=0.5, help="seconds between two steps of a payment"
    )
    parser.add_argument(
        "--duplicates",
        choices=["refuse", "pay"],
        default="refuse",
        help="a second payment with a reference: refused, or paid as banks do that "
        "do not look",
    )
    options = parser.parse_args()
    host, _, port = options.listen.rpartition(":")
    server = Server((host, int(port)), Exchange)
    server.bank = Bank(options.data, options.step, options.duplicates)
    threading.Thread(target=server.bank.work, daemon=True).start()
    print(f"the bank listens on {options.listen}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
