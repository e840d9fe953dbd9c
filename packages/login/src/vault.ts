import { type Bytes, transcript } from '@foyer/custody/bytes'
import { decrypt, encrypt } from './cipher.js'

/** How many bytes of entropy a wallet has: 12 words of BIP-39. */
export const secretLength = 16
/** A vault: nonce, the secret, tag. */
export const vaultLength = 12 + secretLength + 16

const beside = (wallet: string): Bytes => transcript('foyer vault 1', wallet)

const importDataKey = (dataKey: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', dataKey, 'AES-GCM', false, ['encrypt', 'decrypt'])

interface VaultParameters {
  readonly wallet: string
  /** The vault's key, which the doors wrap. */
  readonly dataKey: Bytes
}

/** Puts a wallet's secret under its vault's key. */
export const sealVault = async ({ wallet, dataKey, secret }: VaultParameters & { readonly secret: Bytes }) =>
  encrypt({ key: await importDataKey(dataKey), bytes: secret, beside: beside(wallet) })

/** The secret that {@link sealVault} has put away. @throws CustodyError where the key or the wallet is another */
export const openVault = async ({ wallet, dataKey, vault }: VaultParameters & { readonly vault: Bytes }) =>
  decrypt({ key: await importDataKey(dataKey), bytes: vault, beside: beside(wallet), what: 'vault' })
