package search

import "strings"

// kinTable holds words that ask for the same thing: synonyms and plurals that
// stem cannot see. A word belongs to one line.
const kinTable = `
لبن حليب
زبادي روب
جبنة جبن أجبان
بيض بيضة
سمنة سمن
عيش خبز
فراخ فرخة دجاج فروج
لحمة لحم لحوم
سمك أسماك سمكة
جمبري روبيان
كفتة كفته
سجق سوسيس نقانق
طماطم قوطة بندورة
بطاطس بطاطا
مانجو منجة مانجا منجا مانجه
تمر بلح تمور
خضار خضراوات خضروات
فاكهة فواكه
رز أرز
مكرونة معكرونة باستا
زيت زيوت
عصير عصائر عصاير
مياه مية ماء
شيبس شيبسي تشيبس
شوكولاتة شيكولاتة شكولاته
بسكويت بسكوت
حلوى حلويات
كيك كيكة
تورتة تورتات
جاتوه جاتوهات
طعمية فلافل
مربى مربة
بهار بهارات توابل
صابون صابونة
مسحوق بودرة
حفاضة حفاضات بامبرز
منديل مناديل
كلور مبيض
شاحن شواحن
سماعة هيدفون
موبايل تليفون جوال هاتف
كمبيوتر كومبيوتر
حذاء أحذية جزمة كوتشي
شنطة شنط حقيبة
تيشيرت تيشرت
بنطلون بناطيل
فستان فساتين
قميص قمصان
شراب شرابات جوارب
طبق أطباق
حلة حلل
معلقة معالق ملعقة
كوباية كوبايات
قلم أقلام
كشكول كشاكيل كراسة
كتاب كتب
لعبة ألعاب لعب
عروسة عرايس
قطة قطط
كلب كلاب
عطر عطور برفان
أكل طعام
yoghurt yogurt zabadi
chips crisps
diaper nappy
phone mobile
pants trousers
sneaker trainer shoe
tv television
headphone earphone earbud
taameya falafel
koshary koshari kushari
foul ful
sweet candy
`

var kin = func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(kinTable) {
		first := ""
		for _, w := range strings.Fields(line) {
			s := ownStem(Fold(w))
			if first == "" {
				first = s
			}
			m[s] = first
		}
	}
	return m
}()
