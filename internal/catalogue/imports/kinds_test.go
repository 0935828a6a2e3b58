package imports

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/sheets"
)

// kind reads a file of testdata as an import does: with its header found and its
// rows in order.
func kind(t *testing.T, name string) (*Run, map[string]*Item, []*Item) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return ofText(t, string(raw))
}

func ofText(t *testing.T, text string) (*Run, map[string]*Item, []*Item) {
	t.Helper()
	raw := []byte(text)
	r := &Run{}
	if err := r.look(bytes.NewReader(raw), int64(len(raw)), -1); err != nil {
		t.Fatal(err)
	}
	r.Format, r.Columns = Rights{}.within(r.Format, r.Columns)
	m := r.Mapping()
	in, err := NewOrdered(func() (*sheets.Table, error) { return sheets.Open(bytes.NewReader(raw), int64(len(raw))) }, &m)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]*Item{}
	var all []*Item
	for {
		it, err := in.Next()
		if err == io.EOF {
			return r, by, all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, it)
		by[it.Name.EN] = it
	}
}

func keys(it *Item) (out []string) {
	for _, p := range it.Problems {
		out = append(out, p.Key)
	}
	return out
}

func skus(it *Item) (out []string) {
	for _, v := range it.Variants {
		out = append(out, v.SKU)
	}
	return out
}

// TestOffersEndWithTheirDay: ends are inclusive, and an end that cannot be read
// leaves the offer out.
func TestOffersEndWithTheirDay(t *testing.T) {
	_, by, _ := kind(t, "sale.csv")
	tray := by["Serving tray"].Variants[0].At[0]
	if got := tray.Until.In(clock.Cairo).Format("2006-01-02 15:04"); got != "2026-11-29 00:00" || *tray.Offer != 8000 {
		t.Errorf("an offer until the 28th ends at %s", got)
	}
	if got := tray.From.In(clock.Cairo).Format("2006-01-02 15:04"); got != "2026-11-20 00:00" {
		t.Errorf("it begins at %s", got)
	}
	_, _, all := ofText(t,
		"handle,sku,name,price,offer_price,offer_to,category\na,A,Tray,100,80,soon,Trays\nb,B,Jug,100,80,2026-11-28 "+
			"18:00,Jugs\n")
	if at := all[0].Variants[0].At[0]; at.Offer != nil || at.NoOffer ||
		!slices.Equal(keys(all[0]), []string{"imports.no_day_offer"}) {
		t.Errorf("an end that cannot be read: %+v %v", at, keys(all[0]))
	}
	if got := all[1].Variants[0].At[0].Until.In(clock.Cairo).Format("15:04"); got != "18:00" {
		t.Errorf("an end with a time: %s", got)
	}
}

