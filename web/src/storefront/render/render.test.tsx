// @vitest-environment node
import {
  Component,
  createContext,
  Fragment,
  forwardRef,
  lazy,
  memo,
  type ReactNode,
  StrictMode,
  Suspense,
  use,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
  ViewTransition,
} from "react";
import { renderToString as reactDraws } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderToString } from "./render";

/** React's own output; only a development build explains why a part suspends or fails. */
const asReact = (node: ReactNode): string =>
  reactDraws(node)
    .replace(/<template data-[^>]*>/g, "<template>")
    // Marks for streamed pages.
    .replace(/ vt-[a-z]+="[^"]*"/g, "");

const Ids = ({ children }: { children?: ReactNode }) => {
  const first = useId();
  const second = useId();
  return (
    <span id={first} aria-describedby={second}>
      {children}
    </span>
  );
};
const One = () => <i id={useId()} />;
const deep = (levels: number): ReactNode =>
  levels === 0 ? <One /> : [null, <Ids key="a">{deep(levels - 1)}</Ids>, <One key="b" />];
const listed = (levels: number): ReactNode =>
  levels === 0
    ? [<One key="1" />, <Ids key="2" />]
    : Array.from({ length: 7 }, (_, index) =>
        index === levels % 7 ? <p key="only">{listed(levels - 1)}</p> : null,
      );

const Place = createContext("nowhere");
const Where = () => `at ${useContext(Place)}`;
const WhereUsed = () => <b>{use(Place)}</b>;

const Missing = lazy(() => new Promise<{ default: () => ReactNode }>(() => {}));
const There = lazy(() => {
  const promise = Promise.resolve({ default: () => <u>there</u> });
  return Object.assign(promise, { status: "fulfilled", value: { default: () => <u>there</u> } });
});
const never = new Promise<string>(() => {});
const Awaits = () => use(never);
const known = Object.assign(Promise.resolve("known"), {
  status: "fulfilled" as const,
  value: "known",
});
const Knows = () => use(known);
const Fails = (): ReactNode => {
  throw new Error("no");
};

class Counted extends Component<{ from: number; children?: ReactNode }, { count: number }> {
  static override contextType = Place;
  static defaultProps = { from: 3 };
  static getDerivedStateFromProps = ({ from }: { from: number }) => ({ count: from + 1 });
  override state = { count: 0 };
  override render() {
    return (
      <em title={String(this.context)}>
        {this.state.count}
        {this.props.children}
      </em>
    );
  }
}

const Settles = () => {
  const [count, setCount] = useState(() => 1);
  const [sum, add] = useReducer(
    (before: number, more: number) => before + more,
    5,
    (n) => n * 2,
  );
  const ref = useRef(count);
  const twice = useMemo(() => count * 2, [count]);
  const say = useCallback(() => twice, [twice]);
  const id = useId();
  if (count < 4) {
    setCount((before) => before + 1);
    setCount((before) => before + 1);
    add(3);
  }
  useEffect(() => {
    throw new Error("effects are the browser's");
  });
  return [id, count, sum, ref.current, say()].join(" ");
};

const Rests = () => {
  const store = useSyncExternalStore(
    () => () => {},
    () => "browser",
    () => "server",
  );
  const [pending] = useTransition();
  return [store, `${pending}`, useDeferredValue("late", "first"), useDeferredValue("late")].join();
};

const Framed = forwardRef<HTMLDivElement, { label: string }>(({ label, ...rest }, ref) => (
  <div ref={ref} {...rest}>
    {label}
    {typeof ref}
  </div>
));
Framed.displayName = "Framed";
const Kept = memo(({ text }: { text: string }) => <s>{text}</s>);
Kept.displayName = "Kept";

const pictures = Array.from({ length: 14 }, (_, index) => `/p${index}.webp`);
const odd = (props: object) => <div {...props} />;
const link = (to: string, text: string) => <a href={to}>{text}</a>;

