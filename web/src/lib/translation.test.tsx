import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { createI18n } from "./i18n";
import { TextsProvider, Trans, useTranslation } from "./translation";

const texts = createI18n("en", "latn", {
  shell: { hello: "Hello" },
  search: {
    deep: { one: "One" },
    found: "Results for <strong>{{words}}</strong>, not <i>{{typed}}</i>.",
  },
});

function Example({ words }: { words: string }) {
  const { t } = useTranslation("search");
  return (
    <p>
      {t("deep.one")} {t("shell:hello")} {t("nothing.here")} {t("search:gone")}{" "}
      <Trans
        t={t}
        i18nKey="search:found"
        values={{ words, typed: "te" }}
        components={{ strong: <strong className="x" /> }}
      />
    </p>
  );
}

test("finds texts, fills in elements, and takes what was typed as text", () => {
  const { container } = render(
    <TextsProvider i18n={texts}>
      <Example words="<strong>tea</strong>" />
    </TextsProvider>,
  );
  expect(container.innerHTML).toBe(
    '<p>One Hello nothing.here gone Results for <strong class="x">&lt;strong&gt;tea&lt;/strong&gt;</strong>, not te.</p>',
  );
});

test("a component's t stays the same from render to render", () => {
  expect(texts.in("search")).toBe(texts.in("search"));
});
