import type { ChannelConnection } from '@foyer/core'
import { WalletAnswerError } from '@foyer/core/errors'
import { sessionProvider } from '@foyer/core/family'
import type { NearProvider } from '../family.js'
import { keyIn, signatureIn } from '../wire/keys.js'
import { nearMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): NearProvider {
  const { ask, granted } = sessionProvider({ connection, family: 'near', methods: nearMethods })
  return granted<NearProvider>(
    { getAccounts: ({ signal } = {}) => ask('near_getAccounts', {}, signal) },
    {
      signMessage: [
        'near_signMessage',
        async ({ accountId, message, nonce, recipient, signal }) => {
          const method = 'near_signMessage'
          const answer = await ask(method, { accountId, message, nonce: [...nonce], recipient }, signal)
          const signature = signatureIn(answer.signature)
          if (answer.accountId !== accountId || !signature || !keyIn(answer.publicKey))
            throw new WalletAnswerError({ method, expected: 'the account, its key and a signature' })
          return { publicKey: answer.publicKey, signature }
        },
      ],
      signTransaction: [
        'near_signTransaction',
        async ({ transaction, signal }) => ask('near_signTransaction', { transaction: [...transaction] }, signal),
      ],
    },
  )
}
