package imports

import (
	"strings"

	"wekala/internal/platform/sheets"
)

// Column is what a column of a file means to us.
type Column string

// The columns that have a place. What a file has beside them is listed.
const (
	Ignore  Column = "" // has no place
	Skip    Column = "skip"
	Handle  Column = "handle" // rows that share it are one product
	RefID   Column = "ref_id" // WooCommerce's number of a product
	Type    Column = "type"
	Parent  Column = "parent" // by SKU or id:number
	Store   Column = "store"
	Shelf   Column = "category"
	NameEN  Column = "name_en"
	NameAR  Column = "name_ar"
	Name    Column = "name" // in the language it is written in
	TextEN  Column = "description_en"
	TextAR  Column = "description_ar"
	Text    Column = "description"
	Words   Column = "keywords"
	UnitEN  Column = "unit_en"
	UnitAR  Column = "unit_ar"
	MinQty  Column = "min_qty"
	MaxQty  Column = "max_qty"
	VAT     Column = "vat"
	Shown   Column = "published"
	Facts   Column = "attributes"
	Images  Column = "images"
	SKU     Column = "sku"
	Barcode Column = "barcode"
	Grams   Column = "weight_grams"
	Kilos   Column = "weight_kg"
	Picture Column = "variant_image"
	Offered Column = "variant_active"
	Branch  Column = "branch"
	Price   Column = "price"
	// Before is the price before an offer, whose price then stands under Price.
	Before  Column = "compare_at_price"
	Offer   Column = "offer_price"
	From    Column = "offer_from"
	Until   Column = "offer_to"
	Sold    Column = "sold"
	Stock   Column = "stock"
	Counted Column = "stock_counted"

	Option1, Option2, Option3       Column = "option1", "option2", "option3"
	Option1AR, Option2AR, Option3AR Column = "option1_ar", "option2_ar", "option3_ar"
	Value1, Value2, Value3          Column = "value1", "value2", "value3"
	Value1AR, Value2AR, Value3AR    Column = "value1_ar", "value2_ar", "value3_ar"
)

// Columns lists the places a column can be given by hand, in the order of our
// own files.
var Columns = []Column{
	Handle, Store, Shelf, NameEN, NameAR, Name, TextEN, TextAR, Text, Words, UnitEN, UnitAR, MinQty, MaxQty, VAT, Shown, Facts, Images,
	Option1, Option1AR, Value1, Value1AR, Option2, Option2AR, Value2, Value2AR, Option3, Option3AR, Value3, Value3AR,
	SKU, Barcode, Grams, Kilos, Picture, Offered, Branch, Price, Before, Offer, From, Until, Sold, Stock, Counted,
}

// Format is whose file it is.
type Format string

// The formats that are recognised.
const (
	Ours        Format = "wekala"
	Shopify     Format = "shopify"
	WooCommerce Format = "woocommerce"
	Prices      Format = "prices" // prices and stock per branch alone
	Mapped      Format = "mapped" // what the columns mean is said by hand
)

// header brings names of columns into one form: "Variant SKU" and "variant_sku".
func header(name string) string {
	name = strings.ToLower(sheets.Digits(sheets.Tidy(name)))
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= '\u064b' && r <= '\u0652' || r == 'ـ': // harakat and tatweel
			return -1
		case r == 'أ' || r == 'إ' || r == 'آ':
			return 'ا'
		case r == 'ة':
			return 'ه'
		case r == 'ى':
			return 'ي'
		case r == '_' || r == '-' || r == '(' || r == ')' || r == '[' || r == ']' || r == '?' || r == '؟' || r == ':' || r == '.' || r == '*' || r == '/':
			return ' '
		}
		return r
	}, name)
	return strings.Join(strings.Fields(name), " ")
}

// named gives each name of a column, and the same names in the form of header.
func named(all map[Column][]string) map[string]Column {
	out := map[string]Column{}
	for c, names := range all {
		for _, n := range names {
			out[header(n)] = c
		}
	}
	return out
}

