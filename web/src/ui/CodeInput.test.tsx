import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { CodeInput } from "./CodeInput";

function Code({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState("");
  return <CodeInput label="Code" value={code} onValueChange={setCode} onComplete={onComplete} />;
}

function input() {
  return screen.getByRole<HTMLInputElement>("textbox", { name: "Code" });
}

test("phones may offer the code, and it sends itself when it is full", () => {
  const onComplete = vi.fn();
  render(<Code onComplete={onComplete} />);
  expect(input().getAttribute("autocomplete")).toBe("one-time-code");
  expect(input().getAttribute("inputmode")).toBe("numeric");
  fireEvent.change(input(), { target: { value: "123" } });
  expect(onComplete).not.toHaveBeenCalled();
  fireEvent.change(input(), { target: { value: "1234" } });
  expect(onComplete).toHaveBeenCalledExactlyOnceWith("1234");
});

test("Arabic figures, and everything around them, are understood", () => {
  const onComplete = vi.fn();
  render(<Code onComplete={onComplete} />);
  fireEvent.change(input(), { target: { value: " ٤٣٢-١ " } });
  expect(onComplete).toHaveBeenCalledWith("4321");
  expect(input().value).toBe("4321");
});

test("the same code is sent again after it was changed", () => {
  const onComplete = vi.fn();
  render(<Code onComplete={onComplete} />);
  for (const value of ["1234", "123", "1234"]) {
    fireEvent.change(input(), { target: { value } });
  }
  expect(onComplete).toHaveBeenCalledTimes(2);
});
