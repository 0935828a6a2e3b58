package extras

import (
	"slices"
	"testing"

	"wekala/internal/platform/i18n"
)

func text(en string) i18n.Text { return i18n.Text{EN: en, AR: en} }

// lunch asks for one bread, up to three toppings of which cheese may be doubled,
// and what to leave out.
var lunch = Offered{
	{ID: "xgr_bread", Name: text("Bread"), Least: 1, Most: 1, Extras: []Extra{
		{ID: "ext_baladi", Name: text("Baladi"), Most: 1, Preset: 1},
		{ID: "ext_brioche", Name: text("Brioche"), Price: 500, Most: 1},
		{ID: "ext_rye", Name: text("Rye"), Most: 1, Out: true}}},
	{ID: "xgr_more", Name: text("More"), Most: 3, Extras: []Extra{
		{ID: "ext_cheese", Name: text("Cheese"), Price: 1000, Most: 2},
		{ID: "ext_egg", Name: text("Egg"), Price: 700, Most: 3}}},
	{ID: "xgr_less", Name: text("Without"), Most: 2, Extras: []Extra{{ID: "ext_onion", Name: text("Onions"), Most: 1}}},
}

func TestWhatMayBeChosen(t *testing.T) {
	for name, c := range map[string]struct {
		picks []Pick
		want  string
		sum   int64
	}{
		"as preset":          {[]Pick{{"ext_baladi", 1}}, "", 0},
		"dearer":             {[]Pick{{"ext_brioche", 1}, {"ext_cheese", 2}, {"ext_egg", 1}, {"ext_onion", 1}}, "", 3200},
		"nothing":            {nil, "extras.extras_missing", 0},
		"two breads":         {[]Pick{{"ext_baladi", 1}, {"ext_brioche", 1}}, "extras.extras_too_many", 0},
		"too much of one":    {[]Pick{{"ext_baladi", 1}, {"ext_cheese", 3}}, "extras.extra_too_many", 0},
		"too much of all":    {[]Pick{{"ext_baladi", 1}, {"ext_cheese", 2}, {"ext_egg", 2}}, "extras.extras_too_many", 0},
		"sold out":           {[]Pick{{"ext_rye", 1}}, "extras.extra_sold_out", 0},
		"of another product": {[]Pick{{"ext_baladi", 1}, {"ext_sugar", 1}}, "extras.extra_unknown", 0},
		"less than none":     {[]Pick{{"ext_baladi", 1}, {"ext_egg", -1}}, "extras.extra_unknown", 0},
	} {
		picks := Sorted(c.picks)
		got := ""
		if no := lunch.Check(picks); no != nil {
			got = no.Key
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if sum := Sum(lunch.Freeze(picks)); got == "" && sum != c.sum {
			t.Errorf("%s: adds %d, want %d", name, sum, c.sum)
		}
	}
	if no := Offered(nil).Check(Picks{{"ext_egg", 1}}); no == nil || no.Key != "extras.extra_unknown" {
		t.Errorf("a product without groups takes extras: %v", no)
	}
}

func TestTheTextOfPicks(t *testing.T) {
	one, two := Sorted([]Pick{{"b", 2}, {"a", 1}, {"c", 0}}), Sorted([]Pick{{"a", 1}, {"b", 1}, {"b", 1}})
	if one.Key() != "a,b*2" || one.Key() != two.Key() {
		t.Errorf("%q and %q", one.Key(), two.Key())
	}
	if back := Parse(one.Key()); back.Key() != one.Key() || len(back) != 2 || back[1].Qty != 2 {
		t.Errorf("read back: %v", back)
	}
	if Parse("") != nil || Picks(nil).Key() != "" {
		t.Error("nothing is not nothing")
	}
	frozen := lunch.Freeze(Sorted([]Pick{{"ext_egg", 2}, {"ext_brioche", 1}}))
	stored := Text(frozen)
	if !AddsUp(1900, stored) || AddsUp(1899, stored) || AddsUp(0, "[]") || AddsUp(0, "x") {
		t.Errorf("sums of %s", stored)
	}
	if Line(Read(stored), i18n.EN) != "Brioche, 2 × Egg" {
		t.Errorf("in a line: %q", Line(Read(stored), i18n.EN))
	}
}

func TestWhatIsOptional(t *testing.T) {
	preset := Offered{{ID: "xgr_sauce", Most: 1, Extras: []Extra{{ID: "ext_dakka", Most: 1, Preset: 1, Out: true}}}}
	for name, c := range map[string]struct {
		offered Offered
		want    bool
	}{
		"one bread has to be chosen": {lunch, false},
		"toppings":                   {lunch[1:], true},
		"chosen in advance":          {slices.Concat(lunch[1:], preset), false},
	} {
		if got := c.offered.Optional(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPresetsAndWhatIsLeft(t *testing.T) {
	if got := lunch.Presets().Key(); got != "ext_baladi" {
		t.Errorf("presets %q", got)
	}
	picks := Sorted([]Pick{{"ext_rye", 1}, {"ext_cheese", 2}, {"ext_egg", 3}, {"ext_gone", 1}})
	kept, gone := lunch.Still(picks, []Frozen{{ID: "ext_gone", Name: text("Mint")}})
	if kept.Key() != "ext_cheese*2,ext_egg" || len(gone) != 3 || gone[1].EN != "Mint" && gone[2].EN != "Mint" {
		t.Errorf("kept %q, gone %v", kept.Key(), gone)
	}
}

func TestWhatIsChosenIsRead(t *testing.T) {
	for name, in := range map[string][]PickInput{
		"a star":    {{ID: "a*2", Qty: 1}},
		"a comma":   {{ID: "a,b", Qty: 1}},
		"no id":     {{Qty: 1}},
		"negative":  {{ID: "a", Qty: -1}},
		"a million": {{ID: "a", Qty: 1_000_000}},
	} {
		if _, err := Chosen(in); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if picks, err := Chosen([]PickInput{{ID: "b", Qty: 1}, {ID: "a", Qty: 2}}); err != nil || picks.Key() != "a*2,b" {
		t.Errorf("%v %v", picks, err)
	}
}
