package demo

import (
	"context"
	"time"

	"wekala/internal/content"
	"wekala/internal/currency"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/staff"
	"wekala/internal/support"
)

// posts are what the demo's blog says, the newest first.
var posts = []content.PostEdit{
	{Slug: "first-order", Tags: []string{"guides"}, Cover: "1f6d2", Published: true, AuthorEN: "The Wekala team", AuthorAR: "فريق وكالة",
		TitleEN: "Your first order, step by step", TitleAR: "طلبك الأول خطوة بخطوة",
		LeadEN: "What to have ready, and what happens until it is at your door.", LeadAR: "ما تحتاج إليه، وما يحدث حتى يصل الطلب إلى بابك.",
		BodyEN: "## Before you start\n\nChoose your district or put the pin on your building. A landmark helps the courier more than a postcode.\n\n## While you choose\n\n- The bar at the bottom says what is missing to the branch's minimum order.\n- A cart belongs to one branch. If you add from another one, we keep the first cart for you.\n\n## At the door\n\nSay the code shown on your order's page. If you pay in cash, tell us beforehand what note you will pay with.",
		BodyAR: "## قبل أن تبدأ\n\nاختر حيك أو ضع العلامة على مبناك. العلامة المميزة تساعد المندوب أكثر من الرمز البريدي.\n\n## أثناء الاختيار\n\n- يوضح الشريط السفلي ما يتبقى للوصول إلى الحد الأدنى للطلب.\n- السلة تخص فرعًا واحدًا، فإذا أضفت من فرع آخر احتفظنا لك بالأولى.\n\n## عند الباب\n\nقل الرمز الظاهر في صفحة طلبك. وإذا كنت ستدفع نقدًا فأخبرنا مسبقًا بالورقة التي ستدفع بها."},
	{Slug: "weekly-shop-for-less", Tags: []string{"saving"}, Cover: "1f6cd-fe0f", Published: true, AuthorEN: "The Wekala team", AuthorAR: "فريق وكالة",
		TitleEN: "A week's groceries for less", TitleAR: "مشتريات الأسبوع بتكلفة أقل",
		LeadEN: "Four habits that take a tenth off the bill without buying less.", LeadAR: "أربع عادات توفر عُشر الفاتورة دون أن تشتري أقل.",
		BodyEN: "1. **Shop once, with a list.** One delivery fee instead of three.\n2. **Compare by the kilo.** The large bag is not always the cheaper one.\n3. **Buy what is in season.** Tomatoes in autumn and citrus in winter cost half.\n4. **Look at the offers first**, then plan the meals, not the other way round.",
		BodyAR: "1. **تسوق مرة واحدة وبقائمة.** رسوم توصيل واحدة بدلًا من ثلاث.\n2. **قارن بسعر الكيلو.** العبوة الكبيرة ليست الأرخص دائمًا.\n3. **اشترِ ما في موسمه.** الطماطم في الخريف والموالح في الشتاء بنصف السعر.\n4. **انظر إلى العروض أولًا** ثم خطط للوجبات، لا العكس."},
	{Slug: "vegetables-that-last", Tags: []string{"food"}, Cover: "1f345", Published: true, AuthorEN: "The Wekala team", AuthorAR: "فريق وكالة",
		TitleEN: "Keep vegetables fresh for a week", TitleAR: "كيف تبقى الخضروات طازجة أسبوعًا",
		LeadEN: "Where each belongs, and what must not lie beside what.", LeadAR: "مكان كل نوع، وما لا يوضع بجوار غيره.",
		BodyEN: "| What | Where | How long |\n|---|---|---|\n| Tomatoes | outside, in the shade | 5 days |\n| Rocket and parsley | in water, in the fridge | 6 days |\n| Cucumbers | wrapped, in the fridge | 7 days |\n| Onions | dry and dark | a month |\n\nKeep potatoes and onions apart: together both spoil sooner. Wash only what you eat today.",
		BodyAR: "| الصنف | المكان | المدة |\n|---|---|---|\n| الطماطم | خارج الثلاجة في الظل | 5 أيام |\n| الجرجير والبقدونس | في ماء داخل الثلاجة | 6 أيام |\n| الخيار | ملفوفًا في الثلاجة | 7 أيام |\n| البصل | مكان جاف ومظلم | شهر |\n\nافصل البطاطس عن البصل، فوجودهما معًا يفسدهما أسرع. واغسل ما ستأكله اليوم فقط."},
	{Slug: "cash-or-card", Tags: []string{"guides"}, Cover: "1f4d2", Published: true, AuthorEN: "The Wekala team", AuthorAR: "فريق وكالة",
		TitleEN: "Cash or card at the door?", TitleAR: "نقدًا أم بالبطاقة؟",
		LeadEN: "What each is good for, and how money comes back.", LeadAR: "مزايا كل طريقة، وكيف يعود المبلغ.",
		BodyEN: "**Cash** needs nothing beforehand, only the right change. If something is returned, the money goes to your wallet or your bank account.\n\n**Card** is paid on the payment provider's page before the branch starts. If an order is cancelled, it goes back to the same card by itself; banks take a few days to show it.",
		BodyAR: "**النقد** لا يحتاج إلى شيء مسبق سوى الفكة المناسبة. وعند الإرجاع يعود المبلغ إلى محفظتك أو حسابك البنكي.\n\n**البطاقة** تُدفع على صفحة مزود الدفع قبل أن يبدأ الفرع التحضير. وإذا أُلغي الطلب عاد المبلغ إلى البطاقة نفسها تلقائيًا، وقد يستغرق ظهوره في البنك بضعة أيام."},
	{Slug: "ramadan-orders", Tags: []string{"seasons"}, Cover: "1f319", Published: true, AuthorEN: "The Wekala team", AuthorAR: "فريق وكالة",
		TitleEN: "Ordering in Ramadan", TitleAR: "الطلب في رمضان",
		LeadEN: "Hours change and the hour before iftar is full. Plan around it.", LeadAR: "تتغير المواعيد وتزدحم الساعة التي تسبق الإفطار، فخطط لذلك.",
		BodyEN: "Branches change their hours for the month; their pages show them. The hour before iftar is the fullest of the day: order by early afternoon, or choose an hour at checkout. For suhoor, look for branches that are open after midnight.",
		BodyAR: "تغير الفروع مواعيدها خلال الشهر وتعرضها صفحاتها. الساعة السابقة للإفطار هي الأكثر ازدحامًا، فاطلب في أول العصر أو اختر ساعة عند إتمام الطلب. وللسحور ابحث عن الفروع المفتوحة بعد منتصف الليل."},
}

