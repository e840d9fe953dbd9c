import type { Clock } from '@foyer/core'
import { type AskWalletParameters, askWallet, readProperty } from '@foyer/core/connector'
import { UnsupportedMethodError } from '@foyer/core/errors'
import * as v from 'valibot'

/** A question to a wallet, with the schema of its answer, which may be of anything but undefined. */
export interface Question<T> extends Omit<AskWalletParameters<T>, 'ask' | 'parse' | 'clock'> {
  readonly schema: v.GenericSchema<unknown, T>
}

type Method = (...args: readonly unknown[]) => unknown

/** Asks a wallet once by a method of its own. @throws UnsupportedMethodError where it has none of that name · as `askWallet` */
export type Call = <T>(question: Question<T> & { readonly args?: readonly unknown[] | undefined }) => Promise<T>

/** @param parameters.find - the method that a name stands for */
export const caller =
  ({ find, clock }: { readonly find: (name: string) => Method | undefined; readonly clock: Clock }): Call =>
  ({ args = [], method, schema, ...asked }) =>
    ask({ ...asked, method, clock, schema }, () => {
      const found = find(method)
      if (!found) throw new UnsupportedMethodError({ context: { method } })
      return found(...args)
    })

/** Asks a wallet once by `request(method, params)`, and reads the `result` of its answer. @throws as `askWallet` */
export type Send = <T>(question: Question<T> & { readonly params?: unknown }) => Promise<T>

export const sender =
  ({
    request,
    clock,
    ...reading
  }: Pick<AskWalletParameters<unknown>, 'readError'> & {
    readonly request: (method: string, params: unknown) => unknown
    readonly clock: Clock
  }): Send =>
  ({ method, params, schema, ...asked }) => {
    const result = v.pipe(
      v.object({ result: v.optional(v.unknown()) }),
      v.transform((answer) => answer.result),
      schema,
    )
    return ask({ ...reading, ...asked, method, clock, schema: result }, () => request(method, params))
  }

async function ask<T>(
  { schema, ...asked }: Question<T> & { readonly clock: Clock },
  call: AskWalletParameters<T>['ask'],
): Promise<T> {
  const parse = (answer: unknown) => {
    const { success, output } = v.safeParse(schema, answer)
    return success ? { output } : undefined
  }
  return (await askWallet({ ...asked, ask: call, parse })).output
}

/** A method of anything at all, bound to it; undefined where there is none. */
export function methodOf(source: unknown, name: string): Method | undefined {
  const method = readProperty(source, name)
  return typeof method === 'function' ? (...args) => Reflect.apply(method, source, args) : undefined
}
