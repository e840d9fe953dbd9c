import { serializeSignDoc } from '@cosmjs/amino'
import { Keccak256, Secp256k1, Sha256 } from '@cosmjs/crypto'
import { createTestCosmosWallet } from '@foyer/testing'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { hasWrongChecksum, readAddress } from '../addresses/address.js'
import { adr36Doc, aminoBytes } from './adr36.js'
import { cosmosVerifier, verifyCosmosMessage } from './cosmosVerifier.js'

const key = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const [address = ''] = createTestCosmosWallet({
  name: 'Keplr',
  keys: [hex.encode(key)],
  chains: { any: 'cosmos' },
}).accounts
/** By cosmjs, of that key. */
const signature = 'Gu/ac6esH02CIQBlyVd4V3E1NqcnUO/FmkbKgFkIFSEXEztj77wc9C7kgEeokbhNNc6+ipI9j0Q5ziaIKWQduQ=='
const message = '<b>Hällo & 👋</b>'
const signed = { networkId: 'cosmos:cosmoshub-4', address, message, signature } as const
const changed = (place: number) =>
  base64.encode(base64.decode(signature).map((byte, at) => (at === place ? byte ^ 1 : byte)))
const inBech32 = (prefix: string, bytes: Uint8Array) => bech32.encode(prefix, bech32.toWords(bytes))
const bytes = readAddress(address)?.bytes ?? new Uint8Array()

describe('a message', () => {
  test('that the official library signed is the address’s, in either case, on its chain and on one that isn’t known', async () => {
    expect(await cosmosVerifier().verify(signed)).toBe(true)
    expect(verifyCosmosMessage({ ...signed, address: address.toUpperCase() })).toBe(true)
    expect(verifyCosmosMessage({ ...signed, message: new TextEncoder().encode(message) })).toBe(true)
    expect(verifyCosmosMessage({ ...signed, networkId: 'cosmos:unknown-1' })).toBe(true)
  })

  const highS = () => {
    const compact = secp256k1.Signature.fromBytes(base64.decode(signature), 'compact')
    return base64.encode(new secp256k1.Signature(compact.r, secp256k1.Point.Fn.ORDER - compact.s).toBytes('compact'))
  }
  const brokenText = () => {
    const hash = sha256(aminoBytes(adr36Doc({ address, message: new TextEncoder().encode('\ufffd') })))
    return { message: '\ud800', signature: base64.encode(secp256k1.sign(hash, key, { prehash: false })) }
  }
  test.each<[string, Partial<typeof signed> | { readonly [name: string]: string }]>([
    ['that is no text', brokenText()],
    ['of another text', { message: `${message}.` }],
    ['whose signature has another r', { signature: changed(3) }],
    ['whose signature has another s', { signature: changed(40) }],
    ['with a high s', { signature: highS() }],
    ['with 65 bytes', { signature: base64.encode(Uint8Array.from([...base64.decode(signature), 0])) }],
    ['without a signature', { signature: '' }],
    ['that is none', { signature: 'no signature' }],
    ['with r and s of 0', { signature: base64.encode(new Uint8Array(64)) }],
    [
      'of another key’s address',
      {
        address: inBech32(
          'cosmos',
          bytes.map((byte) => byte ^ 1),
        ),
      },
    ],
    ['of the same key on a sibling chain', { address: inBech32('osmo', bytes) }],
    ['for a sibling chain', { networkId: 'cosmos:osmosis-1' }],
    ['for another family', { networkId: 'eip155:1' }],
  ])('%s is not', (_, changes) => {
    expect(verifyCosmosMessage({ ...signed, ...changes })).toBe(false)
  })

  test('of a chain that a host names is held against its prefix', () => {
    const chains = { 'cosmos:own-1': { prefix: 'own', denom: 'uown', gasPrice: '0' } }
    expect(verifyCosmosMessage({ ...signed, networkId: 'cosmos:own-1', chains })).toBe(false)
  })
})

describe('an address', () => {
  test('is of 20 bytes or of 32, in bech32', () => {
    for (const length of [20, 32])
      expect(readAddress(inBech32('cosmos', new Uint8Array(length)))?.bytes).toHaveLength(length)
    for (const length of [0, 19, 21, 31, 33])
      expect(readAddress(inBech32('cosmos', new Uint8Array(length)))).toBe(undefined)
  })

  test('with a wrong letter, mixed letters or bech32m’s checksum is none', () => {
    const wrong = address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
    expect(readAddress(wrong)).toBe(undefined)
    expect(hasWrongChecksum(wrong)).toBe(true)
    expect(hasWrongChecksum(address)).toBe(false)
    expect(readAddress(address.replace('c', 'C'))).toBe(undefined)
    expect(hasWrongChecksum(address.replace('c', 'C'))).toBe(false)
    expect(readAddress('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')).toBe(undefined)
  })
})

describe('an address of Ethereum’s kind of key', () => {
  /** Of Hardhat's and anvil's first account, public everywhere. */
  const secret = hex.decode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  const ethereum = hex.decode('f39fd6e51aad88f6f4ce6ab8827279cfffb92266')
  const own = inBech32('inj', ethereum)
  const sign = async ({ hash, signer = own }: { hash: typeof Keccak256 | typeof Sha256; signer?: string }) => {
    const value = { signer, data: base64.encode(new TextEncoder().encode(message)) }
    const [fee, msgs] = [{ gas: '0', amount: [] }, [{ type: 'sign/MsgSignData', value }]]
    const doc = serializeSignDoc({ chain_id: '', account_number: '0', sequence: '0', fee, msgs, memo: '' })
    const written = await Secp256k1.createSignature(new hash(doc).digest(), secret)
    return base64.encode(written.toFixedLength().slice(0, 64))
  }
  const check = (of: Partial<Record<'address' | 'signature' | 'message' | 'networkId', string>>) =>
    verifyCosmosMessage({ networkId: 'cosmos:injective-1', address: own, message, signature: '', ...of })

  test('has signed by the hash that its chain takes, as Keplr signs and verifies it', async () => {
    const signature = await sign({ hash: Keccak256 })
    expect(check({ signature })).toBe(true)
    expect(await cosmosVerifier().verify({ networkId: 'cosmos:injective-1', address: own, message, signature })).toBe(
      true,
    )
    expect(check({ signature, message: `${message}.` })).toBe(false)
    expect(check({ signature, address: inBech32('evmos', ethereum) })).toBe(false)
    expect(check({ signature, networkId: 'cosmos:cosmoshub-4' })).toBe(false)
  })

  test('is taken with no other kind’s hash, nor another kind’s address with this one’s', async () => {
    expect(check({ signature: await sign({ hash: Sha256 }) })).toBe(false)
    const { pubkey } = await Secp256k1.makeKeypair(secret)
    const classic = inBech32('inj', ripemd160(sha256(Secp256k1.compressPubkey(pubkey))))
    expect(check({ address: classic, signature: await sign({ hash: Sha256, signer: classic }) })).toBe(true)
    expect(check({ address: classic, signature: await sign({ hash: Keccak256, signer: classic }) })).toBe(false)
  })
})
