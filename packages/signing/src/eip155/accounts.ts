import { type Hex, isHex, type LocalAccount } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import type { Keyring } from '../keyring.js'
import { createOnce } from '../keyring.js'

/** The addresses of a keyring, and the account that signs for each. */
export interface Accounts {
  addresses(keyring: Keyring): readonly string[]
  account(of: { readonly keyring: Keyring; readonly address: string }): LocalAccount | undefined
}

/** The accounts of a keyring on EVM chains: the imported keys, and those of the phrase at `m/44'/60'/0'/0/n`. Derived once, as that is slow. */
export function createAccounts(): Accounts {
  const once = createOnce<LocalAccount>()
  const all = ({ phrase, count, imported }: Keyring): readonly LocalAccount[] => [
    ...imported.flatMap(({ family, privateKey }) =>
      family === 'eip155' && isHex(privateKey) ? [once(privateKey, () => privateKeyToAccount(privateKey))] : [],
    ),
    ...Array.from({ length: count }, (_, addressIndex) =>
      once(`${phrase}/${addressIndex}`, () => mnemonicToAccount(phrase, { addressIndex })),
    ),
  ]
  return {
    addresses: (keyring) => all(keyring).map(({ address }) => address),
    account: ({ keyring, address }) =>
      all(keyring).find((each) => each.address.toLowerCase() === address.toLowerCase()),
  }
}

/** A private key in hexadecimals, with `0x` or without, valid on the curve. */
export function readPrivateKey(text: string): Hex | undefined {
  const hex: Hex = `0x${text.replace(/^0x/i, '').toLowerCase()}`
  if (!/^0x[0-9a-f]{64}$/.test(hex)) return undefined
  try {
    privateKeyToAccount(hex)
    return hex
  } catch {
    return undefined // zero, or beyond the curve's order
  }
}
