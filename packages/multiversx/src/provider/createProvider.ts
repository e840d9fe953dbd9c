import type { ChannelConnection } from '@foyer/core'
import { sessionCalls } from '@foyer/core/connector'
import type { MultiversxProvider } from '../family.js'
import { multiversxMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): MultiversxProvider {
  const { takes, ask } = sessionCalls({ connection, family: 'mvx', methods: multiversxMethods })
  const signMessage: NonNullable<MultiversxProvider['signMessage']> = async ({ address, message, signal }) =>
    (await ask('mvx_signMessage', { address, message }, signal)).signature
  const signTransaction: NonNullable<MultiversxProvider['signTransaction']> = async ({ transaction, signal }) =>
    ask('mvx_signTransaction', { transaction }, signal)
  return {
    get signMessage() {
      return takes('mvx_signMessage') ? signMessage : undefined
    },
    get signTransaction() {
      return takes('mvx_signTransaction') ? signTransaction : undefined
    },
  }
}
