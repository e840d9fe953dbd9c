import { bytesToHex } from '@noble/hashes/utils.js'
import type { BitcoinAccount, OwnAddress } from './accounts.js'

/** An address of an account, as applications receive it (`getAccountAddresses`). */
export interface WrittenAddress {
  readonly address: string
  /** In hexadecimals. */
  readonly publicKey: string
  readonly path?: string | undefined
  readonly intention: 'payment' | 'ordinal'
}

const written = ({ address, publicKey, path, intention }: OwnAddress): WrittenAddress => ({
  address,
  publicKey: bytesToHex(publicKey),
  ...(path === undefined ? {} : { path }),
  intention,
})

/** The addresses of accounts, each with what it is for. */
export const addressesOf = (accounts: readonly BitcoinAccount[]): readonly WrittenAddress[] =>
  accounts.flatMap(({ payment, ordinals }) => [written(payment), written(ordinals)])

/** Addresses by their output scripts, in hexadecimals. */
export const byScript = (accounts: readonly BitcoinAccount[]): ReadonlyMap<string, OwnAddress> =>
  new Map(
    accounts.flatMap(({ payment, ordinals }) =>
      [payment, ordinals].map((own) => [bytesToHex(own.script), own] as const),
    ),
  )
