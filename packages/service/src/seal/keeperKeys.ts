import { encodeBytes, encoded } from '@foyer/custody/bytes'
import type { KeeperKeys } from '@foyer/custody/keeperCalls'
import * as v from 'valibot'
import type { KeyRing } from './namedKeys.js'
import { createSealedRows } from './sealedRows.js'

/** The keeper's own keys: what parts are sealed to, and what receipts are signed with. The public halves are built into the wallet's page. */
export interface KeeperSecrets {
  readonly sealing: CryptoKeyPair
  readonly signing: CryptoKey
  readonly publicKeys: KeeperKeys
}

const { subtle } = globalThis.crypto
const sealingCurve = { name: 'ECDH', namedCurve: 'P-256' } as const
const signingCurve = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The private halves as an operator keeps them: sealed under the keys of KEEPER_KEYS, so that this text alone opens nothing. */
export const KeeperSecret = v.object({
  publicKeys: v.object({ sealing: encoded(65), signing: encoded(65) }),
  keyName: v.string(),
  rowKey: v.string(),
  sealed: v.string(),
})
export type KeeperSecret = v.InferOutput<typeof KeeperSecret>

const Privates = v.object({ sealing: v.string(), signing: v.string() })

const rows = (keys: KeyRing) => createSealedRows({ keys, use: 'keeper secret' })
const rowOf = ({ sealing, signing }: KeeperKeys) => [sealing, signing]

/** Makes the keys of a new keeper. */
export async function createKeeperSecret(keys: KeyRing): Promise<KeeperSecret> {
  const sealing = await subtle.generateKey(sealingCurve, true, ['deriveBits'])
  const signing = await subtle.generateKey(signingCurve, true, ['sign', 'verify'])
  const publicKeys = { sealing: await exportRaw(sealing.publicKey), signing: await exportRaw(signing.publicKey) }
  const privates = {
    sealing: await exportPrivate(sealing.privateKey),
    signing: await exportPrivate(signing.privateKey),
  }
  const secret = new TextEncoder().encode(JSON.stringify(privates))
  return { publicKeys, ...rows(keys).seal({ row: rowOf(publicKeys), secret }) }
}

/** @throws SealError where none of the keys opens it */
export async function openKeeperSecret({
  keys,
  secret,
}: {
  readonly keys: KeyRing
  readonly secret: KeeperSecret
}): Promise<KeeperSecrets> {
  const { publicKeys } = secret
  const opened = rows(keys).open({ row: rowOf(publicKeys), sealed: secret })
  const privates = v.parse(v.pipe(v.string(), v.parseJson(), Privates), new TextDecoder().decode(opened))
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  return {
    publicKeys,
    sealing: {
      privateKey: await subtle.importKey('pkcs8', bytes(privates.sealing), sealingCurve, false, ['deriveBits']),
      publicKey: await subtle.importKey('raw', bytes(publicKeys.sealing), sealingCurve, true, []),
    },
    signing: await subtle.importKey('pkcs8', bytes(privates.signing), signingCurve, false, ['sign']),
  }
}

/** @returns the same keys under the current key of KEEPER_KEYS; null where they are already. @throws SealError */
export function rewrapKeeperSecret({
  keys,
  secret,
}: {
  readonly keys: KeyRing
  readonly secret: KeeperSecret
}): KeeperSecret | null {
  const wrapped = rows(keys).rewrap({ row: rowOf(secret.publicKeys), sealed: secret })
  return wrapped === null ? null : { ...secret, ...wrapped }
}

const exportRaw = async (key: CryptoKey) => encodeBytes(new Uint8Array(await subtle.exportKey('raw', key)))
const exportPrivate = async (key: CryptoKey) => encodeBytes(new Uint8Array(await subtle.exportKey('pkcs8', key)))
