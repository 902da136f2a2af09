/** Which page is shown. The secret of a link stays behind the #, where no server sees it. */

class Route {
  path = $state(location.pathname);
  query = $state(location.search);
  fragment = $state(location.hash.slice(1));
  /** Counts the pages that were turned to. */
  turned = $state(0);

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.#read();
    scrollTo(0, 0);
  }

  /** Change the address without a step in the browser's past. */
  say(to: string): void {
    history.replaceState(null, "", to);
    this.#read();
  }

  /** The link of the page that is shown has become another; the page stays. */
  become(fragment: string): void {
    history.replaceState(null, "", `${location.pathname}${location.search}#${fragment}`);
    this.fragment = fragment;
  }

  #read(): void {
    if (location.hash.slice(1) !== this.fragment) this.turned += 1;
    this.path = location.pathname;
    this.query = location.search;
    this.fragment = location.hash.slice(1);
  }
}

export const route = new Route();

/** Let a plain link of ours change the page without loading it again. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}
