package orders

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/errs"
)

// TestAQuietStreamEndsWithItsSession: each beat checks the session again.
func TestAQuietStreamEndsWithItsSession(t *testing.T) {
	s := New(Deps{})
	s.poll, s.beat = time.Hour, time.Millisecond
	beats := 0
	w := httptest.NewRecorder()
	st := Stream{w, http.NewResponseController(w), func(context.Context) error {
		if beats++; beats > 3 {
			return errs.Unauthorized()
		}
		return nil
	}}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	s.run(ctx, st, func(context.Context, Stream) (bool, error) { return true, nil })
	if n := strings.Count(w.Body.String(), ": beat"); ctx.Err() != nil || n != 3 {
		t.Errorf("%d beats, %v", n, ctx.Err())
	}
}
