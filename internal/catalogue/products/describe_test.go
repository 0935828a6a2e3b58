package products

import (
	"strings"
	"testing"

	"wekala/internal/locations/branches"
)

func TestBeginning(t *testing.T) {
	long := strings.Repeat("بصل ", 60)
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"  Rice and lentils. \n Served hot.", "Rice and lentils."},
		{long, strings.TrimSpace(strings.Repeat("بصل ", 27)) + "…"},
		{strings.Repeat("a", 300), strings.Repeat("a", maxDescribed) + "…"},
		{strings.Repeat("word, ", 40), strings.TrimSuffix(strings.Repeat("word, ", 18), ", ") + "…"},
	} {
		if got := beginning(c.text); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestSectionsOfABranch(t *testing.T) {
	part := func(id string, n int64, children ...branches.Category) branches.Category {
		return branches.Category{ID: id, Products: n, Children: children}
	}
	many := make([]branches.Category, maxSections)
	for i := range many {
		many[i] = part(string(rune('a'+i)), 1)
	}
	for _, c := range []struct {
		name, want string
		tops       []branches.Category
	}{
		{"a kitchen's dishes are divided", "koshary tagens",
			[]branches.Category{part("pasta", 9, part("koshary", 5), part("tagens", 4))}},
		{"one part is its top", "bakery hot cold", []branches.Category{
			part("bakery", 3, part("pastries", 3)), part("drinks", 4, part("hot", 3), part("cold", 1))}},
		{"what is in no part keeps the top", "pasta",
			[]branches.Category{part("pasta", 9, part("koshary", 5), part("tagens", 3))}},
		{"a supermarket keeps its tops", "food home",
			[]branches.Category{part("food", 8, many...), part("home", 2, part("x", 1), part("y", 1))}},
		{"nothing", "", nil},
	} {
		var got []string
		for _, p := range sections(c.tops) {
			got = append(got, p.ID)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s", c.name, s)
		}
	}
}
