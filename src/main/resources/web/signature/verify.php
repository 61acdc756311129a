<?php
// Checks that a delivery is Soko's. It needs nothing beside PHP 8.

const TOLERANCE_SECONDS = 300;

function key_of(string $secret): string
{
    if (!str_starts_with($secret, 'whsec_')) {
        return $secret;
    }
    return base64_decode(substr($secret, 6), true) ?: $secret;
}

/** By `webhook-signature`, which covers the time as well. `$body` is the raw body. */
function is_standard_webhook(string $secret, array $headers, string $body, int $now): bool
{
    ['webhook-id' => $id, 'webhook-timestamp' => $timestamp] = $headers;
    if (!ctype_digit($timestamp) || abs($now - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $mac = hash_hmac('sha256', "$id.$timestamp.$body", key_of($secret), true);
    $expected = 'v1,' . base64_encode($mac);
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** By `x-service-signature`, which covers the body alone. */
function is_service_signature(string $secret, array $headers, string $body): bool
{
    $given = preg_replace('/^sha256=/', '', $headers['x-service-signature']);
    return hash_equals(hash_hmac('sha256', $body, $secret), $given);
}

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) { // the test vectors, one a line
    foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
        [$name, $secret, $now, $id, $time, $standard, $service, $body] = explode("\t", $line);
        $headers = [
            'webhook-id' => $id, 'webhook-timestamp' => $time,
            'webhook-signature' => $standard, 'x-service-signature' => $service,
        ];
        $first = is_standard_webhook($secret, $headers, $body, (int) $now) ? 'true' : 'false';
        $second = is_service_signature($secret, $headers, $body) ? 'true' : 'false';
        echo "$name\t$first\t$second\n";
    }
}
