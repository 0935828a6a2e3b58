package app_test

import (
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	team "wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestPeopleOfOneBranchTouchNoOther: staff of one branch can neither read nor change objects of another branch of the
// same store, or those of others.
func TestPeopleOfOneBranchTouchNoOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		refund := m.bankRefund() // of an order at Koshary in Maadi
		whole, there, here := s.Staff("finance"), s.Staff("finance", apptest.Zamalek), s.Staff("finance", apptest.Koshary)
		if a := s.Do("GET", "/console/refunds?state=all", whole, nil); strings.Count(a.Body, refund.id) != 1 {
			t.Errorf("refunds of the platform: %s", a.Body)
		}
		// Transfers leave the platform's account: a seller's staff neither read them nor mark them as paid.
		for _, token := range []string{here, there} {
			if a := s.Do("GET", "/console/refunds?state=all", token, nil); a.Short() != "403 not_allowed" {
				t.Errorf("refunds of a branch: %s", a.Body)
			}
			if a := s.Do("POST", "/console/refunds/"+refund.id+"/paid", token,
				fields{"reference": "TRX 1"}); a.Short() != "403 not_allowed" {
				t.Errorf("paid by a branch: %s", a.Short())
			}
		}
		if state := apptest.Get[string](s, `SELECT state FROM refunds WHERE id = $1`, refund.id); state != "waiting" {
			t.Errorf("the refund is %s", state)
		}
		if a := s.Do("POST", "/console/refunds/"+refund.id+"/paid", whole, fields{"reference": "TRX 1"}); a.Status != 200 {
			t.Errorf("paid by the platform: %s", a.Body)
		}

		// A menu of a branch, or of a whole store, can be changed only by staff who work there.
		editor := s.Staff("editor", apptest.Zamalek)
		menu := func(of ...string) fields { return but(but(menuBody(), "store_id", "sto_koshary"), "branches", of) }
		for _, of := range [][]string{{apptest.Koshary}, {apptest.Koshary, apptest.Zamalek}, {}} {
			if a := s.Do("POST", "/console/menus", editor, menu(of...), keyHeader()); a.Status != 422 {
				t.Errorf("a menu of %v: %s", of, a.Body)
			}
		}
		var made struct {
			ID      string
			CanEdit bool `json:"can_edit"`
		}
		s.Do("POST", "/console/menus", editor, menu(apptest.Zamalek), keyHeader()).Into(t, &made)
		if !made.CanEdit {
			t.Error("their own menu is not theirs to change")
		}
		all := m.menu()
		for _, a := range []apptest.Answer{
			s.Do("PUT", "/console/menus/"+all.id, editor,
				but(but(menuBody(), "branches", []string{apptest.Zamalek}), "version", 1)),
			s.Do("POST", "/console/menus/"+all.id+"/archive", editor, nil),
		} {
			if a.Short() != "403 not_allowed" {
				t.Errorf("a menu of all branches: %s", a.Short())
			}
		}

		// Prices of another branch cannot be read by copying them.
		manager := s.Staff("manager", apptest.Zamalek)
		before := s.Lines(`SELECT branch_id || variant_id || price FROM branch_prices ORDER BY 1`)
		if a := s.Do("POST", "/console/branches/"+apptest.Zamalek+"/prices/copy", manager,
			fields{"from": apptest.Koshary, "missing": false}); a.Status != 422 {
			t.Errorf("prices copied: %s", a.Body)
		}
		if after := s.Lines(`SELECT branch_id || variant_id || price FROM branch_prices ORDER BY 1`); !slices.Equal(before,
			after) {
			t.Error("prices changed")
		}

		// A picture is described and deleted only by its uploader.
		var picture struct{ Name string }
		s.Do("POST", "/console/media", s.Staff("owner"), aPhoto(t), apptest.Header{"Content-Type": "image/png"}).
			Into(t, &picture)
		for _, a := range []apptest.Answer{
			s.Do("PUT", "/console/media/"+picture.Name, manager,
				fields{"title": "Mine", "alt_en": "", "alt_ar": "", "version": 1}),
			s.Do("DELETE", "/console/media/"+picture.Name, editor, nil),
		} {
			if a.Short() != notFound {
				t.Errorf("somebody else's picture: %s", a.Short())
			}
		}
		if a := s.Do("GET", "/console/media/"+picture.Name, manager, nil); a.Status != 200 ||
			!strings.Contains(a.Body, `"can_edit":false`) {
			t.Errorf("somebody else's picture: %s", a.Body)
		}

		// Nor can staff who see only a store's main branch archive it.
		main := apptest.Get[string](s, `SELECT main_branch_id FROM stores WHERE id = 'sto_koshary'`)
		if a := s.Do("POST", "/console/branches/"+main+"/archive", s.Staff("owner", main),
			nil); a.Short() != "403 not_allowed" {
			t.Errorf("the main branch: %s", a.Short())
		}
		s.Healthy()
	})
}

