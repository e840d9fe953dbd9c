import type { ChannelConnection } from '@foyer/core'
import { sessionCalls } from '@foyer/core/connector'
import { hex } from '@scure/base'
import type { TezosProvider } from '../family.js'
import { tezosMethods } from '../wire/methods.js'
import { michelineString } from '../wire/micheline.js'
import { operationOf } from '../wire/operation.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): TezosProvider {
  const { takes, ask } = sessionCalls({ connection, family: 'tezos', methods: tezosMethods })
  const signMessage: NonNullable<TezosProvider['signMessage']> = async ({ address, message, signal }) => {
    const payload = hex.encode(michelineString(message))
    return (await ask('tezos_sign', { account: address, payload }, signal)).signature
  }
  const sendTransfer: NonNullable<TezosProvider['sendTransfer']> = async ({ address, to, amount, signal }) =>
    ask('tezos_send', { account: address, operations: [operationOf({ to, amount })] }, signal)
  return {
    async getAccounts({ signal } = {}) {
      const listed = await ask('tezos_getAccounts', {}, signal)
      return listed.map(({ address, pubkey }) => ({ address, publicKey: pubkey ?? undefined }))
    },
    get signMessage() {
      return takes('tezos_sign') ? signMessage : undefined
    },
    get sendTransfer() {
      return takes('tezos_send') ? sendTransfer : undefined
    },
  }
}
