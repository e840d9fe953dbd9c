import type { ChannelConnection } from '@foyer/core'
import { sessionProvider } from '@foyer/core/family'
import type { MultiversxProvider } from '../family.js'
import { multiversxMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): MultiversxProvider {
  const { ask, granted } = sessionProvider({ connection, family: 'mvx', methods: multiversxMethods })
  return granted<MultiversxProvider>(
    {},
    {
      signMessage: [
        'mvx_signMessage',
        async ({ address, message, signal }) => (await ask('mvx_signMessage', { address, message }, signal)).signature,
      ],
      signTransaction: [
        'mvx_signTransaction',
        async ({ transaction, signal }) => ask('mvx_signTransaction', { transaction }, signal),
      ],
    },
  )
}
