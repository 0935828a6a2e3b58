import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { PhoneInput } from "./PhoneInput";

const egypt = { code: "+20", name: "Egypt" };
const kuwait = { code: "+965", name: "Kuwait" };

function Phone({ onCountry = () => {} }: { onCountry?: (code: string) => void }) {
  const [value, setValue] = useState("");
  return (
    <PhoneInput
      label="Mobile number"
      countryLabel="Country"
      countryCode="+20"
      countries={[egypt, kuwait]}
      onCountryCodeChange={onCountry}
      value={value}
      onValueChange={setValue}
    />
  );
}

test("figures of any script become 0-9, and everything runs left to right", () => {
  render(
    <div dir="rtl">
      <Phone />
    </div>,
  );
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Mobile number" });
  fireEvent.change(input, { target: { value: "٠١٠-١٢٣٤ ٥٦٧٨" } });
  expect(input.value).toBe("0101234 5678");
  expect(input.closest("[dir=ltr]")).not.toBeNull();
  expect(input.getAttribute("autocomplete")).toBe("tel-national");
});

test("the country is chosen where there is more than one", () => {
  const onCountry = vi.fn();
  render(<Phone onCountry={onCountry} />);
  fireEvent.change(screen.getByRole("combobox", { name: "Country" }), {
    target: { value: "+965" },
  });
  expect(onCountry).toHaveBeenCalledWith("+965");
});
