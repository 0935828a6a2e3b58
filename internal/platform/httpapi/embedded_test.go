package httpapi

import (
	"reflect"
	"testing"
)

type paging struct {
	Page Int `query:"page"`
}

// TestNothingIsPassedOver: parameters in an embedded struct that is not exported
// would never be read, and nobody would be told.
func TestNothingIsPassedOver(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an operation that would not see its page was taken")
		}
	}()
	mustRead(Op{ID: "list"}, reflect.TypeFor[struct {
		ID string `path:"id"`
		paging
	}]())
}
