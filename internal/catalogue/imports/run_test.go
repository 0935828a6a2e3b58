package imports

import (
	"testing"
	"time"
)

func TestFitting(t *testing.T) {
	for _, tc := range []struct {
		size int
		took time.Duration
		want int
	}{
		{100, aChunk, 100},
		{100, aChunk / 3, 100},          // never more than a chunk
		{100, 2 * aChunk, 50},           //
		{100, 20 * aChunk, 50},          // one that took very long halves it
		{40, aChunk / 10, 80},           // and at most doubles it
		{40, 0, 80},                     //
		{minChunk, time.Hour, minChunk}, //
		{60, aChunk * 3 / 2, 40},
	} {
		if got := fitting(tc.size, tc.took); got != tc.want {
			t.Errorf("after %d items in %s: %d, not %d", tc.size, tc.took, got, tc.want)
		}
	}
}
