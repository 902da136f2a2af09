/** What the browser runs when a table calls while the page is closed. It keeps nothing and fetches nothing. */

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  const shown = { body: told.text ?? "", tag: told.table ?? "", data: told.table ?? "", icon: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(told.title || "fatedeck", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** The table's own page: the one that is open, or a new one by the link that this browser has. */
async function open(table) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => table && new URL(page.url).hash.slice(1).startsWith(`${table}.`));
  if (there) return there.focus();
  const link = await (await self.caches.open("links")).match(`/link/${table}`);
  return self.clients.openWindow(link ? `/table#${await link.text()}` : "/");
}
