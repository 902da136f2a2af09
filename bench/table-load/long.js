'use strict';
// One long table: how do latency and the cost of coming back grow with the length of the game?
//   node long.js --adapter bgio --base http://127.0.0.1:18000 --actions 3000
// Prints mean latency (send -> last of four seats) per block of actions, then a cold reconnect: ms and bytes of the first message.
const { performance } = require('perf_hooks');
const arg = (k, d) => { const i = process.argv.indexOf('--' + k); return i < 0 ? d : process.argv[i + 1]; };
const total = Number(arg('actions', 3000)), block = Number(arg('block', 500)), cap = Number(arg('cap', 50)) * 1000;
const adapter = require('./adapters/' + arg('adapter', 'bgio'))({ base: arg('base', 'http://127.0.0.1:18000') });
(async () => {
  const m = await adapter.createMatch();
  const seen = [-1, -1, -1, -1]; let v = 0, turn = 0, wake = null;
  const on = (s) => (x, t) => { if (x > seen[s]) seen[s] = x; if (x >= v) { v = x; turn = t; } if (wake && Math.min(...seen) >= wake.want) { const w = wake; wake = null; w.res(); } };
  const seats = await Promise.all([0, 1, 2, 3].map((s) => adapter.connect(m, s, on(s))));
  const blocks = []; let sum = 0, n = 0; const t0 = performance.now();
  let done = 0;
  for (let i = 0; i < total && performance.now() - t0 < cap; i++) {
    const a = performance.now();
    await new Promise((res) => { wake = { want: v + 1, res }; seats[adapter.pick ? adapter.pick(m) : turn].act(v); });
    sum += performance.now() - a; n++; done++;
    if (n === block) { blocks.push(Number((sum / n).toFixed(2))); sum = 0; n = 0; }
  }
  seats.forEach((s) => s.close());
  let bytes = 0; const r0 = performance.now();
  const h = await adapter.connect(m, 0, () => {}, (_k, d) => { if (!bytes) bytes = Buffer.byteLength(JSON.stringify(d)); });
  console.log(JSON.stringify({ server: adapter.name, actions: done, mean_ms_per_block: blocks, block, reconnect_ms: Number((performance.now() - r0).toFixed(1)), first_message_bytes: bytes }));
  h.close(); process.exit(0);
})();
