'use strict';
// fatedeck's own protocol: tables over HTTP, play over the live line, patches applied as the page does.
// The generator plays any legal thing at random from what the seats are offered (GAME, default deckahedron).
const WebSocket = require('ws');

const GAME = process.env.GAME || 'deckahedron';
const NEVER = ['end-session', 'end-campaign']; // would end the game under the load
const SEATS = (process.env.SEATS || 'GM:gm,Ana,Ben,Cy').split(',').map((s) => {
  const [name, role] = s.split(':');
  return role ? { name, role } : { name };
});
const FIRST = ['begin-play', 'take-sample', 'take-premade', 'finish', 'begin']; // the short way through making characters
const LISTS = ['zones', 'sheets', 'gadgets', 'offers', 'rewinds'];

let seed = 1; // xorshift32: the same games on every run
const below = (n) => {
  seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
  return (seed >>> 0) % n;
};
const one = (list) => list[below(list.length)];

const open = (scene) => {
  const offers = scene.offers.filter((o) => !o.why_not && !NEVER.includes(o.do));
  const first = offers.filter((o) => FIRST.includes(o.do));
  return first.length ? first : offers;
};

const patched = (scene, patch) => {
  for (const [name, value] of Object.entries(patch)) {
    if (!LISTS.includes(name)) { scene[name] = value; continue; }
    const before = scene[name];
    scene[name] = value.flatMap((item) => (Array.isArray(item) ? before.slice(item[0], item[0] + item[1]) : [item]));
  }
};

// What a form leaves to choose: asked for when it is opened, and again while what is chosen opens more.
const isOpen = (param) => param.asked === true;

const filled = (param) => {
  if (param.type === 'one') return param.options ? one(param.options) : param.default;
  if (param.type === 'many') return param.options.slice(0, param.least);
  if (param.type === 'yes-no') return below(2) === 1;
  if (param.type === 'count') return param.low + below(param.high - param.low + 1);
  return `so be it ${below(1e6)}`; // names must differ
};

const answered = (question) => {
  if (question.type === 'choose') return one(question.options);
  if (question.type === 'several') return question.options.slice(0, question.least);
  if (question.type === 'number') return question.low + below(question.high - question.low + 1);
  return 'so be it';
};

module.exports = ({ base }) => ({
  name: `fatedeck ${GAME}`,
  opening: 30, // actions before the load begins: characters are made
  async createMatch() {
    const r = await fetch(`${base}/api/v1/tables`, {
      method: 'POST',
      headers: { origin: base },
      body: JSON.stringify({ game: GAME, name: 'Load', seats: SEATS, start: true }),
    });
    if (!r.ok) throw new Error(`create -> ${r.status} ${await r.text()}`);
    const links = await r.json();
    return { id: links.table, seats: links.seats.map((l) => l.token), scenes: [], count: 0 };
  },
  // The seat that has something to do: who is asked, else anyone with an offer.
  pick(match) {
    const asked = match.scenes.findIndex((s) => s.question);
    if (asked >= 0) return asked;
    const seats = match.scenes.map((_, i) => i).filter((i) => open(match.scenes[i]).length);
    const first = seats.filter((i) => FIRST.includes(open(match.scenes[i])[0].do));
    return one(first.length ? first : seats);
  },
  connect(match, seat, onState, onRaw) {
    return new Promise((resolve, reject) => {
      // By `t` all seats of a table come to one worker; without it they are spread over all of them.
      const asked = process.env.SPREAD ? '' : `?t=${match.id}`;
      const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/api/v1/live${asked}`, { perMessageDeflate: false, origin: base });
      const timer = setTimeout(() => reject(new Error('no welcome')), 20000);
      socket.on('open', () => socket.send(JSON.stringify({ is: 'hello', protocol: 3, table: match.id, token: match.seats[seat] })));
      socket.on('error', reject);
      socket.on('message', (data) => {
        const m = JSON.parse(data);
        if (onRaw) onRaw(m.is, m);
        if (m.is === 'welcome') {
          match.scenes[seat] = m.scene;
          onState(m.v, 0);
          clearTimeout(timer);
          resolve(handle);
        } else if (m.is === 'changed') {
          if (m.scene) patched(match.scenes[seat], m.scene);
          onState(m.v, 0);
        } else if (m.is === 'done' && m.form) {
          handle.fill(m.form.params || []);
        } else if (m.is === 'refused') {
          if (process.env.SAY_REFUSALS) console.error(m.why, m.sentence);
          handle.act(handle.v); // an unlucky filling of a form: try something else
        } else if (m.is === 'bye') console.error('bye', m.sentence);
      });
      const handle = {
        act(version) {
          const scene = match.scenes[seat], id = `${seat}-${match.count++}`;
          handle.v = version;
          if (scene.question) {
            socket.send(JSON.stringify({ is: 'answer', id, v: version, answer: answered(scene.question) }));
            return;
          }
          handle.offer = one(open(scene));
          handle.chosen = {};
          const params = handle.offer.params || [];
          if (params.some(isOpen)) handle.ask();
          else handle.fill(params);
        },
        ask() {
          const { do: what, fixed = {} } = handle.offer;
          socket.send(JSON.stringify({ is: 'ask-form', id: `${seat}-${match.count++}`, do: what, fixed, chosen: handle.chosen }));
        },
        // Fill in what is known; while that opens more, ask again.
        fill(params) {
          const left = params.filter((param) => !(param.name in handle.chosen));
          const known = left.filter((param) => !isOpen(param));
          for (const param of known) handle.chosen[param.name] = filled(param);
          if (known.length && left.some(isOpen)) { handle.ask(); return; }
          const { do: what, fixed = {} } = handle.offer;
          const action = { do: what, ...fixed, ...handle.chosen };
          socket.send(JSON.stringify({ is: 'do', id: `${seat}-${match.count++}`, v: handle.v, action }));
        },
        close() { socket.terminate(); },
      };
    });
  },
});
