import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { MemoryHistory } from "../lib/history";
import { Badge } from "./Badge";
import { BottomBar } from "./BottomBar";
import { Breadcrumbs } from "./Breadcrumbs";
import { Button } from "./Button";
import { ButtonLink } from "./ButtonLink";
import { Card } from "./Card";
import { Checkbox } from "./Checkbox";
import { Chip } from "./Chip";
import { CodeInput } from "./CodeInput";
import { Countdown } from "./Countdown";
import { EmptyState } from "./EmptyState";
import { ErrorState } from "./ErrorState";
import { GoalBar } from "./GoalBar";
import { Icon } from "./Icon";
import { IconButton } from "./IconButton";
import { MenuButton } from "./MenuButton";
import { Notice } from "./Notice";
import { Pagination } from "./Pagination";
import { PhoneInput } from "./PhoneInput";
import { Picture } from "./Picture";
import { Price } from "./Price";
import { RadioGroup } from "./RadioGroup";
import { Rating } from "./Rating";
import { SearchBox } from "./SearchBox";
import { Section } from "./Section";
import { Select } from "./Select";
import { Skeleton } from "./Skeleton";
import { SkeletonGroup } from "./SkeletonGroup";
import { SkipLink } from "./SkipLink";
import { Stepper } from "./Stepper";
import { SumList } from "./SumList";
import { Switch } from "./Switch";
import { TabLinks } from "./TabLinks";
import { TextArea } from "./TextArea";
import { TextInput } from "./TextInput";
import { Tile } from "./Tile";
import { Timeline } from "./Timeline";
import { ToastRegion } from "./ToastRegion";
import { createToasts } from "./toasts";

// The server's script engine lacks these, so rendering must not need them.
const lacking = ["window", "document", "Intl", "URL", "performance", "setTimeout"];

afterEach(() => {
  vi.unstubAllGlobals();
});

const nothing = () => {};
const egp = { whole: "5", fraction: "", currency: "EGP", currencyFirst: true, text: "EGP 5" };
const steps = { add: "", addThing: "", quantity: "", more: "", less: "", remove: "" };
const plain: Record<string, ReactNode> = {
  Badge: <Badge>New</Badge>,
  BottomBar: <BottomBar label="Cart">3</BottomBar>,
  Breadcrumbs: <Breadcrumbs label="" items={[{ label: "Home", to: "/" }, { label: "Here" }]} />,
  Button: <Button loading>Go</Button>,
  ButtonLink: <ButtonLink to="/cart">Go</ButtonLink>,
  Card: <Card as="li">Paper</Card>,
  Checkbox: <Checkbox label="Yes" error="No" />,
  Chip: <Chip label="New" to="?new" selected />,
  CodeInput: <CodeInput label="" value="12" onValueChange={nothing} onComplete={nothing} />,
  Countdown: <Countdown until={9000} now={0} format={String} />,
  EmptyState: <EmptyState title="None" />,
  ErrorState: <ErrorState title="Broken" />,
  GoalBar: <GoalBar label="" text="" value={1} goal={3} />,
  Icon: <Icon name="truck" />,
  IconButton: <IconButton icon="heart" label="Keep" pressed badge="1" />,
  MenuButton: <MenuButton label="More" items={[]} onAction={nothing} />,
  Notice: <Notice tone="warning">Closed</Notice>,
  Pagination: (
    <Pagination
      label=""
      page={2}
      last={9}
      hrefOf={String}
      previousLabel=""
      nextLabel=""
      pageLabel={String}
    />
  ),
  PhoneInput: (
    <PhoneInput
      label=""
      countryLabel=""
      countryCode="+20"
      countries={[{ code: "+20", name: "" }]}
      value=""
      onValueChange={nothing}
    />
  ),
  Picture: <Picture src="/a.webp" alt="" width={1} height={1} priority />,
  Price: <Price price={egp} old={egp} />,
  RadioGroup: (
    <RadioGroup
      label=""
      value="a"
      onValueChange={nothing}
      options={[{ value: "a", label: "A", icon: "cash" }]}
    />
  ),
  Rating: <Rating value={3.5} label="3.5 of 5" text="3.5" />,
  SearchBox: (
    <SearchBox
      label=""
      submitLabel=""
      clearLabel=""
      action="/search-results"
      value="a"
      onValueChange={nothing}
      onSubmit={nothing}
      suggestions={[{ id: "1", text: "Apples" }]}
      suggestionsLabel=""
    />
  ),
  Section: <Section title="Near">…</Section>,
  Select: <Select label="" options={[{ value: "a", label: "A" }]} />,
  Skeleton: (
    <SkeletonGroup label="Loading">
      <Skeleton />
    </SkeletonGroup>
  ),
  SkipLink: <SkipLink to="#main">Skip</SkipLink>,
  Stepper: <Stepper value={2} onChange={nothing} labels={steps} />,
  SumList: <SumList lines={[{ id: "1", label: "Total", value: "5", tone: "total" }]} />,
  Switch: <Switch label="" checked onCheckedChange={nothing} />,
  TabLinks: <TabLinks label="" items={[{ label: "New", to: "?new", count: "4" }]} />,
  TextArea: <TextArea label="" used="0" />,
  TextInput: <TextInput label="" type="email" end="@" />,
  Tile: <Tile to="/food" title="Food" tint="food" />,
  Timeline: (
    <Timeline
      label=""
      stateLabels={{ done: "", current: "", todo: "", failed: "" }}
      steps={[{ id: "1", title: "Placed", state: "done" }]}
    />
  ),
  ToastRegion: <ToastRegion toasts={createToasts()} label="" closeLabel="" />,
};

test.each(Object.entries(plain))(
  "%s is drawn by the server, without inline styles",
  (_name, part) => {
    for (const name of lacking) vi.stubGlobal(name, undefined);
    const html = renderToString(<MemoryHistory>{part}</MemoryHistory>);
    expect(html).not.toBe("");
    // The content policy blocks inline styles, so they would be missing until scripts run.
    expect(html).not.toContain(" style=");
  },
);