// TestEscapedCommas: escaped commas in WooCommerce's lists are commas, and an address is never split.
func TestEscapedCommas(t *testing.T) {
	_, by, _ := kind(t, "comma.csv")
	soap, cable := by["Olive soap"], by["Charging cable"]
	if got := strings.Join(soap.Category, "|"); got != "Home , Kitchen & Bath|Soap, handmade" {
		t.Errorf("category %q", got)
	}
	if !slices.Equal(soap.Images, []string{"https://pic.example/w_800,h_600/soap.jpg"}) ||
		soap.Tags != "gift small, bath" {
		t.Errorf("%q %q", soap.Images, soap.Tags)
	}
	if len(cable.Variants) != 2 || cable.Variants[0].Choices[0].EN != "1,2 m" ||
		cable.Variants[1].Choices[0].EN != "1,5 m" {
		t.Errorf("%+v", cable.Variants)
	}
	for text, want := range map[string][]string{
		"https://a.example/w_1,h_2/x.jpg": {"https://a.example/w_1,h_2/x.jpg"},
		"https://a.example/x.jpg,https://a.example/y,z.jpg": {
			"https://a.example/x.jpg", "https://a.example/y,z.jpg"},
		"https://a.example/x.jpg, y.jpg": {"https://a.example/x.jpg", "y.jpg"},
		"a.jpg,b.jpg|c.jpg":              {"a.jpg", "b.jpg", "c.jpg"},
		`https://a.example/w_1\,h_2/x.jpg, https://a.example/w_3\,y.jpg`: {
			"https://a.example/w_1,h_2/x.jpg", "https://a.example/w_3,y.jpg"},
	} {
		if got := pictures(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// TestAnEmptyAttributeMeansAny value: one variant for each.
func TestAnEmptyAttributeMeansAny(t *testing.T) {
	_, by, _ := kind(t, "any.csv")
	robe := by["Linen robe"]
	want := []string{"BG-ROBE-SAND-S", "BG-ROBE-SAND-M", "BG-ROBE-SAND-L", "BG-ROBE-NAVY-S", "BG-ROBE-NAVY-M",
		"BG-ROBE-NAVY-L"}
	if !slices.Equal(skus(robe), want) || len(robe.Problems) != 0 {
		t.Fatalf("%q %+v", skus(robe), robe.Problems)
	}
	last := robe.Variants[5]
	if fmt.Sprint(last.Choices) != "[{Navy } {L }]" || *last.At[0].Price != 52000 {
		t.Errorf("%+v", last)
	}
}

// TestTheOrderOfRowsDoesNotMatter: a variation may precede its product, and rows of a handle need not be consecutive.
func TestTheOrderOfRowsDoesNotMatter(t *testing.T) {
	_, by, all := kind(t, "order.csv")
	if fan := by["Desk fan"]; fan == nil || !slices.Equal(skus(fan), []string{"BG-FAN-S", "BG-FAN-L"}) ||
		len(fan.Problems) != 0 {
		t.Errorf("%+v", fan)
	}
	if got := keys(by["Second small fan"]); !slices.Equal(got, []string{"imports.sku_of_two"}) ||
		by["Second small fan"].Problems[0].Args["line"] != 4 {
		t.Errorf("a SKU used twice: %+v", by["Second small fan"].Problems)
	}
	if len(keys(by["Small fan"])) != 0 || len(all) != 4 {
		t.Errorf("%d items, %v", len(all), keys(by["Small fan"]))
	}
	_, by, all = kind(t, "shop_order.csv")
	vest := by["Wool vest"]
	if !slices.Equal(skus(vest), []string{"BGV-S", "BGV-M"}) || len(all) != 6 ||
		vest.Text.EN != "Warm\n\"Soft\" inside\nLine one\nLine two" {
		t.Errorf("%d items, %+v", len(all), vest)
	}
	if !slices.Equal(vest.Images, []string{"https://pic.example/w_800,h_600/vest.jpg"}) {
		t.Errorf("%q", vest.Images)
	}
	for name, shown := range map[string]bool{"Wool vest": true, "Wool hat": false, "Wool belt": false} {
		if it := by[name]; it.Shown == nil || *it.Shown != shown {
			t.Errorf("%s is shown: %v", name, it.Shown)
		}
	}
	for name, counted := range map[string]bool{"Wool hat": false, "Wool sock": false} {
		if c := by[name].Variants[0].At[0].Counted; c == nil || *c != counted {
			t.Errorf("%s is counted: %v", name, c)
		}
	}
}

// TestKindsOfStock: uncounted stock stays uncounted, no stock is zero, and impossible quantities are reported.
func TestKindsOfStock(t *testing.T) {
	_, by, _ := kind(t, "stock.csv")
	for name, want := range map[string]string{
		"Sold out lamp": "0 true []", "Uncounted lamp": "- false []", "Counted lamp": "5 - []",
		"Decimal stock lamp": "5 - []", "Backorder lamp": "- false []",
		"Negative lamp": "- false [imports.stock_below_zero]", "Half lamp": "- - [imports.stock_not_whole]",
	} {
		at, n, counted := by[name].Variants[0].At[0], "-", "-"
		if at.Stock != nil {
			n = fmt.Sprint(*at.Stock)
		}
		if at.Counted != nil {
			counted = fmt.Sprint(*at.Counted)
		}
		if got := fmt.Sprint(n, " ", counted, " ", keys(by[name])); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}

// TestTheHeaderIsFound below a title and below an empty line.
func TestTheHeaderIsFound(t *testing.T) {
	for name, rows := range map[string]int64{"e_title.csv": 1, "e_nl_bom.csv": 2} {
		r, _, all := kind(t, name)
		if fmt.Sprint(r.Columns) != "[sku name price category]" || r.Rows != rows || int64(len(all)) != rows ||
			r.Format != Ours {
			t.Errorf("%s: %v, %d rows, %s, above it %d", name, r.Columns, r.Rows, r.Format, r.Options.Skip)
		}
	}
}

// TestAPlaceholderIsNoSKU: the handle distinguishes products.
func TestAPlaceholderIsNoSKU(t *testing.T) {
	_, by, all := kind(t, "dup.csv")
	if len(all) != 2 || by["Dates box"].Variants[0].SKU != "" || by["Figs box"].Variants[0].SKU != "" {
		t.Errorf("%+v", all)
	}
	if got := keys(by["Dates box"]); !slices.Equal(got, []string{"imports.sku_placeholder"}) {
		t.Error(got)
	}
	_, by, _ = ofText(t, "Handle,Title,Variant SKU,Variant Price,Type\na,One,X1,5,T\nb,Two,X1,6,T\n")
	if len(keys(by["One"])) != 0 || !slices.Equal(keys(by["Two"]), []string{"imports.sku_of_two"}) {
		t.Errorf("%v %v", keys(by["One"]), keys(by["Two"]))
	}
}

// TestShopifyInWords: Product Category replaces an empty Type, and both Published and Status decide what is shown.
func TestShopifyInWords(t *testing.T) {
	_, by, _ := ofText(t, "Handle,Title,Type,Product Category,Published,Variant SKU,Variant Price\na,One,,Home > Decor "+
		"> Lamps,TRUE,A,5\nb,Two,Own,Home > Decor,FALSE,B,6\n")
	if got := strings.Join(by["One"].Category, "|"); got != "Home|Decor|Lamps" {
		t.Errorf("category %q", got)
	}
	if got := strings.Join(by["Two"].Category, "|"); got != "Own" {
		t.Errorf("category %q", got)
	}
	if !*by["One"].Shown || *by["Two"].Shown {
		t.Error("without Status, Published alone counts")
	}
	_, by, _ = ofText(t, "Handle,Title,Type,Published,Status,Variant SKU,Variant "+
		"Price\na,One,T,FALSE,active,A,5\nb,Two,T,TRUE,active,B,6\nc,Three,T,TRUE,draft,C,6\n")
	if *by["One"].Shown || !*by["Two"].Shown || *by["Three"].Shown {
		t.Error("what either hides is hidden")
	}
}

// TestSizesAsColumns: each is a variant, with its stock.
func TestSizesAsColumns(t *testing.T) {
	r, by, _ := ofText(t, "sku,name,category,price,S,M,L\nTEE,Plain tee,Shirts,200,4,0,\nPOLO,Polo,Shirts,300,1,2,3\n")
	if fmt.Sprint(r.Columns) != "[sku name category price size_stock size_stock size_stock]" {
		t.Fatal(r.Columns)
	}
	tee := by["Plain tee"]
	if !slices.Equal(skus(tee), []string{"TEE-S", "TEE-M"}) || *tee.Variants[0].At[0].Stock != 4 ||
		*tee.Variants[1].At[0].Stock != 0 || *tee.Variants[1].At[0].Price != 20000 {
		t.Errorf("%+v", tee)
	}
	if polo := by["Polo"]; len(polo.Variants) != 3 || polo.Options[0].EN != "Size" ||
		polo.Variants[2].Choices[0].EN != "L" {
		t.Errorf("%+v", polo)
	}
}
