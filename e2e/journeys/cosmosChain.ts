import { createRequire } from 'node:module'
import { createTestCosmosWallet } from '@foyer/testing'
import { freshKey, type Signed } from './familyPage.js'

// The official library, as the package's own tests have it: of CommonJS, and no dependency of these.
const require = createRequire(new URL('../../packages/cosmos/package.json', import.meta.url))
const amino: unknown = require('@cosmjs/amino')

/** An address that holds nothing. */
export const freshCosmosAddress = (): string =>
  createTestCosmosWallet({ name: 'Other', keys: [freshKey()], chains: { any: 'cosmos' } }).accounts[0] ?? ''

/** What the official library signs for a message (ADR-36), with a key that is known: signatures of secp256k1 are the same each time. */
export async function officialSignature({
  key,
  address,
  message,
}: {
  readonly key: string
  readonly address: string
  readonly message: string
}): Promise<string> {
  const wallet: unknown = await Reflect.apply(
    Reflect.get(Object(Reflect.get(Object(amino), 'Secp256k1Wallet')), 'fromKey'),
    Reflect.get(Object(amino), 'Secp256k1Wallet'),
    [Buffer.from(key, 'hex'), address.split('1')[0]],
  )
  const value = { signer: address, data: Buffer.from(message).toString('base64') }
  const fee = { gas: '0', amount: [] }
  const msgs = [{ type: 'sign/MsgSignData', value }]
  const doc = { chain_id: '', account_number: '0', sequence: '0', fee, msgs, memo: '' }
  const signed: unknown = await Reflect.apply(Reflect.get(Object(wallet), 'signAmino'), wallet, [address, doc])
  return String(Reflect.get(Object(Reflect.get(Object(signed), 'signature')), 'signature'))
}

/** Was a message signed with a key? Signatures are the same each time. */
export const isSignedForCosmos =
  (key: string) =>
  async ({ message, signature, address }: Signed): Promise<boolean> =>
    signature === (await officialSignature({ key, address, message }))
