#!/usr/bin/env python3
"""What an app's backend has to offer for Adyen's advanced flow. One file, five minutes, loopback only.

    python3 server.py [--port 8080] [--database shop.sqlite] [--hmac-key HEX]

The upper half is the merchant's server; the lower half is a simulated Adyen, in the place of its API and of a bank's page.
Both keep everything in one SQLite file, durably: kill the process with -9 at any moment, start it again, nothing is lost.

For the app (`HTTPMerchantServer`, `HTTPOutcomeResolver`), all POST with JSON:

    /paymentMethods      the methods
    /payments            header Idempotency-Key: the attempt's id
    /payments/details    header Idempotency-Key: the attempt's id and -d1, -d2, …
    /orders/cancel       gives up an order of partial payments
    /status              {"attempt": id} or {"order": reference}: how it stands; changes nothing
    /close               {"attempt": id}: nothing of it can be paid any more, or it was paid: says which

For Adyen: POST /webhook, with its HMAC. For the shopper's browser: GET /bank?payment=…&answer=approve (or refuse).

The amount decides what the simulated Adyen says, by its last two digits (minor units):

    00  Authorised                  05  Received
    01  redirect to the bank        06  Error
    02  Refused (12, no balance)    07  Authorised for half, with an order for the rest
    03  3-D Secure 2 challenge      08  Authorised, and the process dies before it is answered (once)
    04  Pending                     09  rejected with 422, nothing charged

A real backend takes the amount from its own order, never from the app, and asks Adyen instead of `Adyen` below.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import signal
import sqlite3
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit

TABLES = """
-- One row an attempt of the app. state: open, paid, refused, released. closing: 0 no, 1 begun, 2 nothing can be paid any more.
create table if not exists attempts (
  id text primary key, reference text, payment text, currency text, value integer, paid integer,
  state text not null default 'open', closing integer not null default 0);
-- The idempotency table: what was answered under a key is answered again, whatever else has happened.
create table if not exists answers (key text primary key, status integer not null, body text not null);
-- Webhooks come twice, out of order, and before the answer that names their payment.
create table if not exists webhooks (id text primary key, payment text, success text);
-- The simulated Adyen's own memory.
create table if not exists adyen_payments (
  payment text primary key, key text unique, reference text, value integer, currency text, return_url text, state text,
  result text);
