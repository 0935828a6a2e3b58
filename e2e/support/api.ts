/**
 * The shop's API as used by a client. It quickly prepares everything that is not the subject of a
 * journey, so that each journey visits only its own screens.
 */
import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { Lang } from "./texts";

const base = "/api/v1";

export interface Place {
  district: string;
  lat: number;
  lng: number;
}

/** A place where the demo has a grocery that never closes. */
export const maadi: Place = { district: "maadi", lat: 29.9604, lng: 31.2576 };
/** A product with a large stock at the grocery; one exceeds its minimum order. */
export const plenty = "var_brown-eggs--30pc";
export const grocery = {
  service: "svc_grocery",
  branch: "br_souq-ganayen-maadi",
  slug: "souq-ganayen-maadi",
};

export interface Variant {
  id: string;
  name: string;
  price: number;
  choices: Record<string, string>;
  /** Null where the product's own picture is used. */
  image: { src: string } | null;
}
export interface Product {
  id: string;
  slug: string;
  name: string;
  variant_id: string | null;
  price: number;
  variants: Variant[];
  options: { id: string; values: { id: string; name: string }[] }[];
  images: { src: string }[];
  branch: { id: string; name: string; slug: string };
}
export interface District {
  id: string;
  name: string;
  lat: number;
  lng: number;
  served: boolean;
}
export interface Address {
  id: string;
  district: { id: string; name: string };
}
export interface CartData {
  id: string | null;
  total: number;
  items_quantity: number;
  coupon_code: string | null;
  cart_token?: string;
  items: { id: string; qty: number; order: { product: { name: string } } }[];
}
export interface OrderData {
  id: string;
  number: string;
  status: string;
  payment_state: string;
  payment_url: string | null;
  pin: string | null;
  total: number;
}

/** One visitor of the API: language, place and identity. */
export class Api {
  token: string | null = null;
  cartToken: string | null = null;
  place: Place | null = maadi;

  constructor(
    private readonly request: APIRequestContext,
    readonly lang: Lang,
  ) {}

  private headers(): Record<string, string> {
    return {
      "Accept-Language": this.lang,
      Accept: "application/json",
      Authorization: `Bearer ${this.token}`,
      "district-id": this.place?.district ?? "null",
      ...(this.cartToken ? { "cart-token": this.cartToken } : {}),
    };
  }

