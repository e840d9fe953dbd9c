import type { ChannelConnection } from '@foyer/core'
import { sessionProvider } from '@foyer/core/family'
import { written } from '../chain/queries.js'
import type { PolkadotProvider } from '../family.js'
import { wrapped } from '../verify/wrapped.js'
import { polkadotMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): PolkadotProvider {
  const { ask, granted } = sessionProvider({ connection, family: 'polkadot', methods: polkadotMethods })
  // A session has the accounts that it was settled with; the curve of a key is seen in what it signs.
  const getAccounts = async () =>
    connection.connection.accounts.flatMap(({ namespace, address }) => (namespace === 'polkadot' ? [{ address }] : []))
  return granted<PolkadotProvider>(
    { getAccounts },
    {
      signMessage: [
        'polkadot_signMessage',
        async ({ address, message, signal }) => {
          const data = written(new TextEncoder().encode(wrapped(message)))
          return (await ask('polkadot_signMessage', { address, data, type: 'bytes', message }, signal)).signature
        },
      ],
      signPayload: [
        'polkadot_signTransaction',
        async ({ payload, signal }) =>
          ask('polkadot_signTransaction', { address: payload.address, transactionPayload: payload }, signal),
      ],
    },
  )
}
