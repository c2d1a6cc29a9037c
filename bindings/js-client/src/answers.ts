// Fields of nodes' answers in JSON.

import { Malformed } from '@heliast/verify';

const field = (value: unknown, name: string): unknown => (value as Record<string, unknown> | null | undefined)?.[name];

export function textOf(value: unknown, name: string): string {
  const text = field(value, name);
  if (typeof text !== 'string') throw new Malformed(`the answer has no ${name}`);
  return text;
}

export function numberOf(value: unknown, name: string): bigint {
  const number = field(value, name);
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) throw new Malformed(`the answer has no ${name}`);
  return BigInt(number);
}

export function listOf(value: unknown): unknown[] {
  const list = field(value, 'rounds');
  if (!Array.isArray(list)) throw new Malformed('the answer has no rounds');
  return list;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed('an event is not JSON');
  }
}
