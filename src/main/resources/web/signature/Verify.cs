// Checks that a delivery is Soko's. It needs nothing beside .NET 8.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class Verify
{
    const long ToleranceSeconds = 300;

    static byte[] KeyOf(string secret)
    {
        if (secret.StartsWith("whsec_", StringComparison.Ordinal))
        {
            var key = new byte[secret.Length];
            if (Convert.TryFromBase64String(secret[6..], key, out var length) && length > 0)
                return key[..length];
        }
        return Encoding.UTF8.GetBytes(secret);
    }

    static bool IsSame(string expected, string given) =>
        CryptographicOperations.FixedTimeEquals(
            Encoding.UTF8.GetBytes(expected), Encoding.UTF8.GetBytes(given));

    /// By `webhook-signature`, which covers the time as well. `body` is the raw bytes.
    public static bool IsStandardWebhook(
        string secret, IReadOnlyDictionary<string, string> headers, byte[] body, long now)
    {
        var timestamp = headers["webhook-timestamp"];
        if (timestamp.Length is 0 or > 18 || !timestamp.All(char.IsAsciiDigit)) return false;
        if (Math.Abs(now - long.Parse(timestamp)) > ToleranceSeconds) return false;
        var start = Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{timestamp}.");
        var mac = HMACSHA256.HashData(KeyOf(secret), start.Concat(body).ToArray());
        var expected = "v1," + Convert.ToBase64String(mac);
        return headers["webhook-signature"].Split(' ').Any(given => IsSame(expected, given));
    }

    /// By `x-service-signature`, which covers the body alone.
    public static bool IsServiceSignature(
        string secret, IReadOnlyDictionary<string, string> headers, byte[] body)
    {
        var mac = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), body);
        var given = headers["x-service-signature"];
        if (given.StartsWith("sha256=", StringComparison.Ordinal)) given = given[7..];
        return IsSame(Convert.ToHexString(mac).ToLowerInvariant(), given);
    }

    /// The test vectors, one a line.
    public static void Main()
    {
        using var lines = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        for (var line = lines.ReadLine(); line != null; line = lines.ReadLine())
        {
            var part = line.Split('\t');
            var headers = new Dictionary<string, string>
            {
                ["webhook-id"] = part[3],
                ["webhook-timestamp"] = part[4],
                ["webhook-signature"] = part[5],
                ["x-service-signature"] = part[6],
            };
            var body = Encoding.UTF8.GetBytes(part[7]);
            var first = IsStandardWebhook(part[1], headers, body, long.Parse(part[2]));
            var second = IsServiceSignature(part[1], headers, body);
            Console.WriteLine($"{part[0]}\t{(first ? "true" : "false")}\t{(second ? "true" : "false")}");
        }
    }
}
