package app_test

import (
	"fmt"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestRowsSayWhatTheirColumnsLose: each row with a value in an unsupported column names the column and the value, in
// the trial and afterwards, and other rows have no remark. These remarks are listed separately, so that errors of
// rows stay visible.
func TestRowsSayWhatTheirColumnsLose(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		file :=
			"Handle,SKU,Name,Category,Price,Vendor,A,B,C,D,E,F\ntea,TEA-1,Tea,Drinks,5,ACME,,,,,,\nmint,MINT-1,Mint,Drinks,5,,,,,,,\n" +
				"anise,ANIS-1,Anise,Drinks,5,ACME,1,2,3,4,5,6\nbad,BAD-1,Bad,Drinks,x,,,,,,,\n"
		o := wanted{id: "imp_dry", store: koshary, branches: []string{"koshary-maadi"}, dry: true}
		for range 2 {
			rep, all := inShop(t, s, file, o)
			got := []string{}
			for _, one := range all {
				got = append(got, fmt.Sprintf("%s %v%d", one.Name, one.LeftOut.First, one.LeftOut.More))
			}
			if fmt.Sprint(got) != "[Tea [{Vendor ACME}]0 Mint []0 Anise [{Vendor ACME} {A 1} {B 2} {C 3} {D 4}]2 Bad []0]" ||
				fmt.Sprint(rep.Mapping().Unplaced()) != "[Vendor A B C D E F]" {
				t.Errorf("%v %v", got, rep.Mapping().Unplaced())
			}
			for narrow, want := range map[string]int{imports.Unplaced: 2, imports.Told: 1, "": 4} {
				phase := map[bool]string{true: imports.PhaseCheck, false: imports.PhaseRun}[o.dry]
				if rows, err := s.App.Imports().Results(t.Context(), rep.ID, phase, narrow, -1, 100); err != nil ||
					len(rows) != want {
					t.Errorf("%q lists %d rows %v", narrow, len(rows), err)
				}
			}
			o.id, o.dry = "imp_1", false
		}
		var rows []struct {
			Unplaced []struct{ Column, Value string }
			More     int `json:"more_unplaced"`
		}
		s.Do("GET", "/console/imports/imp_1/rows?outcome=unplaced", owner, nil).Into(t, &rows)
		if len(rows) != 2 || rows[0].Unplaced[0].Column != "Vendor" || rows[1].More != 2 {
			t.Errorf("%+v", rows)
		}
	})
}
