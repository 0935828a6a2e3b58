package favourites_test

import (
	"context"
	"fmt"
	"testing"

	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/marketing/favourites"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func TestMarks(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		s := favourites.New(d)
		mark := func(user, kind, ref string) {
			shoptest.Exec(t, d, `INSERT INTO favourites (user_id, kind, ref, created_at) VALUES ($1, $2, $3, 1)`, user, kind,
				ref)
		}
		mark("usr_a", favourites.Product, "prd_1")
		mark("usr_a", favourites.Product, "prd_40")
		mark("usr_a", favourites.Branch, "br_1")
		mark("usr_b", favourites.Product, "prd_2")
		var many []string
		for i := range 41 {
			many = append(many, fmt.Sprint("prd_", i))
		}
		got, err := s.Products(ctx, "usr_a", many)
		if err != nil || len(got) != 2 || !got["prd_1"] || !got["prd_40"] {
			t.Errorf("%v %v", got, err)
		}
		if got, err := s.Branches(ctx, "usr_a", []string{"br_1", "br_2"}); err != nil || len(got) != 1 || !got["br_1"] {
			t.Errorf("%v %v", got, err)
		}
		for _, nobody := range []string{"", "usr_c"} {
			if got, err := s.Products(ctx, nobody, many); err != nil || got != nil {
				t.Errorf("%q marked %v %v", nobody, got, err)
			}
		}
		if got, err := s.Products(ctx, "usr_a", nil); err != nil || got != nil {
			t.Errorf("%v %v", got, err)
		}
	})
}
