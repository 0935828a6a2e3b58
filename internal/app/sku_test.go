package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestTwoPeopleGiveOneSKU: of products created concurrently with the same SKU one is created, and the others get an
// error at the field.
func TestTwoPeopleGiveOneSKU(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		token := s.Staff("owner")
		answers := apptest.Burst(12, 12, func(i int) string {
			body := productBody()
			body["variants"].([]fields)[0]["sku"] = "ONE-1"
			r := s.Do(http.MethodPost, "/console/products", token, body,
				apptest.Header{"Idempotency-Key": fmt.Sprint("sku ", i)})
			if r.Status == http.StatusUnprocessableEntity && strings.Contains(r.Body, `"variants.0.sku"`) {
				return "taken"
			}
			return fmt.Sprint(r.Status)
		})
		if answers["200"] != 1 || answers["taken"] != 11 {
			t.Errorf("%v", answers)
		}
		if rows := apptest.Get[int](s, `SELECT COUNT(*) FROM variants WHERE sku = 'ONE-1'`); rows != 1 {
			t.Errorf("%d are there", rows)
		}
	})
}