  async send<T>(
    method: string,
    path: string,
    data?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await this.request.fetch(base + path, {
      method,
      headers: { ...this.headers(), ...headers },
      ...(data === undefined ? {} : { data }),
    });
    const body = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${body}`);
    return (JSON.parse(body) as { response: { data: T } }).response.data;
  }

  /** The status and error code of a call that is expected to be refused. */
  async refusal(
    method: string,
    path: string,
    data?: unknown,
  ): Promise<{ status: number; code: string; message: string }> {
    const answer = await this.request.fetch(base + path, {
      method,
      headers: this.headers(),
      ...(data === undefined ? {} : { data }),
    });
    const body = (await answer.json()) as { code?: string; message?: string };
    return { status: answer.status(), code: body.code ?? "", message: body.message ?? "" };
  }

  product = (slug: string): Promise<Product> => this.send("GET", `/products/${slug}`);
  /** The first page of a restaurant's products. */
  products = (branch: string): Promise<{ slug: string }[]> =>
    this.send("GET", `/products?page=1&service_id=svc_food&branch_id=${branch}`);
  branch = (
    slug: string,
  ): Promise<{
    is_closed: boolean;
    delivers: boolean | null;
    categories: { slug: string; name: string; products: number; children: { name: string }[] }[];
  }> => this.send("GET", `/branches/${slug}`);
  /** Every branch of every service, by its address. */
  async branches(): Promise<string[]> {
    const services: { id: string }[] = await this.send("GET", "/services");
    const lists = await Promise.all(
      services.map(
        ({ id }): Promise<{ slug: string }[]> =>
          this.send("GET", `/branches?page=1&per_page=100&service_id=${id}`),
      ),
    );
    return lists.flat().map(({ slug }) => slug);
  }
  districts = (): Promise<District[]> => this.send("GET", "/districts");
  async district(id: string): Promise<District> {
    const found = (await this.districts()).find((one) => one.id === id);
    if (!found) throw new Error(`There is no district ${id}`);
    return found;
  }
  cart = (service = grocery.service): Promise<CartData> =>
    this.send("GET", `/get_card?service_id=${service}`);
  order = (id: string): Promise<OrderData> => this.send("GET", `/orders/${id}`);

  async add(
    product: string,
    qty: number,
    branch = grocery.branch,
    service = grocery.service,
  ): Promise<CartData> {
    const cart = await this.send<CartData>("POST", "/order/add-to-cart", {
      service_id: service,
      product,
      qty,
      branch_id: branch,
    });
    if (cart.cart_token) this.cartToken = cart.cart_token;
    return cart;
  }

  /** The last code sent to a phone, from the demo's outbox. */
  async code(phone: string): Promise<string> {
    const to = phone.startsWith("+") || phone.includes("@") ? phone : `+20${phone}`;
    const answer = await this.request.get(`/dev/outbox?to=${encodeURIComponent(to)}`, {
      headers: { Accept: "application/json" },
    });
    const code = ((await answer.json()) as { code: string }[]).find((one) => one.code)?.code;
    if (!code) throw new Error(`No code was sent to ${to}`);
    return code;
  }

  /** Signs a customer in, new or known; `phone` in national digits without the zero. */
  async signIn(phone: string, name: string): Promise<void> {
    const sent = await this.send<{ phone: string }>("POST", "/user/login-by-otp", {
      country_code: "+20",
      phone,
      method: "sms",
    });
    const answer = await this.send<{ token: string | null; registration_ticket: string | null }>(
      "POST",
      "/user/verify-login-by-otp",
      {
        phone: sent.phone,
        code: await this.code(sent.phone),
      },
    );
    if (answer.token) {
      this.token = answer.token;
      return;
    }
    const joined = await this.send<{ token: string }>("POST", "/user/register-by-otp", {
      registration_ticket: answer.registration_ticket,
      name,
    });
    this.token = joined.token;
  }

  addAddress(more: Record<string, unknown> = {}): Promise<Address> {
    return this.send("POST", "/addresses", {
      type: "home",
      district_id: maadi.district,
      address: this.lang === "ar" ? "شارع 9" : "Road 9",
      building_number: "64",
      lat: maadi.lat,
      lng: maadi.lng,
      ...more,
    });
  }

  /** Orders the cart's contents, paid in cash. */
  async placeOrder(
    address: string,
    service = grocery.service,
    method = "cod",
  ): Promise<{ order: OrderData; payment: { redirect_url: string | null } }> {
    const quote = await this.send<{ totals: { total: number } }>(
      "GET",
      `/checkout?service_id=${service}&address_id=${address}&payment_method=${method}`,
    );
    return this.send(
      "POST",
      "/checkout",
      {
        service_id: service,
        address_id: address,
        payment_method: method,
        accept_terms: true,
        expected_total: quote.totals.total,
      },
      { "Idempotency-Key": randomUUID() },
    );
  }
}

/** The shop's owner, signed in by the API. */
export async function staffApi(request: APIRequestContext, lang: Lang): Promise<Api> {
  const [email = "", password = ""] = (process.env.WEKALA_STAFF ?? "").split(" / ");
  const api = new Api(request, lang);
  api.token = (
    await api.send<{ token: string }>("POST", "/console/login", { email, password })
  ).token;
  return api;
}

async function move(staff: Api, order: string, to: string, more = {}): Promise<void> {
  const { event_seq } = await staff.send<{ event_seq: number }>("GET", `/console/orders/${order}`);
  await staff.send("POST", `/console/orders/${order}/move`, {
    to,
    expected_seq: event_seq,
    ...more,
  });
}

/** Orders the cart's contents and sends the order out. */
export async function sentOut(api: Api, staff: Api, address: string): Promise<string> {
  const { order } = await api.placeOrder(address);
  for (const to of ["processing", "shipped", "out_for_delivery"]) await move(staff, order.id, to);
  return order.id;
}

/** Orders the cart's contents and has the order delivered. */
export async function delivered(api: Api, staff: Api, address: string): Promise<string> {
  const order = await sentOut(api, staff, address);
  await move(staff, order, "delivered", { pin: (await api.order(order)).pin ?? "" });
  return order;
}