create table if not exists adyen_answers (key text primary key, status integer not null, body text not null);
"""


class Shop:
    """The merchant's server."""

    def __init__(self, path, hmac_key):
        self.lock = threading.Lock()  # one request at a time: nothing is paid while it is being closed
        self.db = sqlite3.connect(path, timeout=1, check_same_thread=False, isolation_level=None)
        self.db.execute("pragma locking_mode = exclusive")  # … and no second process does either
        self.db.execute("pragma journal_mode = wal")
        self.db.execute("pragma synchronous = full")  # what was answered survives a power cut
        self.db.executescript(TABLES)
        self.hmac_key = bytes.fromhex(hmac_key)
        self.adyen = Adyen(self.db)

    # --- for the app ---------------------------------------------------------------------------------------------

    def payment_methods(self, body, key):
        return 200, {"paymentMethods": [{"type": "scheme", "name": "Card"}, {"type": "ideal", "name": "iDEAL"}]}

    def payments(self, body, attempt):
        """Pays, once for each attempt: the row before the call, the answer after it, the same key in between."""
        amount = body.get("amount") or {}
        if not attempt or not isinstance(amount, dict) or type(amount.get("value")) is not int:
            return rejection("An Idempotency-Key and an amount are needed.")
        is_first = self.db.execute(
            "insert or ignore into attempts (id, reference, value, currency) values (?, ?, ?, ?)",
            (attempt, body.get("reference"), amount["value"], amount.get("currency"))).rowcount == 1
        return self.once(attempt, attempt, lambda: self.adyen.payments(body, attempt), is_first)

    def details(self, body, key):
        attempt, mark, ordinal = (key or "").rpartition("-d")
        if not mark or not ordinal.isdigit() or not self.attempt(attempt):
            return rejection("An Idempotency-Key of a known attempt is needed: its id and -d1, -d2, …")
        return self.once(key, attempt, lambda: self.of(attempt, *self.adyen.details(body, key)))

    def of(self, attempt, status, answer):
        """Details say themselves which payment they end: another attempt's pay that one, whoever brings them."""
        payment = answer.get("pspReference")
        if status != 200 or payment and payment == self.attempt(attempt)["payment"]:
            return status, answer
        other = self.db.execute("select id from attempts where payment = ?", (payment,)).fetchone()
        if other:
            self.keep(other[0], status, answer)
        return rejection("The details are another payment's.")

    def once(self, key, attempt, ask, is_first=False):
        """Answers a key again as it was answered first. A closed attempt isn't paid, whatever comes for it."""
        if self.attempt(attempt)["closing"] and not self.is_paid_after_all(attempt):
            return 200, {"resultCode": "Cancelled", "refusalReason": "closed by the merchant"}
        known = self.db.execute("select status, body from answers where key = ?", (key,)).fetchone()
        if known:
            return known[0], json.loads(known[1])
        # Adyen has the same key: dying here and asking again is one payment.
        status, answer = ask()
        if status == 200 or is_first and proves_nothing_charged(status, answer):
            with Transaction(self.db):
                self.keep(attempt, status, answer)
                self.db.execute("insert into answers values (?, ?, ?)", (key, status, json.dumps(answer)))
        return status, answer

    def keep(self, attempt, status, answer):
        """What an answer says about its attempt. Anything but an end leaves it open."""
        states = {"Authorised": "paid", "Refused": "refused", "Cancelled": "refused", "Error": "refused"}
        state = "refused" if status != 200 else states.get(answer.get("resultCode"), "open")
        if "action" in answer:
            state = "open"
        self.db.execute(
            "update attempts set state = case when state = 'open' then ? else state end, "
            "payment = coalesce(?, payment), paid = coalesce(?, paid) where id = ?",
            (state, answer.get("pspReference"), (answer.get("amount") or {}).get("value"), attempt))
        self.hear(answer.get("pspReference"))

    def cancel_order(self, body, key):
        order = body.get("order")
        if not isinstance(order, dict) or not isinstance(order.get("pspReference"), str):
            return rejection("An order is needed.")
        for payment in self.adyen.cancel_order(order["pspReference"]):
            self.db.execute("update attempts set state = 'released' where payment = ?", (payment,))
        return 200, {"resultCode": "Received", "pspReference": order["pspReference"]}

    # --- for the resolver ----------------------------------------------------------------------------------------

    def status(self, body, key):
        """How an attempt or an order stands. What nobody here knows is not found: that settles nothing."""
        if body.get("order"):
            rows = self.db.execute("select id from attempts where reference = ?", (body["order"],)).fetchall()
            words = [self.word(row[0]) for row in rows]
            paid = [word for word in words if word.get("state") == "succeeded"]
            return 200, paid[0] if paid else {"stillOpen": True}
        return 200, self.word(body.get("attempt"))

    def word(self, attempt):
        row = self.attempt(attempt)
        if not row:
            return {"notFound": {"closed": False}}
        payment = {"reference": row["payment"]} if row["payment"] else {}
        if row["state"] == "paid" and row["paid"] is not None and row["paid"] < row["value"]:
            # ISO 4217 minor units, which are Adyen's but for four currencies.
            amounts = [{"minorUnits": value, "currency": row["currency"]}
                       for value in (row["paid"], row["value"] - row["paid"])]
            return {"state": "partiallyPaid", "paid": amounts[0], "remaining": amounts[1], "payment": payment}
        if row["state"] == "paid":
            return {"state": "succeeded", "level": "authorised", "payment": payment}
        if row["state"] == "released":
            return {"released": [row["payment"]]}
        if row["closing"] == 2:
            return {"notFound": {"closed": True}}
        if row["state"] == "refused":
            return {"state": "declined", "reason": "unspecified", "payment": payment}
        return {"stillOpen": True}

    def close(self, body, key):
        """Makes every way to pay an attempt unusable, in this order: our key, then the payment at Adyen.

        If it was paid meanwhile, that is the answer. An attempt that never came is closed too: its key won't pay later.
        """
        attempt = body.get("attempt")
        if not isinstance(attempt, str) or not attempt:
            return rejection("An attempt is needed.")
        self.db.execute("insert or ignore into attempts (id) values (?)", (attempt,))
        if self.attempt(attempt)["state"] == "open":
            self.db.execute("update attempts set closing = max(closing, 1) where id = ?", (attempt,))
            self.is_paid_after_all(attempt)
        return 200, self.word(attempt)

    def is_paid_after_all(self, attempt):
        """Ends a closing, also one that a crash has cut: by key, since the answer with the reference may be lost."""
        state, payment = self.adyen.cancel(attempt)
        if state == "paid":
            self.db.execute(
                "update attempts set state = 'paid', closing = 0, payment = ? where id = ? and state = 'open'",
                (payment, attempt))
        else:
            self.db.execute("update attempts set closing = 2, payment = coalesce(?, payment) where id = ?",
                            (payment, attempt))
        return state == "paid"

    # --- for Adyen -----------------------------------------------------------------------------------------------

    def webhook(self, body, key):
        items = [entry.get("NotificationRequestItem", {}) for entry in body.get("notificationItems", [])]
        if not items or not all(self.is_signed(item) for item in items):
            return 401, {"error": "The signature is wrong."}
        for item in items:
            if item.get("eventCode") != "AUTHORISATION":
                continue  # captures, refunds, reports: a real backend has more to do with them
            payment, success = item.get("pspReference"), item.get("success")
            with Transaction(self.db):
                self.db.execute(
                    "insert or ignore into webhooks values (?, ?, ?)", (f"{payment}/{success}", payment, success))
                self.hear(payment)
        return 200, "[accepted]"

    def hear(self, payment):
        """What the webhooks so far say about a payment, as soon as it is known whose it is. Success wins."""
        row = self.db.execute("select id, closing from attempts where payment = ?", (payment,)).fetchone()
        said = {success for (success,) in
                self.db.execute("select success from webhooks where payment = ?", (payment,))}
        if row and "true" in said:
            # A bank that approves after all: a closed attempt's money goes back before anybody hears that it was paid.
            state = "released" if row[1] == 2 and self.adyen.give_back(payment) else "paid"
            self.db.execute(
                "update attempts set state = ? where id = ? and state in ('open', 'refused')", (state, row[0]))
        elif row and "false" in said:
            self.db.execute("update attempts set state = 'refused' where id = ? and state = 'open'", (row[0],))

    def is_signed(self, item):
        amount = item.get("amount") or {}
        fields = [item.get("pspReference"), item.get("originalReference"), item.get("merchantAccountCode"),
                  item.get("merchantReference"), amount.get("value"), amount.get("currency"), item.get("eventCode"),
                  item.get("success")]
        text = ":".join("" if field is None else str(field) for field in fields)
        right = base64.b64encode(hmac.new(self.hmac_key, text.encode(), hashlib.sha256).digest()).decode()
        given = (item.get("additionalData") or {}).get("hmacSignature")
        return isinstance(given, str) and hmac.compare_digest(right.encode(), given.encode())

    def attempt(self, attempt):
        row = self.db.execute(
            "select payment, state, closing, paid, value, currency from attempts where id = ?", (attempt,)).fetchone()
        return row and dict(zip(("payment", "state", "closing", "paid", "value", "currency"), row))


