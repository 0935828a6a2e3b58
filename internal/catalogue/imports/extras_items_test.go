package imports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wekala/internal/catalogue/extras"
)

// TestFilesOfExtrasAreRecognised by their header, in both languages, and no others are.
func TestFilesOfExtrasAreRecognised(t *testing.T) {
	for header, want := range map[string]Format{
		"Modifier name,Option name,Price\n":                                Extras,
		"modifier_reference,name,name_localized,price\n":                   Extras,
		"product_sku,modifier_reference,minimum_options,maximum_options\n": Extras,
		"Group,Option,Price,Product,Min,Max\n":                             Extras,
		"مجموعة الإضافات,الإضافة,السعر,كود المنتج,الحد الأدنى,الحد الأقصى\n": Extras,
		"المجموعة,الخيار,السعر\n":                                             Extras,
		"المجموعة,اسم الصنف,السعر\n":                                          Ours,
		"اسم الصنف,السعر,الإضافات\n":                                          Ours,
		"SKU,Name,Price,Extras\n":                                             Ours,
		"Handle,SKU,Name,Default price,\"Modifier - \"\"Size\"\"\"\n":         Ours,
		"Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\n": Shopify,
	} {
		r, _, _ := ofText(t, header+"a,b,1,,,\n")
		if r.Format != want {
			t.Errorf("%q is %s %v, want %s", header, r.Format, r.Columns, want)
		}
	}
}

// TestRowsOfAGroupStandTogether, wherever they are; its products follow.
func TestRowsOfAGroupStandTogether(t *testing.T) {
	_, _, all := ofText(t, "Modifier,Option,Price,Product "+
		"SKU,Min,Max\nSize,Small,0,TEA,1,1\nMilk,Oat,12.50,TEA,,\nSize,كبير,٥,COFFEE,1,1\nSize,Small,0,COFFEE,,\n,Lost,1,,,\nSize,,,none,,\nSize,,,,,\n")
	var got []string
	for _, it := range all {
		switch {
		case it.Extras != nil:
			one := fmt.Sprintf("%d %s", it.Line, it.Extras.Key)
			for _, o := range it.Extras.Options {
				one += fmt.Sprintf(" %s%s=%d", o.Name.EN, o.Name.AR, *o.Price)
			}
			got = append(got, one)
		case len(it.Links) > 0:
			got = append(got, fmt.Sprintf("%d %s has %s", it.Line, it.Variants[0].SKU, it.Links[0].Group))
		default:
			got = append(got, fmt.Sprintf("%d %v", it.Line, keys(it)))
		}
	}
	if want := []string{"2 size Small=0 كبير=500", "3 milk Oat=1250", "2 TEA has Size", "3 TEA has Milk",
		"4 COFFEE has Size", "6 [imports.extras_no_group]", "7 [imports.sku_unknown]",
		"8 [imports.extras_nothing]"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestRowsOfAGroupAgree: another price of the same extra is refused with the group, and
// another number for a product with that product.
func TestRowsOfAGroupAgree(t *testing.T) {
	_, _, all := ofText(t, "Modifier,Option,Price,Product SKU,Min,Max\nSize,Small,5,TEA,1,1\nSize,Small,6,COFFEE,1,1\n")
	if got := keys(all[0]); len(got) != 1 || got[0] != "imports.extra_twice" || all[0].Problems[0].Line != 3 ||
		all[0].Problems[0].Column != "Price" || fmt.Sprint(all[0].Problems[0].Args) != "map[line:2]" {
		t.Errorf("%+v", all[0].Problems)
	}
	_, _, all = ofText(t, "Modifier,Option,Price,Product SKU,Min,Max\nSize,Small,5,TEA,1,1\nSize,Large,6,COFFEE,1,3\n")
	if len(all) != 3 || len(all[0].Problems) != 0 || *all[0].Extras.Most != 1 || len(all[1].Problems) != 0 ||
		fmt.Sprint(keys(all[2])) != "[imports.extras_bounds]" || all[2].Problems[0].Column != "Max" ||
		all[2].Problems[0].Value != "3" {
		t.Errorf("%+v", all[2].Problems)
	}
	_, _, all = ofText(t, "Modifier,Option,Price,Max\nSize,Small,-5,1\nSize,Large,x,2\n")
	if got := fmt.Sprint(keys(all[0])); got != "[imports.extra_below_zero imports.extras_bounds imports.no_figure]" {
		t.Error(got)
	}
}

// TestRowsOfAGroupSayWhatTheyLose, those of its extras and those of its products.
func TestRowsOfAGroupSayWhatTheyLose(t *testing.T) {
	_, _, all := ofText(t,
		"Modifier,Option,Price,Product SKU,Remark\nSize,Small,5,,\nSize,Large,6,,soon\nMilk,Oat,6,TEA,cold\n")
	var got []string
	for _, it := range all {
		got = append(got, fmt.Sprint(it.Line, it.LeftOut.First))
	}
	if fmt.Sprint(got) != "[2 [{Remark soon}] 4 [{Remark cold}] 4 [{Remark cold}]]" {
		t.Error(got)
	}
}

// TestColumnsNameGroups in a file of products, as other shops write them.
func TestColumnsNameGroups(t *testing.T) {
	for header, want := range map[string]string{`Modifier - "Size"`: "Size", "Modifier Set - Milk & sugar": "Milk & sugar",
		"modifier – Bread": "Bread", "إضافات - الحجم": "الحجم", "Toppings": "Toppings"} {
		if got := groupOf(header); got != want {
			t.Errorf("%s is of %q", header, got)
		}
	}
	_, by, _ := ofText(t,
		"SKU,Name,Price,\"Modifier - \"\"Size\"\"\",Modifier Set - Milk,إضافات - خبز\nTEA,Tea,5,Y,N,maybe\n")
	it := by["Tea"]
	if len(it.Links) != 2 || it.Links[0] != (Link{2, `Modifier - "Size"`, "Size", false}) ||
		it.Links[1] != (Link{2, "Modifier Set - Milk", "Milk", true}) ||
		fmt.Sprint(keys(it)) != "[imports.no_answer]" || it.Problems[0].Column != "إضافات - خبز" {
		t.Errorf("%+v", it)
	}
}

// TestRowsBeyondAFullGroupAreNotKept: each would be compared with every one before it.
func TestRowsBeyondAFullGroupAreNotKept(t *testing.T) {
	var file strings.Builder
	file.WriteString("Modifier,Option,Price\n")
	for i := range 3 * extras.MaxExtras {
		fmt.Fprintf(&file, "Size,Number %d,5\n", i)
	}
	_, _, all := ofText(t, file.String())
	if len(all) != 1 || len(all[0].Extras.Options) != extras.MaxExtras+1 {
		t.Errorf("%d groups, the first of %d extras", len(all), len(all[0].Extras.Options))
	}
}
