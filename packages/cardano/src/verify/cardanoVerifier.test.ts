import verifyDataSignature from '@cardano-foundation/cardano-verify-datasignature'
import { createTestCardanoWallet } from '@foyer/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { cardanoMainnet, cardanoPreprod } from '../networks.js'
import { isSignedByPeer } from '../test/peer.js'
import { freshAddress } from '../test/stage.js'
import { writeBytes, writeInt, writeList, writeMap, writeText } from '../transaction/cbor.js'
import { hashOfKey } from '../transaction/witness.js'
import { cardanoVerifier, verifyCardanoMessage } from './index.js'

const [key, stakeKey] = ['05'.repeat(32), '06'.repeat(32)]
const message = 'Hellö <👋>'
const networkId = cardanoPreprod.caipNetworkId

/** Signed as a session asks for it, by the wallet of the tests, which is StricaHQ's. */
async function signed({ hashes = false, network = 0 as 0 | 1, text = message, isStake = false } = {}) {
  const wallet = await createTestCardanoWallet({ name: 'W', accounts: [{ key, stakeKey }], network, hashes })
  const [address = '', stake = ''] = wallet.sessionAccount.split('-')
  const who = isStake ? stake : address
  const { Address } = await import('@blaze-cardano/core')
  const params = [Address.fromBech32(who).toBytes(), Buffer.from(text).toString('hex')]
  const said: unknown = await wallet.answerSession({ method: 'cardano_signData', params })
  const [signature, coseKey] = ['signature', 'key'].map((name) => String(Reflect.get(Object(said), name)))
  return {
    address: who,
    signature: `${signature}${coseKey}`,
    parts: { signature: `${signature}`, publicKey: `${coseKey}` },
  }
}

test('a signature by others’ libraries holds for its text, its address and its network alone', async () => {
  const { address, signature, parts } = await signed()
  expect(isSignedByPeer({ message, signature, address })).toBe(true)
  const of = { networkId, address, message, signature }
  expect(verifyCardanoMessage(of)).toBe(true)
  expect(verifyCardanoMessage({ ...of, ...parts })).toBe(true)
  expect(verifyCardanoMessage({ ...of, message: new TextEncoder().encode(message) })).toBe(true)
  expect(verifyCardanoMessage({ ...of, signature: parts.signature })).toBe(false)
  expect(verifyCardanoMessage({ ...of, message: 'Hello' })).toBe(false)
  expect(verifyCardanoMessage({ ...of, address: freshAddress() })).toBe(false)
  expect(verifyCardanoMessage({ ...of, networkId: cardanoMainnet.caipNetworkId })).toBe(false)
  expect(verifyCardanoMessage({ ...of, networkId: 'cosmos:cosmoshub-4' })).toBe(false)
  expect(await cardanoVerifier().verify({ networkId, address, message, signature })).toBe(true)
})

test('the foundation’s own verifier agrees, of an address and of its stake', async () => {
  for (const isStake of [false, true]) {
    const { address, signature, parts } = await signed({ network: 1, isStake })
    expect(verifyDataSignature(parts.signature, parts.publicKey, message, address)).toBe(true)
    const of = { networkId: cardanoMainnet.caipNetworkId, address, message, signature }
    expect(verifyCardanoMessage(of)).toBe(true)
    expect(verifyDataSignature(parts.signature, parts.publicKey, 'Hello', address)).toBe(false)
    expect(verifyCardanoMessage({ ...of, message: 'Hello' })).toBe(false)
  }
})

test('a payload that is said to be the message’s hash is that, and not the message', async () => {
  const { address, signature } = await signed({ hashes: true })
  expect(verifyCardanoMessage({ networkId, address, message, signature })).toBe(true)
  expect(verifyCardanoMessage({ networkId, address, message: 'Hello', signature })).toBe(false)
})

test('a signature of the address doesn’t hold for its stake, nor that of the stake for the address', async () => {
  const [own, stake] = [await signed(), await signed({ isStake: true })]
  expect(verifyCardanoMessage({ networkId, address: stake.address, message, signature: own.signature })).toBe(false)
  expect(verifyCardanoMessage({ networkId, address: own.address, message, signature: stake.signature })).toBe(false)
})

test('[F13] a signature of a text doesn’t hold for one that is no text', async () => {
  const { address, signature } = await signed({ text: '\ufffd' })
  expect(verifyCardanoMessage({ networkId, address, message: '\ufffd', signature })).toBe(true)
  expect(verifyCardanoMessage({ networkId, address, message: '\ud800', signature })).toBe(false)
})

test('[X8] what stands behind the signed header’s map is refused', () => {
  const secret = new Uint8Array(32).fill(5)
  const point = ed25519.getPublicKey(secret)
  const at = Uint8Array.from([0x60, ...hashOfKey(point)])
  const sign = (more: readonly number[]) => {
    const header = writeMap([
      [writeInt(1), Uint8Array.of(0x27)],
      [writeText('address'), writeBytes(at)],
    ])
    const said = writeBytes(Uint8Array.from([...header, ...more]))
    const payload = writeBytes(new TextEncoder().encode(message))
    const signing = writeList([writeText('Signature1'), said, writeBytes(new Uint8Array()), payload])
    const sign1 = writeList([said, writeMap([]), payload, writeBytes(ed25519.sign(signing, secret))])
    return Buffer.from([...sign1, ...Buffer.from('a4010103272006215820', 'hex'), ...point]).toString('hex')
  }
  const of = { networkId, address: writeAddress(at), message }
  expect(verifyCardanoMessage({ ...of, signature: sign([]) })).toBe(true)
  expect(verifyCardanoMessage({ ...of, signature: sign([0xa0]) })).toBe(false)
})

test('with any byte changed it is none', async () => {
  const { address, signature } = await signed()
  const bytes = Buffer.from(signature, 'hex')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, by) => {
      const other = Buffer.from(bytes)
      other[place] = (other[place] ?? 0) ^ by
      expect(verifyCardanoMessage({ networkId, address, message, signature: other.toString('hex') })).toBe(false)
    }),
    { numRuns: 100 },
  )
})

test.each(['', 'x', '00', '84', 'f6', '8440a0f640', `${'84'.repeat(40)}`])('%s is no signature', async (signature) => {
  const { address } = await signed()
  expect(verifyCardanoMessage({ networkId, address, message, signature })).toBe(false)
})

test('what is longer than any sign-in isn’t read', async () => {
  const { address } = await signed()
  expect(verifyCardanoMessage({ networkId, address, message, signature: '80'.repeat(100_000) })).toBe(false)
})

test('forms that wallets of CIP-30 don’t sign by are refused: another algorithm, several signers, a payload elsewhere, a tag of another kind', async () => {
  const { address, signature } = await signed()
  const changed: readonly (readonly [string, string])[] = [
    ['a2012767', 'a2012667'], // ES256
    ['845846', '855846'], // one part more
    ['a166686173686564f4', 'a166686173686564f6'], // hashed: null
    ['a4010103272006', 'a4010203272006'], // a key of two coordinates
    ['a4010103272006', 'a4010103272001'], // of another curve
  ]
  for (const [from, to] of changed) {
    expect(signature).toContain(from)
    expect(verifyCardanoMessage({ networkId, address, message, signature: signature.replace(from, to) })).toBe(false)
  }
  expect(verifyCardanoMessage({ networkId, address, message, signature: `d2${signature}` })).toBe(true)
  expect(verifyCardanoMessage({ networkId, address, message, signature: `d862${signature}` })).toBe(false)
  expect(verifyCardanoMessage({ networkId, address, message, signature: `${signature}00` })).toBe(false)
})
