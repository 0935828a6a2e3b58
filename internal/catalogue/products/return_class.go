package products

import (
	"slices"
	"strings"
)

// The return classes: the conditions for returning goods of a category.
const (
	Perishable = "perishable" // only wrong, damaged or spoiled, and soon
	Hygiene    = "hygiene"    // unopened, or faulty
	General    = "general"    // as the shop's standard says
)

// ReturnClasses lists the classes, the strictest first.
var ReturnClasses = []string{Perishable, Hygiene, General}

// ReturnClassOf is the default class for a service's tint, used where neither the category nor its ancestors set one.
// Returned food is not sold again, so groceries of an unknown category count as food.
func ReturnClassOf(tint string) string {
	if tint == "food" || tint == "grocery" {
		return Perishable
	}
	return General
}

// classWords are words of category names, folded as in search, that suggest a return class. The first list with a
// matching word counts.
var classWords = []struct {
	class string
	words string
}{
	{
		Hygiene,
		`diaper nappies wipe cosmetic makeup make-up skin skincare hair haircare care hygiene feminine razor shaving underwear lingerie oral toothbrush sanitary
		حفاض حفاضات تجميل مكياج البشره بشره الشعر شعر العنايه عنايه صحيه حلاقه داخليه لانجيري`},
	{
		Perishable,
		`vegetable veg fruit fresh dairy milk yoghurt yogurt cheese egg butter meat beef lamb poultry chicken fish seafood bakery bread deli frozen herb cake pastry pastries
		خضار خضروات فاكهه فواكه طازج طازجه البان لبن حليب زبادي جبن جبنه اجبان بيض زبده لحوم لحمه لحم دواجن طيور فراخ اسماك سمك مخبوزات مخبز خبز عيش مجمدات مجمده مجمد مثلجات اعشاب حلويات`},
	{
		General,
		`clean cleaner cleaning laundry detergent dish dishes paper tissue bag household kitchen pet cat dog pantry rice pasta canned oil sauce spice tea coffee sugar honey snack crisp
		chocolate water drink beverage juice pulse legume baby toy electronic battery batteries stationery tool
		منظفات غسيل ورقيات مناديل اكياس ادوات منزليه المنزل بقاله ارز مكرونه معلبات زيوت زيت صلصات بهارات توابل شاي قهوه بن سكر عسل تسالي شوكولاته مياه مشروبات عصائر بقوليات اطفال حيوانات اجهزه`},
}

// suggestedClass suggests the class of a new category from its folded names; "" if they suggest none, or if the
// service's tint already decides. Groceries sell all three classes.
func suggestedClass(tint string, names ...string) string {
	if tint == "food" {
		return ""
	}
	var said []string
	for _, name := range names {
		for _, word := range strings.Fields(name) {
			said = append(said, word, strings.TrimSuffix(word, "s"), strings.TrimPrefix(word, "و"),
				strings.TrimPrefix(strings.TrimPrefix(word, "و"), "ال"))
		}
	}
	for _, list := range classWords {
		if tint != "grocery" && list.class != Hygiene {
			continue
		}
		known := strings.Fields(list.words)
		if slices.ContainsFunc(said, func(word string) bool { return slices.Contains(known, word) }) {
			return list.class
		}
	}
	return ""
}
