import * as v from 'valibot'
import type { Family } from '../chain/ids.js'
import { ChainDisconnectedError, UnsupportedMethodError, WalletAnswerError } from '../errors/wallet.js'
import type { MethodSchemas } from '../wire/call.js'
import type { ChannelConnection } from './family.js'

/** The params and results of methods, by their names. */
type Methods = Readonly<Record<string, { readonly params: unknown; readonly result: unknown }>>

/** A session's requests of one family, on the network that the connection is on. */
export interface SessionCalls<M extends Methods> {
  /** Whether the session grants a method. */
  takes(method: keyof M & string): boolean
  /** Asks once. @throws ChainDisconnectedError · UnsupportedMethodError · WalletAnswerError, and what the channel throws */
  ask<Method extends keyof M & string>(
    method: Method,
    params: unknown,
    signal?: AbortSignal | undefined,
  ): Promise<M[Method]['result']>
}

/** Asks a wallet at the other end of a session by its family's methods; what it answers is parsed. */
export function sessionCalls<M extends Methods>({
  connection: { channel, connection },
  family,
  methods,
}: {
  readonly connection: Pick<ChannelConnection, 'channel' | 'connection'>
  readonly family: Family
  readonly methods: MethodSchemas<M>
}): SessionCalls<M> {
  const takes: SessionCalls<M>['takes'] = (method) => {
    const networkId = connection.networks[family]
    return networkId !== undefined && channel.takes({ networkId, method })
  }
  return {
    takes,
    async ask(method, params, signal) {
      const networkId = connection.networks[family]
      if (networkId === undefined) throw new ChainDisconnectedError()
      if (!takes(method)) throw new UnsupportedMethodError({ context: { method } })
      const answer = await channel.request({ networkId, method, params, signal })
      const { success, output } = v.safeParse(methods[method].result, answer)
      if (!success) throw new WalletAnswerError({ method, expected: 'what the method returns' })
      return output
    },
  }
}
