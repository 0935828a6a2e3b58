CREATE TABLE public.addresses (
    user_id text NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    contact_name text NOT NULL,
    phone text NOT NULL,
    country text DEFAULT 'EG'::text NOT NULL,
    governorate_id text NOT NULL,
    district_id text NOT NULL,
    city text NOT NULL,
    address text NOT NULL,
    building text NOT NULL,
    floor text DEFAULT ''::text NOT NULL,
    apartment text DEFAULT ''::text NOT NULL,
    landmark text DEFAULT ''::text NOT NULL,
    postal_code text DEFAULT ''::text NOT NULL,
    lat_e6 bigint NOT NULL,
    lng_e6 bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    deleted_at bigint,
    CONSTRAINT addresses_type_check CHECK ((type = ANY (ARRAY['home'::text, 'work'::text, 'other'::text])))
);
CREATE TABLE public.audit_log (
    id text NOT NULL,
    staff_id text NOT NULL,
    action text NOT NULL,
    object text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    reason text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.backups (
    id text NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    why text NOT NULL,
    staff_id text NOT NULL,
    node text NOT NULL,
    size bigint NOT NULL,
    started_at bigint NOT NULL,
    lease_until bigint NOT NULL,
    ended_at bigint,
    problem text NOT NULL,
    detail text NOT NULL,
    kept_here boolean NOT NULL,
    kept_far boolean NOT NULL,
    CONSTRAINT backups_state_check CHECK ((state = ANY (ARRAY['running'::text, 'good'::text, 'failed'::text])))
);
CREATE TABLE public.banners (
    id text NOT NULL,
    service_id text,
    district_id text,
    title_en text NOT NULL,
    title_ar text NOT NULL,
    text_en text NOT NULL,
    text_ar text NOT NULL,
    action_en text NOT NULL,
    action_ar text NOT NULL,
    image text NOT NULL,
    link text NOT NULL,
    starts_at bigint,
    ends_at bigint,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.block_products (
    block_id text NOT NULL,
    product_id text NOT NULL,
    sort bigint NOT NULL
);
CREATE TABLE public.blocks (
    id text NOT NULL,
    slug text NOT NULL,
    service_id text NOT NULL,
    district_id text,
    title_en text NOT NULL,
    title_ar text NOT NULL,
    rule text NOT NULL,
    starts_at bigint,
    ends_at bigint,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.branch_exceptions (
    branch_id text NOT NULL,
    day text NOT NULL,
    hours text NOT NULL,
    note_en text DEFAULT ''::text NOT NULL,
    note_ar text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.branch_prices (
    branch_id text NOT NULL,
    variant_id text NOT NULL,
    product_id text NOT NULL,
    price bigint NOT NULL,
    offer_price bigint,
    offer_from bigint,
    offer_to bigint,
    active boolean NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    price_since bigint DEFAULT 0 NOT NULL,
    CONSTRAINT branch_prices_offer_price_check CHECK ((offer_price >= 0)),
    CONSTRAINT branch_prices_price_check CHECK ((price >= 0))
);
CREATE TABLE public.branches (
    id text NOT NULL,
    slug text NOT NULL,
    store_id text NOT NULL,
    service_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    address_en text NOT NULL,
    address_ar text NOT NULL,
    phone text NOT NULL,
    district_id text NOT NULL,
    lat_e6 bigint NOT NULL,
    lng_e6 bigint NOT NULL,
    hours text NOT NULL,
    switched_closed boolean NOT NULL,
    minimum_order bigint NOT NULL,
    delivery_minutes bigint NOT NULL,
    accept_minutes bigint DEFAULT 15 NOT NULL,
    rating_sum bigint DEFAULT 0 NOT NULL,
    rating_count bigint DEFAULT 0 NOT NULL,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    slot_capacity bigint DEFAULT 0 NOT NULL,
    pickup_minutes bigint DEFAULT 0 NOT NULL,
    free_from bigint DEFAULT 0 NOT NULL,
    paused_until bigint,
    pause_reason text DEFAULT ''::text NOT NULL,
    seller_code text DEFAULT ''::text NOT NULL,
    legal_name text DEFAULT ''::text NOT NULL,
    tax_number text DEFAULT ''::text NOT NULL,
    tax_branch_code text DEFAULT ''::text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    hours_version bigint DEFAULT 1 NOT NULL,
    zones_version bigint DEFAULT 1 NOT NULL,
    archived_at bigint,
    CONSTRAINT branches_accept_minutes_check CHECK ((accept_minutes > 0)),
    CONSTRAINT branches_delivery_minutes_check CHECK ((delivery_minutes >= 0)),
    CONSTRAINT branches_free_from_check CHECK ((free_from >= 0)),
    CONSTRAINT branches_minimum_order_check CHECK ((minimum_order >= 0)),
    CONSTRAINT branches_pickup_minutes_check CHECK ((pickup_minutes >= 0)),
    CONSTRAINT branches_slot_capacity_check CHECK ((slot_capacity >= 0))
);
CREATE TABLE public.bulk_runs (
    id text NOT NULL,
    staff_id text NOT NULL,
    op text NOT NULL,
    action text NOT NULL,
    lang text NOT NULL,
    ids text NOT NULL,
    worked bigint NOT NULL,
    refused text NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT bulk_runs_lang_check CHECK ((lang = ANY (ARRAY['en'::text, 'ar'::text])))
);
CREATE TABLE public.cart_items (
    cart_id text NOT NULL,
    id text NOT NULL,
    variant_id text NOT NULL,
    product_id text NOT NULL,
    qty bigint NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    seen_price bigint NOT NULL,
    created_at bigint NOT NULL,
    extras text DEFAULT ''::text NOT NULL,
    unit_grams bigint DEFAULT 0 NOT NULL,
    CONSTRAINT cart_items_qty_check CHECK ((qty > 0))
);
CREATE TABLE public.carts (
    id text NOT NULL,
    owner text NOT NULL,
    service_id text NOT NULL,
    branch_id text NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL,
    coupon_id text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.cash_handed (
    order_id text NOT NULL,
    handover_id text NOT NULL,
    amount bigint NOT NULL
);
CREATE TABLE public.cash_handovers (
    id text NOT NULL,
    branch_id text NOT NULL,
    courier_id text NOT NULL,
    day text NOT NULL,
    orders bigint NOT NULL,
    expected bigint NOT NULL,
    counted bigint NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    taken_by text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT cash_handovers_counted_check CHECK ((counted >= 0)),
    CONSTRAINT cash_handovers_orders_check CHECK ((orders > 0))
);
CREATE TABLE public.cash_open (
    order_id text NOT NULL,
    branch_id text NOT NULL,
    courier_id text NOT NULL,
    amount bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.catalog_changes (
    version bigint NOT NULL,
    kind text NOT NULL,
    ref text NOT NULL,
    branch_id text NOT NULL,
    aspect text NOT NULL
);
CREATE TABLE public.catalog_version (
    id bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.categories (
    id text NOT NULL,
    slug text NOT NULL,
    service_id text NOT NULL,
    parent_id text,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    image text NOT NULL,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    archived_at bigint,
    version bigint DEFAULT 1 NOT NULL,
    CONSTRAINT categories_check CHECK (((archived_at IS NULL) OR (NOT active)))
);
CREATE TABLE public.certificates (
    name text NOT NULL,
    sealed text NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.consents (
    user_id text NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    given boolean NOT NULL,
    wording text NOT NULL,
    lang text NOT NULL,
    session_id text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.contact (
    id bigint NOT NULL,
    phone text NOT NULL,
    whatsapp text NOT NULL,
    email text NOT NULL,
    address_en text NOT NULL,
    address_ar text NOT NULL,
    hours_en text NOT NULL,
    hours_ar text NOT NULL,
    version bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT contact_id_check CHECK ((id = 1))
);
CREATE TABLE public.coupon_customers (
    coupon_id text NOT NULL,
    user_id text NOT NULL,
    uses bigint NOT NULL,
    CONSTRAINT coupon_customers_uses_check CHECK ((uses >= 0))
);
CREATE TABLE public.coupon_redemptions (
    coupon_id text NOT NULL,
    order_id text NOT NULL,
    user_id text NOT NULL,
    discount bigint NOT NULL,
    created_at bigint NOT NULL,
    released_at bigint
);
CREATE TABLE public.coupons (
    id text NOT NULL,
    code text NOT NULL,
    kind text NOT NULL,
    value bigint NOT NULL,
    minimum bigint DEFAULT 0 NOT NULL,
    cap bigint,
    starts_at bigint,
    ends_at bigint,
    total_limit bigint,
    customer_limit bigint,
    first_order boolean NOT NULL,
    services text DEFAULT '[]'::text NOT NULL,
    stores text DEFAULT '[]'::text NOT NULL,
    categories text DEFAULT '[]'::text NOT NULL,
    uses bigint DEFAULT 0 NOT NULL,
    active boolean NOT NULL,
    listed boolean DEFAULT false NOT NULL,
    created_at bigint DEFAULT 0 NOT NULL,
    updated_at bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    makers text DEFAULT '[]'::text NOT NULL,
    waits_since bigint,
    CONSTRAINT coupons_check CHECK (((NOT active) OR (waits_since IS NULL))),
    CONSTRAINT coupons_kind_check CHECK ((kind = ANY (ARRAY['percent'::text, 'amount'::text, 'free_delivery'::text]))),
    CONSTRAINT coupons_uses_check CHECK ((uses >= 0))
);
CREATE TABLE public.currencies (
    code text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    symbol_en text NOT NULL,
    symbol_ar text NOT NULL,
    decimals bigint NOT NULL,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    CONSTRAINT currencies_decimals_check CHECK (((decimals >= 0) AND (decimals <= 3)))
);
CREATE TABLE public.currency_rates (
    code text NOT NULL,
    seq bigint NOT NULL,
    rate_e6 bigint NOT NULL,
    staff_id text NOT NULL,
    note text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT currency_rates_rate_e6_check CHECK ((rate_e6 > 0))
);
CREATE TABLE public.default_addresses (
    user_id text NOT NULL,
    address_id text NOT NULL
);
CREATE TABLE public.delivery_zones (
    branch_id text NOT NULL,
    district_id text NOT NULL,
    priority bigint DEFAULT 0 NOT NULL,
    fee bigint NOT NULL,
    minutes bigint NOT NULL,
    minimum bigint,
    free_from bigint,
    shape text DEFAULT ''::text NOT NULL,
    CONSTRAINT delivery_zones_fee_check CHECK ((fee >= 0)),
    CONSTRAINT delivery_zones_free_from_check CHECK ((free_from >= 0)),
    CONSTRAINT delivery_zones_minimum_check CHECK ((minimum >= 0)),
    CONSTRAINT delivery_zones_minutes_check CHECK ((minutes >= 0))
);
CREATE TABLE public.districts (
    id text NOT NULL,
    governorate_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    aliases text DEFAULT '[]'::text NOT NULL,
    lat_e6 bigint NOT NULL,
    lng_e6 bigint NOT NULL,
    outline text NOT NULL,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    version bigint DEFAULT 1 NOT NULL
);
CREATE TABLE public.extra_groups (
    id text NOT NULL,
    store_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    "least" bigint NOT NULL,
    most bigint NOT NULL,
    archived_at bigint,
    version bigint DEFAULT 1 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT extra_groups_check CHECK ((most >= "least")),
    CONSTRAINT extra_groups_least_check CHECK (("least" >= 0)),
    CONSTRAINT extra_groups_most_check CHECK ((most >= 1))
);
CREATE TABLE public.extra_outs (
    branch_id text NOT NULL,
    extra_id text NOT NULL,
    out_until bigint NOT NULL
);
CREATE TABLE public.extras (
    id text NOT NULL,
    group_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    price bigint NOT NULL,
    most bigint NOT NULL,
    preset bigint NOT NULL,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    CONSTRAINT extras_check CHECK ((preset <= most)),
    CONSTRAINT extras_most_check CHECK ((most >= 1)),
    CONSTRAINT extras_preset_check CHECK ((preset >= 0)),
    CONSTRAINT extras_price_check CHECK ((price >= 0))
);
CREATE TABLE public.favourite_cursor (
    id bigint NOT NULL,
    version bigint NOT NULL,
    looked_at bigint NOT NULL
);
CREATE TABLE public.favourite_digests (
    user_id text NOT NULL,
    day text NOT NULL,
    things bigint NOT NULL,
    sent_at bigint NOT NULL
);
CREATE TABLE public.favourite_news (
    user_id text NOT NULL,
    ref text NOT NULL,
    what text NOT NULL,
    change bigint NOT NULL,
    price_was bigint,
    price bigint NOT NULL,
    created_at bigint NOT NULL,
    told_day text
);
CREATE TABLE public.favourites (
    user_id text NOT NULL,
    kind text NOT NULL,
    ref text NOT NULL,
    created_at bigint NOT NULL,
    district_id text DEFAULT ''::text NOT NULL,
    price bigint,
    seen_price bigint,
    seen_available boolean DEFAULT false NOT NULL,
    tell_price boolean DEFAULT false NOT NULL,
    tell_stock boolean DEFAULT false NOT NULL,
    changes bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.first_branch (
    one bigint NOT NULL,
    branch_id text NOT NULL,
    CONSTRAINT first_branch_one_check CHECK ((one = 1))
);
CREATE TABLE public.given (
    object text NOT NULL,
    part bigint NOT NULL,
    giver text NOT NULL,
    receiver text,
    amount bigint,
    day text NOT NULL,
    basis text NOT NULL,
    second text,
    at bigint NOT NULL,
    released_at bigint,
    CONSTRAINT given_amount_check CHECK ((amount > 0))
);
CREATE TABLE public.given_days (
    who text NOT NULL,
    day text NOT NULL,
    given bigint NOT NULL,
    most bigint NOT NULL,
    CONSTRAINT given_days_check CHECK (((given >= 0) AND (given <= most)))
);
CREATE TABLE public.given_hands (
    object text NOT NULL,
    part bigint NOT NULL,
    hand text NOT NULL
);
CREATE TABLE public.governorates (
    id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    sort bigint NOT NULL,
    version bigint DEFAULT 1 NOT NULL
);
CREATE TABLE public.had_offers (
    user_id text NOT NULL,
    offer text NOT NULL
);
CREATE TABLE public.hour_range_branches (
    range_id text NOT NULL,
    branch_id text NOT NULL
);
CREATE TABLE public.hour_ranges (
    id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    starts_on text NOT NULL,
    ends_on text NOT NULL,
    hours text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    archived_at bigint
);
CREATE TABLE public.idempotency (
    caller text NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    subject text NOT NULL,
    body_hash text NOT NULL,
    status text NOT NULL,
    answer bytea,
    made text NOT NULL,
    lease_until bigint NOT NULL,
    created_at bigint NOT NULL,
    keep_until bigint NOT NULL
);
CREATE TABLE public.import_changes (
    import_id text NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    ref text NOT NULL,
    branch_id text NOT NULL,
    before text NOT NULL,
    version bigint NOT NULL,
    undone boolean NOT NULL
);
CREATE TABLE public.import_mappings (
    header text NOT NULL,
    columns text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.import_results (
    import_id text NOT NULL,
    phase text NOT NULL,
    n bigint NOT NULL,
    line bigint NOT NULL,
    name text NOT NULL,
    grp text NOT NULL,
    product_id text NOT NULL,
    outcome text NOT NULL,
    problems text NOT NULL
);
CREATE TABLE public.imports (
    id text NOT NULL,
    file text NOT NULL,
    format text NOT NULL,
    staff_id text NOT NULL,
    rows_read bigint NOT NULL,
    counts text NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint,
    undone_at bigint,
    state text DEFAULT 'done'::text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    stored text DEFAULT ''::text NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    rows_in bigint DEFAULT 0 NOT NULL,
    items_done bigint DEFAULT 0 NOT NULL,
    header text DEFAULT '[]'::text NOT NULL,
    columns text DEFAULT '[]'::text NOT NULL,
    sample text DEFAULT '[]'::text NOT NULL,
    options text DEFAULT '{}'::text NOT NULL,
    wrong text DEFAULT ''::text NOT NULL,
    changed_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.jobs (
    id text NOT NULL,
    kind text NOT NULL,
    payload text NOT NULL,
    unique_key text,
    run_at bigint NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    leased_until bigint,
    leased_by text,
    done_at bigint,
    dead_at bigint,
    last_error text,
    created_at bigint NOT NULL
);
CREATE TABLE public.known_devices (
    user_id text NOT NULL,
    secret_hash text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL
);
CREATE TABLE public.ledger_balances (
    account text NOT NULL,
    currency text NOT NULL,
    balance bigint NOT NULL
);
CREATE TABLE public.ledger_postings (
    transaction_id text NOT NULL,
    line bigint NOT NULL,
    account text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL
);
CREATE TABLE public.ledger_transactions (
    id text NOT NULL,
    source text NOT NULL,
    kind text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.loyalty_rates (
    service_id text NOT NULL,
    points bigint NOT NULL,
    CONSTRAINT loyalty_rates_points_check CHECK ((points >= 0))
);
CREATE TABLE public.loyalty_terms (
    id text NOT NULL,
    worth bigint NOT NULL,
    life_days bigint NOT NULL,
    nudge_days bigint NOT NULL,
    least_convert bigint NOT NULL,
    rates_version bigint DEFAULT 0 NOT NULL,
    CONSTRAINT loyalty_terms_least_convert_check CHECK ((least_convert > 0)),
    CONSTRAINT loyalty_terms_life_days_check CHECK ((life_days > 0)),
    CONSTRAINT loyalty_terms_nudge_days_check CHECK ((nudge_days >= 0)),
    CONSTRAINT loyalty_terms_worth_check CHECK ((worth > 0))
);
CREATE TABLE public.media (
    name text NOT NULL,
    title text NOT NULL,
    alt_en text NOT NULL,
    alt_ar text NOT NULL,
    words text NOT NULL,
    size bigint NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    staff_id text NOT NULL,
    created_at bigint NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    unused_since bigint,
    gone_at bigint
);
CREATE TABLE public.media_uses (
    name text NOT NULL,
    kind text NOT NULL,
    ref text NOT NULL
);
CREATE TABLE public.menus (
    id text NOT NULL,
    store_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    branches text NOT NULL,
    hours text NOT NULL,
    categories text NOT NULL,
    products text NOT NULL,
    active boolean NOT NULL,
    archived_at bigint,
    version bigint DEFAULT 1 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT menus_check CHECK (((archived_at IS NULL) OR (NOT active)))
);
CREATE TABLE public.messages (
    id text NOT NULL,
    channel text NOT NULL,
    recipient text NOT NULL,
    user_id text,
    template text NOT NULL,
    lang text NOT NULL,
    params text NOT NULL,
    challenge_id text,
    state text NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    last_error text,
    created_at bigint NOT NULL,
    sent_at bigint,
    offer_to text,
    link text,
    replaces text,
    provider text,
    provider_ref text,
    unsure bigint DEFAULT 0 NOT NULL,
    tried_at bigint,
    delivered_at bigint,
    caused_by text,
    caused_from text
);
CREATE TABLE public.name_waits (
    id text NOT NULL,
    product_id text NOT NULL,
    form text NOT NULL,
    like_id text NOT NULL,
    makers text NOT NULL,
    asked_at bigint NOT NULL,
    version bigint DEFAULT 1 NOT NULL
);
CREATE TABLE public.notices (
    user_id text NOT NULL,
    id text NOT NULL,
    template text NOT NULL,
    params text NOT NULL,
    link text NOT NULL,
    created_at bigint NOT NULL,
    read_at bigint
);
CREATE TABLE public.order_events (
    order_id text NOT NULL,
    seq bigint NOT NULL,
    from_status text,
    to_status text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.order_lines (
    order_id text NOT NULL,
    id text NOT NULL,
    branch_id text NOT NULL,
    variant_id text NOT NULL,
    product_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    variant_en text NOT NULL,
    variant_ar text NOT NULL,
    image text NOT NULL,
    unit_price bigint NOT NULL,
    list_price bigint NOT NULL,
    qty bigint NOT NULL,
    line_total bigint NOT NULL,
    discount bigint NOT NULL,
    vat_bp bigint NOT NULL,
    tax bigint NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    extras text DEFAULT ''::text NOT NULL,
    extras_price bigint DEFAULT 0 NOT NULL,
    vat_class bigint,
    as_new_hours bigint,
    defective_hours bigint,
    return_kind text,
    unit_grams bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.orders (
    id text NOT NULL,
    number text NOT NULL,
    user_id text NOT NULL,
    branch_id text NOT NULL,
    store_id text NOT NULL,
    service_id text NOT NULL,
    cart_id text NOT NULL,
    cart_version bigint NOT NULL,
    status text NOT NULL,
    held_from text,
    event_seq bigint NOT NULL,
    payment_method text NOT NULL,
    payment_state text NOT NULL,
    currency text NOT NULL,
    items_total bigint NOT NULL,
    discount bigint NOT NULL,
    delivery_fee bigint NOT NULL,
    service_fee bigint DEFAULT 0 NOT NULL,
    tip bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    paid bigint NOT NULL,
    due bigint NOT NULL,
    coupon_id text,
    coupon_code text,
    address text NOT NULL,
    address_id text NOT NULL,
    district_id text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    change_for bigint,
    scheduled_from bigint,
    scheduled_to bigint,
    promised_at bigint NOT NULL,
    pin_tries bigint DEFAULT 0 NOT NULL,
    courier_id text,
    courier_name text,
    steps text NOT NULL,
    terms_version text NOT NULL,
    lang text NOT NULL,
    expires_at bigint,
    accept_by bigint,
    attempts bigint DEFAULT 0 NOT NULL,
    picked_at bigint,
    delivered_at bigint,
    cancelled_by text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    wallet_paid bigint DEFAULT 0 NOT NULL,
    points_paid bigint DEFAULT 0 NOT NULL,
    points_spent bigint DEFAULT 0 NOT NULL,
    given_back bigint DEFAULT 0 NOT NULL,
    display_currency text,
    display_rate bigint,
    display_total bigint,
    fulfilment text DEFAULT 'delivery'::text NOT NULL,
    seller text DEFAULT ''::text NOT NULL,
    commission_bp bigint DEFAULT 0 NOT NULL,
    commission_base bigint DEFAULT 0 NOT NULL,
    delivered_by text DEFAULT ''::text NOT NULL,
    discount_by text DEFAULT ''::text NOT NULL,
    promises text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.otp_challenges (
    id text NOT NULL,
    purpose text NOT NULL,
    phone text NOT NULL,
    asker text DEFAULT ''::text NOT NULL,
    channel text NOT NULL,
    nonce text NOT NULL,
    code_hmac text NOT NULL,
    tries bigint DEFAULT 0 NOT NULL,
    blind_tries bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    replaced_at bigint
);
CREATE TABLE public.otp_phones (
    phone text NOT NULL,
    asked_at bigint NOT NULL
);
CREATE TABLE public.pages (
    name text NOT NULL,
    title_en text NOT NULL,
    title_ar text NOT NULL,
    body_en text NOT NULL,
    body_ar text NOT NULL,
    version bigint NOT NULL,
    updated_at bigint NOT NULL,
    html_en text DEFAULT ''::text NOT NULL,
    html_ar text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.past_names (
    product_id text NOT NULL,
    version bigint NOT NULL,
    variant_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    unit_en text NOT NULL,
    unit_ar text NOT NULL,
    sku text NOT NULL,
    barcode text NOT NULL,
    until bigint NOT NULL,
    let boolean DEFAULT false NOT NULL
);
CREATE TABLE public.past_offers (
    offer text NOT NULL,
    phone_hash text NOT NULL,
    until_at bigint NOT NULL
);
CREATE TABLE public.payment_events (
    gateway text NOT NULL,
    event_id text NOT NULL,
    payment_id text,
    body text NOT NULL,
    state text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.payments (
    id text NOT NULL,
    order_id text NOT NULL,
    user_id text NOT NULL,
    gateway text NOT NULL,
    gateway_ref text,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    captured bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    checkout_url text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    purpose text DEFAULT 'order'::text NOT NULL,
    CONSTRAINT payments_check CHECK ((refunded <= captured))
);
CREATE TABLE public.paymob_intents (
    reference text NOT NULL,
    order_id text NOT NULL,
    checkout_url text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    transaction_id text,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.paymob_refunds (
    key text NOT NULL,
    order_id text NOT NULL,
    amount bigint NOT NULL,
    refunded bigint NOT NULL,
    state text NOT NULL,
    ref text,
    asked_at bigint NOT NULL
);
CREATE TABLE public.photos (
    id text NOT NULL,
    user_id text NOT NULL,
    owner text,
    "position" bigint DEFAULT 0 NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    jpeg bytea NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.points_accounts (
    user_id text NOT NULL,
    debt bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    CONSTRAINT points_accounts_debt_check CHECK ((debt >= 0))
);
CREATE TABLE public.points_earned (
    user_id text NOT NULL,
    order_id text NOT NULL,
    base bigint NOT NULL,
    rate bigint NOT NULL,
    points bigint NOT NULL,
    returned bigint DEFAULT 0 NOT NULL,
    share bigint DEFAULT 0 NOT NULL,
    reversed bigint DEFAULT 0 NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT points_earned_check CHECK (((reversed >= 0) AND (reversed <= points)))
);
CREATE TABLE public.points_entries (
    user_id text NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    points bigint NOT NULL,
    source text NOT NULL,
    order_id text,
    expires_at bigint,
    at bigint NOT NULL
);
CREATE TABLE public.points_lots (
    user_id text NOT NULL,
    id text NOT NULL,
    source text NOT NULL,
    order_id text,
    points bigint NOT NULL,
    unused bigint NOT NULL,
    earned_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    nudged_at bigint,
    CONSTRAINT points_lots_check CHECK (((unused >= 0) AND (unused <= points))),
    CONSTRAINT points_lots_points_check CHECK ((points > 0))
);
CREATE TABLE public.points_uses (
    user_id text NOT NULL,
    lot_id text NOT NULL,
    source text NOT NULL,
    kind text NOT NULL,
    points bigint NOT NULL,
    given_back bigint DEFAULT 0 NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT points_uses_check CHECK (((given_back >= 0) AND (given_back <= points))),
    CONSTRAINT points_uses_points_check CHECK ((points > 0))
);
CREATE TABLE public.policy_acceptances (
    user_id text NOT NULL,
    version text NOT NULL,
    order_id text NOT NULL,
    lang text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.post_tags (
    post_id text NOT NULL,
    slug text NOT NULL,
    sort bigint NOT NULL
);
CREATE TABLE public.posts (
    id text NOT NULL,
    slug text NOT NULL,
    title_en text NOT NULL,
    title_ar text NOT NULL,
    lead_en text NOT NULL,
    lead_ar text NOT NULL,
    body_en text NOT NULL,
    body_ar text NOT NULL,
    html_en text NOT NULL,
    html_ar text NOT NULL,
    author_en text NOT NULL,
    author_ar text NOT NULL,
    cover text NOT NULL,
    published boolean NOT NULL,
    publish_at bigint,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.preferences (
    user_id text NOT NULL,
    figures text,
    currency text,
    updated_at bigint NOT NULL
);
CREATE TABLE public.price_marks (
    branch_id text NOT NULL,
    variant_id text NOT NULL,
    version bigint NOT NULL,
    price bigint NOT NULL,
    since bigint NOT NULL,
    until bigint NOT NULL,
    CONSTRAINT price_marks_price_check CHECK ((price > 0))
);
CREATE TABLE public.price_waits (
    id text NOT NULL,
    branch_id text NOT NULL,
    variant_id text NOT NULL,
    product_id text NOT NULL,
    price bigint NOT NULL,
    offer_price bigint,
    offer_from bigint,
    offer_to bigint,
    active boolean NOT NULL,
    highest bigint NOT NULL,
    makers text NOT NULL,
    asked_at bigint NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    CONSTRAINT price_waits_price_check CHECK ((price > 0))
);
CREATE TABLE public.product_extras (
    product_id text NOT NULL,
    group_id text NOT NULL,
    sort bigint NOT NULL
);
CREATE TABLE public.products (
    id text NOT NULL,
    slug text NOT NULL,
    service_id text NOT NULL,
    store_id text NOT NULL,
    category_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    description_en text DEFAULT ''::text NOT NULL,
    description_ar text DEFAULT ''::text NOT NULL,
    images text NOT NULL,
    attributes text DEFAULT '[]'::text NOT NULL,
    options text DEFAULT '[]'::text NOT NULL,
    keywords text DEFAULT ''::text NOT NULL,
    unit_en text DEFAULT ''::text NOT NULL,
    unit_ar text DEFAULT ''::text NOT NULL,
    min_qty bigint DEFAULT 1 NOT NULL,
    max_qty bigint DEFAULT 0 NOT NULL,
    vat_bp bigint NOT NULL,
    popularity bigint DEFAULT 0 NOT NULL,
    rating_sum bigint DEFAULT 0 NOT NULL,
    rating_count bigint DEFAULT 0 NOT NULL,
    active boolean NOT NULL,
    archived_at bigint,
    version bigint DEFAULT 1 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    extra_groups bigint DEFAULT 0 NOT NULL,
    step_qty bigint DEFAULT 1 NOT NULL,
    unit_grams bigint DEFAULT 0 NOT NULL,
    CONSTRAINT products_check CHECK (((archived_at IS NULL) OR (NOT active))),
    CONSTRAINT products_max_qty_check CHECK ((max_qty >= 0)),
    CONSTRAINT products_min_qty_check CHECK ((min_qty >= 1)),
    CONSTRAINT products_step_qty_check CHECK ((step_qty >= 1)),
    CONSTRAINT products_unit_grams_check CHECK ((unit_grams = ANY (ARRAY[(0)::bigint, (10)::bigint, (20)::bigint, (25)::bigint, (40)::bigint, (50)::bigint, (100)::bigint, (125)::bigint, (200)::bigint, (250)::bigint, (500)::bigint, (1000)::bigint]))),
    CONSTRAINT products_vat_bp_check CHECK (((vat_bp >= 0) AND (vat_bp <= 10000)))
);
CREATE TABLE public.push_subscriptions (
    user_id text NOT NULL,
    id text NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    lang text NOT NULL,
    created_at bigint NOT NULL,
    session_id text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.quotation_customers (
    user_id text NOT NULL,
    asked_at bigint NOT NULL
);
CREATE TABLE public.quotation_events (
    quotation_id text NOT NULL,
    seq bigint NOT NULL,
    from_state text,
    to_state text NOT NULL,
    version bigint NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    note text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.quotation_lines (
    quotation_id text NOT NULL,
    id text NOT NULL,
    variant_id text NOT NULL,
    product_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    variant_en text NOT NULL,
    variant_ar text NOT NULL,
    image text NOT NULL,
    qty bigint NOT NULL,
    extras text DEFAULT ''::text NOT NULL,
    extras_price bigint DEFAULT 0 NOT NULL,
    unit_grams bigint DEFAULT 0 NOT NULL,
    CONSTRAINT quotation_lines_qty_check CHECK ((qty > 0))
);
CREATE TABLE public.quotation_offers (
    quotation_id text NOT NULL,
    version bigint NOT NULL,
    staff_id text NOT NULL,
    delivery_fee bigint NOT NULL,
    note text NOT NULL,
    items_total bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    steps text NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT quotation_offers_delivery_fee_check CHECK ((delivery_fee >= 0)),
    CONSTRAINT quotation_offers_tax_check CHECK ((tax >= 0))
);
CREATE TABLE public.quotation_prices (
    quotation_id text NOT NULL,
    version bigint NOT NULL,
    line_id text NOT NULL,
    unit_price bigint NOT NULL,
    list_price bigint NOT NULL,
    vat_bp bigint NOT NULL,
    CONSTRAINT quotation_prices_unit_price_check CHECK ((unit_price >= 0))
);
CREATE TABLE public.quotation_proposals (
    quotation_id text NOT NULL,
    id text NOT NULL,
    staff_id text NOT NULL,
    seq bigint NOT NULL,
    units text NOT NULL,
    delivery_fee bigint NOT NULL,
    days bigint NOT NULL,
    note text NOT NULL,
    below bigint NOT NULL,
    declined_by text,
    declined_why text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT quotation_proposals_delivery_fee_check CHECK ((delivery_fee >= 0))
);
CREATE TABLE public.quotations (
    id text NOT NULL,
    number text NOT NULL,
    user_id text NOT NULL,
    branch_id text NOT NULL,
    store_id text NOT NULL,
    service_id text NOT NULL,
    district_id text NOT NULL,
    state text NOT NULL,
    event_seq bigint NOT NULL,
    version bigint NOT NULL,
    company_name text NOT NULL,
    tax_id text NOT NULL,
    note text NOT NULL,
    lang text NOT NULL,
    expires_at bigint,
    order_id text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.rate_counters (
    key text NOT NULL,
    window_at bigint NOT NULL,
    used bigint NOT NULL
);
CREATE TABLE public.rating_votes (
    rating_id text NOT NULL,
    user_id text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.ratings (
    id text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    branch_id text NOT NULL,
    user_id text NOT NULL,
    order_id text NOT NULL,
    line_id text NOT NULL,
    stars bigint NOT NULL,
    delivery_stars bigint,
    text text NOT NULL,
    photos bigint DEFAULT 0 NOT NULL,
    helpful bigint DEFAULT 0 NOT NULL,
    answer text,
    answered_by text,
    answered_at bigint,
    hidden_at bigint,
    hidden_reason text,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT ratings_delivery_stars_check CHECK (((delivery_stars >= 1) AND (delivery_stars <= 5))),
    CONSTRAINT ratings_stars_check CHECK (((stars >= 1) AND (stars <= 5)))
);
CREATE TABLE public.referral_codes (
    code text NOT NULL,
    user_id text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.referral_commissions (
    referrer_id text NOT NULL,
    order_id text NOT NULL,
    friend_id text NOT NULL,
    referral_id text NOT NULL,
    rate_bp bigint NOT NULL,
    purchase bigint NOT NULL,
    amount bigint NOT NULL,
    state text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    due_at bigint NOT NULL,
    paid_at bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.referral_months (
    user_id text NOT NULL,
    month text NOT NULL,
    rewards bigint NOT NULL,
    commission bigint NOT NULL
);
CREATE TABLE public.referral_signals (
    kind text NOT NULL,
    value text NOT NULL,
    user_id text NOT NULL,
    seen_at bigint NOT NULL
);
CREATE TABLE public.referrals (
    friend_id text NOT NULL,
    id text NOT NULL,
    referrer_id text NOT NULL,
    code text NOT NULL,
    state text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    cleared text DEFAULT '[]'::text NOT NULL,
    evidence text DEFAULT '[]'::text NOT NULL,
    reward_referrer bigint NOT NULL,
    reward_friend bigint NOT NULL,
    rate_bp bigint NOT NULL,
    window_days bigint NOT NULL,
    commission_until bigint NOT NULL,
    order_id text,
    due_at bigint,
    paid_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.refunds (
    id text NOT NULL,
    payment_id text NOT NULL,
    order_id text NOT NULL,
    amount bigint NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    gateway_ref text,
    source text NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    way text DEFAULT 'card'::text NOT NULL,
    user_id text DEFAULT ''::text NOT NULL,
    bank text DEFAULT ''::text NOT NULL,
    points bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.registration_tickets (
    ticket_hash text NOT NULL,
    phone text NOT NULL,
    challenge_id text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.reservations (
    branch_id text NOT NULL,
    variant_id text NOT NULL,
    order_id text NOT NULL,
    qty bigint NOT NULL,
    counted boolean DEFAULT true NOT NULL,
    state text NOT NULL,
    expires_at bigint,
    created_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT reservations_qty_check CHECK ((qty > 0))
);
CREATE TABLE public.return_events (
    return_id text NOT NULL,
    seq bigint NOT NULL,
    from_state text,
    to_state text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.return_lines (
    return_id text NOT NULL,
    id text NOT NULL,
    order_id text NOT NULL,
    line_id text NOT NULL,
    qty bigint NOT NULL,
    reason_id text NOT NULL,
    defective boolean NOT NULL,
    comment text DEFAULT ''::text NOT NULL,
    CONSTRAINT return_lines_qty_check CHECK ((qty > 0))
);
CREATE TABLE public.return_payouts (
    return_id text NOT NULL,
    way text NOT NULL,
    source text NOT NULL,
    amount bigint NOT NULL,
    done_at bigint,
    CONSTRAINT return_payouts_amount_check CHECK ((amount > 0))
);
CREATE TABLE public.return_reasons (
    id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    needs_comment boolean NOT NULL,
    needs_photo boolean NOT NULL,
    defective boolean NOT NULL,
    sort bigint NOT NULL
);
CREATE TABLE public.return_rules (
    target text NOT NULL,
    slug text NOT NULL,
    as_new_hours bigint NOT NULL,
    defective_hours bigint NOT NULL,
    kind text NOT NULL,
    CONSTRAINT return_rules_as_new_hours_check CHECK ((as_new_hours >= 0)),
    CONSTRAINT return_rules_defective_hours_check CHECK ((defective_hours >= 0))
);
CREATE TABLE public.return_units (
    order_id text NOT NULL,
    line_id text NOT NULL,
    unit bigint NOT NULL,
    return_id text NOT NULL,
    return_line_id text NOT NULL,
    gross bigint NOT NULL,
    discount bigint NOT NULL,
    outcome text,
    why text DEFAULT ''::text NOT NULL,
    live boolean NOT NULL,
    CONSTRAINT return_units_unit_check CHECK ((unit > 0))
);
CREATE TABLE public.returns (
    id text NOT NULL,
    number text NOT NULL,
    user_id text NOT NULL,
    branch_id text NOT NULL,
    order_id text NOT NULL,
    order_number text NOT NULL,
    state text NOT NULL,
    event_seq bigint NOT NULL,
    refund_to text NOT NULL,
    bank text,
    bank_masked text DEFAULT ''::text NOT NULL,
    address text NOT NULL,
    pickup_from bigint NOT NULL,
    pickup_to bigint NOT NULL,
    currency text NOT NULL,
    gross bigint NOT NULL,
    discount bigint NOT NULL,
    delivery bigint NOT NULL,
    refund bigint NOT NULL,
    inspected_by text,
    settled_by text,
    lang text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT returns_check CHECK ((refund = ((gross - discount) + delivery)))
);
CREATE TABLE public.sandbox_intents (
    id text NOT NULL,
    reference text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    return_url text NOT NULL,
    notify_url text NOT NULL,
    declines bigint DEFAULT 0 NOT NULL,
    expires_at bigint NOT NULL,
    card_last4 text,
    refunded bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    paid_at bigint
);
CREATE TABLE public.sandbox_refunds (
    id text NOT NULL,
    intent_id text NOT NULL,
    key text NOT NULL,
    amount bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.schema_migrations (
    version bigint NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.services (
    id text NOT NULL,
    slug text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    tagline_en text NOT NULL,
    tagline_ar text NOT NULL,
    image text NOT NULL,
    tint text NOT NULL,
    promise text NOT NULL,
    promise_days bigint DEFAULT 2 NOT NULL,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    archived_at bigint,
    CONSTRAINT services_promise_check CHECK ((promise = ANY (ARRAY['minutes'::text, 'days'::text]))),
    CONSTRAINT services_promise_days_check CHECK ((promise_days >= 0)),
    CONSTRAINT services_tint_check CHECK ((tint = ANY (ARRAY['food'::text, 'grocery'::text, 'general'::text])))
);
CREATE TABLE public.sessions (
    token_hash text NOT NULL,
    id text NOT NULL,
    user_id text NOT NULL,
    challenge_id text,
    user_agent text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    revoked_at bigint
);
CREATE TABLE public.settings (
    key text NOT NULL,
    value text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.slot_bookings (
    branch_id text NOT NULL,
    slot_at bigint NOT NULL,
    used bigint NOT NULL,
    CONSTRAINT slot_bookings_used_check CHECK ((used >= 0))
);
CREATE TABLE public.staff (
    id text NOT NULL,
    email text,
    name text NOT NULL,
    role text NOT NULL,
    password_hash text NOT NULL,
    lang text DEFAULT 'ar'::text NOT NULL,
    disabled_at bigint,
    owner_until bigint,
    created_at bigint NOT NULL,
    phone text,
    signed_in_at bigint,
    temporary_until bigint,
    totp_secret bytea,
    totp_since bigint,
    totp_step bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    CONSTRAINT staff_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'manager'::text, 'picker'::text, 'support'::text, 'finance'::text, 'courier'::text])))
);
CREATE TABLE public.staff_branches (
    staff_id text NOT NULL,
    branch_id text NOT NULL
);
CREATE TABLE public.staff_devices (
    secret_hash text NOT NULL,
    staff_id text NOT NULL,
    id text NOT NULL,
    last_used_at bigint NOT NULL
);
CREATE TABLE public.staff_invitations (
    id text NOT NULL,
    token_hash text NOT NULL,
    name text NOT NULL,
    email text,
    phone text,
    role text NOT NULL,
    branches text DEFAULT '[]'::text NOT NULL,
    invited_by text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    CONSTRAINT staff_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'manager'::text, 'picker'::text, 'support'::text, 'finance'::text, 'courier'::text])))
);
CREATE TABLE public.staff_recovery_codes (
    staff_id text NOT NULL,
    code_hash text NOT NULL,
    used_at bigint
);
CREATE TABLE public.staff_sessions (
    token_hash text NOT NULL,
    id text NOT NULL,
    staff_id text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    revoked_at bigint,
    user_agent text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.stock (
    branch_id text NOT NULL,
    variant_id text NOT NULL,
    on_hand bigint NOT NULL,
    reserved bigint NOT NULL,
    counted boolean DEFAULT true NOT NULL,
    out_until bigint,
    warn_at bigint DEFAULT 0 NOT NULL,
    CONSTRAINT stock_check CHECK ((reserved <= on_hand)),
    CONSTRAINT stock_on_hand_check CHECK ((on_hand >= 0)),
    CONSTRAINT stock_reserved_check CHECK ((reserved >= 0)),
    CONSTRAINT stock_warn_at_check CHECK ((warn_at >= 0))
);
CREATE TABLE public.stock_moves (
    branch_id text NOT NULL,
    variant_id text NOT NULL,
    id text NOT NULL,
    qty bigint NOT NULL,
    reason text NOT NULL,
    source text NOT NULL,
    at bigint NOT NULL,
    staff_id text DEFAULT ''::text NOT NULL,
    fault text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.stores (
    id text NOT NULL,
    slug text NOT NULL,
    service_id text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL,
    about_en text DEFAULT ''::text NOT NULL,
    about_ar text DEFAULT ''::text NOT NULL,
    image text NOT NULL,
    cover text DEFAULT ''::text NOT NULL,
    legal_name text DEFAULT ''::text NOT NULL,
    tax_number text DEFAULT ''::text NOT NULL,
    main_branch_id text NOT NULL,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    archived_at bigint,
    commission_bp bigint DEFAULT 0 NOT NULL,
    delivers text DEFAULT 'shop'::text NOT NULL
);
CREATE TABLE public.tags (
    slug text NOT NULL,
    name_en text NOT NULL,
    name_ar text NOT NULL
);
CREATE TABLE public.ticket_messages (
    ticket_id text NOT NULL,
    seq bigint NOT NULL,
    author text NOT NULL,
    staff_id text NOT NULL,
    staff_name text NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.tickets (
    user_id text NOT NULL,
    id text NOT NULL,
    number text NOT NULL,
    name text NOT NULL,
    phone text NOT NULL,
    email text NOT NULL,
    lang text NOT NULL,
    subject text NOT NULL,
    category text NOT NULL,
    order_id text,
    state text NOT NULL,
    seq bigint NOT NULL,
    read_seq bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    closed_at bigint,
    CONSTRAINT tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);
CREATE TABLE public.topups (
    id text NOT NULL,
    user_id text NOT NULL,
    key text NOT NULL,
    amount bigint NOT NULL,
    lang text NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT topups_amount_check CHECK ((amount > 0))
);
CREATE TABLE public.user_emails (
    email text NOT NULL,
    user_id text NOT NULL
);
CREATE TABLE public.user_phones (
    phone text NOT NULL,
    user_id text NOT NULL
);
CREATE TABLE public.user_words (
    word text NOT NULL,
    user_id text NOT NULL
);
CREATE TABLE public.users (
    id text NOT NULL,
    phone text NOT NULL,
    name text NOT NULL,
    email text,
    email_verified_at bigint,
    company_name text,
    birthdate text,
    gender text,
    photo text,
    password_hash text,
    lang text DEFAULT 'ar'::text NOT NULL,
    referral_code text,
    blocked_at bigint,
    terms_accepted_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    erased_at bigint,
    block_version bigint DEFAULT 0 NOT NULL,
    CONSTRAINT users_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text])))
);
CREATE TABLE public.variants (
    id text NOT NULL,
    product_id text NOT NULL,
    sku text NOT NULL,
    choices text DEFAULT '{}'::text NOT NULL,
    name_en text DEFAULT ''::text NOT NULL,
    name_ar text DEFAULT ''::text NOT NULL,
    image text,
    active boolean NOT NULL,
    sort bigint NOT NULL,
    barcode text DEFAULT ''::text NOT NULL,
    weight_grams bigint DEFAULT 0 NOT NULL,
    CONSTRAINT variants_weight_grams_check CHECK ((weight_grams >= 0))
);
CREATE TABLE public.wallet_entries (
    user_id text NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    amount bigint NOT NULL,
    status text NOT NULL,
    source text NOT NULL,
    order_id text,
    note text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    done_at bigint
);
CREATE TABLE public.wallet_grants (
    id text NOT NULL,
    user_id text NOT NULL,
    amount bigint NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    asked_by text NOT NULL,
    key text NOT NULL,
    decided_by text,
    created_at bigint NOT NULL,
    decided_at bigint,
    CONSTRAINT wallet_grants_amount_check CHECK ((amount > 0))
);
-- keys and indexes, made after the rows
ALTER TABLE ONLY public.addresses
    ADD CONSTRAINT addresses_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.backups
    ADD CONSTRAINT backups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.banners
    ADD CONSTRAINT banners_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.block_products
    ADD CONSTRAINT block_products_pkey PRIMARY KEY (block_id, product_id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.branch_exceptions
    ADD CONSTRAINT branch_exceptions_pkey PRIMARY KEY (branch_id, day);
ALTER TABLE ONLY public.branch_prices
    ADD CONSTRAINT branch_prices_pkey PRIMARY KEY (branch_id, variant_id);
ALTER TABLE ONLY public.branches
    ADD CONSTRAINT branches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.branches
    ADD CONSTRAINT branches_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.bulk_runs
    ADD CONSTRAINT bulk_runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.cart_items
    ADD CONSTRAINT cart_items_pkey PRIMARY KEY (cart_id, id);
ALTER TABLE ONLY public.carts
    ADD CONSTRAINT carts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.cash_handed
    ADD CONSTRAINT cash_handed_pkey PRIMARY KEY (order_id);
ALTER TABLE ONLY public.cash_handovers
    ADD CONSTRAINT cash_handovers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.cash_open
    ADD CONSTRAINT cash_open_pkey PRIMARY KEY (order_id);
ALTER TABLE ONLY public.catalog_changes
    ADD CONSTRAINT catalog_changes_pkey PRIMARY KEY (version, kind, ref, branch_id, aspect);
ALTER TABLE ONLY public.catalog_version
    ADD CONSTRAINT catalog_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.certificates
    ADD CONSTRAINT certificates_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_pkey PRIMARY KEY (user_id, seq);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.coupon_customers
    ADD CONSTRAINT coupon_customers_pkey PRIMARY KEY (coupon_id, user_id);
ALTER TABLE ONLY public.coupon_redemptions
    ADD CONSTRAINT coupon_redemptions_pkey PRIMARY KEY (coupon_id, order_id);
ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_code_key UNIQUE (code);
ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.currencies
    ADD CONSTRAINT currencies_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.currency_rates
    ADD CONSTRAINT currency_rates_pkey PRIMARY KEY (code, seq);
ALTER TABLE ONLY public.default_addresses
    ADD CONSTRAINT default_addresses_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.delivery_zones
    ADD CONSTRAINT delivery_zones_pkey PRIMARY KEY (branch_id, district_id, priority);
ALTER TABLE ONLY public.districts
    ADD CONSTRAINT districts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.extra_groups
    ADD CONSTRAINT extra_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.extra_outs
    ADD CONSTRAINT extra_outs_pkey PRIMARY KEY (branch_id, extra_id);
ALTER TABLE ONLY public.extras
    ADD CONSTRAINT extras_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.favourite_cursor
    ADD CONSTRAINT favourite_cursor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.favourite_digests
    ADD CONSTRAINT favourite_digests_pkey PRIMARY KEY (user_id, day);
ALTER TABLE ONLY public.favourite_news
    ADD CONSTRAINT favourite_news_pkey PRIMARY KEY (user_id, ref, what, change);
ALTER TABLE ONLY public.favourites
    ADD CONSTRAINT favourites_pkey PRIMARY KEY (user_id, kind, ref);
ALTER TABLE ONLY public.first_branch
    ADD CONSTRAINT first_branch_pkey PRIMARY KEY (one);
ALTER TABLE ONLY public.given_days
    ADD CONSTRAINT given_days_pkey PRIMARY KEY (who, day);
ALTER TABLE ONLY public.given_hands
    ADD CONSTRAINT given_hands_pkey PRIMARY KEY (object, part, hand);
ALTER TABLE ONLY public.given
    ADD CONSTRAINT given_pkey PRIMARY KEY (object, part);
ALTER TABLE ONLY public.governorates
    ADD CONSTRAINT governorates_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.had_offers
    ADD CONSTRAINT had_offers_pkey PRIMARY KEY (user_id, offer);
ALTER TABLE ONLY public.hour_range_branches
    ADD CONSTRAINT hour_range_branches_pkey PRIMARY KEY (range_id, branch_id);
ALTER TABLE ONLY public.hour_ranges
    ADD CONSTRAINT hour_ranges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (caller, operation, key);
ALTER TABLE ONLY public.import_changes
    ADD CONSTRAINT import_changes_pkey PRIMARY KEY (import_id, seq);
ALTER TABLE ONLY public.import_mappings
    ADD CONSTRAINT import_mappings_pkey PRIMARY KEY (header);
ALTER TABLE ONLY public.import_results
    ADD CONSTRAINT import_results_pkey PRIMARY KEY (import_id, phase, n);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_unique_key_key UNIQUE (unique_key);
ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, secret_hash);
ALTER TABLE ONLY public.ledger_balances
    ADD CONSTRAINT ledger_balances_pkey PRIMARY KEY (account, currency);
ALTER TABLE ONLY public.ledger_postings
    ADD CONSTRAINT ledger_postings_pkey PRIMARY KEY (transaction_id, line);
ALTER TABLE ONLY public.ledger_transactions
    ADD CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_transactions
    ADD CONSTRAINT ledger_transactions_source_key UNIQUE (source);
ALTER TABLE ONLY public.loyalty_rates
    ADD CONSTRAINT loyalty_rates_pkey PRIMARY KEY (service_id);
ALTER TABLE ONLY public.loyalty_terms
    ADD CONSTRAINT loyalty_terms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.media
    ADD CONSTRAINT media_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.media_uses
    ADD CONSTRAINT media_uses_pkey PRIMARY KEY (name, kind, ref);
ALTER TABLE ONLY public.menus
    ADD CONSTRAINT menus_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.name_waits
    ADD CONSTRAINT name_waits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.name_waits
    ADD CONSTRAINT name_waits_product_id_key UNIQUE (product_id);
ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.order_events
    ADD CONSTRAINT order_events_pkey PRIMARY KEY (order_id, seq);
ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_pkey PRIMARY KEY (order_id, id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_number_key UNIQUE (number);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.otp_challenges
    ADD CONSTRAINT otp_challenges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.otp_phones
    ADD CONSTRAINT otp_phones_pkey PRIMARY KEY (phone);
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.past_names
    ADD CONSTRAINT past_names_pkey PRIMARY KEY (product_id, version, variant_id);
ALTER TABLE ONLY public.past_offers
    ADD CONSTRAINT past_offers_pkey PRIMARY KEY (offer, phone_hash);
ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pkey PRIMARY KEY (gateway, event_id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.paymob_intents
    ADD CONSTRAINT paymob_intents_order_id_key UNIQUE (order_id);
ALTER TABLE ONLY public.paymob_intents
    ADD CONSTRAINT paymob_intents_pkey PRIMARY KEY (reference);
ALTER TABLE ONLY public.paymob_intents
    ADD CONSTRAINT paymob_intents_transaction_id_key UNIQUE (transaction_id);
ALTER TABLE ONLY public.paymob_refunds
    ADD CONSTRAINT paymob_refunds_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.photos
    ADD CONSTRAINT photos_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.points_accounts
    ADD CONSTRAINT points_accounts_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.points_earned
    ADD CONSTRAINT points_earned_pkey PRIMARY KEY (user_id, order_id);
ALTER TABLE ONLY public.points_entries
    ADD CONSTRAINT points_entries_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.points_lots
    ADD CONSTRAINT points_lots_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.points_uses
    ADD CONSTRAINT points_uses_pkey PRIMARY KEY (user_id, lot_id, source);
ALTER TABLE ONLY public.policy_acceptances
    ADD CONSTRAINT policy_acceptances_pkey PRIMARY KEY (user_id, version);
ALTER TABLE ONLY public.post_tags
    ADD CONSTRAINT post_tags_pkey PRIMARY KEY (post_id, slug);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.price_marks
    ADD CONSTRAINT price_marks_pkey PRIMARY KEY (branch_id, variant_id, version);
ALTER TABLE ONLY public.price_waits
    ADD CONSTRAINT price_waits_branch_id_variant_id_key UNIQUE (branch_id, variant_id);
ALTER TABLE ONLY public.price_waits
    ADD CONSTRAINT price_waits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.product_extras
    ADD CONSTRAINT product_extras_pkey PRIMARY KEY (product_id, group_id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint);
ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.quotation_customers
    ADD CONSTRAINT quotation_customers_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.quotation_events
    ADD CONSTRAINT quotation_events_pkey PRIMARY KEY (quotation_id, seq);
ALTER TABLE ONLY public.quotation_lines
    ADD CONSTRAINT quotation_lines_pkey PRIMARY KEY (quotation_id, id);
ALTER TABLE ONLY public.quotation_offers
    ADD CONSTRAINT quotation_offers_pkey PRIMARY KEY (quotation_id, version);
ALTER TABLE ONLY public.quotation_prices
    ADD CONSTRAINT quotation_prices_pkey PRIMARY KEY (quotation_id, version, line_id);
ALTER TABLE ONLY public.quotation_proposals
    ADD CONSTRAINT quotation_proposals_id_key UNIQUE (id);
ALTER TABLE ONLY public.quotation_proposals
    ADD CONSTRAINT quotation_proposals_pkey PRIMARY KEY (quotation_id);
ALTER TABLE ONLY public.quotations
    ADD CONSTRAINT quotations_number_key UNIQUE (number);
ALTER TABLE ONLY public.quotations
    ADD CONSTRAINT quotations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rate_counters
    ADD CONSTRAINT rate_counters_pkey PRIMARY KEY (key, window_at);
ALTER TABLE ONLY public.rating_votes
    ADD CONSTRAINT rating_votes_pkey PRIMARY KEY (rating_id, user_id);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.referral_codes
    ADD CONSTRAINT referral_codes_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.referral_codes
    ADD CONSTRAINT referral_codes_user_id_key UNIQUE (user_id);
ALTER TABLE ONLY public.referral_commissions
    ADD CONSTRAINT referral_commissions_pkey PRIMARY KEY (referrer_id, order_id);
ALTER TABLE ONLY public.referral_months
    ADD CONSTRAINT referral_months_pkey PRIMARY KEY (user_id, month);
ALTER TABLE ONLY public.referral_signals
    ADD CONSTRAINT referral_signals_pkey PRIMARY KEY (kind, value, user_id);
ALTER TABLE ONLY public.referrals
    ADD CONSTRAINT referrals_id_key UNIQUE (id);
ALTER TABLE ONLY public.referrals
    ADD CONSTRAINT referrals_pkey PRIMARY KEY (friend_id);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_source_key UNIQUE (source);
ALTER TABLE ONLY public.registration_tickets
    ADD CONSTRAINT registration_tickets_challenge_id_key UNIQUE (challenge_id);
ALTER TABLE ONLY public.registration_tickets
    ADD CONSTRAINT registration_tickets_pkey PRIMARY KEY (ticket_hash);
ALTER TABLE ONLY public.reservations
    ADD CONSTRAINT reservations_pkey PRIMARY KEY (branch_id, variant_id, order_id);
ALTER TABLE ONLY public.return_events
    ADD CONSTRAINT return_events_pkey PRIMARY KEY (return_id, seq);
ALTER TABLE ONLY public.return_lines
    ADD CONSTRAINT return_lines_pkey PRIMARY KEY (return_id, id);
ALTER TABLE ONLY public.return_payouts
    ADD CONSTRAINT return_payouts_pkey PRIMARY KEY (return_id, way);
ALTER TABLE ONLY public.return_payouts
    ADD CONSTRAINT return_payouts_source_key UNIQUE (source);
ALTER TABLE ONLY public.return_reasons
    ADD CONSTRAINT return_reasons_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.return_rules
    ADD CONSTRAINT return_rules_pkey PRIMARY KEY (target, slug);
ALTER TABLE ONLY public.return_units
    ADD CONSTRAINT return_units_pkey PRIMARY KEY (return_id, line_id, unit);
ALTER TABLE ONLY public.returns
    ADD CONSTRAINT returns_number_key UNIQUE (number);
ALTER TABLE ONLY public.returns
    ADD CONSTRAINT returns_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sandbox_intents
    ADD CONSTRAINT sandbox_intents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_key_key UNIQUE (key);
ALTER TABLE ONLY public.sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.services
    ADD CONSTRAINT services_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.services
    ADD CONSTRAINT services_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_challenge_id_key UNIQUE (challenge_id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_id_key UNIQUE (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.slot_bookings
    ADD CONSTRAINT slot_bookings_pkey PRIMARY KEY (branch_id, slot_at);
ALTER TABLE ONLY public.staff_branches
    ADD CONSTRAINT staff_branches_pkey PRIMARY KEY (staff_id, branch_id);
ALTER TABLE ONLY public.staff_devices
    ADD CONSTRAINT staff_devices_id_key UNIQUE (id);
ALTER TABLE ONLY public.staff_devices
    ADD CONSTRAINT staff_devices_pkey PRIMARY KEY (secret_hash, staff_id);
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_email_key UNIQUE (email);
ALTER TABLE ONLY public.staff_invitations
    ADD CONSTRAINT staff_invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.staff_invitations
    ADD CONSTRAINT staff_invitations_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_phone_key UNIQUE (phone);
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT staff_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.staff_recovery_codes
    ADD CONSTRAINT staff_recovery_codes_pkey PRIMARY KEY (staff_id, code_hash);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_id_key UNIQUE (id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.stock_moves
    ADD CONSTRAINT stock_moves_pkey PRIMARY KEY (branch_id, variant_id, id);
ALTER TABLE ONLY public.stock
    ADD CONSTRAINT stock_pkey PRIMARY KEY (branch_id, variant_id);
ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.ticket_messages
    ADD CONSTRAINT ticket_messages_pkey PRIMARY KEY (ticket_id, seq);
ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_number_key UNIQUE (number);
ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.topups
    ADD CONSTRAINT topups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_emails
    ADD CONSTRAINT user_emails_pkey PRIMARY KEY (email);
ALTER TABLE ONLY public.user_phones
    ADD CONSTRAINT user_phones_pkey PRIMARY KEY (phone);
ALTER TABLE ONLY public.user_words
    ADD CONSTRAINT user_words_pkey PRIMARY KEY (word, user_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_sku_key UNIQUE (sku);
ALTER TABLE ONLY public.wallet_entries
    ADD CONSTRAINT wallet_entries_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.wallet_grants
    ADD CONSTRAINT wallet_grants_pkey PRIMARY KEY (id);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_object ON public.audit_log USING btree (object, at, id);
CREATE INDEX audit_log_staff ON public.audit_log USING btree (staff_id, at DESC, id DESC);
CREATE UNIQUE INDEX backups_one ON public.backups USING btree (state) WHERE (state = 'running'::text);
CREATE INDEX backups_recent ON public.backups USING btree (started_at, id);
CREATE INDEX branch_prices_offers ON public.branch_prices USING btree (product_id) WHERE (offer_price IS NOT NULL);
CREATE INDEX branch_prices_product ON public.branch_prices USING btree (product_id, branch_id, variant_id);
CREATE INDEX branches_in_order ON public.branches USING btree (sort, id);
CREATE INDEX branches_service ON public.branches USING btree (service_id, sort, id);
CREATE INDEX branches_store ON public.branches USING btree (store_id, sort, id);
CREATE INDEX bulk_runs_started ON public.bulk_runs USING btree (started_at);
CREATE UNIQUE INDEX cart_items_line ON public.cart_items USING btree (cart_id, variant_id, extras);
CREATE UNIQUE INDEX carts_active ON public.carts USING btree (owner, service_id) WHERE (state = 'active'::text);
CREATE INDEX carts_owner ON public.carts USING btree (owner, service_id, id);
CREATE INDEX carts_parked ON public.carts USING btree (updated_at, id) WHERE (state = 'parked'::text);
CREATE INDEX cash_handed_handover ON public.cash_handed USING btree (handover_id, order_id);
CREATE INDEX cash_handovers_newest ON public.cash_handovers USING btree (branch_id, at, id);
CREATE INDEX cash_open_holder ON public.cash_open USING btree (branch_id, courier_id, order_id);
CREATE INDEX categories_service ON public.categories USING btree (service_id, sort, id);
CREATE INDEX coupon_redemptions_recent ON public.coupon_redemptions USING btree (coupon_id, created_at, order_id);
CREATE INDEX coupons_changed ON public.coupons USING btree (updated_at, id);
CREATE INDEX coupons_listed ON public.coupons USING btree (id) WHERE (listed AND active);
CREATE INDEX delivery_zones_district ON public.delivery_zones USING btree (district_id, branch_id);
CREATE INDEX extra_groups_store ON public.extra_groups USING btree (store_id, id);
CREATE INDEX extra_outs_extra ON public.extra_outs USING btree (extra_id);
CREATE INDEX extras_group ON public.extras USING btree (group_id, sort, id);
CREATE INDEX favourite_news_untold ON public.favourite_news USING btree (user_id, ref) WHERE (told_day IS NULL);
CREATE INDEX favourites_newest ON public.favourites USING btree (user_id, kind, created_at DESC, ref);
CREATE INDEX favourites_ref ON public.favourites USING btree (ref, kind, user_id);
CREATE INDEX given_days_lines ON public.given USING btree (day, giver);
CREATE INDEX hour_ranges_in_order ON public.hour_ranges USING btree (starts_on DESC, id);
CREATE INDEX idempotency_old ON public.idempotency USING btree (keep_until);
CREATE INDEX idempotency_subject ON public.idempotency USING btree (subject);
CREATE INDEX import_results_grp ON public.import_results USING btree (import_id, phase, grp);
CREATE INDEX import_results_outcome ON public.import_results USING btree (import_id, phase, outcome, n);
CREATE INDEX imports_newest ON public.imports USING btree (started_at DESC, id DESC);
CREATE INDEX jobs_dead ON public.jobs USING btree (dead_at, id) WHERE (dead_at IS NOT NULL);
CREATE INDEX jobs_done ON public.jobs USING btree (done_at, id) WHERE (done_at IS NOT NULL);
CREATE INDEX jobs_due ON public.jobs USING btree (run_at, id) WHERE ((done_at IS NULL) AND (dead_at IS NULL));
CREATE INDEX known_devices_old ON public.known_devices USING btree (seen_at);
CREATE INDEX known_devices_secret ON public.known_devices USING btree (secret_hash);
CREATE INDEX ledger_postings_account ON public.ledger_postings USING btree (account, currency, transaction_id);
CREATE INDEX media_newest ON public.media USING btree (created_at DESC, name DESC);
CREATE INDEX media_unused ON public.media USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX media_uses_ref ON public.media_uses USING btree (kind, ref);
CREATE INDEX menus_store ON public.menus USING btree (store_id, id);
CREATE INDEX messages_dead ON public.messages USING btree (created_at, id) WHERE (state = ANY (ARRAY['failed'::text, 'undelivered'::text]));
CREATE INDEX messages_recent ON public.messages USING btree (created_at, id);
CREATE UNIQUE INDEX messages_ref ON public.messages USING btree (provider, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE UNIQUE INDEX messages_replaces ON public.messages USING btree (replaces) WHERE (replaces IS NOT NULL);
CREATE INDEX messages_user ON public.messages USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX name_waits_oldest ON public.name_waits USING btree (asked_at, id);
CREATE INDEX notices_newest ON public.notices USING btree (user_id, created_at, id);
CREATE INDEX notices_unread ON public.notices USING btree (user_id, id) WHERE (read_at IS NULL);
CREATE INDEX orders_board ON public.orders USING btree (branch_id, status, created_at, id);
CREATE INDEX orders_delivered ON public.orders USING btree (delivered_at, id) WHERE (delivered_at IS NOT NULL);
CREATE INDEX orders_expiring ON public.orders USING btree (expires_at, id) WHERE (status = 'draft'::text);
CREATE INDEX orders_newest ON public.orders USING btree (created_at, id);
CREATE INDEX orders_unaccepted ON public.orders USING btree (accept_by, id) WHERE (status = 'pending'::text);
CREATE INDEX orders_updated ON public.orders USING btree (branch_id, updated_at, id);
CREATE INDEX orders_user ON public.orders USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX otp_challenges_asker ON public.otp_challenges USING btree (asker, created_at, id);
CREATE INDEX otp_challenges_old ON public.otp_challenges USING btree (created_at);
CREATE INDEX otp_challenges_phone ON public.otp_challenges USING btree (phone, created_at, id);
CREATE INDEX past_names_barcode_code ON public.past_names USING btree (replace(replace(replace(replace(replace(upper(barcode), '-'::text, ''::text), ' '::text, ''::text), '_'::text, ''::text), '.'::text, ''::text), '/'::text, ''::text)) WHERE ((variant_id <> ''::text) AND (barcode <> ''::text));
CREATE INDEX past_names_sku_code ON public.past_names USING btree (replace(replace(replace(replace(replace(upper(sku), '-'::text, ''::text), ' '::text, ''::text), '_'::text, ''::text), '.'::text, ''::text), '/'::text, ''::text)) WHERE (variant_id <> ''::text);
CREATE INDEX past_names_until ON public.past_names USING btree (until);
CREATE INDEX past_offers_old ON public.past_offers USING btree (until_at);
CREATE UNIQUE INDEX payments_order ON public.payments USING btree (order_id, gateway);
CREATE UNIQUE INDEX payments_ref ON public.payments USING btree (gateway, gateway_ref) WHERE (gateway_ref IS NOT NULL);
CREATE INDEX payments_unsettled ON public.payments USING btree (updated_at, id) WHERE (state = ANY (ARRAY['created'::text, 'open'::text]));
CREATE UNIQUE INDEX paymob_refunds_one ON public.paymob_refunds USING btree (order_id) WHERE (state = 'asked'::text);
CREATE INDEX photos_loose ON public.photos USING btree (created_at, id) WHERE (owner IS NULL);
CREATE INDEX photos_owner ON public.photos USING btree (owner, "position", id) WHERE (owner IS NOT NULL);
CREATE INDEX photos_user ON public.photos USING btree (user_id, id);
CREATE INDEX points_entries_newest ON public.points_entries USING btree (user_id, at DESC, id DESC);
CREATE UNIQUE INDEX points_entries_source ON public.points_entries USING btree (user_id, source);
CREATE INDEX points_lots_expiring ON public.points_lots USING btree (expires_at, user_id, id) WHERE (unused > 0);
CREATE UNIQUE INDEX points_lots_source ON public.points_lots USING btree (user_id, source);
CREATE INDEX points_uses_source ON public.points_uses USING btree (user_id, source, lot_id);
CREATE INDEX price_waits_oldest ON public.price_waits USING btree (asked_at, id);
CREATE INDEX product_extras_group ON public.product_extras USING btree (group_id, product_id);
CREATE INDEX products_category ON public.products USING btree (category_id, popularity DESC, id);
CREATE INDEX products_newest ON public.products USING btree (service_id, created_at DESC, popularity DESC, id);
CREATE INDEX products_service ON public.products USING btree (service_id, popularity DESC, id);
CREATE INDEX products_shelf ON public.products USING btree (category_id, store_id) WHERE active;
CREATE INDEX products_store ON public.products USING btree (store_id, popularity DESC, id);
CREATE INDEX quotations_expiring ON public.quotations USING btree (expires_at, id) WHERE (state = ANY (ARRAY['priced'::text, 'accepted'::text]));
CREATE UNIQUE INDEX quotations_order ON public.quotations USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX quotations_queue ON public.quotations USING btree (branch_id, state, updated_at, id);
CREATE INDEX quotations_user ON public.quotations USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX rate_counters_old ON public.rate_counters USING btree (window_at);
CREATE INDEX ratings_branch ON public.ratings USING btree (branch_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX ratings_line ON public.ratings USING btree (order_id, line_id);
CREATE INDEX ratings_newest ON public.ratings USING btree (created_at DESC, id DESC);
CREATE INDEX ratings_pictured ON public.ratings USING btree (user_id) WHERE (photos > 0);
CREATE INDEX ratings_subject ON public.ratings USING btree (subject, created_at DESC, id DESC);
CREATE INDEX referral_commissions_due ON public.referral_commissions USING btree (due_at, order_id) WHERE (state = 'waiting'::text);
CREATE INDEX referral_commissions_friend ON public.referral_commissions USING btree (friend_id, order_id);
CREATE INDEX referral_signals_user ON public.referral_signals USING btree (user_id, kind, value);
CREATE INDEX referrals_due ON public.referrals USING btree (due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX referrals_held ON public.referrals USING btree (updated_at, id) WHERE (state = 'held'::text);
CREATE INDEX referrals_referrer ON public.referrals USING btree (referrer_id, created_at, id);
CREATE INDEX referrals_touched ON public.referrals USING btree (state, updated_at, id);
CREATE INDEX refunds_done ON public.refunds USING btree (updated_at, id) WHERE (state = 'done'::text);
CREATE INDEX refunds_open ON public.refunds USING btree (created_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'failed'::text]));
CREATE INDEX refunds_order ON public.refunds USING btree (order_id, id);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id, id);
CREATE INDEX refunds_waiting ON public.refunds USING btree (created_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX reservations_order ON public.reservations USING btree (order_id, variant_id);
CREATE UNIQUE INDEX return_units_once ON public.return_units USING btree (order_id, line_id, unit) WHERE live;
CREATE INDEX returns_order ON public.returns USING btree (order_id, id);
CREATE INDEX returns_queue ON public.returns USING btree (branch_id, state, created_at, id);
CREATE INDEX returns_user ON public.returns USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX sandbox_intents_reference ON public.sandbox_intents USING btree (reference);
CREATE INDEX services_in_order ON public.services USING btree (sort, id);
CREATE INDEX sessions_old ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, created_at, id);
CREATE INDEX staff_devices_staff ON public.staff_devices USING btree (staff_id, last_used_at);
CREATE INDEX staff_invitations_open ON public.staff_invitations USING btree (expires_at) WHERE (used_at IS NULL);
CREATE INDEX staff_sessions_staff ON public.staff_sessions USING btree (staff_id, created_at, id);
CREATE UNIQUE INDEX stock_moves_source ON public.stock_moves USING btree (branch_id, variant_id, reason, source);
CREATE INDEX stock_out ON public.stock USING btree (out_until) WHERE (out_until IS NOT NULL);
CREATE INDEX stores_in_order ON public.stores USING btree (sort, id);
CREATE INDEX stores_service ON public.stores USING btree (service_id, sort, id);
CREATE UNIQUE INDEX tickets_id ON public.tickets USING btree (id);
CREATE INDEX tickets_queue ON public.tickets USING btree (state, updated_at, id);
CREATE INDEX tickets_touched ON public.tickets USING btree (updated_at, id);
CREATE UNIQUE INDEX topups_key ON public.topups USING btree (user_id, key);
CREATE INDEX user_words_user ON public.user_words USING btree (user_id, word);
CREATE INDEX users_blocked ON public.users USING btree (created_at, id) WHERE ((blocked_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX users_joined ON public.users USING btree (created_at, id) WHERE (erased_at IS NULL);
CREATE INDEX variants_barcode ON public.variants USING btree (barcode) WHERE (barcode <> ''::text);
CREATE INDEX variants_barcode_code ON public.variants USING btree (replace(replace(replace(replace(replace(upper(barcode), '-'::text, ''::text), ' '::text, ''::text), '_'::text, ''::text), '.'::text, ''::text), '/'::text, ''::text)) WHERE (barcode <> ''::text);
CREATE INDEX variants_product ON public.variants USING btree (product_id, sort, id);
CREATE INDEX variants_sku_code ON public.variants USING btree (replace(replace(replace(replace(replace(upper(sku), '-'::text, ''::text), ' '::text, ''::text), '_'::text, ''::text), '.'::text, ''::text), '/'::text, ''::text));
CREATE INDEX wallet_entries_newest ON public.wallet_entries USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX wallet_entries_source ON public.wallet_entries USING btree (user_id, source);
CREATE UNIQUE INDEX wallet_grants_key ON public.wallet_grants USING btree (asked_by, key);
CREATE INDEX wallet_grants_newest ON public.wallet_grants USING btree (created_at DESC, id DESC);
ALTER TABLE ONLY public.banners
    ADD CONSTRAINT banners_district_id_fkey FOREIGN KEY (district_id) REFERENCES public.districts(id);
ALTER TABLE ONLY public.banners
    ADD CONSTRAINT banners_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id);
ALTER TABLE ONLY public.block_products
    ADD CONSTRAINT block_products_block_id_fkey FOREIGN KEY (block_id) REFERENCES public.blocks(id);
ALTER TABLE ONLY public.block_products
    ADD CONSTRAINT block_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_district_id_fkey FOREIGN KEY (district_id) REFERENCES public.districts(id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id);
ALTER TABLE ONLY public.branch_exceptions
    ADD CONSTRAINT branch_exceptions_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES public.branches(id);
ALTER TABLE ONLY public.branch_prices
    ADD CONSTRAINT branch_prices_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES public.branches(id);
ALTER TABLE ONLY public.branch_prices
    ADD CONSTRAINT branch_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.branch_prices
    ADD CONSTRAINT branch_prices_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES public.variants(id);
ALTER TABLE ONLY public.branches
    ADD CONSTRAINT branches_district_id_fkey FOREIGN KEY (district_id) REFERENCES public.districts(id);
ALTER TABLE ONLY public.branches
    ADD CONSTRAINT branches_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id);
ALTER TABLE ONLY public.branches
    ADD CONSTRAINT branches_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.categories(id);
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id);
ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.currency_rates
    ADD CONSTRAINT currency_rates_code_fkey FOREIGN KEY (code) REFERENCES public.currencies(code);
ALTER TABLE ONLY public.default_addresses
    ADD CONSTRAINT default_addresses_user_id_address_id_fkey FOREIGN KEY (user_id, address_id) REFERENCES public.addresses(user_id, id);
ALTER TABLE ONLY public.delivery_zones
    ADD CONSTRAINT delivery_zones_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES public.branches(id);
ALTER TABLE ONLY public.delivery_zones
    ADD CONSTRAINT delivery_zones_district_id_fkey FOREIGN KEY (district_id) REFERENCES public.districts(id);
ALTER TABLE ONLY public.districts
    ADD CONSTRAINT districts_governorate_id_fkey FOREIGN KEY (governorate_id) REFERENCES public.governorates(id);
ALTER TABLE ONLY public.extra_groups
    ADD CONSTRAINT extra_groups_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);
ALTER TABLE ONLY public.extra_outs
    ADD CONSTRAINT extra_outs_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES public.branches(id);
ALTER TABLE ONLY public.extra_outs
    ADD CONSTRAINT extra_outs_extra_id_fkey FOREIGN KEY (extra_id) REFERENCES public.extras(id);
ALTER TABLE ONLY public.extras
    ADD CONSTRAINT extras_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.extra_groups(id);
ALTER TABLE ONLY public.hour_range_branches
    ADD CONSTRAINT hour_range_branches_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES public.branches(id);
ALTER TABLE ONLY public.hour_range_branches
    ADD CONSTRAINT hour_range_branches_range_id_fkey FOREIGN KEY (range_id) REFERENCES public.hour_ranges(id);
ALTER TABLE ONLY public.import_changes
    ADD CONSTRAINT import_changes_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id);
ALTER TABLE ONLY public.import_results
    ADD CONSTRAINT import_results_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id);
ALTER TABLE ONLY public.menus
    ADD CONSTRAINT menus_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);
ALTER TABLE ONLY public.policy_acceptances
    ADD CONSTRAINT policy_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.post_tags
    ADD CONSTRAINT post_tags_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.posts(id);
ALTER TABLE ONLY public.post_tags
    ADD CONSTRAINT post_tags_slug_fkey FOREIGN KEY (slug) REFERENCES public.tags(slug);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.product_extras
    ADD CONSTRAINT product_extras_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.extra_groups(id);
ALTER TABLE ONLY public.product_extras
    ADD CONSTRAINT product_extras_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.categories(id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);
ALTER TABLE ONLY public.rating_votes
    ADD CONSTRAINT rating_votes_rating_id_fkey FOREIGN KEY (rating_id) REFERENCES public.ratings(id);
ALTER TABLE ONLY public.return_lines
    ADD CONSTRAINT return_lines_reason_id_fkey FOREIGN KEY (reason_id) REFERENCES public.return_reasons(id);
ALTER TABLE ONLY public.sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES public.sandbox_intents(id);
ALTER TABLE ONLY public.staff_branches
    ADD CONSTRAINT staff_branches_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES public.branches(id);
ALTER TABLE ONLY public.staff_branches
    ADD CONSTRAINT staff_branches_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);
ALTER TABLE ONLY public.staff_devices
    ADD CONSTRAINT staff_devices_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);
ALTER TABLE ONLY public.staff_invitations
    ADD CONSTRAINT staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.staff(id);
ALTER TABLE ONLY public.staff_recovery_codes
    ADD CONSTRAINT staff_recovery_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES public.staff(id);
ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id);
ALTER TABLE ONLY public.ticket_messages
    ADD CONSTRAINT ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);
ALTER TABLE ONLY public.variants
    ADD CONSTRAINT variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
