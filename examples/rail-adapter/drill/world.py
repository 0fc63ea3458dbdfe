"""The parts of a drill: adapter and bank as processes, and the keys of Causeway."""

import http.client
import json
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections import namedtuple
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from uuid import uuid4

from crp import Client, NoAnswer, Target
from crp_signing import Keys, public_text, read_key, read_public_key, signature_of
from crp_values import parse, serialize

HERE = Path(__file__).resolve().parent.parent
PATHS = {"PAYOUT": "payouts", "COLLECTION": "collections", "REFUND": "refunds"}
SECONDS = 30  # of patience with a process

Sent = namedtuple("Sent", "status content")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def wait_for(make, seconds=SECONDS):
    """Returns the first true value of `make`, or its last one when the time is over."""
    end = time.monotonic() + seconds
    while not (value := make()) and time.monotonic() < end:
        time.sleep(0.02)
    return value


class Order:
    """An order, with the bytes that are sent again and again."""

    def __init__(self, kind="PAYOUT", ending="000", amount=1234, id=None, **more):
        self.kind, self.id = kind, id or f"Transaction:{uuid4()}"
        reference = kind[0] + self.id[12:].replace("-", "")
        self.target = Target(kind, self.id, reference)
        self.path = f"/v1/{PATHS[kind]}/{self.id}"
        method = {"accountNumber": f"900000{ending}", "routingNumber": "021000021"}
        holder = {"beneficiaryType": "INDIVIDUAL", "fullName": "Zoë Łukasz 漢"}
        account = {
            "externalAccountId": f"ExternalAccount:{uuid4()}",
            "accountType": "USD_ACCOUNT",
            "method": method,
            "accountInfo": method | {"beneficiary": holder},
            "payeeVerification": None,
        }
        content = {"transactionId": self.id, "kind": kind, "account": "main-usd"}
        content |= {"amount": {"amount": amount, "currency": "USD"}, "rail": "RTP"}
        if kind == "PAYOUT":
            content |= {"corridor": "usd-instant", "destination": account}
        elif kind == "COLLECTION":
            content |= {"corridor": "usd-debit", "rail": "ACH", "source": account}
        else:
            payer = {"name": "Ada", "account": f"900000{ending}", "bank": "021000021"}
            content |= {
                "corridor": None,
                "deposit": {"depositId": "D1", "payer": payer},
            }
        content["originator"] = {"type": "INDIVIDUAL", "name": "Ada Example"}
        content["references"] = {"endToEndId": reference, "uetr": str(uuid4())}
        content |= {
            "remittanceInformation": "ß ł 漢",
            "orderedAt": "2026-01-01T00:00:00Z",
        }
        self.content = content | more
        self.body = serialize(self.content)


class Bank:
    """The process of the bank."""

    def __init__(self, folder, duplicates="pay", step=0.1):
        self.folder, self.process = folder, None
        self.address = f"127.0.0.1:{free_port()}"
        self.command = [sys.executable, HERE / "partner.py", "--listen", self.address]
        self.command += ["--data", folder / "partner.db", "--step", step]
        self.command += ["--duplicates", duplicates]

    def start(self):
        with open(self.folder / "bank.log", "ab") as log:
            command = [str(part) for part in self.command]
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_for(lambda: answers(self.book))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def call(self, method, path, content=None):
        connection = http.client.HTTPConnection(self.address, timeout=SECONDS)
        try:
            connection.request(method, path, content and serialize(content))
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def fault(self, fault, times=1, **more):
        """Orders a fault for the next requests."""
        more |= {"fault": fault, "times": times}
        self.call("POST", "/control/fault", more)

    def faults(self):
        """Returns the number of faults that no request has had yet."""
        return self.call("GET", "/control/faults")["faults"]

    def book(self):
        """Returns the payments that were booked, barred references not included."""
        payments = self.call("GET", "/book")["payments"]
        return [payment for payment in payments if payment["amount"] is not None]

    def of(self, order):
        return [
            one for one in self.book() if one["reference"] == order.target.reference
        ]


def answers(call):
    try:
        return call() is not None
    except (OSError, ValueError, http.client.HTTPException, NoAnswer):
        return False


