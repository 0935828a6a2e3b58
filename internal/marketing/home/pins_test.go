package home_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/catalogue/search"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/home"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// pinned makes a shop that serves parts of Maadi differently: near its middle Bakala's branch delivers within 20
// minutes, elsewhere within 35, and two kilometres north another branch of the store is nearer.
func pinned(t *testing.T, d *db.DB) (*shop, *places.District) {
	t.Helper()
	s := open(t, d)
	s.sells.Routes(s.api)
	s.goods.Routes(s.api)
	maadi, _ := s.sells.Places.District("maadi")
	lat, lng := maadi.Center.Lat(), maadi.Center.Lng()
	inner, err := places.NewShape(
		[][2]float64{{lat - .005, lng - .005}, {lat - .005, lng + .005}, {lat + .005, lng + .005}, {lat + .005, lng - .005}})
	if err != nil {
		t.Fatal(err)
	}
	shoptest.Exec(t, d, `DELETE FROM delivery_zones WHERE branch_id = 'br_bakala_maadi' AND district_id = 'maadi'`)
	for i, z := range []struct {
		fee, minutes int64
		shape        string
	}{{1500, 35, ""}, {1000, 20, inner.Stored()}} {
		shoptest.Exec(t, d, `INSERT INTO delivery_zones (branch_id, district_id, priority, fee, minutes, shape)
			VALUES ('br_bakala_maadi', 'maadi', $1, $2, $3, $4)`,
			int64(i), z.fee, z.minutes, z.shape)
	}
	shoptest.Exec(t, d, `UPDATE branches SET switched_closed = $1, lat_e6 = $2, lng_e6 = $3 WHERE id = 'br_bakala_dokki'`,
		false, maadi.Center.LatE6+20_000, maadi.Center.LngE6)
	ctx := context.Background()
	if err := s.sells.Load(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.feed.Build(ctx); err != nil {
		t.Fatal(err)
	}
	return s, maadi
}

// TestAPinIsWhereListingsAreFor compares what every list of products shows of a product with its branch's values:
// seller, minutes and fee are those of the pin, not of the district's middle.
func TestAPinIsWhereListingsAreFor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, maadi := pinned(t, d)
		for _, c := range []struct {
			name    string
			north   float64
			seller  string
			minutes int64
			fee     string
		}{
			{"the middle", 0, "br_bakala_maadi", 20, "10"},
			{"near it", .002, "br_bakala_maadi", 20, "10"},
			{"beyond the inner zone", .008, "br_bakala_maadi", 35, "15"},
			{"near another branch", .016, "br_bakala_dokki", 60, "30"},
			{"near it again", .003, "br_bakala_maadi", 20, "10"},
		} {
			headers := []string{"district-id", "maadi"}
			if c.north > 0 {
				headers = append(headers, "latitude", fmt.Sprint(maadi.Center.Lat()+c.north), "longitude",
					fmt.Sprint(maadi.Center.Lng()))
			}
			check := func(of string, ref products.BranchRef) {
				t.Helper()
				if ref.ID != c.seller || ref.Minutes == nil || *ref.Minutes != c.minutes || ref.Delivers == nil || !*ref.Delivers {
					said, _ := json.Marshal(ref)
					t.Errorf("%s, %s: %s", c.name, of, said)
				}
			}
			read := func(path string, into any) {
				t.Helper()
				if w := s.get(path, headers...); w.Code != 200 || json.Unmarshal(w.Body.Bytes(), into) != nil {
					t.Fatalf("%s: %d %s", path, w.Code, w.Body)
				}
			}
			seen := map[string]bool{}
			milk := func(of string, cards []products.ProductCard) {
				t.Helper()
				for _, card := range cards {
					if card.ID == "prd_milk" {
						seen[of] = true
						check(of, card.Branch)
					}
				}
			}
			var list httpapi.ListEnvelope[products.ProductCard]
			read("/products?service_id=grocery&page=1&category_id=milk", &list)
			milk("a listing", list.Response.Data)
			var found search.Page
			read("/search?q=milk", &found)
			milk("a search", found.Response.Data)
			var one httpapi.Envelope[products.ProductView]
			read("/products/prd_milk", &one)
			milk("its page", []products.ProductCard{one.Response.Data.ProductCard})
			var first httpapi.Envelope[home.View]
			read("/home?service_id=grocery", &first)
			for _, b := range first.Response.Data.Blocks {
				milk("home", b.Products)
			}
			if len(seen) < 4 {
				t.Errorf("%s: milk is not in every list: %v", c.name, seen)
			}

			var branch httpapi.Envelope[branches.BranchView]
			read("/branches/"+c.seller, &branch)
			card := branch.Response.Data
			if card.DeliveryFee == nil || card.DeliveryFee.String() != c.fee || card.DeliveryMinutes == nil ||
				*card.DeliveryMinutes != c.minutes {
				t.Errorf("%s: its branch: %+v", c.name, card.BranchCard)
			}
			for _, b := range first.Response.Data.Branches {
				if b.ID == card.ID && (b.DistanceM == nil || *b.DistanceM != *card.DistanceM) {
					t.Errorf("%s: home says another distance of %s than its page", c.name, b.ID)
				}
			}
		}
	})
}

// TestADistrictHasFewSpots: answers are kept for each spot, so pins all over a district must not make one each.
func TestADistrictHasFewSpots(t *testing.T) {
	s, maadi := pinned(t, dbtest.New(t, db.SQLite))
	spots := map[places.Place]bool{}
	keys := map[string]bool{}
	for north := int64(-20); north <= 20; north++ {
		for east := int64(-20); east <= 20; east++ {
			at := places.Point{LatE6: maadi.Center.LatE6 + north*1000, LngE6: maadi.Center.LngE6 + east*1000}
			spot := s.sells.Spot(places.Exactly(maadi, at))
			spots[spot] = true
			keys[branches.Key("en", spot)] = true
			if s.sells.Spot(spot) != spot {
				t.Fatalf("the spot of a spot is another: %v", spot)
			}
		}
	}
	// The inner zone, around it, and where the other branch is nearer.
	if len(spots) != 3 || len(keys) != 3 {
		t.Errorf("%d spots, %d keys", len(spots), len(keys))
	}
	middle := s.sells.Spot(
		places.Exactly(maadi, places.Point{LatE6: maadi.Center.LatE6 + 2000, LngE6: maadi.Center.LngE6}))
	if middle.Pinned {
		t.Error("a pin that is served as the middle must be the district: " + strconv.FormatInt(middle.At.LatE6, 10))
	}
}
