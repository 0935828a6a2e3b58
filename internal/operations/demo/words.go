package demo

import (
	"context"
	"time"

	"wekala/internal/aftersales/support"
	"wekala/internal/identity/staff"
	"wekala/internal/marketing/content"
	"wekala/internal/money/currency"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// posts are the posts of the demo's blog, the newest first.
var posts = []content.PostEdit{
	{Slug: "first-order", Tags: []string{"guides"}, Cover: "service-grocery", Published: true, AuthorEN: "The Wekala team",
		AuthorAR: "فريق «وكالة»", TitleEN: "Your first order, step by step", TitleAR: "طلبك الأول خطوة بخطوة",
		LeadEN: "What to have ready, and what happens until it reaches you.",
		LeadAR: "ما تحتاج إليه، وما يحدث حتى يصل الطلب إلى بابك.",
		BodyEN: "## Before you start\n\nChoose your area or move the pin to your building. A landmark helps the courier " +
			"more than a postal code.\n\n## While you choose\n\n- Your cart shows how much is left to reach the minimum " +
			"order.\n- Each cart is for one branch. If you add from another one, we keep the first cart for you.\n\n## When " +
			"it arrives\n\nGive the courier the delivery code on your order page. If you pay cash, tell us at checkout how " +
			"much cash you'll pay with.",
		BodyAR: "## قبل أن تبدأ\n\nاختر منطقتك أو حدّد موقعك على الخريطة. وذكر علامة مميزة قريبة يساعد المندوب أكثر من " +
			"الرمز البريدي.\n\n## أثناء الاختيار\n\n- توضح سلتك ما يتبقى للوصول إلى الحد الأدنى للطلب.\n- كل سلة لفرع واحد، " +
			"فإذا أضفت من فرع آخر احتفظنا لك بالأولى.\n\n## عند الاستلام\n\nأعطِ المندوب كود الاستلام الظاهر في صفحة طلبك. " +
			"وإذا كنت ستدفع نقدًا، فاكتب عند إتمام الطلب المبلغ الذي ستدفعه."},
	{Slug: "weekly-shop-for-less", Tags: []string{"saving"}, Cover: "egyptian-rice", Published: true,
		AuthorEN: "The Wekala team", AuthorAR: "فريق «وكالة»", TitleEN: "A week's groceries for less",
		TitleAR: "مشتريات الأسبوع بتكلفة أقل",
		LeadEN:  "Four habits that cut your bill without buying less.", LeadAR: "أربع عادات تقلل الفاتورة دون أن تشتري أقل.",
		BodyEN: "1. **Shop once, with a list.** One delivery fee instead of three.\n2. **Compare by the kilo.** The large " +
			"bag isn't always the cheaper one.\n3. **Buy what's in season.** Tomatoes in autumn and citrus in winter cost " +
			"half as much.\n4. **Look at the offers first**, then plan the meals, not the other way round.",
		BodyAR: "1. **تسوق مرة واحدة وبقائمة.** رسوم توصيل واحدة بدلًا من ثلاث.\n2. **قارن بسعر الكيلو.** العبوة الكبيرة " +
			"ليست الأرخص دائمًا.\n3. **اشترِ ما في موسمه.** الطماطم في الخريف والموالح في الشتاء بنصف السعر.\n4. **انظر إلى " +
			"العروض أولًا** ثم خطط للوجبات، لا العكس."},
	{Slug: "vegetables-that-last", Tags: []string{"food"}, Cover: "tomatoes", Published: true, AuthorEN: "The Wekala team",
		AuthorAR: "فريق «وكالة»", TitleEN: "Keep vegetables fresh for a week", TitleAR: "كيف يبقى الخضار طازجًا أسبوعًا",
		LeadEN: "Where to keep each one, and what to keep apart.", LeadAR: "مكان كل نوع، وما لا يوضع بجوار غيره.",
		BodyEN: "| What | Where | How long |\n|---|---|---|\n| Tomatoes | on the counter, in the shade | 5 days |\n| " +
			"Arugula and parsley | in water, in the fridge | 6 days |\n| Cucumbers | wrapped, in the fridge | 7 days |\n| " +
			"Onions | dry and dark | a month |\n\nKeep potatoes and onions apart: together both spoil sooner. Wash only what " +
			"you eat today.",
		BodyAR: "| الصنف | المكان | المدة |\n|---|---|---|\n| الطماطم | خارج الثلاجة في الظل | 5 أيام |\n| الجرجير " +
			"والبقدونس | في ماء داخل الثلاجة | 6 أيام |\n| الخيار | ملفوفًا في الثلاجة | 7 أيام |\n| البصل | مكان جاف ومظلم | " +
			"شهر |\n\nافصل البطاطس عن البصل، فوجودهما معًا يفسدهما أسرع. واغسل ما ستأكله اليوم فقط."},
	{Slug: "cash-or-card", Tags: []string{"guides"}, Cover: "small-wallet", Published: true, AuthorEN: "The Wekala team",
		AuthorAR: "فريق «وكالة»", TitleEN: "Cash on delivery, or card in advance?",
		TitleAR: "نقدًا عند الاستلام أم بالبطاقة مقدمًا؟",
		LeadEN:  "What each is good for, and how refunds work.", LeadAR: "مزايا كل طريقة، وكيف تسترد المبلغ.",
		BodyEN: "**Cash** is paid to the courier when your order arrives. At checkout, tell us how much you'll pay with so " +
			"the courier brings the right change. If you return something, the refund goes to your wallet or bank " +
			"account.\n\n**Card** is paid at checkout, on the payment provider's page. Couriers don't take cards. You can " +
			"cancel free of charge {{cancel_until}}, and the refund goes back to the same card; your bank may take a few " +
			"working days to show it.",
		BodyAR: "**النقد** تدفعه للمندوب عند الاستلام. اكتب عند إتمام الطلب المبلغ الذي ستدفعه ليكون مع المندوب الباقي. " +
			"وعند الإرجاع تسترد المبلغ في محفظتك أو حسابك البنكي.\n\n**البطاقة** تدفع بها عند إتمام الطلب على صفحة شركة " +
			"الدفع، فالمندوب لا يستقبل الدفع بالبطاقة. يمكنك إلغاء الطلب مجانًا {{cancel_until}}، ويعود المبلغ إلى البطاقة " +
			"نفسها، وقد يستغرق ظهوره لدى بنكك بضعة أيام عمل."},
	{Slug: "ramadan-orders", Tags: []string{"seasons"}, Cover: "copper-lantern", Published: true,
		AuthorEN: "The Wekala team", AuthorAR: "فريق «وكالة»", TitleEN: "Ordering in Ramadan", TitleAR: "الطلب في رمضان",
		LeadEN: "Hours change, and the hour before iftar is the busiest. Plan ahead.",
		LeadAR: "تتغير المواعيد وتزدحم الساعة التي تسبق الإفطار، فخطط لذلك.",
		BodyEN: "Branches change their hours for the month, and their pages show them. The hour before iftar is the " +
			"busiest of the day: order by early afternoon, or choose an hour at checkout. For suhoor, look for branches open " +
			"after midnight.",
		BodyAR: "تغيّر الفروع مواعيدها في رمضان، وتجدها في صفحة كل فرع. الساعة السابقة للإفطار هي الأكثر ازدحامًا، فاطلب " +
			"قبل العصر أو اختر موعدًا عند إتمام الطلب. وللسحور ابحث عن الفروع المفتوحة بعد منتصف الليل."},
}

var currencies = []currency.Currency{
	{Code: "USD", Name: i18n.Text{EN: "US dollar", AR: "دولار أمريكي"}, Symbol: i18n.Text{EN: "US$", AR: "$"},
		Rate: 48_650_000},
	{Code: "EUR", Name: i18n.Text{EN: "Euro", AR: "يورو"}, Symbol: i18n.Text{EN: "€", AR: "€"}, Rate: 56_200_000},
	{Code: "SAR", Name: i18n.Text{EN: "Saudi riyal", AR: "ريال سعودي"}, Symbol: i18n.Text{EN: "SAR", AR: "ر.س."},
		Rate: 12_970_000},
}

// words writes the demo's blog, contact details, rates and a few
// tickets through the services, once: where there is no currency yet.
func words(ctx context.Context, n *Node) error {
	var there int64
	if err := n.DB.Get(ctx, &there, `SELECT COUNT(*) FROM currencies`); err != nil || there > 0 {
		return err
	}
	if err := content.EnsureSeeded(ctx, n.DB, n.Clock.Now()); err != nil {
		return err
	}
	if err := n.Content.Load(ctx); err != nil {
		return err
	}
	now := db.At(n.Clock.Now())
	// The audit log names the actor; a demo without people has none.
	owner := staff.Member{ID: "stf_demo_owner", Role: staff.Owner}
	var owners []string
	if err := n.DB.Select(ctx, &owners, `SELECT id FROM staff WHERE role = 'owner' ORDER BY id LIMIT 1`); err != nil {
		return err
	}
	if len(owners) > 0 {
		owner.ID = owners[0]
	}
	for i, p := range posts {
		at := now.Add(-time.Duration(i*9+2) * 24 * time.Hour)
		p.PublishAt = &at
		if _, err := n.Content.SavePost(ctx, owner, "", p); err != nil {
			return err
		}
	}
	err := n.Content.SaveContact(ctx, owner, content.ContactEdit{
		Phone: "+20225190000", WhatsApp: "+201000000199", Email: "help@wekala.example",
		AddressEN: "12 Road 9, Maadi, Cairo", AddressAR: "12 شارع 9، المعادي، القاهرة",
		HoursEN: "Every day, 9 AM to 11 PM", HoursAR: "يوميًا من 9 صباحًا إلى 11 مساءً",
	})
	if err != nil {
		return err
	}
	if err := tickets(ctx, n, owner); err != nil {
		return err
	}
	// Last, because it records that everything was done.
	return n.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return currency.Seed(ctx, tx, currencies, now) })
}

