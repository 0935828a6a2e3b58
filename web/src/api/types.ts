/**
 * What the API answers, under the names the shop speaks of. The shapes follow the operations of
 * api/openapi.yaml.
 */

export interface Ref {
  id: string;
  slug: string;
  name: string;
}

export interface Image {
  src: string;
  srcset: string;
  width: number;
  height: number;
}

export interface Rating {
  average: number;
  count: number;
}

export type ServiceTint = "food" | "grocery" | "general";
export type DeliveryPromise = "minutes" | "days";

export interface Service extends Ref {
  tagline: string;
  image: Image;
  tint: ServiceTint;
  promise: DeliveryPromise;
  promise_days: number;
}

export interface BranchCard extends Ref {
  store: Ref;
  service: Ref;
  image: Image;
  is_closed: boolean;
  opens_at: string | null;
  closes_at: string | null;
  closed_reason: "hours" | "switched" | null;
  minimum_order: number;
  delivery_fee: number | null;
  delivery_minutes: number | null;
  promise: DeliveryPromise;
  promise_days: number;
  delivers: boolean | null;
  distance_m: number | null;
  rating: Rating;
  district: Ref;
  currency: string;
  is_favorite: boolean;
}

export interface Hours {
  day: number;
  open: string;
  close: string;
}

export interface Branch extends BranchCard {
  address: string;
  phone: string;
  lat: number;
  lng: number;
  hours: Hours[];
  exceptions: { day: string; hours: { open: string; close: string }[]; note: string }[];
  about: string;
  categories: Category[];
  zones: { district: Ref; fee: number; minutes: number }[];
}

export interface ProductCard extends Ref {
  image: Image;
  service: Ref;
  store: Ref;
  branch: Ref & { is_closed: boolean; delivers: boolean | null };
  category: Ref;
  variant_id: string | null;
  price: number;
  price_varies: boolean;
  old_price: number | null;
  discount_percent: number | null;
  currency: string;
  unit: string;
  min_qty: number;
  max_qty: number | null;
  stock_left: number | null;
  available: boolean;
  favorite: 0 | 1;
  rating: Rating;
}

export interface Variant {
  id: string;
  name: string;
  choices: Record<string, string>;
  image: Image | null;
  price: number;
  old_price: number | null;
  available: boolean;
  stock_left: number | null;
}

export interface Product extends ProductCard {
  description: string;
  images: Image[];
  attributes: { name: string; value: string }[];
  options: { id: string; name: string; values: { id: string; name: string }[] }[];
  breadcrumbs: Ref[];
  vat_percent: number;
  variants: Variant[];
  offers: { branch: BranchCard; price: number; available: boolean }[];
  related: ProductCard[];
}

export interface Category extends Ref {
  image: Image;
  service_id: string;
  parent_id: string | null;
  products: number;
  children: Category[];
}

export interface CategoryPage extends Category {
  breadcrumbs: Ref[];
  service: Service;
}

export interface Banner {
  id: string;
  title: string;
  text: string;
  action: string;
  image: Image;
  link: string;
  tint: ServiceTint;
}

export interface Block {
  id: string;
  slug: string;
  title: string;
  products: ProductCard[];
  more: string;
}

export interface Home {
  services: Service[];
  service: Service;
  banners: Banner[];
  categories: Category[];
  branches: BranchCard[];
  blocks: Block[];
}

export interface District {
  id: string;
  name: string;
  governorate: Ref;
  lat: number;
  lng: number;
  outline: [number, number][];
  served: boolean;
}

export interface SearchFacets {
  categories: (Ref & { count: number })[];
  stores: (Ref & { count: number })[];
  price: { min: number; max: number };
  in_stock: number;
  offer: number;
}

export interface Suggestion {
  kind: "product" | "category" | "store";
  id: string;
  slug: string;
  label: string;
  highlight: [start: number, length: number][];
  service_slug: string;
}

export interface User {
  id: string;
  name: string;
  phone: string;
  email: string | null;
  email_verified: boolean;
  company_name: string | null;
  birthdate: string | null;
  gender: "male" | "female" | null;
  photo: string | null;
  lang: string;
  has_password: boolean;
  default_address_id: string | null;
}

