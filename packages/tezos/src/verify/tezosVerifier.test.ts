import { createTestTezosWallet } from '@foyer/testing'
import { b58Encode, PrefixV2 } from '@taquito/utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readKey, signatureIn } from '../addresses/keys.js'
import { michelineString } from '../wire/micheline.js'
import { readSignature, type TezosSignedMessage, tezosVerifier, verifyTezosMessage } from './index.js'
import { writeSignature } from './signature.js'

const networkId = 'tezos:NetXdQprcVkpaWU'
const text = 'Hellö 👋'
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const order = {
  secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  p256: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
}

/** Signs as a wallet does, by the official library. */
async function signed({
  curve,
  message = text,
}: {
  readonly curve: 'ed25519' | 'secp256k1' | 'p256'
  readonly message?: string
}) {
  const wallet = await createTestTezosWallet({ name: 'Willow', accounts: [{ key: '1f'.repeat(32), curve }] })
  const [address = ''] = wallet.accounts
  const ask = (method: string, params: object) => wallet.answerSession({ method, params })
  const payload = hexOf(michelineString(message))
  const { signature } = Object(await ask('tezos_sign', { account: address, payload }))
  const [{ pubkey: publicKey }] = Object(await ask('tezos_getAccounts', {}))
  return { networkId, address, message, signature: String(signature), publicKey: String(publicKey) }
}

describe.each([
  ['ed25519', 'tz1', 'edsig'],
  ['secp256k1', 'tz2', 'spsig1'],
  ['p256', 'tz3', 'p2sig'],
] as const)('a signature by a key of %s', (curve, kind, mark) => {
  test('holds with the key beside it or within, in each form that wallets write', async () => {
    const said = await signed({ curve })
    expect([said.address.slice(0, 3), said.signature.startsWith(mark)]).toEqual([kind, true])
    expect(verifyTezosMessage(said)).toBe(true)
    const generic = b58Encode(signatureIn(said.signature)?.bytes ?? expect.fail(), PrefixV2.GenericSignature)
    expect(generic.startsWith('sig')).toBe(true)
    expect(verifyTezosMessage({ ...said, signature: generic })).toBe(true)
    const { publicKey, signature, ...about } = said
    expect(verifyTezosMessage({ ...about, signature: writeSignature({ publicKey, signature }) })).toBe(true)
    expect(await tezosVerifier().verify({ ...about, networkId, signature, publicKey })).toBe(true)
    expect(verifyTezosMessage({ ...said, message: new TextEncoder().encode(text) })).toBe(true)
  })

  test('[F18] is refused with any bit changed, for another text, another key, another kind of signature, and without its key', async () => {
    const said = await signed({ curve })
    const other = await signed({ curve: curve === 'p256' ? 'ed25519' : 'p256' })
    const { bytes } = signatureIn(said.signature) ?? expect.fail()
    const refused = (changes: Partial<TezosSignedMessage>) =>
      expect(verifyTezosMessage({ ...said, ...changes })).toBe(false)
    fc.assert(
      fc.property(fc.nat(511), (bit) => {
        const changed = Uint8Array.from(bytes, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        refused({ signature: b58Encode(changed, PrefixV2.GenericSignature) })
      }),
      { numRuns: 40 },
    )
    refused({ message: `${text}.` })
    refused({ publicKey: other.publicKey })
    refused({ address: other.address })
    refused({ publicKey: undefined })
    const { prefix } = { prefix: curve === 'p256' ? PrefixV2.Ed25519Signature : PrefixV2.P256Signature }
    refused({ signature: b58Encode(bytes, prefix) })
    refused({ networkId: 'eip155:1' })
    for (const signature of [
      '',
      'edsig',
      hexOf(bytes),
      `${said.signature}x`,
      '{}',
      `{"signature":"${said.signature}"}`,
    ])
      refused({ signature })
  })
})

test('of secp256k1 the lower s alone is taken, as the chain has it', async () => {
  const said = await signed({ curve: 'secp256k1' })
  const { bytes } = signatureIn(said.signature) ?? expect.fail()
  const s = order.secp256k1 - BigInt(`0x${hexOf(bytes.slice(32))}`)
  const high = Buffer.concat([bytes.slice(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  expect(verifyTezosMessage({ ...said, signature: b58Encode(high, PrefixV2.Secp256k1Signature) })).toBe(false)
})

test('the length is that of bytes: a payload that counts digits, as older pages wrote it, is another message', async () => {
  const said = await signed({ curve: 'ed25519', message: 'Hello' })
  expect(hexOf(michelineString('Hello'))).toBe(`050100000005${Buffer.from('Hello').toString('hex')}`)
  expect(hexOf(michelineString('ö')).slice(4, 12)).toBe('00000002')
  expect(verifyTezosMessage({ ...said, message: Buffer.from('Hello').toString('hex') })).toBe(false)
})

test('an address of BLS, a contract, bytes that are no text and a key of no order are refused', async () => {
  const said = await signed({ curve: 'ed25519' })
  const bls = b58Encode(new Uint8Array(20).fill(7), PrefixV2.BLS12_381PublicKeyHash)
  const contract = b58Encode(new Uint8Array(20).fill(7), PrefixV2.ContractHash)
  for (const address of [bls, contract]) expect(verifyTezosMessage({ ...said, address })).toBe(false)
  const blsKey = b58Encode(new Uint8Array(48).fill(7), PrefixV2.BLS12_381PublicKey)
  expect(readKey(blsKey)).toBeUndefined()
  expect(verifyTezosMessage({ ...said, message: Uint8Array.of(0xff) })).toBe(false)
  const small = b58Encode(Uint8Array.from([1, ...new Uint8Array(31)]), PrefixV2.Ed25519PublicKey)
  const { address = '' } = readKey(small) ?? expect.fail()
  const zero = b58Encode(Uint8Array.from([1, ...new Uint8Array(63)]), PrefixV2.Ed25519Signature)
  expect(verifyTezosMessage({ ...said, address, publicKey: small, signature: zero })).toBe(false)
})

test('what is kept is read back, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.record({ publicKey: fc.string({ maxLength: 60 }), signature: fc.string({ maxLength: 60 }) }),
      (each) => {
        expect(readSignature(writeSignature(each))).toEqual(each)
      },
    ),
  )
  for (const other of [
    '',
    '[]',
    'null',
    '{"publicKey":"a","signature":"b","more":1}',
    '{"publicKey":1,"signature":"b"}',
  ])
    expect(readSignature(other)).toBeUndefined()
})
