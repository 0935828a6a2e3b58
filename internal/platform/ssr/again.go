package ssr

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"wekala/internal/platform/clock"
)

// The ways in which a page depends on the time it was rendered, as the bundle reports them.
const (
	saysNothing = "always"
	saysTheDay  = "day" // dates, today and tomorrow
)

// known are answers that were already fetched, by path, with their time.
type known struct {
	at      time.Time
	answers map[string]Answer
}

// holds returns the time until which a page's statements about its time are true.
func (r *Renderer) holds(says string, drawn time.Time) time.Time {
	switch says {
	case saysNothing:
		return drawn.AddDate(1, 0, 0)
	case saysTheDay:
		y, m, d := drawn.In(clock.Cairo).Date()
		return time.Date(y, m, d+1, 0, 0, 0, 0, clock.Cairo)
	}
	return drawn.Add(r.cfg.TTL)
}

// again checks a kept page after a while: it fetches the answers once more, and if they are equal, so is the page. It
// returns nil with the new answers if the page must be redrawn.
func (r *Renderer) again(ctx context.Context, old *kept, req Request, version string) (*kept, known) {
	now := r.cfg.Clock.Now()
	answers := r.fetch(ctx, req, old.asked)
	got := known{at: now, answers: make(map[string]Answer, len(answers))}
	for i, path := range old.asked {
		got.answers[path] = answers[i]
	}
	until, complete := untilWhen(answers)
	if !complete {
		return nil, known{} // rendering may succeed
	}
	if r.digest(req, old.asked, answers) != old.digest || !now.Before(old.holds) {
		return nil, got
	}
	next := *old
	next.version, next.looked, next.until = version, now, now.Add(r.cfg.TTL)
	if !until.IsZero() && until.Before(next.until) {
		next.until = until
	}
	if now.Sub(old.stamp) >= r.cfg.TTL && old.page.body != nil {
		// The browser counts on from the time in the page.
		next.stamp = now
		next.page = stamped(old.page, old.stamp, now)
	}
	r.pages.put(&next)
	return &next, known{}
}

// stamped returns a page as if rendered at another time, if its text does not depend on it.
func stamped(page Response, was, is time.Time) Response {
	plain := page.Body()
	at := bytes.Index(plain, []byte(stateBegins))
	if at < 0 {
		return page
	}
	next := make([]byte, 0, len(plain))
	next = append(next, plain[:at]...)
	next = append(next, bytes.Replace(plain[at:], momentOf(was), momentOf(is), 1)...)
	return seal(page.Status, next, page.Rendered)
}

// momentOf is how the state of a page writes its moment. In a text quotes are escaped, so it cannot occur earlier.
func momentOf(t time.Time) []byte {
	return []byte(`"now":` + strconv.FormatInt(t.UnixMilli(), 10) + `,`)
}

// digest identifies everything that a page is rendered from except its key and the time.
func (r *Renderer) digest(req Request, paths []string, answers []Answer) string {
	sum := sha256.New()
	around, err := json.Marshal([]any{r.newState(req, time.Time{}).Config, r.theme(), r.icons()})
	if err != nil {
		return "" // never: they are texts
	}
	_, _ = sum.Write(around)
	for i, a := range answers {
		_, _ = fmt.Fprintf(sum, "\x00%s\x00%d\x00%d\x00", paths[i], a.Status, len(a.Body))
		_, _ = sum.Write(a.Body)
	}
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}
