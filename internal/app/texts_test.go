package app_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wekala/internal/platform/i18n"
)

// notTexts are words with a dot that are not texts: jobs, settings, files.
var notTexts = regexp.MustCompile(
	`^(calls\.(expire|forget)|orders\.(expire|reject|delays)|payments\.(refund|reconcile)|loyalty\.(expire|nudge)|wallet\.(credit|approve|decline)|checkout\.sweep|account\.sweep|auth\.(sweep|countries)|catalog\.prune|(photos|media)\.sweep|quotations\.expire|giving\.sweep|idempotency\.sweep|shipping\.late|(orders|branches)\.txt)$`)

// texts reads every text of one language: "cart.out_of_stock" and its text.
func texts(t *testing.T, lang string) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := filepath.Glob(filepath.Join("..", "platform", "i18n", "locales", lang, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no texts in %s: %v", lang, err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var entries map[string]string
		if err := json.Unmarshal(raw, &entries); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for key, text := range entries {
			all[strings.TrimSuffix(filepath.Base(name), ".json")+"."+key] = text
		}
	}
	return all
}

// wordsInCode lists every literal with a text's key in the program, without tests, and its position; starts are
// prefixes of composed keys.
func wordsInCode(t *testing.T) (all map[string]string, starts []string) {
	t.Helper()
	all = map[string]string{}
	for _, root := range []string{"..", filepath.Join("..", "..", "cmd")} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.Contains(path, "test/") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if text, ok := literal(n); ok {
					all[text] = path
					if strings.HasSuffix(text, "_") { // completed elsewhere: pdf.In
						starts = append(starts, text)
					}
				}
				if sum, ok := n.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
					if text, ok := literal(sum.X); ok {
						starts = append(starts, text)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all, starts
}

func literal(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// channelOf matches the suffix of a key for one channel's text (platform/notify).
var channelOf = regexp.MustCompile(`_(sms|whatsapp|email|subject|inbox|push)$`)

// TestTextsAreThere compares the keys in the code with the texts: each has one in both languages with the same
// {names}, and none is unused.
func TestTextsAreThere(t *testing.T) {
	en, ar := texts(t, "en"), texts(t, "ar")
	features := map[string]bool{}
	for key := range en {
		feature, _, _ := strings.Cut(key, ".")
		features[feature] = true
	}
	shape := regexp.MustCompile(`^([a-z]+)\.[a-z][a-z0-9_]*$`)
	words, starts := wordsInCode(t)
	starts = slices.DeleteFunc(starts, func(s string) bool {
		feature, _, dotted := strings.Cut(s, ".")
		return !dotted || !features[feature]
	})
	used := map[string]bool{}
	for word, path := range words {
		word, _, _ = strings.Cut(word, "|") // the validator's texts carry an argument
		parts := shape.FindStringSubmatch(word)
		if len(parts) == 0 || !features[parts[1]] || slices.Contains(starts, word) ||
			strings.HasSuffix(path, "staff/capabilities.go") {
			continue
		}
		if !i18n.Has(i18n.EN, word) && !notTexts.MatchString(word) {
			t.Errorf("%s: %q has no text", path, word)
		}
		used[word] = true
	}
	counted := map[string]bool{}
	for key := range en {
		if base, form, ok := pluralOf(en, key); ok && form == "other" {
			counted[base] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if base, form, ok := pluralOf(en, key); ok {
			if form != "other" {
				continue
			}
			for lang, all := range map[i18n.Lang]map[string]string{i18n.EN: en, i18n.AR: ar} {
				for _, form := range i18n.Forms[lang] {
					text, there := all[base+"_"+form]
					if !there {
						t.Errorf("%s has no form %q in %s", base, form, lang)
					}
					if extra := slices.DeleteFunc(namesIn(text), func(name string) bool {
						return slices.Contains(namesIn(en[key]), name)
					}); len(extra) > 0 {
						t.Errorf("%s_%s (%s) names %v, which its English lacks", base, form, lang, extra)
					}
				}
			}
			key = base
		} else if _, there := ar[key]; !there {
			t.Errorf("%s has no Arabic text", key)
		}
		if !used[key] && !used[channelOf.ReplaceAllString(key, "")] &&
			!slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(key, s) }) {
			t.Errorf("%s is used nowhere", key)
		}
		if e, a := namesIn(en[key]), namesIn(ar[key]); !slices.Equal(e, a) {
			t.Errorf("%s: the texts name %v and %v", key, e, a)
		}
		if !i18n.Has(i18n.EN, key) || !i18n.Has(i18n.AR, key) {
			t.Errorf("%s is not in the program", key)
		}
	}
	for key, text := range ar {
		if base := pluralEnd.ReplaceAllString(key, ""); en[key] == "" && !counted[base] {
			t.Errorf("%s has no English text", key)
		}
		if strings.TrimSpace(text) == "" {
			t.Errorf("%s is empty in Arabic", key)
		}
	}
	for _, start := range starts {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(en)),
			func(key string) bool { return strings.HasPrefix(key, start) }) {
			t.Errorf("no text begins with %s", start)
		}
	}
}

