/** Being told by this browser when a table waits, while its page is closed. */

import * as api from "./api";
import { read, write } from "./stored";

/** What a push service needs to reach this browser. */
export interface Reached {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const STORED = "told";

/** Why this browser can't show notifications; empty where it can. */
export function whyNot(): string {
  if ("standalone" in navigator && !navigator.standalone) return "On an iPhone or iPad, add this page to your home screen first, and open it from there.";
  const can = isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return can ? "" : "This browser can’t show notifications from here.";
}

/** Where this browser is told about a table, if it is. */
export const toldOf = (table: string): string | undefined => all()[table];

/** Ask the browser, and find out where it is reached. */
export async function begin(table: string, fragment: string): Promise<Reached> {
  const { key } = await api.pushKey();
  if ((await Notification.requestPermission()) !== "granted") throw new Error("Your browser doesn’t let this page show notifications. You can change that in its settings.");
  await navigator.serviceWorker.register("/push.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && encoded(before.options.applicationServerKey) !== key) await before.unsubscribe();
  const reached = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const links = await caches.open("links");
  await links.put(`/link/${table}`, new Response(fragment));
  return { endpoint: reached.endpoint, p256dh: encoded(reached.getKey("p256dh")), auth: encoded(reached.getKey("auth")) };
}

/** The server knows it now, or has forgotten it. */
export async function noted(table: string, endpoint: string): Promise<void> {
  const { [table]: _, ...others } = all();
  write(localStorage, STORED, endpoint ? { ...others, [table]: endpoint } : others);
  if (endpoint) return;
  await (await caches.open("links")).delete(`/link/${table}`);
  if (Object.keys(others).length > 0) return;
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

const all = (): Record<string, string> => read(localStorage, STORED, {});

function encoded(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
