// The page for browsers that have not paid: that of `heliast gate`, with the same headers, from the same files.

import { GATE_CSS, GATE_JS, MESSAGE_HTML, POLICY, SOLVER_JS, WAIT_HTML } from './assets.js';

/** The texts of the page. */
export interface Wait {
  /** The site's name. */
  readonly site: string;
  /** In base64. */
  readonly challenge: string;
  /** The requested address. */
  readonly url: string;
  /** Squarings. */
  readonly t: number;
}

/** With JavaScript the page pays and continues. Without JavaScript it says what to do. */
export const waitPage = ({ site, challenge, url, t }: Wait): string =>
  fill(WAIT_HTML, { site, challenge, url: oneWord(url), t: String(t) });

export const messagePage = (title: string, text: string): string => fill(MESSAGE_HTML, { title, text });

/** The headers of a page. It may load nothing from other sites. */
export const PAGE_HEADERS = { 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' };

/** The files that the page loads, by their names below the middleware's path. */
export const ASSETS: ReadonlyMap<string, { readonly kind: string; readonly text: string }> = new Map([
  ['gate.js', { kind: 'text/javascript', text: GATE_JS }],
  ['solver.js', { kind: 'text/javascript', text: SOLVER_JS }],
  ['gate.css', { kind: 'text/css', text: GATE_CSS }],
]);

/** Whether a client prefers this kind, by its header `Accept`. */
export const prefers = (kind: string, accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((one) => one.trim().startsWith(kind));

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => quoted(values[name]!));

const quoted = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/**
 * The address as one word of a command line: a link that somebody else has made may have `;`, `$(` or `&` in it, and a visitor copies the
 * command that the page shows.
 */
function oneWord(url: string): string {
  const kept = /[A-Za-z0-9\-._~:/[\]%]/;
  const bytes = Array.from(new TextEncoder().encode(url), (byte) => [byte, String.fromCharCode(byte)] as const);
  return bytes.map(([byte, char]) => (kept.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)).join('');
}
