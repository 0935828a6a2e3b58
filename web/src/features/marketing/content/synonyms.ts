import { fold } from "../../../lib/fold";

/**
 * Synonyms, of which a page uses one: a search for any word of a line also finds the others. Colloquial, English and
 * formal words share a line.
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

/** A folded word and all its synonyms. */
export function sayings(word: string): readonly string[] {
  return [word, ...groups.filter((group) => group.includes(word)).flat()];
}
