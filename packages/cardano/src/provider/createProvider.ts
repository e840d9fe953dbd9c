import type { ChannelConnection } from '@foyer/core'
import { sessionCalls } from '@foyer/core/connector'
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseAddress, readAddress } from '../addresses/address.js'
import type { CardanoProvider } from '../family.js'
import { cardanoMethods } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): CardanoProvider {
  const { takes, ask } = sessionCalls({ connection, family: 'cip34', methods: cardanoMethods })
  const signData: NonNullable<CardanoProvider['signData']> = async ({ address, payload, signal }) => {
    const params = [bytesToHex(readAddress(address)?.bytes ?? new Uint8Array()), bytesToHex(payload)]
    return ask('cardano_signData', params, signal)
  }
  const signTransaction: NonNullable<CardanoProvider['signTransaction']> = async ({ transaction, signal }) =>
    ask('cardano_signTx', [bytesToHex(transaction), true], signal)
  const getUtxos: NonNullable<CardanoProvider['getUtxos']> = async ({ signal }) => ask('cardano_getUtxos', [], signal)
  return {
    // A session has the accounts that it was settled with, each with its stake address behind it.
    getAccounts: async () =>
      connection.connection.accounts.flatMap(({ namespace, address }) =>
        namespace === 'cip34' ? (parseAddress(address) ?? []) : [],
      ),
    get signData() {
      return takes('cardano_signData') ? signData : undefined
    },
    get signTransaction() {
      return takes('cardano_signTx') ? signTransaction : undefined
    },
    get getUtxos() {
      return takes('cardano_getUtxos') ? getUtxos : undefined
    },
  }
}
