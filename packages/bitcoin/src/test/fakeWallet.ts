import type { FamilyWallet, Network } from '@foyer/core'
import { createTestBitcoinWallet } from '@foyer/testing'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { readAddress } from '../addresses/readAddress.js'
import type { BitcoinProvider } from '../family.js'
import { freshKey, networkAt } from './ledger.js'

export const key = freshKey()
const walletOfKey = createTestBitcoinWallet({ name: 'Willow', keys: [key] })
export const [own = '', ordinals = ''] = walletOfKey.accounts
export const [to = ''] = createTestBitcoinWallet({ name: 'Other', keys: [freshKey()] }).accounts
export const network: Network = networkAt({ url: 'http://127.0.0.1:1' })
export const scriptOf = (address: string) => readAddress(address)?.script ?? new Uint8Array()
export const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  )
export const gone = AbortSignal.abort('gone')

type Asked = readonly [string, unknown]

/** A wallet whose methods answer as the test says; what it was asked is kept. */
export function walletWith(
  answers: Readonly<Record<string, (request: never) => unknown>>,
  { type = 'payment' }: { readonly type?: 'payment' | 'ordinal' } = {},
): { readonly wallet: FamilyWallet<'bip122'>; readonly asked: Asked[] } {
  const asked: Asked[] = []
  const methods = Object.entries(answers).map(([name, answer]) => [
    name,
    async (request: never) => {
      asked.push([name, request])
      return answer(request)
    },
  ])
  const provider: BitcoinProvider = { getAccounts: async () => [], ...Object.fromEntries(methods) }
  const account = { namespace: 'bip122', address: own, type } as const
  return { asked, wallet: { provider, account, accounts: [account], networkId: network.caipNetworkId, network } }
}

/** Signs a PSBT with the account's key, as wallets do. */
export const signs = ({ psbt }: { readonly psbt: string }) => {
  const transaction = Transaction.fromPSBT(base64.decode(psbt))
  transaction.sign(hex.decode(key))
  return { psbt: base64.encode(transaction.toPSBT()) }
}
