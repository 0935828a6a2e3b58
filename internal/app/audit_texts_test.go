package app_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
)

// logTexts are the console's texts of the audit log, and how it writes fields.
type logTexts struct {
	words  map[string]map[string]string
	Hidden []string `json:"hidden"`
	Words  []string `json:"words"`
}

func readLogTexts(t *testing.T) logTexts {
	t.Helper()
	web := filepath.Join("..", "..", "web", "src")
	l := logTexts{words: map[string]map[string]string{}}
	if err := json.Unmarshal([]byte(read(t, filepath.Join(web, "backoffice", "logFields.json"))), &l); err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "ar"} {
		entries := map[string]string{}
		if err := json.Unmarshal([]byte(read(t, filepath.Join(web, "locales", lang, "console", "audit.json"))),
			&entries); err != nil {
			t.Fatal(err)
		}
		l.words[lang] = entries
	}
	return l
}

var (
	camel = regexp.MustCompile(`([a-z])([A-Z])`)
	anID  = regexp.MustCompile(
		`^(ban|blk|br|cat|cpn|ext|grt|hrs|inv|mnu|msg|ord|prd|pst|qln|quo|rat|ref|ret|rfd|stf|sto|svc|tkt|usr|var|xgr)_[0-9A-Za-z_-]+$`)
	codeWord  = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	localized = regexp.MustCompile(`_(en|ar)$`)
	freeWords = regexp.MustCompile(
		`^(name|title|text|answer|reference|keywords|sku|barcode|address|about|tagline|description|note|unit|service|store|district|governorate|host|from|file|gateway|public_key|ar|en)$`)
)

// wrong lists the parts of a value without a text: fields without a name, and identifiers of the program.
func (l logTexts) wrong(field string, value any) (found []string) {
	snake := strings.ToLower(camel.ReplaceAllString(field, "${1}_$2"))
	if slices.Contains(l.Hidden, snake) {
		return nil
	}
	key := snake
	if cut := strings.TrimSuffix(snake, "_id"); cut != "" {
		key = cut
	}
	for lang, words := range l.words {
		if field != "" && !anID.MatchString(field) && words["field_"+key] == "" &&
			words["field_"+localized.ReplaceAllString(key, "")] == "" {
			found = append(found, lang+" field_"+key)
		}
		if text, is := value.(string); is && codeWord.MatchString(text) &&
			!freeWords.MatchString(localized.ReplaceAllString(key, "")) {
			if !slices.Contains(l.Words, key) || words["value_"+text] == "" && words["value_"+key+"_"+text] == "" {
				if !anID.MatchString(text) {
					found = append(found, lang+" value_"+text+" of "+key)
				}
			}
		}
	}
	switch value := value.(type) {
	case map[string]any:
		if _, named := value["name"].(string); named && value["id"] != nil {
			return found
		}
		for name, one := range value {
			found = append(found, l.wrong(name, one)...)
		}
	case []any:
		for _, one := range value {
			found = append(found, l.wrong(field, one)...)
		}
	}
	return found
}

// TestTheLogSpeaksPlainly performs every audited action once and checks that the console has texts, in both
// languages, for each action, each field and each identifier that the log shows; and that ids have names.
func TestTheLogSpeaksPlainly(t *testing.T) {
	t.Parallel()
	l := readLogTexts(t)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		for _, op := range s.App.API.Routes {
			for _, action := range op.Audit {
				for lang, words := range l.words {
					if words["action_"+strings.Replace(action, ".", "_", 1)] == "" {
						t.Errorf("%s: %s has no words", lang, action)
					}
				}
			}
			if op.Audience != httpapi.Staff || op.Method == "GET" || op.ID == "console-logout" {
				continue
			}
			t.Run(op.ID, func(t *testing.T) {
				m.s.TB = t
				m.succeeding(t, op)()
			})
		}
		s.TB = t
		seen, named := map[string]bool{}, 0
		for _, action := range s.Lines(`SELECT DISTINCT action FROM audit_log`) {
			var lines []struct {
				Object, Name  string
				Names         map[string]string
				Before, After any
			}
			s.Do("GET", "/console/audit?action="+action, s.Staff("owner"), nil).Into(t, &lines)
			for _, line := range lines {
				if line.Name != "" {
					named++
				}
				for _, value := range []any{line.Before, line.After} {
					for _, wrong := range l.wrong("", value) {
						if !seen[wrong] {
							seen[wrong] = true
							t.Errorf("%s: %s has no words", action, wrong)
						}
					}
				}
				if len(line.Object) > 4 && slices.Contains([]string{"br_k", "sto_", "svc_", "prd_", "cpn_", "ord_", "ret_", "quo_"},
					line.Object[:4]) && line.Name == "" {
					t.Errorf("%s: the log does not say what %s is called", action, line.Object)
				}
			}
		}
		if named < 30 {
			t.Errorf("only %d lines say what they are about", named)
		}
		number := s.Lines(`SELECT o.number FROM orders o JOIN audit_log a ON a.object = o.id LIMIT 1`)[0]
		var found []struct{ Object string }
		s.Do("GET", "/console/audit?object="+strings.ToLower(number), s.Staff("owner"), nil).Into(t, &found)
		if len(found) == 0 {
			t.Errorf("an order is not found by its number %s", number)
		}
	})
}

// TestTheLogsTextsAreMissed: missing texts are detected.
func TestTheLogsTextsAreMissed(t *testing.T) {
	l := readLogTexts(t)
	for _, c := range []struct {
		field string
		value any
		want  int
	}{
		{"zz_top", 1.0, 2}, {"state", "no_such_state", 2}, {"price", "lemon", 2}, {"DistrictID", "maadi", 0},
		{"state", "delivered", 0},
		{"name_ar", "x", 0}, {"steps", []any{map[string]any{"minutes": 1.0, "zz_top": 1.0}}, 2}, {"version", 3.0, 0},
	} {
		if got := l.wrong(c.field, c.value); len(got) != c.want {
			t.Errorf("%s %v: %v, want %d", c.field, c.value, got, c.want)
		}
	}
}
