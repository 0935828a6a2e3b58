package app_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wekala/internal/ordering/orders"
)

// claims are statements that a page or post may not make without naming the rule that decides them.
var claims = []struct {
	what     string
	says     *regexp.Regexp
	needs    string
	unproven string // a line that breaks it
}{
	{"cancelling", regexp.MustCompile(`(?i)\byou can cancel\b|\bcan be cancelled\b|يمكنك إلغاء|لك أن تلغي|يمكن إلغاؤه`),
		`{{cancel_until}}`, "You can cancel until it leaves the branch."},
	{"failed deliveries", regexp.MustCompile(`(?i)(the order|it) goes back to the branch|يعود الطلب إلى الفرع`),
		`{{delivery_tries}}`, "بعد محاولتين يعود الطلب إلى الفرع."},
	{"ways to pay", regexp.MustCompile(`(?i)\byou can pay\b[^.]*\.|يمكنك الدفع[^.]*\.`), `{{pay_ways}}`,
		"You can pay in cash or by card."},
	{"holding items", regexp.MustCompile(`(?i)we hold your items|نحجز لك المنتجات`), `{{payment_hold}}`,
		"We hold your items for a while."},
	{"refunds' time", regexp.MustCompile(`(?i)refunds? (are made|is sent) within|نسدد مبلغ الاسترداد|وتسترد المبلغ خلال`),
		`{{refund_days}}`, "Refunds are made within a week."},
	{"prices' tax", regexp.MustCompile(`(?i)^- prices are in|^- الأسعار بالجنيه`), `{{price_tax}}`,
		"- Prices are in Egyptian pounds, including VAT."},
	{"age", regexp.MustCompile(`(?i)accounts are for people aged|الحسابات لمن بلغ|ألا يقل عمرك`), `{{adult_age}}`,
		"الحسابات لمن بلغ الثامنة عشرة."},
}

// unnamed returns the claim of a line that names no rule.
func unnamed(line string) string {
	for _, c := range claims {
		if c.says.MatchString(line) && !strings.Contains(line, c.needs) {
			return c.what
		}
	}
	return ""
}

// TestPagesClaimNothingBesidesTheRules reads every line of the pages and of the demo's posts: statements about
// cancelling, paying, attempts and refunds take their values from the rule, in both languages, and each claim occurs
// somewhere.
func TestPagesClaimNothingBesidesTheRules(t *testing.T) {
	made := map[string]int{}
	files, err := filepath.Glob(filepath.Join("..", "marketing", "content", "pages", "*.md"))
	if err != nil || len(files) < 12 {
		t.Fatalf("%d pages: %v", len(files), err)
	}
	for _, file := range append(files, filepath.Join("..", "operations", "demo", "words.go")) {
		for _, line := range strings.Split(strings.ReplaceAll(read(t, file), `\n`, "\n"), "\n") {
			if what := unnamed(line); what != "" {
				t.Errorf("%s claims something of %s by itself: %s", filepath.Base(file), what, line)
			}
			for _, c := range claims {
				if c.says.MatchString(line) {
					made[c.what]++
				}
			}
		}
	}
	for _, c := range claims {
		if made[c.what] < 2 {
			t.Errorf("%s is claimed %d times: read the pages, they say it in other words now", c.what, made[c.what])
		}
		if unnamed(c.unproven) != c.what {
			t.Errorf("nothing is found in %q", c.unproven)
		}
	}
}

// TestPagesAgreeWithTheTableOfStates: who may cancel and reject, and until when, matches the sentences of the pages.
func TestPagesAgreeWithTheTableOfStates(t *testing.T) {
	customer, branch := map[string]bool{}, map[string]bool{}
	orders.EachTransition(func(from, to orders.Status, by orders.Capacity) {
		switch {
		case to == orders.Cancelled && by == orders.Customer:
			customer[string(from)] = true
		case to == orders.Cancelled || to == orders.Rejected:
			branch[string(from)] = true
		}
	})
	// "until the branch has finished preparing it": {{cancel_until}}; the later refusal (orders.already_prepared) only
	// states that it is too late.
	if got := strings.Join(slices.Sorted(maps.Keys(customer)), " "); got != "draft on_hold pending processing" {
		t.Errorf("customers cancel from %q: write content.rule_cancel_until_* and orders.already_prepared anew", got)
	}
	// "the branch may cancel the order before it's sent", with a full refund.
	if got := strings.Join(slices.Sorted(maps.Keys(branch)), " "); got != "draft on_hold pending processing" {
		t.Errorf("an order is rejected or cancelled from %q: read the terms", got)
	}
}

