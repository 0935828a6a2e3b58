package app_test

import (
	"encoding/json"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestSignInSaysWhereTheyLive: a new browser redirects its customer to home without requesting their addresses first.
func TestSignInSaysWhereTheyLive(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		signIn := func(lang string) (home *struct {
			ID       string
			District struct{ Name string }
			Lat, Lng float64
			Middle   *struct{ Lat, Lng float64 } `json:"district_center"`
		}) {
			t.Helper()
			s.After(time.Minute) // when another code may be sent
			s.Do("POST", "/user/login-by-otp", "", fields{"phone": p.Phone, "country_code": "+20", "method": "sms"})
			a := s.Do("POST", "/user/verify-login-by-otp", "", fields{"phone": p.Phone, "code": s.Code(p.Phone)},
				apptest.Header{"Accept-Language": lang})
			var got struct {
				Response struct {
					Data struct {
						Token *string
						Home  json.RawMessage `json:"default_address"`
					}
				}
			}
			if err := json.Unmarshal([]byte(a.Body), &got); err != nil || a.Status != 200 || got.Response.Data.Token == nil {
				t.Fatalf("%v %s", err, a.Short())
			}
			if err := json.Unmarshal(got.Response.Data.Home, &home); err != nil {
				t.Fatal(err)
			}
			return home
		}
		home := signIn("ar")
		if home == nil || home.ID != p.Address || home.District.Name != "المعادي" || home.Lat == 0 || home.Middle == nil {
			t.Fatalf("%+v", home)
		}
		s.Exec(`DELETE FROM default_addresses WHERE user_id = $1`, p.ID)
		if home := signIn("en"); home != nil {
			t.Errorf("without an address: %+v", home)
		}
	})
}