const cases: Record<string, ReactNode> = {
  "texts beside each other": (
    <p>
      a{1}
      {"b"}
      {""}c{null}
      {false}
      {true}
      {undefined}d{0}
      <b>e</b>f{"g"}
    </p>
  ),
  "texts through components": (
    <div>
      x<Where />y{["z", "", "w"]}
      <Fragment key="v">
        v<Where />
      </Fragment>
      {12n as unknown as ReactNode}
    </div>
  ),
  "what is escaped": <p title={`"&'<>`}>{`"&'<> ليمون`}</p>,
  "no text at all": <p>{""}</p>,
  "an iterable": <ul>{new Set([<li key="a">a</li>, <li key="b">b</li>])}</ul>,
  "a component that draws nothing": [null, <Fragment key="a" />, false],
  ids: (
    <div>
      <One />
      <Ids>
        <Ids>
          <One />
        </Ids>
        <One />
      </Ids>
      {[<One key="a" />, [<One key="b" />, <Ids key="c" />]]}
    </div>
  ),
  "ids below view transitions": (
    <Ids>
      <ViewTransition default="none" enter="auto">
        <Ids>{[<One key="a" />, <One key="b" />]}</Ids>
        <ViewTransition>
          <One />
        </ViewTransition>
      </ViewTransition>
      <One />
    </Ids>
  ),
  "ids deep down": deep(12),
  "ids in long lists": listed(14),
  "ids among very many": Array.from({ length: 1100 }, (_, index) =>
    index === 1098 || index === 31 ? <Ids key={index === 31 ? "a" : "b"}>{deep(3)}</Ids> : null,
  ),
  "an id after a state that settles": [<Settles key="a" />, <Settles key="b" />],
  "the other hooks": <Rests />,
  contexts: (
    <div>
      <Where />
      <Place value="home">
        <WhereUsed />
        <Place.Provider value="inner">
          <Place.Consumer>{(value) => <q>{value}</q>}</Place.Consumer>
        </Place.Provider>
        <Where />
      </Place>
      <WhereUsed />
    </div>
  ),
  classes: (
    <Place value="class">
      <Counted from={4}>!</Counted>
      <Counted />
    </Place>
  ),
  "memo, forwardRef, StrictMode": (
    <StrictMode>
      <Kept text="kept" />
      <Framed label="framed" data-a={1} />
    </StrictMode>
  ),
  "a lazy part that is there": (
    <Suspense fallback="wait">
      <There />
      <Knows />
    </Suspense>
  ),
  "a part that waits": (
    <Place value="above">
      before
      <Suspense
        fallback={
          <i>
            <Where />
            <One />
          </i>
        }
      >
        <p>
          <Place value="inside">
            <Missing />
          </Place>
        </p>
        <img src="/beside.webp" alt="" />
      </Suspense>
      after
      <One />
    </Place>
  ),
  "a part that waits within one that waits": (
    <div>
      <Suspense fallback={[<One key="a" />, "outer"]}>
        <img src="/first.webp" alt="" />
        <Suspense fallback={<img src="/inner.webp" alt="" />}>
          <Awaits />
        </Suspense>
        <Missing />
        <img src="/last.webp" alt="" />
      </Suspense>
      <Suspense fallback="second">
        <Awaits />
      </Suspense>
      <Suspense>
        <Awaits />
      </Suspense>
      <img src="/end.webp" alt="" />
    </div>
  ),
  "a part that fails": (
    <div>
      <Suspense fallback={<b>sorry</b>}>
        <Place value="lost">
          <Fails />
        </Place>
      </Suspense>
      <Where />
    </div>
  ),
  flags: (
    <form noValidate>
      {odd({ autoFocus: true })}
      <input disabled readOnly required={false} hidden />
      <video muted playsInline controls loop />
      <details open />
      <a href="/file" download>
        a
      </a>
      <a href="/file" download="name">
        b
      </a>
      <div inert hidden={false} />
    </form>
  ),
  "attributes' names": (
    <label htmlFor="a" className="b" tabIndex={-1} aria-hidden data-x={false} lang="ar" dir="rtl">
      <svg
        viewBox="0 0 1 1"
        strokeWidth={2}
        strokeLinecap="round"
        fillRule="evenodd"
        xlinkHref="#a"
      >
        <title>What it shows</title>
        <path d="M0 0" vectorEffect="none" focusable={false} />
      </svg>
    </label>
  ),
  "values that are none": odd({
    title: undefined,
    id: null,
    lang: true,
    className: () => "",
    onClick: () => {},
    onclick: "x",
    role: false,
    width: 0,
    children: undefined,
    "data-function": () => "",
    "data-object": { toString: () => "said" },
    "no name": "x",
    spellCheck: true,
    contentEditable: "true",
    suppressHydrationWarning: true,
  }),
  "figures of tables": (
    <table>
      <tbody>
        <tr>
          <td colSpan={2} rowSpan={0}>
            1
          </td>
          <td rowSpan={Number.NaN}>2</td>
        </tr>
      </tbody>
    </table>
  ),
  styles: (
    <div
      style={
        {
          width: 4,
          opacity: 0.5,
          lineHeight: 0,
          backgroundColor: " red ",
          "--own": 3,
          WebkitMaskImage: 'url("a")',
          msFilter: "x",
          color: null,
          top: "",
        } as object
      }
    >
      <p style={{}} />
    </div>
  ),
  addresses: (
    <p>
      {odd({ href: "" })}
      {link("", "Here")}
      <a href="/a?b=1&c=2">there</a>
      {link(" java\nscript:alert(1)", "script")}
      {link("javascripts", "none")}
      <iframe src="" title="empty" />
    </p>
  ),
  "form fields": (
    <form action="/go" method="post" encType="text/plain">
      <input value="v" type="text" name="n" defaultValue="d" onChange={() => {}} />
      <input type="checkbox" defaultChecked name="c" value="1" />
      <input type="radio" checked={false} readOnly />
      <input name="e" defaultValue="" maxLength={3} size={0} />
      <button name="b" type="submit" value="x" formAction="/other">
        Send
      </button>
      <textarea name="t" rows={3} defaultValue={"\n<line>"} />
      <textarea value="" readOnly />
      <select name="s" defaultValue="2" className="x">
        <option value="1">One</option>
        <optgroup label="More">
          <option value="2">Two</option>
          <option>2</option>
        </optgroup>
      </select>
      <select multiple value={["a", "c"]} onChange={() => {}}>
        <option>a</option>
        <option>b</option>
        <option value="c">{["C", 1]}</option>
      </select>
      <select>
        <option>a</option>
      </select>
    </form>
  ),
  "lines kept": (
    <div>
      <pre>{"\nfirst"}</pre>
      <pre>plain</pre>
    </div>
  ),
  // biome-ignore lint/security/noDangerouslySetInnerHtml: how it is written is what is asked.
  "inner HTML": <p dangerouslySetInnerHTML={{ __html: "<b>as it is</b>" }} />,
  "elements without content": (
    <p>
      a<br />b<hr className="x" />
      <wbr />c
    </p>
  ),
  "pictures fetched early": (
    <div>
      {pictures.map((src) => (
        <img key={src} src={src} alt="" />
      ))}
      <img src="/p12.webp" alt="" fetchPriority="high" />
      <img src="/p1.webp" alt="" />
      <img src="/urgent.webp" alt="" fetchPriority="high" sizes="10px" srcSet="/a 1x, /b 2x" />
      <img src="/lazy.webp" alt="" loading="lazy" />
      <img src="/low.webp" alt="" fetchPriority="low" />
      <img src="data:image/png,x" alt="" />
      <img src="/cross.webp" alt="" crossOrigin="anonymous" fetchPriority="high" />
      <picture>
        <source srcSet="/c.avif" type="image/avif" />
        <img src="/c.webp" alt="" />
      </picture>
      <noscript>
        <img src="/n.webp" alt="" />
      </noscript>
    </div>
  ),
};

// A development build warns about some of these cases.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each(Object.keys(cases))("%s is written as React writes it", (name) => {
  const expected = asReact(cases[name]);
  expect(renderToString(cases[name])).toBe(expected);
  // Nothing of one page leaks into the next.
  expect(renderToString(cases[name])).toBe(expected);
});

test.each<[string, ReactNode]>([
  ["waiting without a Suspense", <Missing key="a" />],
  ["a failure without a Suspense", <Fails key="a" />],
  ["what belongs to the document", <link key="a" rel="preload" href="/x" />],
  ["a form that a function answers", <form key="a" action={() => {}} />],
  ["what is no component", { nothing: true } as unknown as ReactNode],
])("%s is left to the browser", (_name, node) => {
  expect(() => renderToString(node)).toThrow();
  expect(renderToString(<Where />)).toBe("at nowhere");
});