var shopifyColumns = named(map[Column][]string{
	Handle: {"Handle", "URL handle"}, Name: {"Title"}, Text: {"Body (HTML)", "Body HTML", "Description"}, Words: {"Tags"},
	Shelf: {"Type", "Product type"}, Shown: {"Status"},
	Option1: {"Option1 Name"}, Option2: {"Option2 Name"}, Option3: {"Option3 Name"},
	Value1: {"Option1 Value"}, Value2: {"Option2 Value"}, Value3: {"Option3 Value"},
	SKU: {"Variant SKU", "SKU"}, Barcode: {"Variant Barcode", "Barcode"}, Grams: {"Variant Grams", "Weight value (grams)"},
	Stock: {"Variant Inventory Qty", "Inventory quantity"}, Price: {"Variant Price", "Price"},
	Before: {"Variant Compare At Price", "Compare-at price"}, Images: {"Image Src", "Product image URL"}, Picture: {"Variant Image", "Variant image URL"},
})

// WooCommerce writes the names of its columns in the shop's language: Arabic,
// French and German stand beside English.
var wooColumns = named(map[Column][]string{
	RefID:  {"ID", "المعرف", "معرف", "Identifiant"},
	Type:   {"Type", "النوع", "نوع", "Typ"},
	SKU:    {"SKU", "رمز المنتج", "رمز المنتج (SKU)", "رمز التخزين", "UGS", "Artikelnummer"},
	Name:   {"Name", "الاسم", "اسم المنتج", "Nom"},
	Shown:  {"Published", "منشور", "تم النشر", "Publié", "Veröffentlicht"},
	Text:   {"Description", "الوصف", "وصف", "Beschreibung"},
	Stock:  {"Stock", "المخزون", "مخزون", "Inventaire", "Lager", "Bestand"},
	Offer:  {"Sale price", "سعر البيع", "سعر التخفيض", "السعر بعد الخصم", "Tarif promo", "Angebotspreis"},
	Price:  {"Regular price", "السعر العادي", "السعر الأساسي", "السعر الافتراضي", "Tarif régulier", "Regulärer Preis"},
	From:   {"Date sale price starts", "تاريخ بدء سعر التخفيض", "تاريخ بداية التخفيض", "Date de début de promo"},
	Until:  {"Date sale price ends", "تاريخ انتهاء سعر التخفيض", "تاريخ نهاية التخفيض", "Date de fin de promo"},
	Shelf:  {"Categories", "التصنيفات", "تصنيفات", "الفئات", "Catégories", "Kategorien"},
	Words:  {"Tags", "الوسوم", "وسوم", "Étiquettes", "Schlagwörter"},
	Images: {"Images", "الصور", "صور", "Bilder"},
	Parent: {"Parent", "الأب", "المنتج الأب", "الأصل", "Übergeordnetes Produkt"},
	Grams:  {"Weight (g)", "الوزن (جم)"}, Kilos: {"Weight (kg)", "الوزن (كجم)", "Poids (kg)", "Gewicht (kg)"},
	Barcode: {"GTIN, UPC, EAN, or ISBN", "GTIN, UPC, EAN ou ISBN"},
	Option1: {"Attribute 1 name", "اسم السمة 1", "اسم الخاصية 1", "الخاصية 1 الاسم", "Nom de l’attribut 1", "Name des Attributs 1", "Attribut 1 Name"},
	Option2: {"Attribute 2 name", "اسم السمة 2", "اسم الخاصية 2", "الخاصية 2 الاسم", "Nom de l’attribut 2", "Name des Attributs 2", "Attribut 2 Name"},
	Option3: {"Attribute 3 name", "اسم السمة 3", "اسم الخاصية 3", "الخاصية 3 الاسم", "Nom de l’attribut 3", "Name des Attributs 3", "Attribut 3 Name"},
	Value1:  {"Attribute 1 value(s)", "قيمة السمة 1", "قيم السمة 1", "قيمة (قيم) السمة 1", "قيم الخاصية 1", "الخاصية 1 القيمة", "Valeur(s) de l’attribut 1 ", "Wert(e) des Attributs 1", "Attribut 1 Wert(e)"},
	Value2:  {"Attribute 2 value(s)", "قيمة السمة 2", "قيم السمة 2", "قيمة (قيم) السمة 2", "قيم الخاصية 2", "الخاصية 2 القيمة", "Valeur(s) de l’attribut 2 ", "Wert(e) des Attributs 2", "Attribut 2 Wert(e)"},
	Value3:  {"Attribute 3 value(s)", "قيمة السمة 3", "قيم السمة 3", "قيمة (قيم) السمة 3", "قيم الخاصية 3", "الخاصية 3 القيمة", "Valeur(s) de l’attribut 3 ", "Wert(e) des Attributs 3", "Attribut 3 Wert(e)"},
})

