import * as v from 'valibot'
import { UnsupportedMethodError } from '../errors/wallet.js'
import { type AskWalletParameters, askWallet } from './familyCode.js'
import { readProperty } from './saidInPage.js'

export interface AskObjectParameters<T>
  extends Pick<AskWalletParameters<T>, 'method' | 'expected' | 'signal' | 'clock' | 'timeoutMs' | 'readError'> {
  /** The object that a wallet has put into the page, as it is there now. */
  readonly source: () => unknown
  readonly args: readonly unknown[]
  /** The schema of the method's result. */
  readonly schema: v.GenericSchema<unknown, T>
}

/**
 * Asks a wallet's object in the page once, by one of its methods, and parses what it answers.
 *
 * @throws UnsupportedMethodError where it has no such method, and as {@link askWallet}
 */
export async function askObject<T>({ source, args, schema, ...asked }: AskObjectParameters<T>): Promise<T> {
  const { method } = asked
  const { output } = await askWallet({
    ...asked,
    ask() {
      const wallet = source()
      const call = readProperty(wallet, method)
      if (typeof call !== 'function') throw new UnsupportedMethodError({ context: { method } })
      return Reflect.apply(call, wallet, args)
    },
    parse(said) {
      const { success, output } = v.safeParse(schema, said)
      return success ? { output } : undefined
    },
  })
  return output
}
