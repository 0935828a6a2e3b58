package httpapi

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// noDuplicates is eachKeyOnce, and slower: it reads the body word by word.
func noDuplicates(d *json.Decoder) error {
	d.UseNumber()
	type level struct {
		keys  map[string]bool
		value bool // the next string is a value, not a key
	}
	var stack []*level
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(stack) > 64 {
			return errDuplicate
		}
		var top *level
		if len(stack) > 0 {
			top = stack[len(stack)-1]
		}
		if delim, ok := token.(json.Delim); ok {
			switch delim {
			case '{', '[':
				if top != nil {
					top.value = false
				}
				next := &level{}
				if delim == '{' {
					next.keys = map[string]bool{}
				}
				stack = append(stack, next)
			default:
				stack = stack[:len(stack)-1]
			}
			continue
		}
		if top == nil || top.keys == nil {
			continue
		}
		if top.value {
			top.value = false
			continue
		}
		key, _ := token.(string)
		key = folded(key)
		if top.keys[key] {
			return errDuplicate
		}
		if len(top.keys) >= maxKeys {
			return errKeys
		}
		top.keys[key], top.value = true, true
	}
}

func drawJSON(t *rapid.T, depth int) string {
	kinds := []string{"1", "-2.5e3", `"a:b"`, `"\\\":"`, `"é"`, "null", "true", "[]", "{}", "object", "object", "list"}
	switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); {
	case depth > 4 && (kind == "object" || kind == "list"):
		return "0"
	case kind == "object":
		var parts []string
		for range rapid.IntRange(1, 4).Draw(t, "keys") {
			key := rapid.SampledFrom(
				[]string{"a", "A", "b", "c", "d", `\u0061`, "s", "S", "ſ", "k", "K", "kind", "é", "É", `a\"`, "x:y"}).Draw(t, "key")
			parts = append(parts, `"`+key+`" : `+drawJSON(t, depth+1))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case kind == "list":
		var parts []string
		for range rapid.IntRange(1, 3).Draw(t, "values") {
			parts = append(parts, drawJSON(t, depth+1))
		}
		return "[" + strings.Join(parts, " , ") + "]"
	default:
		return kind
	}
}

// TestEachKeyStandsOnce compares the refusals of a body with reading it word by word.
func TestEachKeyStandsOnce(t *testing.T) {
	same := func(text string) error {
		var body any
		err := unmarshal([]byte(text), &body)
		if want := noDuplicates(json.NewDecoder(strings.NewReader(text))); want != err { //nolint:errorlint // the very same
			return fmt.Errorf("%.300s: %v, want %v", text, err, want)
		}
		return nil
	}
	rapid.Check(t, func(t *rapid.T) {
		if err := same(drawJSON(t, 0)); err != nil {
			t.Fatal(err)
		}
	})
	many := func(n int) string {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprintf(`"k%d":0`, i)
		}
		return "{" + strings.Join(keys, ",") + "}"
	}
	for _, text := range []string{
		many(maxKeys), many(maxKeys + 1), "[" + many(maxKeys) + "," + many(maxKeys) + "]",
		strings.Repeat("[", 64) + strings.Repeat("]", 64), strings.Repeat("[", 65) + strings.Repeat("]", 65),
		strings.Repeat(`{"a":`, 64) + "1" + strings.Repeat("}", 64),
		strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65),
	} {
		if err := same(text); err != nil {
			t.Error(err)
		}
	}
	for _, text := range []string{"", "{", `{"a"`, `{"a":1,}`, `{"a":1} {"a":1}`, "nul", `"a`} {
		var body any
		if unmarshal([]byte(text), &body) == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

type benchLine struct {
	VariantID string `json:"variant_id"`
	BranchID  string `json:"branch_id"`
	Qty       int64  `json:"qty"`
	Note      string `json:"note,omitempty"`
}

type benchOrder struct {
	ServiceID string      `json:"service_id"`
	Items     []benchLine `json:"items"`
	Method    string      `json:"payment_method"`
	Address   string      `json:"address_id"`
	Tip       float64     `json:"tip"`
}

// BenchmarkBody decodes a body twice, as each request does: for the validator and for its field.
func BenchmarkBody(b *testing.B) {
	for name, text := range map[string]string{
		"add":   `{"variant_id":"var_10012345","branch_id":"br_souq-ganayen-rehab","qty":2}`,
		"order": `{"service_id":"svc_food","items":[{"variant_id":"var_1","branch_id":"br_a","qty":1},{"variant_id":"var_2","branch_id":"br_a","qty":3}],"payment_method":"cod","address_id":"adr_1","tip":5}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var body any
				var line benchLine
				var order benchOrder
				err := unmarshal([]byte(text), &body)
				if err == nil && name == "add" {
					err = unmarshal([]byte(text), &line)
				} else if err == nil {
					err = unmarshal([]byte(text), &order)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