export interface Address {
  id: string;
  type: "home" | "work" | "other";
  name: string;
  contact_name: string;
  phone: string;
  country: string;
  region: Ref;
  district: Ref;
  city: string;
  address: string;
  building_number: string;
  floor: string;
  apartment_number: string;
  landmark: string;
  postal_code: string;
  lat: number;
  lng: number;
  is_default: boolean;
  delivers: boolean;
}

export interface Step {
  code: "items" | "offer" | "coupon" | "delivery" | "tip" | "tax_included" | "total";
  label: string;
  amount: number;
  detail?: string;
}

export interface Problem {
  code: string;
  message: string;
}

export interface CartSummary {
  id: string;
  service: Ref;
  branch: Ref;
  items_quantity: number;
  total: number;
  parked: boolean;
}

export interface CartItem {
  id: string;
  favorite: boolean;
  qty: number;
  note: string;
  order: {
    product: Ref & { image: Image };
    variant: { id: string; name: string };
    unit_price: number;
    old_unit_price: number | null;
    line_total: number;
    min_qty: number;
    max_qty: number | null;
    stock_left: number | null;
    problem: (Problem & { suggested_qty: number | null }) | null;
    price_was: number | null;
  };
}

export interface Cart {
  id: string | null;
  service_id: string;
  branch: BranchCard | null;
  items_quantity: number;
  price: number;
  cart_total: number;
  coupon_discount: number;
  tax: number;
  delivery_price: number;
  total: number;
  currency: string;
  coupon_id: string | null;
  coupon_code: string | null;
  coupon_problem: string | null;
  items: CartItem[];
  steps: Step[];
  minimum_order: number;
  missing_to_minimum: number;
  problems: Problem[];
  can_checkout: boolean;
  parked: CartSummary | null;
  cart_token?: string;
}

export interface Slot {
  id: string;
  from: string;
  to: string;
  label: string;
}

export interface PaymentMethod {
  id: "cod" | "card";
  name: string;
  available: boolean;
  reason: string | null;
}

export interface Quote {
  cart: Cart;
  address: Address | null;
  addresses: Address[];
  times: {
    now: { available: boolean; promised_at: string; label: string } | null;
    slots: Slot[];
  };
  payment_methods: PaymentMethod[];
  totals: {
    price: number;
    coupon_discount: number;
    cart_total: number;
    delivery_price: number;
    tip: number;
    tax: number;
    total: number;
    currency: string;
  };
  steps: Step[];
  problems: Problem[];
  terms_version: string;
  can_place: boolean;
}

export type OrderStatus =
  | "draft"
  | "pending"
  | "processing"
  | "shipped"
  | "out_for_delivery"
  | "delivered"
  | "in_return"
  | "return_received"
  | "returned"
  | "on_hold"
  | "rejected"
  | "cancelled";

export interface OrderItem {
  id: string;
  product: Ref & { image: Image };
  variant_name: string;
  qty: number;
  unit_price: number;
  line_total: number;
  discount: number;
  note: string;
}

export interface Order {
  id: string;
  number: string;
  status: OrderStatus;
  status_label: string;
  service: Ref & { promise: DeliveryPromise };
  store: Ref;
  branch: Ref & { phone: string };
  items: OrderItem[];
  items_quantity: number;
  price: number;
  coupon_discount: number;
  coupon_code: string | null;
  delivery_price: number;
  tip: number;
  tax: number;
  total: number;
  paid: number;
  due: number;
  currency: string;
  steps: Step[];
  payment_method: "cod" | "card";
  payment_state: string;
  payment_url: string | null;
  address: Address;
  note: string;
  change_for: number | null;
  created_at: string;
  promised_at: string;
  scheduled: { from: string; to: string } | null;
  expires_at: string | null;
  pin: string | null;
  courier: { name: string; phone: string } | null;
  timeline: { status: OrderStatus; label: string; at: string; reason: string }[];
  upcoming: { status: OrderStatus; label: string }[];
  can_cancel: boolean;
  cannot_cancel_reason: string | null;
  can_reorder: boolean;
  event_seq: number;
}

export interface OrderCard {
  id: string;
  number: string;
  status: OrderStatus;
  status_label: string;
  store: Ref;
  branch: Ref;
  image: Image;
  items_quantity: number;
  first_items: string[];
  total: number;
  currency: string;
  created_at: string;
  promised_at: string;
  live: boolean;
}
