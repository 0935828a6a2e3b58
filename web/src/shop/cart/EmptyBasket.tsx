/** A drawing of an empty market basket, in the colours of the shop's pictures. */
export function EmptyBasket() {
  return (
    <svg viewBox="0 0 160 144" width={160} height={144} aria-hidden="true">
      <circle cx="80" cy="72" r="68" className="fill-tint-grocery" />
      <ellipse cx="80" cy="124" rx="48" ry="7" fill="#22303a" opacity=".14" />
      <path
        d="M44 66C44 22 116 22 116 66"
        fill="none"
        stroke="#7a4a26"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path
        d="M44 66C44 22 116 22 116 66"
        fill="none"
        stroke="#c98b45"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M34 68h92l-10 50a8 8 0 0 1-8 6H52a8 8 0 0 1-8-6Z" fill="#b57a45" />
      <g stroke="#7a4a26" strokeWidth="2.5" opacity=".55">
        <path d="m52 70 6 52M68 70l3 53M92 70l-3 53M108 70l-6 52" />
        <path d="M37 84h86M40 98h80M43 111h74" />
      </g>
      <g fill="#ebd3a4" opacity=".8">
        <path d="M40 87h12l1 8H41ZM71 87h18l-.5 8h-17ZM108 87h12l-2 8h-11ZM55 101h14l.5 7H56ZM91 101h14l-1 7H90Z" />
      </g>
      <rect x="28" y="60" width="104" height="14" rx="7" fill="#c98b45" />
      <rect x="28" y="60" width="104" height="5" rx="2.5" fill="#fff" opacity=".22" />
      <path d="M113 60c10-2 17-10 17-22-11 1-18 9-17 22Z" fill="#5baf3f" />
      <path d="M114 59c4-7 8-12 13-18" fill="none" stroke="#1d5b3b" strokeWidth="2" />
    </svg>
  );
}
