package ratings

import (
	"errors"
	"strings"
	"testing"

	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

func TestFirstName(t *testing.T) {
	for name, want := range map[string]string{
		"Mona El Sherbiny": "Mona", "  منى الشربيني ": "منى", "": "", strings.Repeat("ن", 60): strings.Repeat("ن", 20),
	} {
		if got := firstName(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

func TestWhatARatingCountsFor(t *testing.T) {
	r := Rating{Stars: 4}
	if r.counts() != (tally{4, 1}) {
		t.Errorf("%+v", r.counts())
	}
	at := db.Millis(1)
	r.HiddenAt = &at
	if r.counts() != (tally{}) || (tally{}).less(tally{4, 1}) != (tally{-4, -1}) {
		t.Error("what is hidden counts")
	}
	var b book
	b.add(OfProduct, "a", tally{4, 1})
	b.add(OfProduct, "a", tally{-4, -1})
	b.add(OfBranch, "a", tally{5, 1})
	if b.sums[[2]string{OfProduct, "a"}] != (tally{}) || b.sums[[2]string{OfBranch, "a"}] != (tally{5, 1}) {
		t.Errorf("%+v", b.sums)
	}
}

func TestInputIsCleaned(t *testing.T) {
	bought := []orders.Line{{ID: "one"}}
	in := Input{Opinion: Opinion{Stars: 5, Text: " Good\u202e <b>x</b> "},
		Lines: []Line{{"one", Opinion{Stars: 1, Text: strings.Repeat("ن", TextMost)}}}}
	if err := in.clean(&orders.Order{}, bought); err != nil || in.Text != "Good <b>x</b>" {
		t.Errorf("%q %v", in.Text, err)
	}
	in.Lines[0].Text += "ن"
	refused, ok := errors.AsType[*errs.Error](in.clean(&orders.Order{}, bought))
	if !ok || len(refused.Fields) != 1 || refused.Fields[0].Name != "items.0.text" {
		t.Errorf("a text of 1001 characters: %+v", refused)
	}
}
