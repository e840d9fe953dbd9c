import type { Clock } from '@foyer/core'
import { type AskWalletParameters, askWallet } from '@foyer/core/connector'
import * as v from 'valibot'

export interface Ask<T> extends Omit<AskWalletParameters<T>, 'ask' | 'parse' | 'clock'> {
  readonly call: AskWalletParameters<T>['ask']
  readonly schema: v.GenericSchema<unknown, T>
  readonly clock: Clock
}

/** Asks a wallet once, and reads its answer by a schema, which may be of anything but undefined. @throws as `askWallet` */
export async function ask<T>({ call, schema, ...asked }: Ask<T>): Promise<T> {
  const parse = (answer: unknown) => {
    const { success, output } = v.safeParse(schema, answer)
    return success ? { output } : undefined
  }
  return (await askWallet({ ...asked, ask: call, parse })).output
}

/** A property of anything at all; a getter that throws, as what has no properties, says nothing. */
export function read(value: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(value), name)
  } catch {
    return undefined // who needs the property finds it missing
  }
}

/** A method of anything at all, bound to it; undefined where there is none. */
export function methodOf(source: unknown, name: string): ((...args: readonly unknown[]) => unknown) | undefined {
  const method = read(source, name)
  return typeof method === 'function' ? (...args) => Reflect.apply(method, source, args) : undefined
}
