import type { ChannelConnection } from '@foyer/core'
import { sessionProvider } from '@foyer/core/family'
import { hex } from '@scure/base'
import type { TezosProvider } from '../family.js'
import { tezosMethods } from '../wire/methods.js'
import { michelineString } from '../wire/micheline.js'
import { operationOf } from '../wire/operation.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): TezosProvider {
  const { ask, granted } = sessionProvider({ connection, family: 'tezos', methods: tezosMethods })
  const getAccounts: TezosProvider['getAccounts'] = async ({ signal } = {}) => {
    const listed = await ask('tezos_getAccounts', {}, signal)
    return listed.map(({ address, pubkey }) => ({ address, publicKey: pubkey ?? undefined }))
  }
  return granted<TezosProvider>(
    { getAccounts },
    {
      signMessage: [
        'tezos_sign',
        async ({ address, message, signal }) => {
          const payload = hex.encode(michelineString(message))
          return (await ask('tezos_sign', { account: address, payload }, signal)).signature
        },
      ],
      sendTransfer: [
        'tezos_send',
        async ({ address, signal, ...transfer }) =>
          ask('tezos_send', { account: address, operations: [operationOf(transfer)] }, signal),
      ],
    },
  )
}
