package httpapi

import (
	"fmt"
	"testing"
)

// TestUploadsOfOneNetworkLeaveRoom: many accounts that send slowly from one network do not keep
// others from sending, and what ends is given back.
func TestUploadsOfOneNetworkLeaveRoom(t *testing.T) {
	u := &uploads{slots: make(chan struct{}, uploadsAtOnce), of: map[string]int{}}
	var ends []func()
	for i := range uploadsAtOnce {
		if end, err := u.begin(fmt.Sprint("usr_", i), "41.32.10.0/24"); err == nil {
			ends = append(ends, end)
		}
	}
	if len(ends) != uploadsPerNetwork {
		t.Errorf("%d uploads of one network", len(ends))
	}
	end, err := u.begin("usr_honest", "156.160.1.0/24")
	if err != nil {
		t.Fatal("another network is kept out")
	}
	for _, end := range append(ends, end) {
		end()
	}
	if len(u.of) != 0 || len(u.slots) != 0 {
		t.Errorf("%d and %d are left", len(u.of), len(u.slots))
	}
}
