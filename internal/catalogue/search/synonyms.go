package search

import "strings"

// kinTable lists words for the same product: synonyms, and plurals that stem does not recognise. A word belongs to one
// line.
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
حذاء أحذية جزمة جزم
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
sneaker trainer
tv television
headphone earphone
taameya falafel
koshary koshari kushari
foul ful
sweet candy
وش وجه
ايد يد
ايدين يدين
سنان أسنان
ودن أذن
ضفر ظفر
ضوافر أظافر
دراع ذراع
اسود سودا سوداء
احمر حمرا حمراء
اخضر خضرا خضراء
ابيض بيضا بيضاء
اصفر صفرا صفراء
ازرق زرقا زرقاء
طازة طازج فريش
مجمد متلج
مشوي مشوية
محمر محمرة مقلي مقلية
مخلل طرشي مخللات
حامي حار حراق
ناشف جاف ناشفة
بيت منزل
سخن ساخن سخنة
بارد ساقع ساقعة
نضافة تنظيف نظافة
حشرة حشرات
صرصار صراصير
زبالة قمامة
حريمي نسائي ستاتي نسواني
رجالي رجال
بناتي بنات
أطفال عيال طفل
baby infant بيبي رضع مواليد
فطار فطور إفطار سحور
مدرسة مدرسي مدارس
إزاز زجاج قزاز
حديد استيل استانلس
عصفور عصافير
سرير سراير
ملاية ملايات
مخدة وسادة مخدات
فوطة منشفة فوط مناشف
ستارة ستاير ستائر
سكينة سكاكين سكين
شوكة شوك
فنجان فناجين
كيس أكياس
كرسي كراسي
صندل صنادل
شبشب شباشب
نظارة نضارة نظارات نضارات
جلابية جلباب
كتكوت كتاكيت
زيتونة زيتون
فطيرة فطير فطائر فطاير
سلطة سلطات
كباية كبايات أكواب كوب
عظم عضم عظام
زلعة زلع
مربعات مربع
color colour
flavor flavour
pyjama pajama
doughnut donut
moisturiser moisturizer moisturising moisturizing
aluminium aluminum
fibre fiber
gray grey
chilli chili chile
jewelry jewellery
vegetable veggie veg
prawn shrimp
trash garbage rubbish
knife knives
leaf leaves
loaf loaves
child children kid
man men
woman women lady
tooth teeth
scarf scarves
mouse mice
minced mince
fridge refrigerator
sofa couch
whisky whiskey
litre liter
cleaner cleaning
grilled grill barbecued
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
