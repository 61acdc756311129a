// Checks that a delivery is Soko's. It needs nothing beside Go.
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const toleranceSeconds = 300

func keyOf(secret string) []byte {
	if strings.HasPrefix(secret, "whsec_") {
		key, err := base64.StdEncoding.DecodeString(secret[6:])
		if err == nil && len(key) > 0 {
			return key
		}
	}
	return []byte(secret)
}

func mac(key []byte, text []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(text)
	return hash.Sum(nil)
}

// By webhook-signature, which covers the time as well. body is the raw bytes.
func isStandardWebhook(secret string, headers map[string]string, body []byte, now int64) bool {
	id, timestamp := headers["webhook-id"], headers["webhook-timestamp"]
	at, err := strconv.ParseUint(timestamp, 10, 62)
	if err != nil || now-int64(at) > toleranceSeconds || int64(at)-now > toleranceSeconds {
		return false
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac(keyOf(secret), signed))
	for _, given := range strings.Split(headers["webhook-signature"], " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

// By x-service-signature, which covers the body alone.
func isServiceSignature(secret string, headers map[string]string, body []byte) bool {
	expected := hex.EncodeToString(mac([]byte(secret), body))
	given := strings.TrimPrefix(headers["x-service-signature"], "sha256=")
	return hmac.Equal([]byte(expected), []byte(given))
}

// The test vectors, one a line.
func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		part := strings.Split(lines.Text(), "\t")
		headers := map[string]string{"webhook-id": part[3], "webhook-timestamp": part[4],
			"webhook-signature": part[5], "x-service-signature": part[6]}
		now, _ := strconv.ParseInt(part[2], 10, 64)
		fmt.Printf("%s\t%t\t%t\n", part[0],
			isStandardWebhook(part[1], headers, []byte(part[7]), now),
			isServiceSignature(part[1], headers, []byte(part[7])))
	}
}
