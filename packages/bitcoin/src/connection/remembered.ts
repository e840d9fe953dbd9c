import type { KeyValueStorage } from '@foyer/core'
import * as v from 'valibot'
import { networkOfForm } from '../addresses/networks.js'
import { readAddress } from '../addresses/readAddress.js'
import { listOf, sessionOf } from '../dialects/answers.js'
import type { WalletSession } from '../dialects/wallet.js'

interface Place {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
}

const keyOf = (id: string) => `bitcoin:${id}`

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    networkId: v.string(),
    accounts: listOf(
      v.object({
        address: v.string(),
        purpose: v.picklist(['payment', 'ordinal']),
        publicKey: v.optional(v.string()),
        path: v.optional(v.string()),
      }),
    ),
  }),
)

/** Keeps what a wallet showed which shows it by a prompt alone. It grants nothing: whatever is signed is still asked for in the wallet. */
export function rememberSession({
  storage,
  id,
  session: { accounts, networkId },
}: Place & { readonly session: WalletSession }): void {
  const listed = accounts.map(({ address, type, publicKey, path }) => ({ address, purpose: type, publicKey, path }))
  storage.setItem(keyOf(id), JSON.stringify({ networkId, accounts: listed }))
}

export function rememberedSession({ storage, id }: Place): WalletSession | null {
  const { success, output } = v.safeParse(Remembered, storage.getItem(keyOf(id)))
  const form = readAddress((success && output.accounts[0]?.address) || '')?.form
  if (!success || !form) return null
  const networkId = v.is(v.pipe(v.string(), v.regex(/^bip122:[0-9a-f]{32}$/)), output.networkId)
    ? (`bip122:${output.networkId.slice(7)}` as const)
    : networkOfForm(form)
  try {
    return sessionOf({ listed: output.accounts, networkId, method: 'restore' })
  } catch {
    return null // what is kept names no account of its network: there is nothing to restore
  }
}

export function forgetSession({ storage, id }: Place): void {
  storage.removeItem(keyOf(id))
}
