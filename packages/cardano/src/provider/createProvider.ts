import type { ChannelConnection } from '@foyer/core'
import { sessionProvider } from '@foyer/core/family'
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseAddress, readAddress } from '../addresses/address.js'
import type { CardanoProvider } from '../family.js'
import { cardanoMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): CardanoProvider {
  const { ask, granted } = sessionProvider({ connection, family: 'cip34', methods: cardanoMethods })
  // A session has the accounts that it was settled with, each with its stake address behind it.
  const getAccounts = async () =>
    connection.connection.accounts.flatMap(({ namespace, address }) =>
      namespace === 'cip34' ? (parseAddress(address) ?? []) : [],
    )
  return granted<CardanoProvider>(
    { getAccounts },
    {
      signData: [
        'cardano_signData',
        async ({ address, payload, signal }) => {
          const params = [bytesToHex(readAddress(address)?.bytes ?? new Uint8Array()), bytesToHex(payload)]
          return ask('cardano_signData', params, signal)
        },
      ],
      signTransaction: [
        'cardano_signTx',
        async ({ transaction, signal }) => ask('cardano_signTx', [bytesToHex(transaction), true], signal),
      ],
      getUtxos: ['cardano_getUtxos', async ({ signal }) => ask('cardano_getUtxos', [], signal)],
    },
  )
}