// ourColumns has our own names and what people type at the head of a sheet.
var ourColumns = func() map[string]Column {
	out := named(map[Column][]string{
		SKU: {"code", "item code", "الكود", "كود", "كود الصنف", "رمز المنتج", "رقم الصنف", "رمز التخزين"}, Barcode: {"ean", "gtin", "الباركود", "باركود"},
		NameAR: {"الاسم بالعربية", "الاسم بالعربي", "الاسم العربي", "arabic name"}, NameEN: {"الاسم بالإنجليزية", "الاسم بالانجليزي", "الاسم الإنجليزي", "english name"},
		Name: {"title", "product", "item", "الاسم", "اسم الصنف", "اسم المنتج", "الصنف", "المنتج"}, Text: {"الوصف"},
		Price: {"السعر", "سعر", "سعر البيع", "selling price"}, Offer: {"sale price", "سعر العرض", "السعر بعد الخصم"},
		From: {"offer starts", "بداية العرض"}, Until: {"offer ends", "نهاية العرض"},
		Stock: {"quantity", "qty", "on hand", "الكمية", "كمية", "المخزون", "الرصيد"}, Branch: {"branch code", "الفرع", "فرع", "كود الفرع"},
		Shelf: {"القسم", "التصنيف", "الفئة"}, Store: {"المتجر"}, Shown: {"منشور", "active"}, Words: {"tags"}, VAT: {"الضريبة", "vat rate", "tax"},
		UnitAR: {"الوحدة"}, UnitEN: {"unit"}, Kilos: {"weight", "الوزن"}, Images: {"image", "picture", "الصور", "الصورة"}, Sold: {"متاح في الفرع"},
	})
	for _, c := range Columns {
		out[header(string(c))] = c
	}
	return out
}()

// Recognise tells whose file it is from the first row, and what each column
// means to us: Ignore has no place.
func Recognise(first []string) (Format, []Column) {
	has := map[string]bool{}
	for _, name := range first {
		has[header(name)] = true
	}
	switch {
	case has["handle"] && (has["variant price"] || has["option1 value"] && has["title"]), has["url handle"] && (has["title"] || has["price"]):
		return Shopify, places(first, shopifyColumns)
	}
	if woo := places(first, wooColumns); count(woo, Type) == 1 && count(woo, Name) == 1 && count(woo, SKU) == 1 && count(woo, Price) == 1 {
		return WooCommerce, woo
	}
	all := places(first, ourColumns)
	names := count(all, NameEN) + count(all, NameAR) + count(all, Name)
	switch {
	case count(all, SKU) == 1 && names > 0 && (count(all, Price) == 1 || count(all, Handle) == 1):
		return Ours, all
	case count(all, SKU)+count(all, Barcode) > 0 && names == 0 && count(all, Price)+count(all, Stock) > 0:
		return Prices, all
	}
	return Mapped, all
}

func count(all []Column, c Column) (n int) {
	for _, one := range all {
		if one == c {
			n++
		}
	}
	return n
}

// places gives each column its meaning; the second of the same meaning has none.
func places(first []string, known map[string]Column) []Column {
	out := make([]Column, len(first))
	taken := map[Column]bool{}
	for i, name := range first {
		if c := known[header(name)]; c != Ignore && !taken[c] {
			out[i], taken[c] = c, true
		}
	}
	return out
}
