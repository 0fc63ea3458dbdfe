"""Signatures and bodies: what is refused, and how."""

import random
import socket
import time
from urllib.parse import urlsplit

from crp_signing import CrpError
from crp_values import serialize
from world import Order


def raw(adapter, data, wait=0.0, read=True):
    """Sends bytes on a connection of their own, and returns what comes back."""
    url = urlsplit(adapter.url)
    with socket.create_connection((url.hostname, url.port), timeout=10) as connection:
        connection.sendall(data)
        time.sleep(wait)
        answer = b""
        while read and (part := connection.recv(65536)):
            answer += part
        return answer


def request_of(adapter, order, **changed):
    """Returns the bytes of a submission, some of its headers changed."""
    headers = adapter.keys.sign_request("PUT", order.path, order.body) | changed
    headers |= {"Content-Length": len(order.body), "Connection": "close"}
    lines = [f"PUT {order.path} HTTP/1.1", "Host: adapter"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + order.body


def signatures(drill):
    """Signatures: every change of a request is refused, by a signed answer"""
    adapter, _ = drill.start()
    order, keys = Order(), adapter.keys
    headers = keys.sign_request("PUT", order.path, order.body)

    def code(headers=headers, method="PUT", path=order.path, body=order.body):
        answer = adapter.client.send(method, path, body, headers)
        return answer.status, answer.content["error"]["code"]

    bad = (401, "BAD_SIGNATURE")
    drill.equal("the method is signed", code(method="POST"), bad)
    other = order.path[:-1] + ("1" if order.path.endswith("0") else "0")
    drill.equal("the path is signed", code(path=other), bad)
    drill.equal("the query is signed", code(path=order.path + "?a=1"), bad)
    drill.equal("the body is signed", code(body=order.body + b" "), bad)
    for seconds in [-302, 302]:
        created = int(keys.clock()) + seconds
        old = keys.sign_request("PUT", order.path, order.body, created=created)
        drill.equal(f"created {seconds} s off", code(old), (401, "STALE"))
    other = keys.rail, "Rail:0198f3c2-0000-7000-8000-0000000000bb"
    keys.rail = other[1]
    wrong = keys.sign_request("PUT", order.path, order.body)
    keys.rail = other[0]
    drill.equal("another rail", code(wrong), (401, "WRONG_RAIL"))
    passed = changed_bits(adapter, order, headers)
    drill.equal("a changed bit of any letter is refused", passed, [])
    plain = f"GET {order.path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    answer = raw(adapter, plain.encode())
    is_signed = b"\r\nsignature: crp=:" in answer.lower()
    drill.check("unsigned: a signed 401", b"UNSIGNED" in answer and is_signed, answer)
    drill.equal("nothing of all this was stored", adapter.status(order).status, 404)
    drill.equal("the right request is taken", adapter.submit(order).status, 200)
    again = adapter.client.send("PUT", order.path, order.body, headers)
    drill.check("a replay changes nothing", again.status in (200, 401), again.content)
    signature = headers["Signature"][len("crp=:") : -1]
    try:
        keys.verify_answer(again.status, again.headers, again.body, signature)
        other = adapter.client.call("GET", order.path)
        keys.verify_answer(other.status, other.headers, other.body, signature)
        drill.check("answers cannot be exchanged", False)
    except CrpError as error:
        drill.equal("answers cannot be exchanged", error.code, "BAD_SIGNATURE")


def changed_bits(adapter, order, headers):
    """Changes a bit of each letter of the signature headers. Returns what passed."""
    passed = []
    for name, value in headers.items():
        for at, letter in enumerate(value):
            bits = [1 << bit for bit in range(7)]
            other = [chr(ord(letter) ^ bit) for bit in bits]
            other = random.choice(
                [one for one in other if one.isprintable() and one != " "]
            )
            changed = value[:at] + other + value[at + 1 :]
            data = request_of(adapter, order, **(headers | {name: changed}))
            if not raw(adapter, data).startswith(b"HTTP/1.1 401"):
                passed.append((name, at, other))
    return passed


def bodies(drill):
    """Bodies: all but one plain object within the limits is refused, and not stored"""
    adapter, bank = drill.start()
    order = Order()
    for name, body in bad_bodies(order).items():
        sent = adapter.call("PUT", order.path, body)
        expected = (413,) if name == "64 KiB and 1" else (400, 422)
        drill.check(f"{name}: {expected}", sent.status in expected, sent)
    largest = Order()
    largest.body = padded(largest.body, 64 * 1024)
    drill.equal("64 KiB are taken", adapter.submit(largest).status, 200)
    adapter.reach(largest, "SETTLED")
    raw(adapter, request_of(adapter, order)[:-20], read=False)
    chunks = b"Transfer-Encoding: chunked\r\nX-Length"
    chunked = request_of(adapter, order).replace(b"Content-Length", chunks)
    drill.check("other chunks than JSON: refused", b" 4" in raw(adapter, chunked)[:13])
    drill.equal("nothing of all this was stored", adapter.status(order).status, 404)
    code = adapter.get("/v1/nothing").content["error"]["code"]
    drill.equal("an unknown path", code, "UNKNOWN_OPERATION")
    items = len(adapter.feed())
    money = {"amount": 1, "currency": "USD"}
    question = {
        "amount": money,
        "corridor": "usd-instant",
        "accountType": "USD_ACCOUNT",
    }
    for amount, available in [(1, True), (2**53 - 1, False)]:
        money["amount"] = amount
        sent = adapter.call("POST", "/v1/payouts/precheck", serialize(question))
        seen = (sent.status, sent.content["available"])
        drill.equal(f"precheck of {amount}", seen, (200, available))
    drill.equal("a precheck stores nothing", len(adapter.feed()), items)


def padded(body, length):
    return body[:-1] + b" " * (length - len(body)) + b"}"


def bad_bodies(order):
    body, amount = order.body, b'"amount":1234'
    return {
        "64 KiB and 1": padded(body, 64 * 1024 + 1),
        "a member twice": b'{"kind":"PAYOUT",' + body[1:],
        "a member twice, spelled otherwise": b'{"\\u006bind":"PAYOUT",' + body[1:],
        "an exponent": body.replace(amount, b'"amount":1e3'),
        "a fraction": body.replace(amount, b'"amount":1.0'),
        "a text": body.replace(amount, b'"amount":"100"'),
        "a negative": body.replace(amount, b'"amount":-1'),
        "0": body.replace(amount, b'"amount":0'),
        "2^53": body.replace(amount, b'"amount":9007199254740992'),
        "a list": b"[]",
        "33 levels": b'{"a":' * 33 + b"1" + b"}" * 33,
        "60 000 levels": b"[" * 60000,
        "not UTF-8": body.replace("ß".encode(), b"\xff"),
        "half a character": body.replace("ß".encode(), b"\\ud800"),
        "NaN": body.replace(amount, b'"amount":NaN'),
        "half of it": body[:-10],
        "two of it": body + body,
        "another id": body.replace(order.id.encode(), Order().id.encode()),
        "another kind": body.replace(b'"kind":"PAYOUT"', b'"kind":"REFUND"'),
        "a text that is none": body.replace('"ß ł 漢"'.encode(), b"7"),
        "an account that is none": body.replace(b'"900000000"', b"7"),
        "another currency": body.replace(b'"USD"', b'"EUR"'),
    }