var currencies = []currency.Currency{
	{Code: "USD", Name: i18n.Text{EN: "US dollar", AR: "دولار أمريكي"}, Symbol: i18n.Text{EN: "US$", AR: "$"}, Rate: 48_650_000},
	{Code: "EUR", Name: i18n.Text{EN: "Euro", AR: "يورو"}, Symbol: i18n.Text{EN: "€", AR: "€"}, Rate: 56_200_000},
	{Code: "SAR", Name: i18n.Text{EN: "Saudi riyal", AR: "ريال سعودي"}, Symbol: i18n.Text{EN: "SAR", AR: "ر.س."}, Rate: 12_970_000},
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
	owner := staff.Member{ID: "stf_demo_owner", Name: "Wekala", Role: staff.Owner}
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
		HoursEN: "Every day, 9:00 to 23:00", HoursAR: "يوميًا من 9 صباحًا إلى 11 مساءً",
	})
	if err != nil {
		return err
	}
	if err := tickets(ctx, n, owner); err != nil {
		return err
	}
	// Last, because it says that all of it was done.
	return n.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return currency.Seed(ctx, tx, currencies, now) })
}

func tickets(ctx context.Context, n *Node, owner staff.Member) error {
	var users []string
	if err := n.DB.Select(ctx, &users, `SELECT id FROM users ORDER BY created_at, id LIMIT 2`); err != nil {
		return err
	}
	for i, user := range users {
		t, err := n.Support.Begin(ctx, user, i18n.AR, support.Opening{
			Subject: []string{"العبوة وصلت مفتوحة", "تغيير رقم هاتفي"}[i], Category: []string{"product", "account"}[i],
			Body: []string{"وصلت عبوة اللبن مفتوحة، ماذا أفعل؟", "غيرت رقمي، كيف أسجل الدخول بالرقم الجديد؟"}[i],
		})
		if err != nil {
			return err
		}
		if i == 0 {
			if err := n.Support.Answer(ctx, owner, t.ID, "نعتذر عن ذلك. أرسل صورة للعبوة وسنرد لك ثمنها.", false); err != nil {
				return err
			}
		}
	}
	return nil
}
