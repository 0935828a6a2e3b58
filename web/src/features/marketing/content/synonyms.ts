import { fold } from "../../../lib/fold";

/**
 * Words that people type for the same thing, of which a page has one: a search for any of a line
 * finds what says another. Colloquial, English and formal words stand together.
 */
const lines = [
  "كاش نقدي نقدا فلوس الدفع دفع cash money pay payment",
  "فيزا كارت بطاقة بطاقات كريديت visa card credit mastercard",
  "توصيل دليفري شحن delivery shipping deliver",
  "ارجاع استرجاع مرتجع مرتجعات ترجيع return",
  "استرداد فلوسي refund money back",
  "الغاء كنسل cancel",
  "كوبون خصم برومو عرض coupon promo discount offer",
  "نقاط نقطة ولاء points loyalty",
  "محفظة رصيد wallet balance credit",
  "كود رمز otp code pin",
  "موبايل تليفون تلفون هاتف phone mobile",
  "عنوان منطقة لوكيشن مكان address area location",
  "تأخير متأخر اتأخر late delay",
  "ايميل بريد email mail",
  "باسورد كلمة السر كلمة المرور password",
  "حساب اكونت account",
  "طلب اوردر order",
  "خدمة العملاء دعم مساعدة تواصل support help contact",
] as const;

const groups = lines.map((line) => fold(line).split(" "));

/** A folded word and all that people say for it. */
export function sayings(word: string): readonly string[] {
  return [word, ...groups.filter((group) => group.includes(word)).flat()];
}
