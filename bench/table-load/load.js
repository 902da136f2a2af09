'use strict';
// Bounded load generator.  One JSON line on stdout.
//   node load.js --adapter bgio --base http://127.0.0.1:18000 --matches 100 --mode closed --warm 3 --secs 15 --pid <server pid>
// closed: each match sends its next action as soon as all four seats have seen the last one (saturation)
// paced : each match acts --rate times a second on a fixed schedule; an action that could not be sent on
//         time still counts its latency from the time it was due (no coordinated omission)
// latency of an action = from send (closed) or due time (paced) until the LAST of the four seats has it
const fs = require('fs');
const { monitorEventLoopDelay, performance } = require('perf_hooks');

const arg = (k, d) => { const i = process.argv.indexOf('--' + k); return i < 0 ? d : process.argv[i + 1]; };
const N = Number(arg('matches', 10)), mode = arg('mode', 'closed'), rate = Number(arg('rate', 1));
const warm = Number(arg('warm', 3)), secs = Number(arg('secs', 15)), pid = arg('pid', '');
const adapter = require('./adapters/' + arg('adapter', 'bgio'))({ base: arg('base', 'http://127.0.0.1:18000') });

const HZ = 100; // USER_HZ
// Every process of the server's families, so that a forking server is not flattered, nor one with a database.
const family = (p) => {
  try {
    const children = fs.readFileSync(`/proc/${p}/task/${p}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return [p, ...children.flatMap(family)];
  } catch { return []; }
};
const all = () => String(pid).split(',').filter(Boolean).flatMap(family);
const mem = () => {
  let kb = 0;
  for (const p of all()) {
    try { kb += Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${p}/status`, 'utf8'))[1]); } catch {}
  }
  return kb / 1024;
};
const cpu = (p) => {
  try {
    const f = fs.readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(f[11]) + Number(f[12])) / HZ;
  } catch { return 0; }
};
const steal = () => Number(fs.readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/)[8]) / HZ;
const cpuAll = () => all().reduce((a, p) => a + cpu(p), 0);
const q = (a, p) => (a.length ? a[Math.min(a.length - 1, Math.ceil(a.length * p) - 1)] : null);

(async () => {
  const rssIdle = mem();
  const tSetup = performance.now();
  const tables = [];
  let inFlight = 0, next = 0;
  // create and seat the matches, at most 8 at a time
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (next < N) {
      next++;
      const m = await adapter.createMatch();
      const t = { m, seen: [-1, -1, -1, -1], v: 0, turn: 0, want: null, t0: 0, seats: [], stuck: 0 };
      tables.push(t);
      t.seats = await Promise.all([0, 1, 2, 3].map((s) => adapter.connect(m, s, (v, turn) => onState(t, s, v, turn))));
    }
  }));
  const setupMs = performance.now() - tSetup;
  const rssSeated = mem();

  let measuring = false, done = 0, stuck = 0;
  const lat = [];
  const act = (t, due) => { t.want = t.v + 1; t.t0 = due; inFlight++; t.seats[adapter.pick ? adapter.pick(t.m) : t.turn].act(t.v); };
  function onState(t, seat, v, turn) {
    if (v > t.seen[seat]) t.seen[seat] = v;
    if (v > t.v) { t.v = v; t.turn = turn; }
    else if (t.want === null && v === t.v) t.turn = turn;
    if (t.want !== null && Math.min(...t.seen) >= t.want) {
      const now = performance.now();
      t.want = null; inFlight--;
      if (measuring) { done++; lat.push(now - t.t0); }
      if (t.opened) { t.opened(); return; }
      if (running) {
        if (mode === 'closed') setImmediate(() => running && act(t, performance.now()));
        else if (t.due.length) act(t, t.due.shift());
      }
    }
  }

  let running = true;
  if (adapter.opening) { // some games make characters first
    const n = adapter.opening;
    await Promise.all(tables.map(async (t) => {
      for (let i = 0; i < n; i++) {
        await new Promise((res) => { t.opened = res; act(t, performance.now()); });
      }
      t.opened = null;
    }));
  }
  const eld = monitorEventLoopDelay({ resolution: 5 });
  if (mode === 'closed') for (const t of tables) act(t, performance.now());
  else {
    const period = 1000 / rate, start = performance.now();
    tables.forEach((t, i) => { t.due = []; t.nextDue = start + (period * i) / tables.length; });
    const tick = () => {
      const now = performance.now();
      for (const t of tables) {
        while (t.nextDue <= now) {
          if (t.want === null && !t.due.length) act(t, t.nextDue); else t.due.push(t.nextDue);
          t.nextDue += period;
        }
      }
      if (running) setTimeout(tick, 1);
    };
    tick();
  }
  await new Promise((r) => setTimeout(r, warm * 1000));
  const s0 = steal(), c0 = cpuAll(), g0 = cpu(process.pid), w0 = performance.now();
  eld.enable(); measuring = true;
  await new Promise((r) => setTimeout(r, secs * 1000));
  measuring = false; running = false; eld.disable();
  const wall = (performance.now() - w0) / 1000, c1 = cpuAll(), g1 = cpu(process.pid);
  await new Promise((r) => setTimeout(r, 1000)); // let in-flight actions land
  for (const t of tables) if (t.want !== null) stuck++;
  const rssEnd = mem();
  lat.sort((a, b) => a - b);
  const f = (x, d = 1) => (x === null ? null : Number(x.toFixed(d)));
  console.log(JSON.stringify({
    server: adapter.name, matches: N, sockets: 4 * N, mode, rate: mode === 'paced' ? rate : null, secs: f(wall),
    actions: done, actions_per_s: f(done / wall), p50_ms: f(q(lat, 0.5), 2), p95_ms: f(q(lat, 0.95), 2),
    p99_ms: f(q(lat, 0.99), 2), max_ms: f(q(lat, 1), 2), unfinished: stuck, setup_ms: f(setupMs),
    rss_idle_mb: f(rssIdle), rss_seated_mb: f(rssSeated), rss_end_mb: f(rssEnd),
    rss_per_match_kb: f(((rssSeated - rssIdle) * 1024) / N), rss_growth_per_action_b: f(((rssEnd - rssSeated) * 1048576) / Math.max(1, done)),
    server_cpu: f((c1 - c0) / wall, 2), gen_cpu: f((g1 - g0) / wall, 2), host_steal_cpu: f((steal() - s0) / wall, 2), gen_loop_p99_ms: f(eld.percentile(99) / 1e6, 2),
  }));
  process.exit(0);
})().catch((e) => { console.error('LOAD FAILED', e.message, e.cause ?? ''); process.exit(2); });
