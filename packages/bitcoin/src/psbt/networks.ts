import type { AddressForm } from '../addresses/networks.js'

/** A network's parameters, as the library for transactions wants them. */
export interface TransactionNetwork {
  readonly bech32: string
  readonly pubKeyHash: number
  readonly scriptHash: number
  readonly wif: number
}

const test = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

export const transactionNetworks: Readonly<Record<AddressForm, TransactionNetwork>> = {
  main: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  test: { bech32: 'tb', ...test },
  regtest: { bech32: 'bcrt', ...test },
}
