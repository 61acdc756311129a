"""Checks that a delivery is Soko's. It needs nothing beside Python 3."""
import base64
import binascii
import hashlib
import hmac

TOLERANCE_SECONDS = 300


def key_of(secret):
    if secret.startswith("whsec_"):
        try:
            return base64.b64decode(secret[6:], validate=True) or secret.encode()
        except binascii.Error:
            pass
    return secret.encode()


def is_standard_webhook(secret, headers, body, now):
    """By `webhook-signature`, which covers the time as well. `body` is the raw bytes."""
    event_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key_of(secret), signed, hashlib.sha256).digest())
    given = headers["webhook-signature"].encode().split(b" ")
    return any(hmac.compare_digest(b"v1," + expected, one) for one in given)


def is_service_signature(secret, headers, body):
    """By `x-service-signature`, which covers the body alone."""
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    given = headers["x-service-signature"].removeprefix("sha256=")
    return hmac.compare_digest(expected.encode(), given.encode())


if __name__ == "__main__":  # the test vectors, one a line
    import sys

    for line in sys.stdin.buffer.read().decode().splitlines():
        name, secret, now, event_id, time, standard, service, body = line.split("\t")[:8]
        headers = {
            "webhook-id": event_id,
            "webhook-timestamp": time,
            "webhook-signature": standard,
            "x-service-signature": service,
        }
        first = is_standard_webhook(secret, headers, body.encode(), int(now))
        second = is_service_signature(secret, headers, body.encode())
        print(name, str(first).lower(), str(second).lower(), sep="\t")
