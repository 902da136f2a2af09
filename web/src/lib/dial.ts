/** Opens the line to a table: at the table's own address at once, while all other code is still on its way. */

const [here] = location.pathname === "/table" ? location.hash.slice(1).split(".", 1) : [];
let early = here ? { table: here, socket: open(here) } : null;

/** A line to this table on which nothing has been said yet. */
export function dial(table: string): WebSocket {
  const ready = early;
  early = null;
  if (ready?.table === table && ready.socket.readyState <= WebSocket.OPEN) return ready.socket;
  ready?.socket.close();
  return open(table);
}

function open(table: string): WebSocket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  // By `t` a proxy brings all seats of a table to one worker.
  return new WebSocket(`${scheme}//${location.host}/api/v1/live?t=${encodeURIComponent(table)}`);
}
