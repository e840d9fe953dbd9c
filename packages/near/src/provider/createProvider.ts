import type { ChannelConnection } from '@foyer/core'
import { sessionCalls } from '@foyer/core/connector'
import { WalletAnswerError } from '@foyer/core/errors'
import type { NearProvider } from '../family.js'
import { keyIn, signatureIn } from '../wire/keys.js'
import { nearMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): NearProvider {
  const { takes, ask } = sessionCalls({ connection, family: 'near', methods: nearMethods })
  const signMessage: NonNullable<NearProvider['signMessage']> = async ({ accountId, message, ...request }) => {
    const { nonce, recipient, signal } = request
    const method = 'near_signMessage'
    const answer = await ask(method, { accountId, message, nonce: [...nonce], recipient }, signal)
    const signature = signatureIn(answer.signature)
    if (answer.accountId !== accountId || !signature || !keyIn(answer.publicKey))
      throw new WalletAnswerError({ method, expected: 'the account, its key and a signature' })
    return { publicKey: answer.publicKey, signature }
  }
  const signTransaction: NonNullable<NearProvider['signTransaction']> = async ({ transaction, signal }) =>
    ask('near_signTransaction', { transaction: [...transaction] }, signal)
  return {
    getAccounts: ({ signal } = {}) => ask('near_getAccounts', {}, signal),
    get signMessage() {
      return takes('near_signMessage') ? signMessage : undefined
    },
    get signTransaction() {
      return takes('near_signTransaction') ? signTransaction : undefined
    },
  }
}
