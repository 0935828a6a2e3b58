/**
 * The types of the API's answers under the shop's names. The shapes are the server's own: they come
 * from api/openapi.yaml, which is made from the Go types.
 */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Ref = Schemas["WireRef"];
export type Rating = Schemas["WireRating"];

export type Service = Schemas["BranchesServiceView"];
export type BranchCard = Schemas["BranchesBranchCard"];
export type Branch = Schemas["BranchesBranchView"];
export type Hours = Schemas["BranchesHoursView"];

export type ProductCard = Schemas["ProductsProductCard"];
export type Product = Schemas["ProductsProductView"];
export type Variant = Schemas["ProductsVariantView"];
export type Category = Schemas["BranchesCategory"];
export type CategoryPage = Schemas["ProductsCategoryView"];

export type Banner = Schemas["HomeBannerView"];
export type ShopWindow = Schemas["HomeWindow"];
export type Home = Schemas["HomeView"];

export type District = Schemas["PlacesDistrictView"];
export type SearchFacets = Schemas["SearchFacetsView"];
export type Suggestion = Schemas["SearchSuggestionView"];

/** A code that was sent, and when another may be requested. */
export type CodeSent = Schemas["AuthCodeAnswer"];
export type CodeTimes = Pick<CodeSent, "resend_after" | "expires_in">;
/** The answer of a login: the customer, or the ticket to register with. */
export type SignedIn = Schemas["AuthSignedIn"];
export type User = Schemas["AuthUser"];
export type Address = Schemas["AddressesView"];
export type ShopNotice = Schemas["NoticesView"];
export type NoticeCount = Schemas["NoticesCount"];

/** A line of a total: an order has every kind of line that a cart has. */
export type Step = Schemas["OrdersStepView"];
export type CartSummary = Schemas["CartSummary"];
export type CartItem = Schemas["CartItemView"];
export type Cart = Schemas["CartView"];

export type Quote = Schemas["CheckoutQuote"];

export type Order = Schemas["OrdersView"];
export type OrderStatus = Order["status"];
export type OrderItem = Schemas["OrdersItemView"];
export type OrderCard = Schemas["OrdersSummary"];
export type Invoice = Schemas["OrdersInvoice"];

export type SentPhoto = Schemas["PhotosView"];

export type Coupon = Schemas["CartCouponView"];
/** The benefit and conditions of a coupon, the same for every customer. */
export type CouponTerms = Omit<Coupon, "applied" | "saves" | "problem" | "missing">;
export type ConsoleCoupon = Schemas["CouponsConsoleView"];
export type ConsoleCouponDetail = Schemas["CouponsConsoleDetail"];
export type CouponChoices = Schemas["CouponsChoices"];
export type CouponPreview = Schemas["CartPreview"];
export type Referral = Schemas["ReferralView"];
export type ReferralFriend = Schemas["ReferralFriend"];
export type ReferralInvitation = Schemas["ReferralInvitation"];
export type ConsoleReferral = Schemas["ReferralConsoleReferral"];
export type AccountSession = Schemas["AuthSession"];
export type AccountPreferences = Schemas["AccountPreferences"];

export type Quotation = Schemas["QuotationsView"];
export type QuotationState = Quotation["state"];
export type QuotationCard = Schemas["QuotationsSummary"];

export type Wallet = Schemas["WalletView"];
/** An order as one line of a history. */
export type HistoryOrder = Schemas["WalletOrderView"];
export type WalletEntry = Schemas["WalletEntryView"];
export type TopUp = Schemas["PaymentsTopUp"];
export type Loyalty = Schemas["LoyaltyView"];
export type PointsEntry = Schemas["LoyaltyEntryView"];
export type Conversion = Schemas["LoyaltyConversion"];
export type ConsoleRefund = Schemas["PaymentsConsoleRefund"];
export type Credit = Schemas["WalletCredit"];
