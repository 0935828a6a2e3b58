import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { aQuotation } from "../../../../testing/quotations";
import { mockApi, renderShop } from "../../../../testing/shop";
import { Answers } from "./Answers";

/** An offer that changes when the button is pressed. */
function Offer({ news }: { news: Parameters<typeof aQuotation>[0] }) {
  const [quotation, setQuotation] = useState(aQuotation());
  return (
    <>
      <Answers quotation={quotation} />
      <button type="button" onClick={() => setQuotation(aQuotation(news))}>
        News
      </button>
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const words = () => screen.queryByLabelText(/What would you like to change/);

test("news of an offer keeps an answer that is being written, unless it can't be given any more", () => {
  mockApi({});
  for (const [news, kept] of [
    [{ event_seq: 99 }, true],
    [{ event_seq: 99, can_change: false }, false],
  ] as const) {
    const { unmount } = renderShop(<Offer news={news} />);
    press("Request a change");
    fireEvent.change(words() as HTMLElement, { target: { value: "Fifty, please" } });
    press("News");
    if (kept) expect((words() as HTMLTextAreaElement).value).toBe("Fifty, please");
    else expect(words()).toBeNull();
    unmount();
  }
});
