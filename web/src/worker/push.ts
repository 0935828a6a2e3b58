/**
 * The service worker's part of notifications: it shows those that the shop sends to a browser that
 * switched them on, and opens the page that a notification is about
 * (features/identity/notices/push.ts switches).
 */

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Pushed extends Waiting {
  data: { json(): unknown } | null;
}

interface Clicked extends Waiting {
  notification: Notification;
}

interface OpenPage {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

interface PushScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  location: { origin: string };
  addEventListener(kind: "push", handler: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", handler: (event: Clicked) => void): void;
}

const worker = globalThis as unknown as PushScope;

interface News {
  id: string;
  title: string;
  body: string;
  url: string;
  lang: string;
  dir: NotificationDirection;
}

/** The message, if it has our format. */
function read(data: Pushed["data"]): News | null {
  try {
    const news = data?.json() as Partial<News> | undefined;
    if (!news?.title || !news.url) return null;
    return {
      id: news.id ?? "",
      title: news.title,
      body: news.body ?? "",
      url: news.url,
      lang: news.lang ?? "ar",
      dir: news.dir === "ltr" ? "ltr" : "rtl",
    };
  } catch {
    return null;
  }
}

worker.addEventListener("push", (event) => {
  const news = read(event.data);
  if (!news) return;
  event.waitUntil(
    worker.registration.showNotification(news.title, {
      body: news.body,
      lang: news.lang,
      dir: news.dir,
      tag: news.id,
      icon: "/icon-192.png",
      data: { url: news.url },
    }),
  );
});

async function show(url: string): Promise<void> {
  const wanted = new URL(url, worker.location.origin);
  if (wanted.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === wanted.href);
  if (there) {
    await there.focus();
    return;
  }
  await worker.clients.openWindow(wanted.href);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  const url = typeof data === "object" && data !== null && "url" in data ? String(data.url) : "/";
  event.waitUntil(show(url));
});
