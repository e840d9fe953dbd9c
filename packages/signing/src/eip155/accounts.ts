import { type Hex, hexToBytes, isHex, keccak256, type LocalAccount } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import type { SigningAccount } from '../family.js'
import type { Keyring } from '../keyring.js'
import { createOnce } from '../keyring.js'

/** The accounts of a keyring on EVM chains: the imported keys, and those of the phrase at `m/44'/60'/0'/0/n`. Derived once, as that is slow. */
export function createAccounts(): (keyring: Keyring) => readonly SigningAccount[] {
  const once = createOnce<SigningAccount>()
  return ({ phrase, count, imported }) => [
    ...imported.flatMap(({ family, privateKey }) =>
      family === 'eip155' && isHex(privateKey)
        ? [once(privateKey, () => signing(privateKeyToAccount(privateKey)))]
        : [],
    ),
    ...Array.from({ length: count }, (_, addressIndex) =>
      once(`${phrase}/${addressIndex}`, () => signing(mnemonicToAccount(phrase, { addressIndex }))),
    ),
  ]
}

const signing = ({ address, sign }: LocalAccount): SigningAccount => ({
  address,
  async sign(bytes) {
    if (!sign) throw new Error('The account doesn’t sign hashes.')
    return hexToBytes(await sign({ hash: keccak256(bytes) }))
  },
})

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
