import type { ChannelConnection } from '@foyer/core'
import { WalletAnswerError } from '@foyer/core/errors'
import { sessionProvider } from '@foyer/core/family'
import { base64 } from '@scure/base'
import type { AlgorandProvider } from '../family.js'
import { algorandMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): AlgorandProvider {
  const { ask, granted } = sessionProvider({ connection, family: 'algorand', methods: algorandMethods })
  // A session has the accounts that it was settled with.
  const getAccounts = async () =>
    connection.connection.accounts.flatMap(({ namespace, address }) => (namespace === 'algorand' ? [address] : []))
  return granted<AlgorandProvider>(
    { getAccounts },
    {
      signMessage: [
        'algo_signData',
        async ({ address, message, signal }) => {
          const data = base64.encode(new TextEncoder().encode(message))
          const [signature] = await ask('algo_signData', [{ data, message, signer: address }], signal)
          if (signature?.length === 64) return signature
          throw new WalletAnswerError({ method: 'algo_signData', expected: 'a signature' })
        },
      ],
      signTransaction: [
        'algo_signTxn',
        async ({ transaction, signer, signal }) => {
          const asked = { txn: base64.encode(transaction), ...(signer !== undefined && { authAddr: signer }) }
          const [signed] = await ask('algo_signTxn', [[asked]], signal)
          if (!signed) throw new WalletAnswerError({ method: 'algo_signTxn', expected: 'the signed transaction' })
          return signed
        },
      ],
    },
  )
}