// TestImportsEndWithWhoBeganThem: a member who was locked out, or has fewer rights by now, can neither continue an
// import nor undo it.
func TestImportsEndWithWhoBeganThem(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for what, end := range map[string]string{
			"locked out":   `UPDATE staff SET disabled_at = 1 WHERE id = $1`,
			"another role": `UPDATE staff SET role = 'support' WHERE id = $1`,
			"one branch":   `INSERT INTO staff_branches (staff_id, branch_id) VALUES ($1, '` + apptest.Nasr + `')`,
		} {
			s := apptest.New(t, dbtest.New(t, d.Engine()))
			who := staffOf(s, s.Staff("editor"))
			file :=
				"handle,name_en,name_ar,category,sku,branch,price,stock,published\nlamp,Lamp,مصباح,Meals,LAMP-1,koshary-maadi,90,4,yes\n"
			o := wanted{id: "imp_1", store: "koshary-house", rights: imports.Rights{Role: "editor"}, by: who}
			r := started(t, s, file, o)
			s.Exec(end, who)
			if err := s.App.Imports().Work(t.Context(), r.ID, func() bool { return false }); err != nil {
				t.Fatal(err)
			}
			r, err := imports.ReadRun(t.Context(), s.DB, r.ID)
			if err != nil || r.State != imports.Failed || r.Wrong != "imports.may_no_more" {
				t.Errorf("%s: %+v %v", what, r, err)
			}
			if n := apptest.Get[int](s, `SELECT COUNT(*) FROM products WHERE name_en = 'Lamp'`); n != 0 {
				t.Errorf("%s: the file came in", what)
			}
		}
	})
}

// TestLinksEndWithTheRightsOfWhoInvited: restored rights do not restore an invitation.
func TestLinksEndWithTheRightsOfWhoInvited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss, second := s.Staff("owner"), s.Staff("owner")
		inviter := staffOf(s, second)
		var made struct{ Secret string }
		s.Do("POST", "/console/invitations", second, fields{
			"name": "Karim Adel", "phone": "01012345679", "role": "support", "branches": []string{}}).Into(t, &made)
		look := func() apptest.Answer { return s.Do("POST", "/console/join/look", "", fields{"secret": made.Secret}) }
		if a := look(); a.Status != 200 {
			t.Fatal(a.Body)
		}
		for _, branches := range [][]string{{apptest.Koshary}, {}} {
			if a := s.Do("POST", "/console/staff/"+inviter+"/role", boss,
				fields{"role": "owner", "branches": branches,
					"version": apptest.Get[int64](s, `SELECT version FROM staff WHERE id = $1`, inviter)}); a.Status != 200 {
				t.Fatal(a.Body)
			}
			if a := look(); a.Short() != "400 invitation_over" {
				t.Errorf("owner of %v: %s", branches, a.Short())
			}
		}
	})
}

// TestOwnersOfABranchAreNoSecondOwner: they cannot decide for the shop, so its only owner acts alone.
func TestOwnersOfABranchAreNoSecondOwner(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		limited := s.Staff("owner", apptest.Koshary)
		sole, err := team.SoleOwner(t.Context(), s.DB, team.Member{ID: staffOf(s, boss), Role: team.Owner}, s.Clock.Now())
		if err != nil || !sole {
			t.Errorf("%v %v", sole, err)
		}
		if sole, err = team.SoleOwner(t.Context(), s.DB, team.Member{ID: staffOf(s, limited), Role: team.Owner},
			s.Clock.Now()); err != nil || sole {
			t.Errorf("an owner of a branch: %v %v", sole, err)
		}
	})
}
