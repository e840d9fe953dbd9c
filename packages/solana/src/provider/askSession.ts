import type { NetworkId, RequestChannel } from '@foyer/core'
import { WalletAnswerError } from '@foyer/core/errors'
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { type SolanaMethod, type SolanaMethods, solanaMethods } from '../wire/methods.js'

/** Whom a request goes to. A session that has a chain by its former id alone is asked by that: the connector sees to it. */
export interface Asking {
  readonly channel: RequestChannel
  readonly networkId: NetworkId
}

/** Returns the encoding of a transaction's bytes by the channel's wallet. */
export const codecOf = ({ encoding }: RequestChannel): typeof base58 => (encoding === 'base58' ? base58 : base64)

/**
 * Asks a session's wallet, once, and reads its answer.
 *
 * @throws what `RequestChannel.request` throws, UnsupportedMethodError where the method wasn't granted · WalletAnswerError
 * @see S7.36
 */
export async function askSession<Method extends SolanaMethod>({
  channel,
  networkId,
  method,
  params,
}: Asking & { readonly method: Method; readonly params: SolanaMethods[Method]['params'] }): Promise<
  SolanaMethods[Method]['result']
> {
  const answer = await channel.request({ networkId, method, params })
  const schema: v.GenericSchema<unknown, SolanaMethods[Method]['result']> = solanaMethods[method].result
  const { success, output } = v.safeParse(schema, answer)
  if (!success) throw new WalletAnswerError({ method, expected: 'what the method returns' })
  return output
}
