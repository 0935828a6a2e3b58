package httpapi

import (
	"reflect"
	"testing"
)

type paging struct {
	Page Int `query:"page"`
}

type dish struct {
	Name string `json:"name"`
}

// TestNothingIsPassedOver: parameters in an unexported embedded struct would never be read, and keys in another case
// than a field's are compared with lower-case names only; both would go unnoticed.
func TestNothingIsPassedOver(t *testing.T) {
	for what, c := range map[string]struct {
		in    reflect.Type
		taken bool
	}{
		"a page that it would not see": {reflect.TypeFor[struct {
			ID string `path:"id"`
			paging
		}](), false},
		"a field with a capital": {reflect.TypeFor[struct {
			Body struct {
				Lines []*struct {
					Tip int `json:"theTip"`
				} `json:"lines"`
			}
		}](), false},
		"a field without a name of its own": {reflect.TypeFor[struct {
			Body struct{ Tip int }
		}](), false},
		"small letters": {reflect.TypeFor[struct {
			Body struct {
				dish
				Lines map[string]dish `json:"lines_2"`
				Left  int             `json:"-"`
			}
		}](), true},
	} {
		func() {
			defer func() {
				if taken := recover() == nil; taken != c.taken {
					t.Errorf("%s: taken %t", what, taken)
				}
			}()
			mustRead(Op{ID: "list"}, c.in)
		}()
	}
}