// letter is a ticket as its customer wrote it, and the answer.
type letter struct{ subject, category, body, answer string }

var letters = map[i18n.Lang][]letter{
	i18n.AR: {
		{"علبة اللبن وصلت مفتوحة", "product", "علبة اللبن وصلت مفتوحة، أعمل إيه؟",
			"آسفين على اللي حصل. محتاجين صورة للعلبة، ونبدأ استرداد تمنها على طول."},
		{"تغيير رقم موبايلي", "account", "غيّرت رقمي، أدخل بالرقم الجديد إزاي؟", ""},
	},
	i18n.EN: {
		{"The milk carton came open", "product", "One milk carton came open. What should I do?",
			"We're sorry about that. Please send a photo of the carton, and we'll refund it right away."},
		{"A new mobile number", "account", "I have a new number. How do I sign in with it?", ""},
	},
}

func tickets(ctx context.Context, n *Node, owner staff.Member) error {
	var users []struct {
		ID   string    `db:"id"`
		Lang i18n.Lang `db:"lang"`
	}
	if err := n.DB.Select(ctx, &users, `SELECT id, lang FROM users ORDER BY created_at, id LIMIT 2`); err != nil {
		return err
	}
	for i, user := range users {
		l := letters[user.Lang][i]
		t, err := n.Support.Begin(ctx, user.ID, user.Lang,
			support.Opening{Subject: l.subject, Category: l.category, Body: l.body})
		if err != nil {
			return err
		}
		if l.answer == "" {
			continue
		}
		if err := n.Support.Answer(ctx, owner, t.ID, l.answer, false); err != nil {
			return err
		}
	}
	return nil
}
