/** What the browser stores for us, as JSON; what cannot be read counts as not there. */

export function read<T>(storage: Storage, key: string, otherwise: T): T {
  try {
    const kept = storage.getItem(key);
    return kept === null ? otherwise : (JSON.parse(kept) as T);
  } catch {
    return otherwise;
  }
}

export function write(storage: Storage, key: string, value: unknown): void {
  storage.setItem(key, JSON.stringify(value));
}
