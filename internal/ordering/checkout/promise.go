package checkout

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/ordering/cart"
	"wekala/internal/platform/db"
)

// keptFor is how long an order honours the promise of its quote: enough time to read the quote and order.
const keptFor = 5 * time.Minute

// shown is a promise as the request states it: the time, and the proof that a quote contained it.
type shown struct {
	at    db.Millis
	proof string
}

// proofOf proves that a quote of a branch promised a time for a zone. Without it, a client could claim an earlier time
// than was quoted.
func (s *Service) proofOf(b *branches.Branch, z branches.Zone, at db.Millis) string {
	mac := hmac.New(sha256.New, s.Secret)
	fmt.Fprintf(mac, "checkout promise\x00%s\x00%s\x00%t\x00%d\x00%d", b.ID, z.DistrictID, z.Counter, z.Minutes, at)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// keeps reports whether an order honours the promise that was shown instead of the current one.
func (s *Service) keeps(p *cart.Priced, was shown, is time.Time) bool {
	ago := is.Sub(was.at.Time())
	return ago > 0 && ago <= keptFor && hmac.Equal([]byte(was.proof), []byte(s.proofOf(p.Branch, p.Zone, was.at)))
}
