import type { ChannelConnection } from '@foyer/core'
import { sessionCalls } from '@foyer/core/connector'
import { written } from '../chain/queries.js'
import type { PolkadotProvider } from '../family.js'
import { wrapped } from '../verify/wrapped.js'
import { polkadotMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): PolkadotProvider {
  const { takes, ask } = sessionCalls({ connection, family: 'polkadot', methods: polkadotMethods })
  const signMessage: NonNullable<PolkadotProvider['signMessage']> = async ({ address, message, signal }) => {
    const data = written(new TextEncoder().encode(wrapped(message)))
    return (await ask('polkadot_signMessage', { address, data, type: 'bytes', message }, signal)).signature
  }
  const signPayload: NonNullable<PolkadotProvider['signPayload']> = async ({ payload, signal }) =>
    ask('polkadot_signTransaction', { address: payload.address, transactionPayload: payload }, signal)
  return {
    // A session has the accounts that it was settled with; the curve of a key is seen in what it signs.
    getAccounts: async () =>
      connection.connection.accounts.flatMap(({ namespace, address }) =>
        namespace === 'polkadot' ? [{ address }] : [],
      ),
    get signMessage() {
      return takes('polkadot_signMessage') ? signMessage : undefined
    },
    get signPayload() {
      return takes('polkadot_signTransaction') ? signPayload : undefined
    },
  }
}
