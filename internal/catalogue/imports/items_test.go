package imports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"wekala/internal/platform/i18n"
	"wekala/internal/platform/sheets"
)

func itemsOf(t testing.TB, text string) (*Reader, []*Item) {
	t.Helper()
	table, err := sheets.Open(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []*Item
	for {
		it, err := r.Next()
		if err == io.EOF {
			return r, all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, it)
	}
}

func ofVariant(v Variant) string {
	price, offer, stock := "-", "-", "-"
	if len(v.At) > 0 {
		for to, n := range map[*string]*int64{&price: v.At[0].Price, &offer: v.At[0].Offer, &stock: v.At[0].Stock} {
			if n != nil {
				*to = fmt.Sprint(*n)
			}
		}
	}
	return fmt.Sprint(v.SKU, " ", v.Choices, " ", price, " ", offer, " ", stock, " ", len(v.At))
}

func TestShopifyOldAndNew(t *testing.T) {
	old :=
		`Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Alt Text,Status
shirt,Cotton shirt,"<p>Soft &amp; light</p><script>alert(1)</script>",ACME,Clothes > Shirts,"summer, cotton",TRUE,Size,S,Colour,Red,SH-S,200,5,199.50,250.00,6.22E+12,a.jpg,,active
shirt,,,,,,,,M,,Red,SH-M,210,0,199.50,,6221234567890,b.jpg,,
shirt,,,,,,,,,,,,,,,,,c.jpg,,
tea,شاي,,ACME,Drinks,,TRUE,Title,Default Title,,,TEA,0,-2,12,,,,,draft
`
	r, all := itemsOf(t, old)
	if r.Mapping().Format != Shopify || len(all) != 2 || r.Rows != 4 {
		t.Fatalf("%v, %d items", r.Mapping().Format, len(all))
	}
	if got := fmt.Sprint(r.Mapping().Unplaced()); got != "[Vendor Image Alt Text]" {
		t.Errorf("without a place: %s", got)
	}
	shirt, tea := all[0], all[1]
	if shirt.Tags != "summer, cotton" || shirt.Words != "" {
		t.Errorf("tags %q, keywords %q", shirt.Tags, shirt.Words)
	}
	if shirt.Text.EN != "Soft & light" || fmt.Sprint(shirt.Images) != "[a.jpg b.jpg c.jpg]" ||
		fmt.Sprint(shirt.Category) != "[Clothes Shirts]" || len(shirt.Variants) != 2 || !*shirt.Shown {
		t.Errorf("%+v", shirt)
	}
	if got := ofVariant(shirt.Variants[0]); got != "SH-S [{S } {Red }] 25000 19950 5 1" {
		t.Error(got)
	}
	if got := ofVariant(shirt.Variants[1]); got != "SH-M [{M } {Red }] 19950 - 0 1" ||
		shirt.Variants[1].Barcode != "6221234567890" {
		t.Error(got)
	}
	if len(shirt.Problems) != 1 || shirt.Problems[0].Key != "imports.barcode_damaged" || shirt.Problems[0].Line != 2 ||
		shirt.Problems[0].Column != "Variant Barcode" {
		t.Errorf("%+v", shirt.Problems)
	}
	if tea.Name != (i18n.Text{AR: "شاي"}) || len(tea.Options) != 0 || len(tea.Variants) != 1 || *tea.Shown ||
		len(tea.Problems) != 1 || tea.Problems[0].Key != "imports.stock_below_zero" {
		t.Errorf("%+v", tea)
	}
	now := "Title,URL handle,Description,Option1 name,Option1 value,SKU,Price,Compare-at price,Inventory " +
		"quantity,Weight value (grams),Product image URL,Image position\n" +
		"Shirt,shirt,Soft,Size,S,SH-S,199.50,250,5,200,a.jpg,1\n,shirt,,,M,SH-M,199.50,,1,200,,\n"
	r, all = itemsOf(t, now)
	if r.Mapping().Format != Shopify || len(all) != 1 || len(all[0].Variants) != 2 ||
		ofVariant(all[0].Variants[0]) != "SH-S [{S }] 25000 19950 5 1" {
		t.Errorf("%v %+v", r.Mapping().Format, all)
	}
}

func TestWooCommerceInFourLanguages(t *testing.T) {
	const rows = `
7,variable,SHIRT,Shirt,1,,,"Clothes, Clothes > Shirts","a.jpg, b.jpg",,Size,"S, M"
8,variation,SH-S,Shirt - S,1,5,"199,50",,,SHIRT,Size,S
9,variation,SH-M,Shirt - M,1,2,250,,,id:7,Size,M
10,simple,TEA,شاي,-1,,12,Drinks,,,Origin,Kenya
11,grouped,SET,Set,1,,,,,,,
12,variation,LOST,Lost,1,,3,,,,Size,L
`
	for lang, head := range map[string]string{
		"en": "ID,Type,SKU,Name,Published,Stock,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)",
		"ar": "المعرف,النوع,رمز المنتج (SKU),الاسم,منشور,المخزون,السعر العادي,التصنيفات,الصور,الأب,اسم السمة 1,قيم السمة 1",
		"fr": "Identifiant,Type,UGS,Nom,Publié,Inventaire,Tarif régulier,Catégories,Images,Parent,Nom de l’attribut " +
			"1,Valeur(s) de l’attribut 1",
		"de": "ID,Typ,Artikelnummer,Name,Veröffentlicht,Lager,Regulärer Preis,Kategorien,Bilder,Übergeordnetes " +
			"Produkt,Name des Attributs 1,Wert(e) des Attributs 1",
	} {
		r, all := itemsOf(t, head+rows)
		if r.Mapping().Format != WooCommerce || len(all) != 4 || len(r.Mapping().Unplaced()) != 0 {
			t.Errorf("%s: %v, %d items, %v", lang, r.Mapping().Format, len(all), r.Mapping().Unplaced())
			continue
		}
		s := all[0]
		if fmt.Sprint(s.Category) != "[Clothes Shirts]" || len(s.Images) != 2 || s.RefID != "7" || len(s.Variants) != 2 ||
			s.ParentOf != "" || s.Name.EN != "Shirt" {
			t.Errorf("%s: %+v", lang, s)
		}
		if ofVariant(s.Variants[0]) != "SH-S [{S }] 19950 - 5 1" || ofVariant(s.Variants[1]) != "SH-M [{M }] 25000 - 2 1" {
			t.Errorf("%s: %+v", lang, s.Variants)
		}
		if *all[1].Shown || len(all[1].Options) != 0 || all[1].Facts[0].Value.EN != "Kenya" {
			t.Errorf("%s: %+v", lang, all[1])
		}
		if all[2].Problems[0].Key != "imports.kind_unknown" || all[3].Problems[0].Key != "imports.no_parent" {
			t.Errorf("%s: %+v %+v", lang, all[2].Problems, all[3].Problems)
		}
	}
	_, all := itemsOf(t, "ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 "+
		"value(s)\n7,variable,SHIRT,Shirt,,,Size,S\n8,simple,TEA,Tea,3,,,\n9,variation,SH-S,x,5,id:7,Size,S\n")
	if len(all) != 3 || all[2].Group != "shirt" || all[2].ParentOf != "id:7" {
		t.Errorf("a variation behind another product: %+v", all[len(all)-1])
	}
}

func TestOurOwnAndWhatIsTypedByHand(t *testing.T) {
	r, all := itemsOf(t, "handle,sku,name_en,name_ar,category,branch,price,offer_price,offer_to,stock,vat\n"+
		"tea,TEA,Tea,شاي,Drinks,maadi,12,10,22/11/2026,5,14%\ntea,TEA,,,,zamalek,13,,,٧,\ntea,TEA,,,,maadi,14,,,1,\n")
	if r.Mapping().Format != Ours || len(all) != 1 || len(all[0].Variants) != 1 || len(all[0].Variants[0].At) != 2 ||
		*all[0].VATBP != 1400 {
		t.Fatalf("%+v", all)
	}
	if p := all[0].Problems; len(p) != 1 || p[0].Key != "imports.twice" || p[0].Line != 4 || !p[0].Fatal {
		t.Errorf("%+v", p)
	}
	if z := all[0].Variants[0].At[1]; *z.Stock != 7 || z.Branch != "zamalek" || !z.NoOffer {
		t.Errorf("%+v", z)
	}
	r, all = itemsOf(t, "كود الصنف;اسم الصنف;السعر;الكمية;ملاحظات\nK1;كشري;٤٥٫٥٠;٣;x\nK2;Tea;abc;1;y\n")
	if r.Mapping().Format != Ours || fmt.Sprint(r.Mapping().Unplaced()) != "[ملاحظات]" ||
		*all[0].Variants[0].At[0].Price != 4550 {
		t.Errorf("%+v %+v", r.Mapping(), all[0])
	}
	if p := all[1].Problems; len(p) != 1 || p[0].Key != "imports.no_figure" || !p[0].Fatal || p[0].Column != "السعر" ||
		p[0].Value != "abc" {
		t.Errorf("%+v", p)
	}
	if r, _ = itemsOf(t, "sku,branch,price,stock\nK1,maadi,12,5\n"); r.Mapping().Format != Prices {
		t.Errorf("%+v", r.Mapping())
	}
	if r, _ = itemsOf(t, "a,b,c\n1,2,3\n"); r.Mapping().Format != Mapped || len(r.Mapping().Unplaced()) != 3 {
		t.Errorf("%+v", r.Mapping())
	}
}

func TestWeightsInKilograms(t *testing.T) {
	_, all := itemsOf(t, "handle,sku,name_en,category,branch,price,unit_grams,min_qty,stock,weight_grams\n"+
		"feta,F,Feta,Cheese,maadi,120,250,0.5 kg,\"12,5 كجم\",\nbox,B,Box,Cheese,maadi,9,,,5 kg,1.2 kg\n")
	feta, box := all[0], all[1]
	if feta.MinQty == nil || feta.Variants[0].At[0].Stock == nil {
		t.Fatalf("%+v %+v", feta, feta.Problems)
	}
	if *feta.MinQty != 500 || *feta.Variants[0].At[0].Stock != 12_500 || len(feta.Problems) != 0 {
		t.Errorf("%+v %+v", feta, feta.Problems)
	}
	// Five kilograms of pieces are no number of them, which the product in the shop says.
	if at := box.Variants[0].At[0]; *at.Stock != 5000 || at.Kilos != "5 kg" || feta.Variants[0].At[0].Kilos != "" ||
		len(box.Problems) != 0 || *box.Variants[0].Grams != 1200 {
		t.Errorf("%+v %+v", box, box.Problems)
	}
}

// TestAComma is part of a category's name but where several are listed.
func TestAComma(t *testing.T) {
	_, all := itemsOf(t, "handle,sku,name_en,price,category\ntea,TEA,Tea,12,\"Pantry > Tea, sugar and honey\"\n")
	if got := strings.Join(all[0].Category, "|"); got != "Pantry|Tea, sugar and honey" {
		t.Error(got)
	}
}

func FuzzItems(f *testing.F) {
	f.Add([]byte("Handle,Title,Variant Price\na,b,3\n"))
	f.Add([]byte("ID,Type,SKU,Name,Regular price,Parent\n1,variation,x,y,3,id:1\n"))
	f.Add([]byte("sku,name,price,option1,value1\n1,2,3,a,b\n1,2,3,,c\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		table, err := sheets.Open(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		r, err := NewReader(table, nil)
		if err != nil {
			return
		}
		for range 1000 {
			it, err := r.Next()
			if err != nil {
				return
			}
			if _, err := json.Marshal(it); err != nil {
				t.Fatal(err)
			}
			for _, v := range it.Variants {
				if len(v.At) == 0 || len(v.Choices) > 3 {
					t.Fatalf("%+v", v)
				}
			}
		}
	})
}

func BenchmarkItems(b *testing.B) {
	text := []byte(
		"Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n")
	for i := range 10_000 {
		text = fmt.Appendf(text, "h%d,Shirt %d,<p>Soft</p>,Clothes,Size,%d,S-%d,199.50,5\n", i/4, i/4, i%4, i)
	}
	for b.Loop() {
		table, _ := sheets.Open(bytes.NewReader(text), int64(len(text)))
		r, _ := NewReader(table, nil)
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
	}
	b.ReportMetric(float64(10_000*b.N)/b.Elapsed().Seconds(), "rows/s")
}