class Transaction:
    def __init__(self, db):
        self.db = db

    def __enter__(self):
        self.db.execute("begin immediate")

    def __exit__(self, kind, *_):
        self.db.execute("rollback" if kind else "commit")


def proves_nothing_charged(status, answer):
    """Only for the first request of a payment: of a repeat or of details, the payment may be there. 704: it is under way."""
    return status in (400, 401, 403, 422) and "errorCode" in answer and answer["errorCode"] != "704"


def rejection(message):
    return 422, {"status": 422, "errorCode": "130", "errorType": "validation", "message": message}


class Adyen:
    """A simulated Adyen: idempotent by key, as the real one, and with a bank behind it."""

    def __init__(self, db):
        self.db = db
        self.address = ""

    def payments(self, body, key):
        amount, digits = body["amount"], body["amount"]["value"] % 100
        known = self.db.execute("select result from adyen_payments where key = ?", (key,)).fetchone()
        if known:
            return 200, json.loads(known[0])
        if digits == 9:
            return rejection("Field 'amount' is not valid.")
        payment = "PSP" + hashlib.sha256(key.encode()).hexdigest()[:13].upper()
        result = {"pspReference": payment, "amount": amount}
        result |= {
            1: {"resultCode": "RedirectShopper", "action": {
                "type": "redirect", "method": "GET", "paymentMethodType": "ideal",
                "url": f"{self.address}/bank?payment={payment}"}},
            2: {"resultCode": "Refused", "refusalReason": "Not enough balance", "refusalReasonCode": "12"},
            3: {"resultCode": "ChallengeShopper", "action": {
                "type": "threeDS2", "subtype": "challenge", "token": "TOKEN", "paymentMethodType": "scheme"}},
            4: {"resultCode": "Pending"},
            5: {"resultCode": "Received"},
            6: {"resultCode": "Error", "refusalReason": "Acquirer Error", "refusalReasonCode": "4"},
            7: {"resultCode": "Authorised", "amount": amount | {"value": amount["value"] // 2}, "order": {
                "pspReference": "ORDER" + payment, "orderData": "DATA" + payment,
                "remainingAmount": amount | {"value": amount["value"] - amount["value"] // 2}}},
        }.get(digits, {"resultCode": "Authorised"})
        state = {"Authorised": "paid", "Refused": "refused", "Error": "refused"}.get(result["resultCode"], "open")
        self.db.execute(
            "insert into adyen_payments values (?, ?, ?, ?, ?, ?, ?, ?)",
            (payment, key, body.get("reference"), amount["value"], amount.get("currency"), body.get("returnUrl"), state,
             json.dumps(result)))
        if digits == 8:
            os.kill(os.getpid(), signal.SIGKILL)
        return 200, result

    def details(self, body, key):
        """Redirect results are `payment.approve` or `payment.refuse`; a challenge is passed by any other details."""
        known = self.db.execute("select status, body from adyen_answers where key = ?", (key,)).fetchone()
        if known:
            return known[0], json.loads(known[1])
        details = body.get("details") or {}
        payment, _, answer = str(details.get("redirectResult", "")).partition(".")
        if "threeDSResult" in details:
            row = self.db.execute(
                "select payment from adyen_payments where key = ?", (key.rpartition("-d")[0],)).fetchone()
            payment, answer = (row[0] if row else ""), "approve"
        row = self.db.execute("select state from adyen_payments where payment = ?", (payment,)).fetchone()
        if not row:
            return rejection("The details are not valid.")
        if row[0] == "open":
            self.end(payment, "paid" if answer == "approve" else "refused")
        state = self.db.execute("select state from adyen_payments where payment = ?", (payment,)).fetchone()[0]
        code = {"paid": "Authorised", "cancelled": "Cancelled"}.get(state, "Refused")
        result = {"pspReference": payment, "resultCode": code}
        if code == "Refused":
            result |= {"refusalReason": "Refused", "refusalReasonCode": "2"}
        self.db.execute("insert into adyen_answers values (?, ?, ?)", (key, 200, json.dumps(result)))
        return 200, result

    def cancel(self, key):
        """A technical cancel by key: what isn't paid can't be any more."""
        self.db.execute("update adyen_payments set state = 'cancelled' where key = ? and state = 'open'", (key,))
        row = self.db.execute("select state, payment from adyen_payments where key = ?", (key,)).fetchone()
        return row or ("cancelled", None)

    def cancel_order(self, order):
        """Gives the parts of an order back: in here an order has one part, and its name."""
        payment = order.removeprefix("ORDER")
        return [payment] if self.give_back(payment) else []

    def give_back(self, payment):
        return self.db.execute(
            "update adyen_payments set state = 'cancelled' where payment = ?", (payment,)).rowcount > 0

    def end(self, payment, state):
        self.db.execute("update adyen_payments set state = ? where payment = ? and state = 'open'", (state, payment))

    def bank(self, query):
        """The bank's page: where it sends the browser."""
        payment, answer = query.get("payment", [""])[0], query.get("answer", ["refuse"])[0]
        row = self.db.execute("select return_url from adyen_payments where payment = ?", (payment,)).fetchone()
        if not row or not row[0]:
            return None
        if answer == "approve":
            self.end(payment, "paid")
        mark = "&" if "?" in row[0] else "?"
        return f"{row[0]}{mark}redirectResult={quote(payment + '.' + answer)}"


def handler(shop):
    routes = {"/paymentMethods": shop.payment_methods, "/payments": shop.payments, "/payments/details": shop.details,
              "/orders/cancel": shop.cancel_order, "/status": shop.status, "/close": shop.close,
              "/webhook": shop.webhook}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            route = routes.get(self.path)
            length = self.headers.get("Content-Length") or "0"
            if not (length.isascii() and length.isdigit() and len(length) < 10):
                return self.reply(400, {})
            size = int(length)
            if not route or size > 1 << 20:
                return self.reply(404, {})
            try:
                body = json.loads(self.rfile.read(size) or b"{}")
            except ValueError:
                body = None
            if not isinstance(body, dict):
                return self.reply(*rejection("The body must be a JSON object."))
            with shop.lock:
                try:
                    status, answer = route(body, self.headers.get("Idempotency-Key"))
                except Exception:
                    status, answer = 500, {}  # nobody knows: the app asks again with the same key
            self.reply(status, answer)

        def do_GET(self):
            link = urlsplit(self.path)
            with shop.lock:
                target = shop.adyen.bank(parse_qs(link.query)) if link.path == "/bank" else None
            self.send_response(302 if target else 404)
            if target:
                self.send_header("Location", target)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def reply(self, status, answer):
            text = answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass  # requests carry what mustn't be logged

    return Handler


def main():
    parser = argparse.ArgumentParser(description="An example of a merchant's server, in front of a simulated Adyen.")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--database", default="shop.sqlite")
    parser.add_argument("--hmac-key", default="44" * 32, help="the webhook key, hexadecimal")
    arguments = parser.parse_args()
    try:
        shop = Shop(arguments.database, arguments.hmac_key)
    except sqlite3.OperationalError as error:
        parser.exit(1, f"{arguments.database} can't be used; perhaps another process has it: {error}\n")
    try:
        server = ThreadingHTTPServer(("127.0.0.1", arguments.port), handler(shop))
    except OSError as error:
        parser.exit(1, f"port {arguments.port} can't be used: {error}\n")
    shop.adyen.address = f"http://127.0.0.1:{server.server_address[1]}"
    print(shop.adyen.address, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