// pluralEnd matches the suffix of a key for one plural form.
var pluralEnd = regexp.MustCompile(`_(zero|one|two|few|many|other)$`)

// pluralOf returns the base and the plural form of a key.
func pluralOf(all map[string]string, key string) (base, form string, ok bool) {
	base = pluralEnd.ReplaceAllString(key, "")
	_, one := all[base+"_one"]
	_, other := all[base+"_other"]
	return base, strings.TrimPrefix(key, base+"_"), base != key && one && other
}

// notNumbers are placeholders that are not whole numbers of things: names, dates, and amounts of money, whose unit
// does not change.
var notNumbers = regexp.MustCompile(
	`^(amount|at|branch|browser|code|date|day|district|email|expiring|fault|flat|floor|from|gross|late|link|missing|month|most|least|name|number|others|percent|placeholder|price|reason|refund|slot|store|system|time|to|total|until|wait|was|weekday|when|why|year)$`)

// besideNoun matches a placeholder and the word after it.
var besideNoun = regexp.MustCompile(`\{([a-z_]+)\} (\pL+)`)

// TestCountedNouns finds numbers next to a noun outside plural forms. "most" and "least" limit amounts and bare
// numbers: a noun after them is counted.
func TestCountedNouns(t *testing.T) {
	// Words that follow a number without being counted by it.
	free := regexp.MustCompile(
		`^(و\pL*|ج|ميجابايت|MB|كجم|kg|جم|g|بدلًا|فقط|على|من|إلى|أو|في|is|of|and|or|to|instead|for|from|on|an|at)$`)
	for _, lang := range i18n.Langs {
		all := texts(t, lang)
		for key, text := range all {
			_, _, isPlural := pluralOf(all, key)
			for _, found := range besideNoun.FindAllStringSubmatch(text, -1) {
				name, word := found[1], found[2]
				number := !notNumbers.MatchString(name) || name == "most" || name == "least"
				if number && !free.MatchString(word) && !(isPlural && name == "count") {
					t.Errorf("%s (%s): {%s} counts %q and needs plural forms, named {count}", key, lang, name, word)
				}
			}
			if strings.Contains(text, "{count}") && !isPlural {
				t.Errorf("%s (%s) counts without plural forms", key, lang)
			}
		}
	}
}

// namesIn lists the placeholders of a text, each once.
func namesIn(text string) []string {
	names := regexp.MustCompile(`\{[a-z_]+\}`).FindAllString(text, -1)
	slices.Sort(names)
	return slices.Compact(names)
}

// specified are the texts of the specification's sections 5 and 8 that these screens can show, to the letter, by the
// part that shows them.
var specified = map[string][]string{
	"server": {
		"This field is required",
		"Too Short! The minimum character is {len}",
		"Too long! The maximum character is {len}",
		"Email Format is wrong right format is {email}",
		"Phone Number is Invalid",
		"Numbers only",
		"URL only",
		"Must be greater than 0",
		"Password and confirm password doesn't match.",
		"The default address cannot be deleted.",
		"Password must have at least 8 characters, with letters, numbers and symbols.",
		"Service ID is required.",
		"There are items from different store in your cart. Would you like to empty your cart to add this item?",
		"There is not enough stock available.",
		"This item is unavailable",
		"We Don't Deliver To Your Location",
		"Min Quantity Reached",
		"Max Quantity Reached",
		"An error occured while processing your payment, please try again later",
		"Location not supported",
		"Balance Not Sufficient",
	},
	"web": {
		"This field is required",
		"Email Format is wrong right format is {email}",
		"Phone Number is Invalid",
		"An unknown error occurred.",
		"Validation error occurred",
		"Bad request error occurred",
		"An error occurred with status code {status}",
		"No response received from server.",
		"Error: {message}",
		"Empty Cart?",
		"There are items from different shop in your cart. Would you like to empty your cart to add this item?",
		"Sorry, we don't deliver to your area now!",
	},
}

// TestSpecifiedTexts searches for every text of the specification.
func TestSpecifiedTexts(t *testing.T) {
	have := map[string][]string{"server": slices.Collect(maps.Values(texts(t, "en")))}
	web := filepath.Join("..", "..", "web", "src", "locales", "en")
	err := filepath.WalkDir(web, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".json") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var all any
		if err := json.Unmarshal(raw, &all); err != nil {
			return err
		}
		walk(all, func(text string) {
			// i18next writes {{name}}.
			have["web"] = append(have["web"], strings.NewReplacer("{{", "{", "}}", "}").Replace(text))
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for who, list := range specified {
		for _, text := range list {
			if !slices.Contains(have[who], text) {
				t.Errorf("the %s does not say %q", who, text)
			}
		}
	}
}
