package notify

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"
)

func unbase64(t *testing.T, s string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The example of RFC 8291, appendix A.
func TestEncryptionIsThatOfTheStandard(t *testing.T) {
	local, err := ecdh.P256().NewPrivateKey(unbase64(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := encrypt([]byte("When I grow up, I want to be a watermelon"),
		unbase64(t, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
		unbase64(t, "BTBZMqHH6r4Tts7J_aSIgg"), local, unbase64(t, "DGv6ra1nlYgDCS1FRnbzlw"))
	want := unbase64(t,
		"DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v\n got %x\nwant %x", err, got, want)
	}
	if _, err := encrypt(make([]byte, maxPush+1), want[21:86], make([]byte, 16), local, make([]byte, 16)); err == nil {
		t.Error("a text that is too long was taken")
	}
}

func TestTheShopsKeyForBrowsers(t *testing.T) {
	a, err := derivePushKey([]byte("one secret of the shop, 32 bytes"))
	if err != nil {
		t.Fatal(err)
	}
	again, _ := derivePushKey([]byte("one secret of the shop, 32 bytes"))
	other, _ := derivePushKey([]byte("two secret of the shop, 32 bytes"))
	if a.public != again.public || a.public == other.public || len(unbase64(t, a.public)) != 65 {
		t.Errorf("keys %s, %s, %s", a.public, again.public, other.public)
	}
	until := time.Unix(1795212000, 0)
	header, err := a.authorization("https://push.example.com", "mailto:shop@example.com", until)
	token, key, ok := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if err != nil || !ok || key != a.public || len(parts) != 3 {
		t.Fatalf("%v: %s", err, header)
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	signature := unbase64(t, parts[2])
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if err := json.Unmarshal(unbase64(t, parts[1]), &claims); err != nil || claims.Aud != "https://push.example.com" ||
		claims.Sub != "mailto:shop@example.com" || claims.Exp != until.Unix() || len(signature) != 64 ||
		!ecdsa.Verify(&a.signer.PublicKey, digest[:], new(big.Int).SetBytes(signature[:32]),
			new(big.Int).SetBytes(signature[32:])) {
		t.Errorf("%v: %+v, a signature of %d bytes", err, claims, len(signature))
	}
}

// The example of Twilio's documentation of its signature, with its values.
func TestTwiliosSignatureIsThatOfItsDocumentation(t *testing.T) {
	form := map[string][]string{"CallSid": {"CA1234567890ABCDE"}, "Caller": {"+12349013030"}, "Digits": {"1234"},
		"From": {"+12349013030"}, "To": {"+18005551212"}}
	if got := TwilioSignature("12345", "https://mycompany.com/myapp.php?foo=1&bar=2",
		form); got != "0/KCTR6DLpKmkAf8muzZqo1nDgQ=" {
		t.Errorf("got %s", got)
	}
}
