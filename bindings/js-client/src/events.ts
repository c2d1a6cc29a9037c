// Server-sent events over fetch, which Node has and which can be ended:
// https://html.spec.whatwg.org/multipage/server-sent-events.html

import { Malformed } from '@heliast/verify';

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** The greatest number of characters of an event, and of a line. Those of a node have fewer than a thousand. */
const MOST = 1 << 16;

/** The events of an answer. It ends with the answer, and throws if the answer breaks off, or if nothing arrives for
 * `silence` milliseconds. */
export async function* events(response: Response, silence: number): AsyncGenerator<ServerEvent, void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let [rest, event, data, length] = ['', 'message', [] as string[], 0];
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silence);
      if (done) return;
      rest += decoder.decode(value as Uint8Array, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      if (lines.some((line) => line.length > MOST)) throw new Malformed('a line that is too long');
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { event, data: data.join('\n') };
          [event, data, length] = ['message', [], 0];
          continue;
        }
        const [, field, text] = /^([^:]*):? ?(.*)$/s.exec(line)!;
        if (field === 'event') event = text!;
        if (field !== 'data') continue;
        length += text!.length + 1;
        if (length > MOST) throw new Malformed('an event that is too long');
        data.push(text!);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${ms / 1000} s`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
