import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { BranchName, BranchNameInLines } from "./BranchName";

function shown(name: string) {
  const { container } = render(<BranchName name={name} />);
  return [container.textContent, container.querySelector("span")?.textContent];
}

test("the dash stays in a line with the store's last word", () => {
  expect(shown("Dar Sorour Butchery and Fish – Mokattam")).toEqual([
    "Dar Sorour Butchery and Fish – Mokattam",
    "Fish –",
  ]);
  expect(shown("شاحن للإلكترونيات – وسط البلد")).toEqual([
    "شاحن للإلكترونيات – وسط البلد",
    "للإلكترونيات –",
  ]);
  expect(shown("Aish – Zayed")).toEqual(["Aish – Zayed", "Aish –"]);
});

test("in two lines the dash is only heard", () => {
  const { container } = render(<BranchNameInLines name="شاحن للإلكترونيات – وسط البلد" />);
  expect([...container.querySelectorAll(".block")].map((line) => line.textContent)).toEqual([
    "شاحن للإلكترونيات",
    "وسط البلد",
  ]);
  expect(container.textContent).toBe("شاحن للإلكترونيات – وسط البلد");
  expect(render(<BranchNameInLines name="Corner shop" />).container.textContent).toBe(
    "Corner shop",
  );
});

test("the only name there is not cut off", () => {
  const { container } = render(<BranchNameInLines name="Dar Sorour – Mokattam" whole />);
  const [name, area] = container.querySelectorAll(".block");
  expect([name?.className.includes("truncate"), area?.textContent]).toEqual([false, "Mokattam"]);
  const { container: alone } = render(<BranchNameInLines name="Corner shop" whole />);
  expect(alone.firstElementChild?.className).toBe("w-full");
});

test("a name without an area stays as it is", () => {
  expect(shown("Corner shop")).toEqual(["Corner shop", undefined]);
});
