package search

// namesTable lists synonyms: each line has one thing's names in any language, then after ">" its broader terms, and
// after "~" related searches such as a brand or an occasion, with "?" for other things it is only near to. The words of
// a name marked "!" alone mean another thing. A name matches all of its line.
const namesTable = `
# Vegetables and herbs
tomato, طماطم > vegetable, veggie, خضار, خضروات
cherry tomato, طماطم شيري > vegetable, خضار
potato, بطاطس > vegetable, veggie, خضار, خضروات
!sweet potato, بطاطا, !بطاطا حلوة, yam > vegetable, veggie, خضار, خضروات
onion, بصل, بصلة > vegetable, veggie, خضار, خضروات
spring onion, scallion, green onion, بصل أخضر > vegetable, خضار
extra onion, fried onion, crispy onion, تقلية, بصل محمر
garlic, ثوم, توم > vegetable, veggie, خضار, خضروات
cucumber, خيار, قتة > vegetable, veggie, خضار, خضروات
!pickled cucumber, gherkin, !خيار مخلل > مخلل, مخللات, طرشي, pickle
mixed pickle, مخلل مشكل, مخلل, مخللات, طرشي, pickle
carrot, جزر, جزرة > vegetable, veggie, خضار, خضروات
pepper, فلفل > vegetable, veggie, خضار, خضروات
green pepper, bell pepper, sweet pepper, capsicum, فلفل رومي, !فلفل الوان > vegetable, veggie, خضار, خضروات, فلفل
hot pepper, chilli pepper, jalapeno, فلفل حامي, فلفل حار, قرون شطة > vegetable, veggie, خضار, خضروات, فلفل, حراق, chilli, spicy
black pepper, فلفل أسود, فلفل اسمر > spice, بهارات, توابل, pepper, فلفل
eggplant, aubergine, باذنجان, بتنجان, بدنجان, بيتنجان > vegetable, veggie, خضار, خضروات
zucchini, courgette, squash, marrow, كوسة, كوسا, قرع كوسة > vegetable, veggie, خضار, خضروات ~ محشي
cabbage, كرنب, كرمب, ملفوف > vegetable, veggie, خضار, خضروات ~ محشي
cauliflower, قرنبيط, قنبيط, أرنبيط > vegetable, veggie, خضار, خضروات
broccoli, بروكلي, بروكولي, بركلي > vegetable, veggie, خضار, خضروات
pea, green pea, بسلة, بازلاء, بازلا, بسله خضرا > vegetable, veggie, خضار, خضروات
green bean, french bean, string bean, فاصوليا خضراء, لوبيا خضراء > vegetable, veggie, خضار, خضروات, فاصوليا
white bean, haricot bean, cannellini, فاصوليا بيضاء, فاصوليا ناشفة > pulses, بقوليات, فاصوليا, beans
corn cob, corn on the cob, ذرة شامي, كوز ذرة, درة شامي > corn, maize, ذرة, درة, vegetable, veggie, خضار, خضروات
sweet corn, canned corn, ذرة حلوة, ذرة معلبة > maize, درة, معلبات
popcorn kernel, popping corn, ذرة فشار > فشار, popcorn, درة
mushroom, مشروم, فطر, !عيش غراب > vegetable, veggie, خضار, خضروات
pumpkin, !قرع عسلي, يقطين, قرع > vegetable, veggie, خضار, خضروات
okra, بامية, باميا, !ladies fingers > vegetable, veggie, خضار, خضروات
spinach, سبانخ > vegetable, veggie, greens, خضار, خضروات, ورقيات
molokhia, mulukhiyah, mloukhia, molokheya, jute, ملوخية, ملوخيا > greens
fresh molokhia, ملوخية خضراء > molokhia, greens, خضار, خضروات, ورقيات, vegetable
lettuce, خس, خسة > greens, vegetable, veggie, خضار, خضروات, ورقيات
arugula, rocket, جرجير > greens, herb, خضار, خضروات, ورقيات, vegetable
parsley, بقدونس, بأدونس, بقدنوس > greens, herb, خضرة, ورقيات, أعشاب
coriander, cilantro, كزبرة, كسبرة, كوزبرة
fresh coriander, كزبرة خضراء > coriander, cilantro, كسبرة, greens, herb, خضرة, ورقيات, أعشاب
dried coriander, ground coriander, كزبرة ناشفة > coriander, cilantro, كسبرة, spice, بهارات, توابل
dill, شبت, شبث > greens, herb, خضرة, ورقيات, أعشاب
mint, نعناع, نعنع > greens, herb, ورقيات, أعشاب
beet, beetroot, بنجر, شمندر > vegetable, خضار
turnip, لفت > vegetable, خضار
artichoke, خرشوف > vegetable, خضار
# Fruit
apple, تفاح, تفاحة > fruit, فاكهة, فواكه
banana, موز > fruit, فاكهة, فواكه
!veal shank, beef shank, osso buco, !موزة بتلو, موزة لحمة, موزة ضاني > meat, لحمة, لحوم, beef, veal, بتلو ~ فتة
orange, برتقال, برتقان, بردقان, برتقالة > fruit, فاكهة, فواكه
mandarin, tangerine, clementine, يوسفي, يوسف أفندي, مندرين, يوسفندي > fruit, فاكهة, فواكه
lemon, lime, ليمون, لمون, لمونة, lamoon > fruit, فاكهة
guava, جوافة, جوافا > fruit, فاكهة, فواكه
grape, عنب > fruit, فاكهة, فواكه
mango, مانجو > fruit, فاكهة, فواكه
strawberry, فراولة, فرولة, فراوله > fruit, فاكهة, فواكه
frozen strawberry, فراولة مجمدة > strawberry, فرولة ~ fruit, فاكهة
watermelon, بطيخ > fruit, فاكهة, فواكه
cantaloupe, melon, كانتالوب, كنتالوب, شمام, cantaloup > fruit, فاكهة, فواكه
peach, خوخ > fruit, فاكهة, فواكه
apricot, مشمش > fruit, فاكهة, فواكه
kiwi, كيوي, كيوى > fruit, فاكهة, فواكه
pineapple, ananas, أناناس > fruit, فاكهة, فواكه
avocado, أفوكادو, افوكادو, افكادو > fruit, فاكهة, فواكه
coconut, !جوز هند, جوز الهند > fruit, فاكهة, فواكه
pomegranate, رمان > fruit, فاكهة, فواكه
fig, تين > fruit, فاكهة, فواكه
pear, كمثرى, كمترى > fruit, فاكهة, فواكه
plum, برقوق > fruit, فاكهة, فواكه
cherry, كرز > fruit, فاكهة, فواكه
date, تمر, بلح, عجوة
hazelnut, بندق > nuts, مكسرات, تسالي
pistachio, فستق, فزدق > nuts, مكسرات, تسالي
walnut, !عين جمل, عين الجمل > nuts, مكسرات, تسالي
almond, لوز > nuts, مكسرات, تسالي
cashew, كاجو > nuts, مكسرات, تسالي
raisin, زبيب, sultana ~ مكسرات
peanut, !فول سوداني, سوداني, monkey nuts > nuts, مكسرات, تسالي, snack
sunflower seed, لب سوري, لب, pips > seeds, تسالي, snack ~ مكسرات, nuts, لب سوبر
# Dairy and eggs
milk, لبن, حليب > dairy, ألبان
full cream milk, whole milk, full fat milk, لبن كامل الدسم > milk, dairy, ألبان ~ ?juhayna, ?جهينة
half fat milk, low fat milk, skimmed milk, semi skimmed milk, لبن نصف دسم, لبن نص دسم, لبن قليل الدسم, لبن خالي الدسم > milk, dairy, ألبان, skimmed, لايت, light, دايت
lactose free milk, لبن خالي اللاكتوز, لبن بدون لاكتوز, لبن لاكتوز فري > milk, dairy, ألبان
chocolate milk, لبن بالشوكولاتة, لبن شوكولاتة > milk, dairy, ألبان
yoghurt, زبادي > dairy, ألبان
labneh > لبنة, dairy, ألبان, cheese, جبنة
rayeb milk, buttermilk, kefir, لبن رايب, رايب > dairy, ألبان
cooking cream, whipping cream, كريمة طبخ, كريمة, كريمة خفق, كريم شانتيه > cream, dairy, ألبان
cheese, جبنة > dairy, ألبان
istanbuli cheese, جبنة اسطنبولي, جبنة براميلي > جبنة بيضا, cheese
feta, جبنة فيتا, فيتا > cheese, جبنة, جبنة بيضا, white cheese ~ ?domty, ?دومتي
areesh cheese, cottage cheese, quark, جبنة قريش, جبنة أريش, اريش, قريش > cheese, جبنة ~ دايت, diet
mozzarella, موتزاريلا, موتزريلا, مزاريلا > cheese, جبنة
cheese triangle, cream cheese, triangle cheese, spreadable cheese, جبنة مثلثات, مثلثات, جبنة دهن > cheese, جبنة ~ ?kiri, ?كيري, ?president, لافاش كيري, ?نستو
roumi cheese, جبنة رومي, جبنة تركي > cheese, جبنة, romano
cheddar, شيدر, تشيدر > cheese, جبنة
gouda, جودة, جودا, جبنة فلمنك, فلمنك > cheese, جبنة
mish, مش, جبنة قديمة > cheese, جبنة
egg, بيض, بيضة > dairy
butter, زبدة, زبد > dairy, ألبان
ghee, سمن, سمنة, clarified butter
# Meat, poultry, fish
beef, لحم بقري, لحمة بقري, كندوز > meat, لحمة, لحوم
beef cube, stew beef, diced beef, لحم مكعبات, لحمة مكعبات, لحم بقري مكعبات, !كباب حلة > meat, beef, لحمة, لحوم
minced beef, ground beef, beef mince, minced meat, ground meat, لحمة مفرومة, لحم مفروم > meat, لحمة, لحوم
steak, ستيك > meat, beef, لحمة, لحوم ~ انتركوت
ribeye, entrecote, ريب آي, انتركوت > meat, beef, لحمة
escalope, بفتيك, بوفتيك, اسكالوب > meat, beef, لحمة, لحوم
lamb, ضاني, خروف, mutton
lamb shoulder, كتف ضاني > meat, لحمة, لحوم, خروف, mutton
lamb chop, ريش ضاني, ريش > meat, لحمة, لحوم, خروف, كستليتة
veal, بتلو > meat, لحمة
liver, كبدة > meat
beef liver, كبدة بقري > meat, liver
sausage, سجق, hotdog, هوت دوج
burger, burger patty, hamburger, برجر, هامبورجر, همبرجر, بيرجر > beef
kofta, كفتة
pastirma, basterma, pastrami, بسطرمة, باسطرمة, بسترمة > cold cuts
luncheon, لانشون, mortadella, مرتديلا > cold cuts
chicken, فراخ, فرخة, دجاج > poultry, دواجن, طيور
chicken breast, صدور فراخ, صدور دجاج, فيليه فراخ > chicken, poultry, دواجن, طيور, فيليه, صدور ~ diet, دايت
chicken thigh, chicken leg, drumstick, أوراك فراخ, اوراك, وراك, دبابيس فراخ, وراك فراخ > chicken, poultry, دواجن, طيور
chicken pane, breaded chicken, chicken schnitzel, chicken escalope, فراخ بانيه, بانيه > chicken, poultry, دواجن, طيور ~ nuggets, ناجتس, crispy, كرسبي
chicken wing, spicy wing, wing, buffalo wing, جوانح, جوانح فراخ, وينجز, أجنحة > chicken, فراخ, دجاج ~ poultry
shish tawouk, shish tawook, شيش طاووق, شيش طاوق, شيش > chicken, فراخ, دجاج ~ tawouk, كباب فراخ
marinated shish, شيش طاووق متبل > chicken, فراخ, poultry, دواجن, شيش
shish wrap, chicken wrap, ساندوتش شيش طاووق > chicken, فراخ, دجاج, sandwich, wrap ~ ?شاورما, ?shawerma, ?shawarma
duck, بط, بطة > poultry, دواجن, طيور
stuffed pigeon, حمام محشي > pigeon, حمام, طيور
pigeon, squab, جوز حمام, حمام زغاليل > poultry, دواجن, طيور
quail, سمان > poultry, طيور
turkey, ديك رومي, رومي مدخن, تركي مدخن > poultry, دواجن, طيور
rabbit, أرنب, أرانب > poultry, دواجن
tilapia, بلطي > fish, سمك, أسماك, seafood
mullet, بوري > fish, سمك, أسماك, seafood
sea bass, bass, قاروص, لوت > fish, سمك, أسماك, seafood
fish fillet, فيليه سمك, سمك فيليه > seafood, فيليه
shrimp, prawn, جمبري, جنبري, قريدس > seafood, سي فود, مأكولات بحرية
calamari, squid, كاليماري, كلماري, سبيط, حبار > seafood, سي فود, مأكولات بحرية
crab, كابوريا, سلطعون > seafood, سي فود, مأكولات بحرية
herring, رنجة, رنجا > fish, سمك, أسماك, seafood ~ ?فسيخ
salmon, سلمون, سالمون > fish, سمك, أسماك, seafood
tuna, تونة, تونا ~ سمك, fish, معلبات
# Pantry
rice, أرز, رز
pasta, مكرونة, macaroni, noodles
spaghetti, إسباجتي, اسباجيتي, سباجيتي, اسباكتي > pasta, مكرونة, macaroni, noodles
penne, مكرونة قلم, بيني > pasta, مكرونة, macaroni
orzo, !لسان عصفور > pasta, مكرونة
vermicelli, شعرية, شعيرية > pasta ~ noodles, ?إندومي, ?indomie
noodles, نودلز, إندومي, indomie
flour, دقيق
semolina, سميد, سمولينا, بسبوسة سميد
oats, oatmeal, porridge, شوفان, oat > cereal, breakfast cereal ~ ?quaker, ?كويكر, diet, دايت
corn flakes, cornflakes, كورن فليكس, كورنفليكس > cereal, سيريال, breakfast ~ رقائق ذرة, ?kellogg
freek, freekeh, فريك, فريكة
lentil, عدس > pulses, بقوليات
brown lentil, عدس بجبة, عدس بني, عدس أسود, عدس أبو جبة > pulses, بقوليات, عدس, lentil
yellow lentil, red lentil, عدس أصفر > pulses, بقوليات, عدس, lentil ~ شوربة
foul, ful, fava, fava bean, broad bean, فول
foul bean, فول تدميس > pulses, بقوليات, dried
canned foul, فول معلب, foul medames > معلبات, مدمس
chickpea, garbanzo, حمص, حمص الشام > pulses, بقوليات, hummus
oil, زيت
sunflower oil, زيت عباد الشمس, زيت عباد, زيت دوار الشمس, زيت تموين > cooking oil, زيت طبخ, زيت قلي ~ ?crystal, ?كريستال
corn oil, زيت ذرة, زيت درة > cooking oil, زيت طبخ, زيت قلي, درة
olive oil, زيت زيتون, زيت الزيتون
tomato paste, tomato sauce, tomato puree, صلصة طماطم, صلصة, معجون طماطم > sauce, صوص, passata
ketchup, !tomato ketchup, كاتشب, كتشب, كاتشاب > sauce, صوص ~ ?heinz, ?هاينز
mayonnaise, mayo, مايونيز, ميونيز > sauce, صوص
mustard, مسطردة, مستردة > sauce, صوص
tahini, tahina, طحينة
olive, زيتون > مخلل
vinegar, خل
salt, ملح > spice, بهارات, توابل
cumin, كمون > spice, بهارات, توابل
chilli powder, cayenne, chilli, شطة > spice, بهارات, توابل, فلفل أحمر, spicy, حراق
turmeric, curcuma, كركم > spice, بهارات, توابل ~ كاري, curry
seven spice, mixed spice, بهارات مشكلة, سبع بهارات > spice, بهارات, توابل ~ لحمة, meat
dokka, dukkah, دقة بالسمسم > spice, بهارات
cinnamon, قرفة, إرفة > spice, بهارات, توابل
sugar, سكر
tea, شاي
black tea, red tea, شاي ناعم, شاي أحمر, شاي خرز > tea ~ ?lipton, ?ليبتون, ?العروسة
green tea, شاي أخضر > tea ~ diet, رجيم, ?lipton, ?ليبتون
hibiscus, karkade, karkadeh, كركديه, كركدية > عناب
chamomile, بابونج, شيح بابونج, كاموميل > herbal tea, شاي أعشاب, أعشاب
anise, aniseed, ينسون, يانسون > herbal tea, شاي أعشاب, أعشاب
honey, عسل
clover honey, bee honey, عسل نحل, عسل أبيض > honey
black honey, molasses, treacle, عسل أسود, دبس ~ honey
jam, jelly, مربى, مربة
halawa, halva, halwa, حلاوة طحينية, حلاوة
# Snacks and drinks
potato chip, crisp, potato crisp, شيبسي, !رقائق بطاطس, تشيبس > snack, تسالي ~ ?lays, ?ليز, ?pringles, ?برينجلز, ?chipsy, ?دوريتوس
popcorn, فشار, بوب كورن > snack, تسالي
biscuit, cookie, بسكويت, بسكوت > snack
tea biscuit, بسكويت شاي > snack, cookie, تسالي ~ ?لوكس
chocolate sandwich biscuit, sandwich biscuit, بسكويت محشو > snack, cookie ~ ?oreo, ?أوريو, ?لمبادا
wafer, ويفر, وافر > snack, تسالي, بسكويت ~ ?kitkat, كيت كات
chocolate bar, شوكولاتة باللبن > snack, تسالي, candy ~ ?cadbury, ?كادبوري, dairy milk, ?galaxy, ?جالاكسي, ?snickers, ?سنيكرز
dark chocolate, شوكولاتة داكنة, شوكولاتة سودا, شوكولاتة غامقة > snack, تسالي, candy
fruit chew, chewy candy, gummy, jelly bean, حلوى طرية, جيلي, ملبس > candy, sweet, بونبون, bonbon, حلويات, توفي, toffee, تسالي, snack
chewing gum, gum, لبان, علكة
cookie, كوكيز, كوكي > biscuit, بسكويت
natural water, mineral water, still water, drinking water, مياه طبيعية, مياه معدنية, مية معدنية > water, مياه ~ ?baraka, ?بركة, ?aquafina, ?اكوافينا, ?nestle, ?نستله, ?hayat, ?dasani, ?داساني, bottled, إزازة
sparkling water, soda water, fizzy water, carbonated water, مياه فوارة, مياه غازية, صودا ~ drink, مشروب
cola, كولا, coke, coca cola, كوكاكولا, بيبسي, pepsi > soda, soft drink, cold drink, fizzy drink, حاجة ساقعة, مشروب غازي, مشروبات غازية, pop
lemon soda, lemonade soda, مشروب غازي ليمون, سبرايت, sprite, سفن اب, 7up, seven up > soda, soft drink, cold drink, fizzy drink, حاجة ساقعة, مشروبات غازية, pop
soda, soft drink, fizzy drink, مشروب غازي, حاجة ساقعة
juice, عصير
nectar, نكتار > juice, عصير ~ ?juhayna, ?جهينة, ?بيتي
orange juice, عصير برتقال, عصير برتقان > juice
instant coffee, nescafe, نسكافيه, نيسكافيه, قهوة سريعة الذوبان, قهوة سريعة > coffee, قهوة
energy drink, مشروب طاقة, ريد بول, redbull
# Prepared food
koshary, koshari, kushari, كشري
taameya, falafel, طعمية, فلافل
sandwich, ساندوتش, سندوتش, سندويتش, ساندويتش, سندوتشات, ساندويش, sandwitch
fries, french fries, chips, بطاطس محمرة, بطاطس صوابع, فرايز, بطاطس فرايز > fried potato, بطاطس
frozen fries, بطاطس مجمدة, بطاطس نص مقلية > fries, بطاطس محمرة, فرايز ~ farm frites, فارم فريتس
shakshouka, shakshuka, شكشوكة > eggs, بيض
soup, شوربة, شربة
tagen, tagine, tajine, casserole, طاجن
bechamel pasta, pasta bake, مكرونة بشاميل, مكرونة بالبشاميل > lasagna, لازانيا
bechamel, بشاميل, باشاميل
dakka, دقة ~ صوص
kebab, kabab, كباب > grill, مشويات
grill, مشوي, مشويات, barbecue, bbq
tarb, طرب > grill, مشويات
hawawshi, hawawshy, حواوشي > sandwich, ساندوتش ~ meat, لحمة
fattah, fatta, fatteh, فتة
mandi, مندي, كبسة
salad, سلطة, سلطات
baladi salad, green salad, garden salad, سلطة بلدي, سلطة خضرا > salad
greek salad, سلطة يوناني > salad
tahini salad, سلطة طحينة > salad, dip, طحينة
baba ghanoug, baba ghanoush, بابا غنوج > dip, salad, سلطة ~ aubergine, eggplant, باذنجان
garlic dip, toum, تومية, ثومية > dip, sauce, صوص
pizza, بيتزا, بيتزه
margherita, margarita, مارجريتا, مرجريتا > cheese, جبنة
feteer, feteera, fatira, فطير, فطيرة, فطائر, فطاير
pie, فطيرة
bread, عيش, خبز
baladi bread, whole wheat bread, عيش بلدي, خبز بلدي > bread, عيش
fino roll, fino, عيش فينو, فينو > bread roll, bun, عيش, hotdog bun
baguette, french bread, باجيت, باغيت, خبز فرنسي > bread, عيش
toast, sliced bread, توست > bread, عيش
brown toast, توست أسمر, توست بني, توست سن > bread, عيش, whole wheat, سن
shami bread, pita, pita bread, عيش شامي > bread
sourdough, ساوردو > bread, عيش
rusk, بقسماط > bread
breadcrumbs, بقسماط مطحون
croissant, كرواسون, كرواسان, كروسون, كرواسو > pastry, مخبوزات, معجنات
simit, semeet, sesame ring, سميط > bread, pastry, بيجل, bagel
fatayer, فطاير سبانخ > pastry, pie, معجنات
puff pastry, pate, باتيه > pastry, معجنات
pancake, بان كيك, بانكيك
donut, doughnut, دونتس, دونات, دوناتس > sweet, حلويات, dessert
muffin, مافن > cake, كيك, dessert
sambousek, samosa, sambosa, سمبوسك, سمبوسة > pastry
kahk, كحك, كعك > biscuit, بسكويت العيد, حلويات ~ عيد, eid
ghorayeba, غريبة > biscuit, shortbread, حلويات ~ عيد, eid
petit four, بيتي فور, بيتيفور > biscuit, حلويات ~ عيد, eid
date biscuit, maamoul, معمول, منين, منين بالعجوة > biscuit ~ عيد, eid
kunafa, konafa, knafeh, kanafeh, كنافة > dessert, sweet, حلويات ~ رمضان, ramadan
basbousa, basboosa, semolina cake, بسبوسة > dessert, sweet, حلويات, هريسة
baklava, baklawa, بقلاوة, جلاش حلو > dessert, sweet, حلويات
qatayef, atayef, قطايف, قطائف > dessert, sweet, حلويات ~ رمضان, ramadan
zalabia, لقمة القاضي, زلابية, luqaimat > dessert, sweet, حلويات ~ عوامة, dumplings
malban, turkish delight, ملبن, راحة حلقوم > dessert, sweet, حلويات
brittle, سمسمية, فولية, حمصية > sweet, حلويات, حلاوة المولد
cake, كيك, كيكة, tort > dessert, sweet, حلويات
birthday cake, chocolate birthday cake, torte, تورتة, تورتة عيد ميلاد, كيكة عيد ميلاد > cake, كيك, gateau, dessert, sweet, حلويات ~ عيد ميلاد, birthday
gateau, جاتوه, جاتو, gateaux > cake, كيك, dessert, sweet, حلويات, pastry
cheesecake, تشيز كيك, تشيزكيك > cake, dessert, sweet, حلويات
cupcake, كب كيك, كاب كيك > cake, dessert, sweet, حلويات ~ birthday
fondant, lava cake, molten cake, فوندان, فوندو, مولتن كيك > cake, كيك, dessert, sweet, حلويات, سوفليه, souffle
pudding, مهلبية, mohalabia, muhallebi > dessert, sweet, حلويات
om ali, umm ali, أم علي > dessert, sweet, حلويات
rice pudding, أرز بلبن, رز بلبن, رز باللبن > dessert, sweet, حلويات
belila, بليلة > dessert, sweet, حلويات, wheat, قمح
!ice cream, icecream, !آيس كريم, ايسكريم, جيلاتي, gelato, بوظة, بوظه > dessert, sweet
ice cream cone, chocolate cone, cone, cornet, كونو, كورنيتو > ice cream, آيس كريم, جيلاتي, icecream
ice pop, ice lolly, popsicle, آيس لوليز, لوليتا > ice cream, آيس كريم, جيلاتي, icecream, مصاصة
milkshake, ميلك شيك, ميلكشيك > drink, مشروب
cocktail, كوكتيل > juice, عصير, drink
fakhfakhina, fruit salad, فخفخينا, فروت سلاد > cocktail, كوكتيل, dessert, سلطة فواكه
smoothie, سموذي
sugar cane juice, عصير قصب, قصب, asab > juice
!lemon and mint, !ليمون بالنعناع, ليمون نعناع, lemonade, ليموناضة > juice, عصير
!carrot and orange, !جزر وبرتقال > juice, عصير
!kiwi and apple, !كيوي وتفاح > juice, عصير
!banana with milk, !موز باللبن, موز بلبن > juice, عصير, milkshake, smoothie
!avocado with honey, !أفوكادو بالعسل > juice, عصير, smoothie
tamarind, !تمر هندي > drink, مشروب ~ juice, عصير, رمضان, ramadan
carob, kharoub, خروب > drink, مشروب ~ juice, عصير, رمضان, ramadan
sobia, سوبيا > drink, مشروب ~ juice, عصير, رمضان, ramadan
iced tea, ice tea, شاي مثلج, آيس تي > cold drink, tea
coffee, قهوة, أهوة
turkish coffee, قهوة تركي, قهوة تركية > coffee
espresso, expresso, إسبريسو, اسبرسو, اكسبريسو > coffee, قهوة
cappuccino, capuccino, كابتشينو, كبتشينو, كابوتشينو > coffee, قهوة
latte, لاتيه > coffee, قهوة
flat white, فلات وايت > coffee, قهوة
mocha, frappe, frappuccino, فرابيه, موكا, فرابتشينو > coffee, قهوة, iced coffee
iced latte, iced coffee, ice coffee, آيس لاتيه, آيس كوفي, قهوة مثلجة, قهوة ساقعة > coffee, قهوة
cold brew, كولد برو > coffee, قهوة, iced coffee
matcha, ماتشا ~ green tea
hot chocolate, cocoa, هوت شوكوليت, هوت شوكليت, كاكاو, شوكولاتة سخنة > drink, مشروب
sahlab, salep, سحلب > drink, مشروب
coffee bean, ground coffee, بن > coffee, قهوة
cardamom blend, بن محوج, قهوة محوجة > coffee, قهوة, بن
house blend, توليفة تحميصة > coffee, قهوة, بن, coffee beans
decaf, decaffeinated, بن منزوع الكافيين, ديكاف > coffee, قهوة, بن, coffee beans
# Cleaning
washing powder, laundry powder, detergent powder, مسحوق غسيل, بودرة غسيل, صابون غسيل > detergent, laundry detergent, منظف, تنظيف ~ ?ariel, ?اريال, ?persil, ?برسيل, ?tide, ?تايد, ?oxi, ?اوكسي, laundry soap, صابون هدوم
liquid detergent, laundry gel, laundry liquid, جل غسيل, سائل غسيل > detergent, laundry detergent, منظف ~ ?ariel, ?اريال, ?persil, ?برسيل, صابون هدوم
fabric softener, fabric conditioner, softener, منعم أقمشة, منعم ملابس, معطر ملابس, منعم غسيل > laundry ~ ?downy, ?داوني, ?comfort, ?كومفورت
bleach, chlorine, كلور, مبيض > cleaner, منظف, تنظيف, مطهر, disinfectant ~ ?clorox, ?كلوركس
disinfectant, antiseptic, مطهر, ديتول, dettol > cleaner, تنظيف
stain remover, مزيل بقع > laundry, منظف ~ ?vanish, ?فانيش, بقع
clothes pin, clothes peg, clothespin, peg, مشابك غسيل, مشابك, مشبك > laundry
dish soap, dishwashing liquid, washing up liquid, dish liquid, صابون أطباق, صابون مواعين, سائل أطباق, صابون سائل > detergent, cleaner, منظف, تنظيف ~ ?fairy, ?فيري, ?pril, ?بريل, مواعين
sponge, scouring sponge, scrubber, إسفنج, سفنجة, اسفنجة, ليفة مواعين, سلك مواعين > تنظيف, cleaning ~ مواعين
floor cleaner, منظف أرضيات, معطر أرضيات > cleaner, cleaning, تنظيف, منظف, disinfectant, مطهر ~ ?dettol, ?ديتول, بلاط
glass cleaner, window cleaner, منظف زجاج, ملمع زجاج > cleaner, cleaning, تنظيف, منظف ~ ?glance, ?جلانس, شبابيك, ازاز, قزاز
toilet cleaner, bathroom cleaner, منظف حمامات, منظف تواليت > cleaner, cleaning, تنظيف, منظف, disinfectant ~ ?harpic, ?هاربيك
degreaser, kitchen cleaner, oven cleaner, مزيل دهون > cleaner, cleaning, تنظيف, منظف ~ بوتاجاز, فرن
broom, مكنسة يد, مقشة, مكنسة > cleaning, تنظيف
vacuum cleaner, hoover, مكنسة كهربائية, مكنسة كهرباء
mop, bucket, ممسحة, جردل, مساحة, شرشوبة, دلو, pail > cleaning, تنظيف ~ مسح
rubber glove, kitchen glove, جوانتي مطبخ > glove, جوانتي, قفاز, cleaning, تنظيف ~ مواعين
glove, جوانتي, قفاز, قفازات
insect spray, insecticide, bug spray, pesticide, مبيد حشرات, مبيد حشري, بيروسول > مبيد ~ ?raid, ?ريد, mosquito, ناموس, صراصير, نمل, دبان, ذباب, cockroach, roach, ant, fly, flies, flying, حشرة, pest
soap, صابون
bath soap, soap bar, bar soap, صابون حمام, صابونة > soap ~ ?lux, ?لوكس, ?dove, ?دوف
hand wash, hand soap, liquid soap, صابون سائل لليدين, صابون ايدين, غسول يدين > soap, صابون
toilet paper, toilet roll, toilet tissue, loo roll, ورق تواليت, ورق حمام, مناديل حمام, مناديل تواليت > مناديل
kitchen towel, kitchen roll, paper towel, مناديل مطبخ, رول مطبخ, بكرة مطبخ > مناديل, tissue
facial tissue, tissue, tissues, مناديل وش, مناديل سحب, مناديل وجه, مناديل علبة > مناديل ~ ?kleenex, ?كلينكس, fine, فاين, زينة
trash bag, garbage bag, rubbish bag, bin bag, bin liner, أكياس قمامة, أكياس زبالة, !شنط زبالة, كيس زبالة > زبالة, قمامة, garbage, rubbish
freezer bag, ziploc bag, !sandwich bag, أكياس فريزر, أكياس تلاجة, أكياس حفظ > ziploc, زيبلوك
aluminium foil, tin foil, foil, ورق فويل, فويل, ورق ألومنيوم, ورق قصدير > الومنيوم
!baking paper, parchment, parchment paper, greaseproof paper, !ورق زبدة, !ورق خبز, ورق فرن > baking
cling film, plastic wrap, استرتش, ستريتش
# Baby
diaper, nappy, حفاضات, حفاضة, بامبرز, pampers, حفاظات ~ كفولة, ?molfix, ?مولفكس
pull up, !pull up pant, حفاضات كلوت > diaper, nappy, بامبرز, كلوت
wet wipe, wipe, baby wipe, مناديل مبللة, وايبس > tissue, مناديل
changing mat, مفارش غيار, غيار بيبي
baby cereal, rice cereal, سيريال أرز > baby food, أكل اطفال, أكل بيبي, طعام أطفال, cereal ~ ?cerelac, ?سيريلاك
puree, بيوريه > baby food, أكل اطفال, أكل بيبي, طعام أطفال
feeding bottle, baby bottle, nursing bottle, ببرونة, بزازة, رضاعة, بيبرونة
teething ring, teether, عضاضة, عضاضة أسنان, تيثر ~ pacifier, تسنين, dummy
pacifier, dummy, تيتينة, سكاتة, لهاية
diaper cream, nappy cream, rash cream, كريم حفاضات, كريم تسلخات > cream, كريم ~ تسلخات, التهابات, ?sudocrem, ?سودوكريم, ?bepanthen
baby bath, baby tub, bathtub, بانيو, بانيو اطفال, طشت, حوض استحمام
baby oil, زيت أطفال, زيت بيبي ~ ?johnson, ?جونسون
baby shampoo, شامبو أطفال, شامبو بيبي ~ ?johnson, ?جونسون
bodysuit, onesie, romper, سالوبيت, بودي سوت, بادي سوت, سلوبيت, افرول > clothes, هدوم, ملابس, لبس
stroller, pushchair, pram, عربة أطفال, عربية بيبي
# Electronics
charger, شاحن, شاحنة, adapter
wall charger, phone charger, mobile charger, شاحن حائط, شاحن موبايل > charger, شاحن ~ plug, ?تليفون, راس شاحن, ?iphone, ?ايفون, ?samsung
laptop charger, شاحن لابتوب, شاحن لاب توب > charger, شاحن
car charger, شاحن سيارة, شاحن عربية > charger, شاحن, موبايل
!power bank, powerbank, باور بانك, باوربنك, باوربانك, بوربانك, portable charger, شاحن متنقل, بطارية متنقلة, شاحن محمول
cable, كابل, كيبل, وصلة, cord, wire, سلك
usb c cable, type c cable, charging cable, charger cable, charging cord, كابل يو إس بي سي, كابل شاحن, كابل شحن, وصلة شاحن, سلك شاحن, تايب سي > cable, كابل, وصلة, كيبل
wireless charging pad, wireless charger, قاعدة شحن لاسلكي, شاحن لاسلكي, شاحن وايرلس > charger, شاحن
phone case, mobile case, phone cover, clear case, جراب شفاف, جراب موبايل, كفر موبايل > cover, جراب, كفر, كافر, case
screen protector, tempered glass, اسكرينة, اسكرينة زجاج, حماية شاشة, لاصقة شاشة > screen guard, protector
selfie stick, tripod, عصا سيلفي, سيلفي ستيك, ترايبود, حامل ثلاثي, stand
phone holder, phone mount, car holder, حامل موبايل, ستاند موبايل, حامل عربية, ستاند عربية, هولدر > stand, mount, holder, حامل
!memory card, sd card, micro sd, كارت ميموري, كارت ميمورى, ميموري كارد, كرت ميموري > storage, ذاكرة
wireless headphone, سماعة رأس, هيدفون, هيد فون, هيدسيت, headset, over ear > headphone, سماعات, سماعة, هيدفونز
headphone, earphone, سماعة, سماعات
earbud, wireless earbud, bluetooth earbud, airpods, ايربودز, ايربودس, اير بودز, airpod, سماعات أذن لاسلكية, ايربود > earphone, headphone, سماعة, سماعات, سماعة بلوتوث, هاند فري بلوتوث
wired earphone, earphone, handsfree, hands free, سماعات أذن بسلك, هاند فري, هاندفري > headphone, headset, سماعة, سماعات, سماعة ودن
portable speaker, bluetooth speaker, speaker, سماعة بلوتوث, سبيكر, مكبر صوت > سماعة ~ ?jbl, sound, soundbar, subwoofer
microphone, mic, mike, ميكروفون, مايك, ميك
radio, راديو
mouse, ماوس, فارة > computer, كمبيوتر
wireless keyboard, keyboard, كيبورد, لوحة مفاتيح, كي بورد > computer, كمبيوتر
laptop, notebook computer, لابتوب, لاب توب, لاب
laptop stand, حامل لابتوب, حامل لاب توب, ستاند لابتوب > stand, ستاند, حامل
!flash drive, usb flash, flash memory, thumb drive, usb stick, memory stick, !فلاش ميموري, فلاشة, فلاش > storage
webcam, web cam, كاميرا ويب, ويب كام, كاميرا كمبيوتر > camera, كاميرا
printer, طابعة, برنتر, بريتر, طباعة
!game controller, joystick, gamepad, controller, !ذراع ألعاب, دراع بلايستيشن, دراع, جويستيك, يد بلايستيشن ~ ?playstation, ?بلايستيشن, ?xbox, ?ps4, ?ps5, gaming, سوني
desk lamp, table lamp, reading lamp, أباجورة, لمبة مكتب, اباجوره, نور مكتب > lamp, light, لمبة, إضاءة
power strip, extension cord, extension lead, extension, surge protector, مشترك كهرباء, مشترك, وصلة كهربا, توصيلة ~ كهربا, كهرباء, بلاجة, socket
fitness watch, smart watch, smartwatch, fitness tracker, fitness band, ساعة رياضية, ساعة ذكية, سمارت واتش > watch, ساعة
wifi extender, wi fi extender, wifi booster, repeater, مقوي واي فاي, مقوي شبكة, مقوي نت, روتر, router, اكسس بوينت, access point > wifi, wireless, نت, انترنت, internet, network
television, tv, تلفزيون, شاشة
phone, smartphone, موبايل, تليفون, تلفون, cellphone
# Home
frying pan, fry pan, skillet, طاسة, طاسه قلي, مقلاة, مقلاية > pan, cookware ~ ?tefal, ?تيفال
pot set, cookware set, طقم حلل > pot, pan, cookware, حلة, حلل, أواني ~ ?tefal, ?تيفال
stock pot, cooking pot, saucepan, casserole pot, حلة, حلل > pot, cookware, أواني
pressure cooker, حلة ضغط, حلة برستو, برستو, حلة كاتمة > pot, cookware
kitchen knife, knife, knives, سكاكين, سكينة, سكين, سكينه
wooden spoon, spatula, معالق خشب, كبشة, مغرفة > spoon, ladle, utensil, معلقة
cutlery, flatware, silverware, معالق وشوك > spoon, fork, معلقة, شوكة, شوك, ملاعق, سكاكين, أدوات مائدة
spoon, معلقة, ملعقة, معالق, ملاعق
kettle, براد شاي, براد, غلاية, teapot ~ كاتيل, cattle, شاي
kanaka, cezve, ibrik, rakwa, coffee pot, كنكة, تنكة, كنكه قهوة ~ قهوة, coffee
clay tagen, clay pot, طاجن فخار, برام > pot, cookware, أواني, طاجن
apron, مريلة, مريله, مريول
dinner plate, أطباق سفرة, طقم أطباق > plate, dish, صحون, صحن, أطباق, طبق, dinnerware, crockery, dinner set, طقم سفرة
bowl, سلطانيات, سلطانية, بولة, زبدية, bowls > dinnerware, crockery
coffee cup, فناجين, فنجان, فنجال, فناجيل > cup, mug, كوباية, مج
tea glass, drinking glass, كوبايات, كوباية, كوب, كبايات, أكواب > cup, mug, tumbler, كاس
mug, مج, كوباية
!water jug, jug, pitcher, دورق, شفشق, ابريق, carafe
food container, airtight container, storage container, lunch box, علب حفظ, علب حفظ طعام, علب بلاستيك, لانش بوكس > tupperware, container, box, علبة, تبروير, حافظة
basket, سلة, سبت, باسكت
bread basket, سلة عيش > basket, سلة, سبت عيش
sheet, sheet set, bed sheet, bedsheet, bedding, ملايات, ملاية, ملايه, شراشف, مفرش سرير, طقم سرير > bedding, linen, مفروشات, سرير
quilt, duvet, comforter, blanket, لحاف, بطانية, كوفرتة, لحف > bedding, مفروشات, بطاطين, غطا, غطاء
pillow, مخدة, وسادة, مخدات, مخده > bedding
towel, bath towel, فوطة, فوط, منشفة, بشكير, مناشف > bathroom
bath mat, bathroom mat, دواسة حمام, دواسة, مشاية > mat, rug, سجادة, bathroom, حمام
rug, carpet, سجادة, سجاد
throw, bedspread, مفرش, coverlet > blanket, مفروشات
curtain, blackout curtain, drapes, drape, ستارة, ستاير, ستائر, بلاك اوت > blinds
bulb, led bulb, light bulb, لمبة, لمبه ليد, مصباح, لمض > light, lamp, نور, إضاءة, led
lantern, فانوس, فوانيس ~ رمضان, ramadan, زينة
candle, شمعة, شمع, شموع ~ معطر, decor
picture frame, photo frame, frame, برواز, إطار صور, براويز ~ decor, ديكور
mirror, مراية, مرايا, مرآة, مرايه ~ decor, ديكور
clock, wall clock, ساعة حائط, ساعة حيطة > ساعة
watch, wristwatch, ساعة, ساعة يد
plant, house plant, indoor plant, desk plant, نبات, نبات مكتب, زرع, زرعة, نباتات > pot plant, نبتة, decor
cactus, succulent, صبار, صبارة, ثلاثي صبار > plant, نبات, زرع, زرعة
vase, فازة, فازه, مزهرية, زهرية ~ decor, ديكور, flower, ورد
cushion, throw pillow, خدادية, كوشن, خداديات > pillow, مخدة ~ كنبة, sofa
laundry basket, hamper, laundry hamper, سلة غسيل, سبت غسيل, باسكت غسيل > basket, سلة
chair, folding chair, كرسي, كراسي > seat, furniture, أثاث
fan, مروحة
iron, مكواة
fridge, refrigerator, ثلاجة, تلاجة
sofa, couch, كنبة, أريكة
washing machine, غسالة
blender, خلاط
# Books and stationery ~ school, مدرسة
book, كتاب, كتب
notebook, hardcover notebook, exercise book, copybook, كشكول, كراسة, كشاكيل, نوت بوك, نوتة, دفتر, كراريس > notepad, stationery ~ school, مدرسة
pen, ballpoint pen, ballpoint, biro, أقلام جاف, قلم جاف, قلم, أقلام > stationery ~ ?bic, ?بيك, school, مدرسة
pencil, أقلام رصاص, قلم رصاص, رصاص > stationery ~ pen, school, مدرسة
fountain pen, ink pen, قلم حبر, حبر > pen, stationery ~ school, مدرسة
highlighter, أقلام تحديد, هايلايتر, قلم فسفوري, ماركر, marker > pen, stationery, فسفوري ~ ?stabilo, ?ستابيلو, school, مدرسة
eraser, أستيكة, استيكه, ممحاة ~ school, مدرسة
ruler, geometry set, علبة هندسة, مسطرة, أدوات هندسة > stationery, compass, برجل, منقلة ~ school, مدرسة
scissor, مقص, مقصات ~ school, مدرسة
clip, paper clip, pin, push pin, كليبس, كليبسات, دبابيس, دبوس > stationery, thumbtack ~ school, مدرسة
stapler, دباسة
binder, ring binder, folder, file, دوسيه, ملف, كلاسير, فايل > stationery, ملفات ~ school, مدرسة
calculator, !آلة حاسبة, حاسبة, كالكوليتر, اله حاسبه ~ school, مدرسة
backpack, school bag, rucksack, schoolbag, bookbag, شنطة مدرسة, شنطة ضهر, باك باج, باكباج > bag, شنطة ~ ظهر, لابتوب, school, مدرسة
planner, diary, agenda, organizer, أجندة, مفكرة, بلانر, نوتة > notebook
watercolour, watercolor, water color, ألوان مائية, !ألوان مية > paint, paints, color, colour, الوان ~ رسم, school, مدرسة
crayon, wax crayon, ألوان شمع, ألوان شمعية, الوان باستيل > color, colour, الوان, coloring ~ رسم, school, مدرسة
colour pencil, color pencil, coloured pencil, colored pencil, coloring pencil, ألوان خشب, أقلام تلوين, الوان خشبية > color, crayon, الوان, coloring ~ تلوين, رسم, school, مدرسة
brush set, paint brush, paintbrush, فرش رسم, فرشة رسم, فرش تلوين
sketch pad, sketchbook, drawing pad, sketch book, كراسة رسم, اسكتش, سكتش > notebook, drawing, كشكول
modelling clay, modeling clay, plasticine, playdough, play dough, play doh, صلصال, طين صلصال > dough, عجينة
embroidery, embroidery kit, cross stitch, sewing kit, طقم تطريز, تطريز, خياطة > sewing, craft
novel, story, رواية, قصة
# Beauty
moisturiser, moisturising cream, lotion, body lotion, face cream, كريم مرطب, مرطب, لوشن, كريم وش > cream, كريم, skincare ~ ?nivea, ?نيفيا, ?vaseline, ?فازلين, وش, dry, skin, جفاف
hand cream, كريم يدين, كريم ايد, كريم يد > cream, lotion, مرطب, لوشن, moisturizer
sunscreen, sunblock, sun cream, sun block, suncream, واقي شمس, صن سكرين, صن بلوك, كريم شمس, واقي الشمس > spf ~ skincare, بحر, beach, مصيف, صنسكرين, sunblok
!rose water, !ماء ورد, ماء الورد, مية ورد, ماورد > toner, تونر
!face mask, ماسك, ماسك وش, قناع > skincare ~ بشرة
face wash, facial wash, cleanser, face cleanser, غسول, غسول وش, غسول الوجه, فيس ووش > skincare ~ بشرة, حبوب, acne
lip balm, chapstick, lip care, مرطب شفاه, مرطب شفايف, !زبدة كاكاو, ليب بالم > شفايف, lip
serum, سيروم, سيرم > skincare ~ بشرة, تجاعيد, wrinkle
pumice, pumice stone, !حجر كعب, حجر خفاف, حجر حمام > foot, قدم, كعوب
!moroccan bath, !حمام مغربي > scrub, spa, لوفة ~ صابون مغربي
scrub, سكراب
shampoo, شامبو, شمبو
conditioner, بلسم > شعر
hair oil, زيت شعر, زيت للشعر
!hair mask, !حمام كريم > conditioner, بلسم, hair, شعر, mask, ماسك, hair cream
henna, حنة, حناء, حنا > hair dye, صبغة, صبغة شعر
hair dryer, hairdryer, blow dryer, blowdryer, سشوار, سيشوار, مجفف شعر, استشوار, سيشوير ~ hair, شعر
comb, مشط, فلاية > hair, hairbrush, شعر, تسريح, brush
hair brush, hairbrush, فرشة شعر
scrunchie, hair tie, hair band, توك شعر, توكة, توك, استك شعر, رباط شعر, بندانة > hair, شعر
lipstick, روج, أحمر شفاه, روچ > make up, makeup, مكياج, ميكاب, ميك اب, cosmetics, شفايف ~ gloss
kohl, eyeliner, eye liner, kajal, كحل, آيلاينر, ايلاينر > make up, makeup, مكياج, ميكاب, ميك اب, cosmetics, eye, عيون
eyeshadow, eye shadow, ظلال عيون, ايشادو, آي شادو, شادو > make up, makeup, مكياج, ميكاب, ميك اب, cosmetics, باليت
foundation, فاونديشن, كريم أساس, فونديشن > make up, makeup, مكياج, ميكاب, ميك اب, cosmetics, concealer
mascara, ماسكرا > make up, makeup, مكياج, ميكاب
nail polish, nail varnish, nail lacquer, nail colour, manicure, مانيكير, طلاء أظافر, منكير, مناكير > make up, makeup, مكياج, ميكاب, cosmetics, nail, ضوافر, اظافر
perfume, fragrance, cologne, parfum, عطر, برفان, بارفان, برفيوم, كولونيا, ريحة, بيرفيوم > scent, eau
bakhoor, incense, oud, بخور, عود, بخور عود > scent, fragrance, معطر
beard oil, زيت لحية, زيت دقن, زيت ذقن > beard, دقن, لحية, grooming
razor, safety razor, shaver, ماكينة حلاقة, مكنة حلاقة, شفرة حلاقة, موس حلاقة > shaving, حلاقة ~ ?gillette, ?جيليت, shave, امواس
toothpaste, معجون أسنان, معجون سنان
toothbrush, فرشة أسنان, فرشة سنان
deodorant, مزيل عرق
# Fashion
t shirt, tshirt, tee, تي شيرت, تيشيرت, تيشرت, تيشرتات > clothes, top, هدوم, ملابس, لبس, بلوزة
shirt, قميص, قمصان > clothes, هدوم, ملابس, لبس
polo, polo shirt, بولو > clothes, shirt, هدوم, ملابس, لبس, قميص, tshirt, تيشيرت
jeans, denim, جينز, جينس, بنطلون جينز > trousers, pants, clothes, هدوم, ملابس, لبس, بنطلون
trousers, pants, بنطلون, بنطلونات, بناطيل, بنطال > clothes, هدوم, ملابس, لبس
chino, تشينو > trousers, pants, بنطلون
jogger, sweatpants, joggers, tracksuit bottom, بنطلون رياضي, سويت بانتس > trousers, pants, clothes, هدوم, ملابس, ترينج, تريننج
jacket, coat, جاكيت, جاكت, معطف > clothes, هدوم, ملابس, لبس
raincoat, rain coat, rain jacket, جاكيت مطر > jacket, coat, clothes, هدوم, ملابس, لبس ~ waterproof
شورت > shorts, clothes, هدوم, ملابس, لبس ~ bermuda, برمودا
swim short, swim trunk, swimming trunk, trunks, شورت بحر > clothes, شورت, هدوم, ملابس, لبس, swimwear, swimsuit, مايوه, shorts
socks, sock, شرابات, شراب, جوارب > clothes, هدوم, ملابس
galabeya, galabiya, gallabia, djellaba, jalabiya, جلابية, جلباب, جلبية > clothes, هدوم, ملابس, لبس, robe
scarf, كوفية, سكارف, شال, shawl > clothes
cap, hat, baseball cap, كاب, طاقية, برنيطة, كاسكيت
dress, فستان, فساتين > clothes, هدوم, ملابس, لبس ~ gown
blouse, بلوزة, بلوزه > clothes, top, shirt, هدوم, ملابس, لبس
abaya, عباية, عبايات > clothes, هدوم, ملابس, لبس
headscarf, hijab, طرحة, طرح, حجاب, ايشارب, إيشارب > scarf, veil
cardigan, sweater, jumper, pullover, hoodie, sweatshirt, هودي, سويت شيرت, كارديجان, جاكيت تريكو, بلوفر, سويتر > clothes, knitwear, هدوم, ملابس, لبس, تريكو, jacket
pyjama, pajama, pyjama set, sleepwear, nightwear, بيجامة, بجامة, بيجاما > clothes, هدوم, ملابس, لبس, نوم
burkini, بوركيني, مايوه محجبات, مايوه شرعي > swimwear, swimsuit, مايوه
swimsuit, bathing suit, مايوه
sneaker, trainer, running shoe, sport shoe, كوتشي, حذاء رياضي, كوتش, جزمة رياضة > shoe, جزمة, حذاء, جزم
leather shoe, !dress shoe, formal shoe, حذاء جلد, جزمة جلد, جزمة كلاسيك > shoe, جزمة, حذاء, جزم
slipper, flip flop, flipflop, شبشب, شباشب, سليبر, خف > shoe, slides, footwear, جزمة, حذاء
sandal, صندل, صنادل > shoe, footwear, جزمة, حذاء
handbag, purse, leather handbag, شنطة يد, شنطة حريمي > bag, شنطة, شنط
tote, tote bag, شنطة قماش, توت باج > bag, شنطة, شنط
wallet, purse, محفظة, بوك
suitcase, luggage, travel bag, carry on, شنطة سفر, حقيبة سفر > bag, شنطة, شنط, travel, سفر
sunglasses, نظارة شمس, نضارة شمس, نظارات شمس, نضارة, نظارة
eyeglasses, نظارة طبية
# Toys
building block, lego, blocks, brick, مكعبات تركيب, مكعبات, ليجو > toy, لعبة, ألعاب
puzzle, jigsaw, بازل, بزل, پازل > toy, لعبة, ألعاب, game
train, قطار, قطر > toy, لعبة, ألعاب
magnetic tile, قطع مغناطيسية, مغناطيس > toy, blocks, magnet, لعبة, ألعاب, مكعبات
chess, chess set, شطرنج > game, board game, لعبة, ألعاب
backgammon, طاولة خشب, طاولة زهر > game, board game, لعبة, ألعاب, طاولة
memory game, memory cards game, لعبة الذاكرة, كوتشينة > game, card game, cards, ألعاب
robot, robot kit, روبوت > toy, لعبة, ألعاب
telescope, تلسكوب, تليسكوب > toy
teddy, teddy bear, دبدوب, دباديب > toy, plush, stuffed animal, stuffed toy, bear, soft toy, دب, لعبة, ألعاب
plush, plush camel, stuffed camel, جمل قطيفة > toy, teddy, stuffed animal, soft toy, دبدوب, لعبة, ألعاب
doll, rag doll, عروسة, عرايس, عروسة لعبة > toy, لعبة, ألعاب ~ ?barbie, ?باربي
doll house, dollhouse, doll s house, !بيت عرايس > toy, house, لعبة, ألعاب ~ ?barbie, ?باربي
!fire engine, fire truck, firetruck, سيارة مطافي, عربية مطافي > toy, toy car, truck, car, لعبة, ألعاب, عربية
remote control car, rc car, سيارة بريموت, عربية ريموت > toy, toy car, car, لعبة, ألعاب, عربية
car, سيارة > عربية, عربيات
dinosaur, dino, ديناصورات, ديناصور > toy, لعبة, ألعاب
drum, little drum, طبلة, طبله > toy, music, لعبة, ألعاب, موسيقى
piano, بيانو > music, instrument, موسيقى
toy piano, first keyboard, أورج > toy, music, instrument, لعبة, ألعاب, موسيقى, اورج ~ ?piano, ?بيانو
yo yo, yoyo, يويو > toy, لعبة, ألعاب
football, soccer ball, soccer, كرة قدم, كورة قدم > ball, كورة, كرة, لعبة, ألعاب, toy
basketball, كرة سلة, كورة سلة, باسكت بول > ball, كورة, كرة, لعبة, ألعاب, toy
badminton, badminton set, ريشة طائرة > game, racket, مضرب, toy
racket, beach racket, paddle, راكت, راكيت, مضارب, مضرب > game, toy, beach, بحر
kite, طيارة ورق, طياره > toy, لعبة, ألعاب
bubble machine, bubble, ماكينة فقاعات, فقاعات, فقاقيع > toy, لعبة, ألعاب
scooter, kick scooter, سكوتر, اسكوتر > toy, لعبة, ألعاب
skipping rope, jump rope, skip rope, حبل نط, نط الحبل > toy, sport, fitness, لعبة, رياضة, جيم
sand set, beach set, طقم رمل > toy, sand toy, لعبة, ألعاب, جردل, beach toy
# Pets
dry food, دراي فود > kibble, أكل جاف, pet food
wet food, ويت فود > pet food, canned
cat dry food, cat food, دراي فود للقطط, أكل قطط, طعام قطط > kibble, pet food ~ ?whiskas, ?ويسكاس
kitten food, طعام قطط صغيرة ~ cat food, pet food, أكل قطط
cat wet food, ويت فود للقطط > cat food, pet food, أكل قطط ~ ?whiskas, ?ويسكاس
dog dry food, dog food, دراي فود للكلاب, أكل كلاب, طعام كلاب > kibble, pet food
puppy food, طعام جراء ~ dog food, pet food, أكل كلاب
cat litter, kitty litter, رمل قطط, ليتر قطط, رملة قطط > litter, sand, رمل, ليتر
pet bed, cat bed, سرير قطط > bed, سرير
dog bed, سرير كلاب > bed, سرير, pet bed
feather teaser, cat toy, لعبة ريشة, لعب قطط > toy, pet toy, لعبة
scratching post, scratcher, cat tree, عمود خربشة > cat toy
cat carrier, pet carrier, carrier, شنطة نقل, شنطة قطط, بوكس قطط > box
chew bone, dog bone, dog treat, عضم للمضغ, عضم, عضمة, عظم > treat, bone, toy
leash, collar, طوق, سلسلة كلاب, سلسلة > lead, harness
ball launcher, ball thrower, قاذف كرات > dog toy, toy, ball, لعبة
pet bowl, feeding bowl, steel bowl, أطباق أكل, طبق أكل > bowl, food bowl
grooming brush, pet brush, فرشة تمشيط > brush, comb, فرشة
bird seed, birdseed, canary seed, بذور كناري > bird food, أكل عصافير, أكل طيور, seed, حبوب
parrot seed, parrot food, خلطة بذور, بذور ببغاء > bird food, أكل عصافير, أكل طيور, seed, حبوب, parrot, اكل ببغاء
bird cage, birdcage, cage, قفص عصافير, قفص > bird, عصافير
fish food, fish flake, أكل سمك, طعام سمك > flakes, aquarium
coral, aquarium coral, aquarium decoration, مرجان > aquarium, fish tank, حوض سمك
aquarium light, fish tank light, إضاءة حوض سمك > aquarium, حوض سمك
turtle, turtle island, سلحفاة, سلاحف, سلحفة
hamster wheel, عجلة هامستر, هامستر > hamster, wheel
puppy, جرو, جراء, كلب صغير
kitten milk, puppy milk, لبن بديل, لبن للقطط
kitten, قطط صغيرة, قطيطة
pet, حيوانات أليفة, حيوان أليف
`
