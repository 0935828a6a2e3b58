import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { NoResponseError } from "../../../../api/errors";
import { renderShop } from "../../../../testing/shop";
import { ReplyForm } from "./Conversation";

test("a reply that was cut off is sent again with its key, and the next one with another", async () => {
  const keys: string[] = [];
  const send = (_text: string, _photos: string[], key: string) => {
    keys.push(key);
    return keys.length === 1 ? Promise.reject(new NoResponseError()) : Promise.resolve();
  };
  renderShop(<ReplyForm withPhotos={false} send={send} />);
  const reply = screen.getByRole<HTMLTextAreaElement>("textbox");
  const press = () => fireEvent.click(screen.getByRole("button", { name: "Send" }));
  fireEvent.change(reply, { target: { value: "Any news?" } });
  press();
  await screen.findByRole("alert");
  expect(reply.value).toBe("Any news?");
  press();
  await waitFor(() => expect(reply.value).toBe(""));
  fireEvent.change(reply, { target: { value: "Any news?" } });
  press();
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