class Adapter:
    """The process of an adapter, and Causeway's side of it."""

    def __init__(self, folder, command, bank, push=None, keys=None, patience=1):
        self.folder, self.bank, self.process = folder, bank, None
        self.data = folder / "adapter"
        self.data.mkdir(exist_ok=True)
        self.words = shlex.split(command)
        self.public_key = read_public_key(self.run("key"))
        own = keys.own if keys else read_key(folder / "service.key")
        self.keys = keys or Keys(f"Rail:{uuid4()}", own, [])
        self.keys.theirs |= Keys("", own, [self.public_key]).theirs
        listen = f"127.0.0.1:{free_port()}"
        self.options = ["serve", "--data", self.data, "--listen", listen]
        self.options += ["--partner", bank.address, "--rail", self.keys.rail]
        self.options += ["--service-key", public_text(own.public_key())]
        self.options += ["--patience", patience, *(["--push", push] if push else [])]
        self.url = f"http://{listen}"
        self.client = Client(self.url, self.keys)

    def run(self, command):
        """Runs a command that ends, and returns what it prints."""
        words = [*self.words, command, "--data", self.data]
        return subprocess.run(words, capture_output=True).stdout.decode().strip()

    def start(self, **more):
        command = [str(part) for part in self.words + self.options]
        with open(self.folder / "adapter.log", "ab") as log:
            more = {"stdout": log, "stderr": log} | more
            self.process = subprocess.Popen(command, **more)
        ready = wait_for(lambda: answers(lambda: self.get("/v1/capabilities")))
        if not ready:
            raise RuntimeError((self.folder / "adapter.log").read_text()[-2000:])

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def restart(self):
        self.kill()
        self.start()

    def copy(self, name):
        """Copies the store of the adapter, which does not run."""
        shutil.copytree(self.data, self.folder / name)

    def restore(self, name):
        shutil.rmtree(self.data)
        shutil.copytree(self.folder / name, self.data)

    def call(self, method, path, body=b""):
        """Sends a request with these bytes."""
        headers = self.keys.sign_request(method, path, body)
        answer = self.client.send(method, path, body, headers)
        return Sent(answer.status, answer.content)

    def get(self, path):
        return self.call("GET", path)

    def submit(self, order):
        return self.call("PUT", order.path, order.body)

    def status(self, order):
        return self.get(order.path)

    def cancel(self, order):
        body = serialize({"reason": "OPERATOR"})
        return self.call("POST", f"{order.path}/cancel", body)

    def insist(self, call, order):
        """Calls until there is an answer that is none of 5xx."""

        def answer():
            try:
                sent = call(order)
                return sent if sent.status < 500 else None
            except NoAnswer:
                return None

        return wait_for(answer, 2 * SECONDS)

    def reach(self, order, *states):
        """Waits until an order has one of these states, and returns its record."""

        def record():
            sent = self.insist(self.status, order)
            return sent.content if sent.content.get("state") in states else None

        return wait_for(record, SECONDS)

    def feed(self, limit=500, after=0):
        """Reads the feed to its end. Checks its sequences and marks."""
        items, mark, more = [], None, True
        while more:
            page = self.get(f"/v1/changes?after={after}&limit={limit}").content
            if items and page["previousMark"] != mark:
                raise AssertionError(f"previousMark at {after}")
            for item in page["items"]:
                after += 1
                if item["sequence"] != after:
                    raise AssertionError(f"{item['sequence']} instead of {after}")
            items, more = items + page["items"], page["more"]
            mark = items[-1]["mark"] if items else None
        return items


class PushService:
    """The push endpoint of Causeway. It refuses as many pushes as it is told."""

    def __init__(self, keys, refusals=2):
        self.keys, self.refusals, self.pushes, self.lock = keys, refusals, [], Lock()
        service = self

        class Exchange(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.keys.verify_request("POST", self.path, self.headers, body)
                status, content = service.take(parse(body))
                body = serialize(content)
                signature = signature_of(self.headers)
                self.send_response(status)
                for name, value in service.keys.sign_answer(
                    status, body, signature
                ).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", len(body))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Exchange)
        port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{port}/rails/v1/bank/changes"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, push):
        with self.lock:
            sequences = [item["sequence"] for item in push["items"]]
            self.pushes.append((time.monotonic(), sequences))
            if len(self.pushes) <= self.refusals:
                return 503, {"error": {"code": "UNAVAILABLE", "message": "not now"}}
            return 200, {"through": sequences[-1]}

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