// promised are sentences of the pages that contain no figure, with the test that verifies each.
var promised = []struct{ page, en, ar, file, test string }{
	{"faq", "Each cart is for one branch.", "كل سلة لفرع واحد.", "../ordering/cart/cart_test.go",
		"TestAnotherBranchParksTheCart"},
	{"faq", "keep your old cart so you can switch back", "ونحتفظ بسلتك القديمة لتستعيدها", "../ordering/cart/cart_test.go",
		"TestAnotherBranchParksTheCart"},
	{"faq", "extra weight is free, and we refund whatever is missing", "فالزيادة مجانية، وتسترد ثمن ما نقص",
		"weighed_test.go", "TestGoodsAreWeighedAsTheyArePicked"},
	{"faq", "There's no delivery fee.", "دون رسوم توصيل", "../ordering/checkout/pickup_test.go", "TestAnOrderIsCollected"},
	{"faq", "We check prices and stock first and show you what has changed.",
		"نراجع الأسعار والكميات أولًا، ونعرض لك ما تغيّر.", "../ordering/cart/cart_test.go", "TestReorderShowsWhatChanged"},
	{"faq", "The coupons that fit your cart are listed there too.", "وستجد هناك أيضًا الكوبونات المناسبة لسلتك.",
		"../ordering/cart/coupons_test.go", "TestCouponsAreShownToWhoMayUseThem"},
	{"faq", "If you pay a store directly in cash, at its branch or to its own courier, you may earn fewer points.",
		"وقد تكسب نقاطًا أقل إذا دفعت للمتجر نقدًا، في الفرع أو لمندوب المتجر نفسه.", "store_owner_test.go",
		"TestSellersCannotMintPoints"},
	{"terms", "Delivery fees are refunded only if everything in the order comes back because it was faulty or not what " +
		"you ordered. Tips aren't refunded.",
		"ولا تُسترد رسوم التوصيل إلا إذا أرجعت كل منتجات الطلب لأنها معيبة أو مختلفة عما طلبته. والإكرامية غير مستردة.",
		"../aftersales/returns/amounts_test.go", "TestTheDeliveryFeeGoesBackOnlyWhenDeliveringWasInVain"},
	{"returns", "The delivery fee is refunded only if everything in the order comes back because it was faulty or not " +
		"what you ordered. Tips aren't refunded.",
		"ولا تُسترد رسوم التوصيل إلا إذا أرجعت كل منتجات الطلب لأنها معيبة أو مختلفة عما طلبته. والإكرامية غير مستردة.",
		"../aftersales/returns/returns_test.go", "TestTheDeliveryFee"},
	{"returns", "If you've already used points you earned on the items, we deduct their value from the refund.",
		"وإذا سبق أن استخدمت النقاط التي كسبتها من هذه المنتجات، خصمنا قيمتها من المبلغ.",
		"../aftersales/returns/points_test.go", "TestNobodyKeepsTheMoneyOfReturnedPoints"},
	{"terms", "as often per person as it allows", "وبعدد المرات المسموح به لكل شخص",
		"../marketing/coupons/coupons_test.go", "TestACustomerUsesACouponAsOftenAsAllowedAndGetsItBackOnce"},
	{"shipping", "Pick a time at checkout, even while the branch is closed.",
		"تظهر لك المواعيد عند إتمام الطلب حتى لو كان الفرع مغلقًا.", "../ordering/checkout/checkout_test.go",
		"TestWhileClosedThereAreSlots"},
	{"terms", "If you paid by card, the money goes back to the same card", "وإذا كنت قد دفعت بالبطاقة عاد المبلغ إليها",
		"../ordering/checkout/checkout_test.go", "TestACardOrderIsPaidCancelledAndRefunded"},
}

// TestPromisesOfPagesAreHeldByTests fails if a promise is reworded, in one language or in both, or if its test is
// removed.
func TestPromisesOfPagesAreHeldByTests(t *testing.T) {
	for _, p := range promised {
		for lang, words := range map[string]string{"en": p.en, "ar": p.ar} {
			if page := read(t, filepath.Join("..", "marketing", "content", "pages", p.page+"."+lang+".md")); !strings.Contains(
				page, words) {
				t.Errorf("%s.%s.md no longer says %q: does %s still hold what it says?", p.page, lang, words, p.test)
			}
		}
		raw, err := os.ReadFile(filepath.FromSlash(p.file))
		if err != nil || !strings.Contains(string(raw), "func "+p.test+"(") {
			t.Errorf("%s is gone, which held %q: %v", p.test, p.en, err)
		}
	}
}
