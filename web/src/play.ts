/** All that only a table needs; whoever comes by the start page gets it a moment later. */

export { default as Replay } from "./pages/Replay.svelte";
export { default as Table } from "./pages/Table.svelte";
