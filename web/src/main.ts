import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";

const page = document.getElementById("page");
if (page) mount(App, { target: page });
void dress();

/** Fetch what is wanted next: a table's code, and the typefaces when nothing waits for the line. */
async function dress(): Promise<void> {
  const play = () => import("./play").catch(() => undefined);
  const fonts = () => import("./fonts.css").catch(() => undefined);
  const first = location.pathname === "/table" || location.pathname === "/replay" ? [play, fonts] : [fonts, play];
  for (const fetch of first) await fetch();
}
