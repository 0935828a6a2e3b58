package demo

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"wekala/internal/operations/demo/data"
)

func TestRegulars(t *testing.T) {
	shop, err := data.Load()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	all := visits(shop, now)
	if !reflect.DeepEqual(all, visits(shop, now)) {
		t.Error("the regulars order other things each time")
	}
	first := now // of what is told by hand
	told, err := told(shop, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range told {
		if o.PlacedAt.Before(first) {
			first = o.PlacedAt
		}
	}
	sums, counts, texts, answers := map[string]int64{}, map[string]int64{}, map[string]bool{}, 0
	products := map[string]bool{}
	for _, v := range all {
		who := shop.Regular(strings.TrimPrefix(v.order.UserID, CustomerID("")))
		if who == nil {
			t.Fatalf("%s is told of by hand", v.order.UserID)
		}
		for n, o := range append([]*PastOpinion{v.order.Opinion}, v.again...) {
			sums[v.order.BranchID] += o.Stars
			counts[v.order.BranchID]++
			said := []string{o.Text}
			for variant, l := range o.Lines {
				products[variant] = true
				said = append(said, l.Text)
				if l.Stars < 3 || l.Stars > 5 {
					t.Errorf("%s gets %d stars", variant, l.Stars)
				}
			}
			for _, text := range said {
				if text != "" && texts[text] {
					t.Errorf("%q is said twice", text)
				}
				texts[text] = true
			}
			if o.Answer != "" {
				answers++
			}
			// Parcels are two days under way.
			if at := v.order.PlacedAt.AddDate(0, 0, 7*n+2).Add(o.After); !at.Before(first) {
				t.Errorf("%s rates %s at %v, after what is told by hand began", v.order.UserID, v.order.BranchID, at)
			}
		}
	}
	fresh := 0
	for i := range shop.Branches {
		b := &shop.Branches[i]
		n := counts[BranchID(b.Slug)]
		if n == 0 {
			fresh++
			continue
		}
		if average := math.Round(float64(sums[BranchID(b.Slug)])*10/float64(n)) / 10; n < 3 || average < 3.9 ||
			average > 4.9 {
			t.Errorf("%s has %d ratings, %.1f on average", b.Slug, n, average)
		}
	}
	if fresh < 2 || fresh > 3 {
		t.Errorf("%d branches are new", fresh)
	}
	if len(products) < 150 || len(texts) < 60 || answers < 8 {
		t.Errorf("%d products are rated, %d texts are written, %d answered", len(products), len(texts), answers)
	}
}

// A regular's order must reach the branch's minimum.
func TestRegularsReachTheMinimum(t *testing.T) {
	shop, err := data.Load()
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]*data.Branch{}
	for i := range shop.Branches {
		byID[BranchID(shop.Branches[i].Slug)] = &shop.Branches[i]
	}
	for _, v := range visits(shop, time.Now()) {
		b := byID[v.order.BranchID]
		prices := map[string]int64{}
		for _, g := range liked(shop, b) {
			prices[g.variant] = g.price
		}
		total := int64(0)
		for _, l := range v.order.Lines {
			if prices[l.VariantID] == 0 {
				t.Errorf("%s does not sell %s", b.Slug, l.VariantID)
			}
			total += l.Qty * prices[l.VariantID]
		}
		if total < b.MinimumOrder {
			t.Errorf("%s: %d is under the minimum of %d", b.Slug, total, b.MinimumOrder)
		}
		who := shop.Regular(strings.TrimPrefix(v.order.UserID, CustomerID("")))
		if !strings.HasPrefix(v.order.AddressID, "adr_"+who.ID+"_") {
			t.Errorf("%s does not live at %s", who.ID, v.order.AddressID)
		}
	}
}
