import { createPrivateKey, sign } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  address as addressOf,
  compileOffchainMessageV1Envelope,
  createKeyPairFromPrivateKeyBytes,
  getOffchainMessageEnvelopeEncoder,
  getOffchainMessageV0Decoder,
  signOffchainMessageEnvelope,
} from '@solana/kit'
import fc from 'fast-check'
import nacl from 'tweetnacl'
import { describe, expect, test } from 'vitest'
import { isEd25519Signature } from './ed25519.js'
import { offchainEnvelope, offchainMessage, offchainText, solanaVerifier, verifySolanaMessage } from './index.js'

const secret = new Uint8Array(32).fill(7)
const publicKey = ed25519.getPublicKey(secret)
const address = base58.encode(publicKey)
const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const message = 'app.example wants you to sign in with your Solana account:\n…'
const utf8 = (text: string) => new TextEncoder().encode(text)
const signed = (bytes: Uint8Array) => base58.encode(ed25519.sign(bytes, secret))
const verify = (signature: string, text: string = message) =>
  solanaVerifier().verify({ networkId, address, message: text, signature })

describe('[X8] a message', () => {
  test('is taken as its own bytes, and of no other key or text', async () => {
    const signature = signed(utf8(message))
    expect(await verify(signature)).toBe(true)
    expect(await verify(signature, `${message} `)).toBe(false)
    const other = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(8)))
    expect(verifySolanaMessage({ address: other, message, signature })).toBe(false)
    expect(await solanaVerifier().verify({ networkId: 'eip155:1', address, message, signature })).toBe(false)
  })

  test('[F13] that is half of a surrogate pair is no text: a signature of another letter doesn’t hold for it', async () => {
    expect(await verify(signed(utf8('pay \ud800')), 'pay \ud800')).toBe(false)
    expect(await verify(signed(utf8('pay \ufffd')), 'pay \ufffd')).toBe(true)
  })

  test('is taken as an off-chain message around them, with signers or as the command line has it', async () => {
    for (const text of ['Hello', message, 'ä'.repeat(700)])
      for (const withoutSigners of [false, true]) {
        const form = offchainMessage({ text: utf8(text), publicKey, withoutSigners }) ?? expect.fail()
        expect(await verify(signed(form), text)).toBe(true)
        expect(await verify(signed(form), `${text}.`)).toBe(false)
      }
  })

  test('of another prefix, for another signer or with bytes behind it is refused', async () => {
    const form = offchainMessage({ text: utf8(message), publicKey }) ?? expect.fail()
    const stranger = offchainMessage({ text: utf8(message), publicKey: new Uint8Array(32).fill(1) }) ?? expect.fail()
    for (const each of [
      Uint8Array.from([...form, 0]),
      stranger,
      utf8(`\xffsolana offchain${message}`),
      utf8(`Sign: ${message}`),
    ])
      expect(await verify(signed(each))).toBe(false)
  })

  test('that a wallet says it signed has to be of the text', () => {
    const form = offchainMessage({ text: utf8(message), publicKey }) ?? expect.fail()
    // An application's domain stands behind the version; the verifier can't guess it, but the wallet says it.
    const named = form.map((byte, at) => (at >= 17 && at < 49 ? 9 : byte))
    const check = (bytes: Uint8Array, text = message) =>
      verifySolanaMessage({ address, message: text, signature: signed(bytes), signed: bytes })
    expect([utf8(message), form, named].map((each) => check(each))).toEqual([true, true, true])
    expect(check(named, 'Hello')).toBe(false)
    expect(check(utf8('Send all'))).toBe(false)
    expect(verifySolanaMessage({ address, message, signature: signed(named) })).toBe(false)
    expect(verifySolanaMessage({ address, message, signature: signed(utf8(message)), signed: form })).toBe(false)
  })

  test('in an off-chain message is read whole or not at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        expect(offchainText({ bytes: noise, publicKey })).toBeUndefined()
      }),
      { numRuns: 200 },
    )
    const form = offchainMessage({ text: utf8(message), publicKey }) ?? expect.fail()
    expect(offchainText({ bytes: form, publicKey })).toEqual(utf8(message))
    for (let length = 0; length < form.length; length++)
      expect(offchainText({ bytes: form.slice(0, length), publicKey })).toBeUndefined()
    expect(offchainMessage({ text: new Uint8Array(), publicKey })).toBeUndefined()
  })
})

describe('[X8] keys and points', () => {
  const p = 2n ** 255n - 19n
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const little = (value: bigint) => Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(at * 8)) & 255n))
  /** All points of small order, and the forms of them that aren't the one that counts. */
  const small = [
    little(0n),
    little(1n),
    little(p - 1n),
    little(p),
    little(p + 1n),
    little(1n | (1n << 255n)),
    ...torsion(),
  ]

  test('of small order, and those that aren’t written in their one form, are refused', () => {
    const text = utf8(message)
    for (const key of small)
      for (const point of small) {
        const signature = Uint8Array.from([...point, ...little(0n)])
        expect(isEd25519Signature({ signature, message: text, publicKey: key })).toBe(false)
      }
    const real = ed25519.sign(text, secret)
    for (const point of small) {
      expect(
        isEd25519Signature({ signature: Uint8Array.from([...point, ...real.slice(32)]), message: text, publicKey }),
      ).toBe(false)
    }
  })

  test('with a part of small order are refused, as is an S beyond the order', () => {
    const text = utf8(message)
    const real = ed25519.sign(text, secret)
    const [tail] = torsion()
    const mixed = ed25519.Point.fromBytes(publicKey)
      .add(ed25519.Point.fromBytes(tail ?? publicKey))
      .toBytes()
    expect(isEd25519Signature({ signature: real, message: text, publicKey: mixed })).toBe(false)
    const s = real.slice(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    const malleable = Uint8Array.from([...real.slice(0, 32), ...little(s + order)])
    expect(isEd25519Signature({ signature: real, message: text, publicKey })).toBe(true)
    expect(isEd25519Signature({ signature: malleable, message: text, publicKey })).toBe(false)
  })

  test.each(['', '0', 'O'.repeat(43), address.slice(1), `${address}1`, '1'.repeat(200)])(
    'an address like %s verifies nothing',
    (wrong) => {
      expect(verifySolanaMessage({ address: wrong, message, signature: signed(utf8(message)) })).toBe(false)
      expect(verifySolanaMessage({ address, message, signature: wrong })).toBe(false)
    },
  )

  /** The points of order 8, 4 and 2. */
  function torsion(): readonly Uint8Array[] {
    const eighth = ed25519.Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')
    return [eighth, eighth.double(), eighth.double().double()].map((point) => point.toBytes())
  }
})

describe('[X8] what hardware wallets sign', () => {
  const text = 'app.example wants you to sign in with your Solana account:\nline'
  const applicationDomain = Uint8Array.from({ length: 32 }, (_, at) => utf8('app.example')[at] ?? 0)
  const written = (options = {}) => offchainMessage({ text: utf8(text), publicKey, ...options }) ?? expect.fail()
  const enveloped = (bytes: Uint8Array) =>
    base58.encode(offchainEnvelope({ signature: ed25519.sign(bytes, secret), message: bytes }))

  test('of version 1 holds, by Solana’s own library, with its signature alone and in its envelope', async () => {
    const { privateKey } = await createKeyPairFromPrivateKeyBytes(secret)
    const compiled = compileOffchainMessageV1Envelope({
      version: 1,
      content: text,
      requiredSignatories: [{ address: addressOf(address) }],
    })
    const keys = { privateKey, publicKey: await crypto.subtle.importKey('raw', publicKey, 'Ed25519', true, ['verify']) }
    const whole = await signOffchainMessageEnvelope([keys], compiled)
    expect(Uint8Array.from(whole.content)).toEqual(written({ version: 1 }))
    const signature = Uint8Array.from(whole.signatures[addressOf(address)] ?? expect.fail())
    expect(await verify(base58.encode(signature), text)).toBe(true)
    expect(await verify(base58.encode(Uint8Array.from(getOffchainMessageEnvelopeEncoder().encode(whole))), text)).toBe(
      true,
    )
    expect(await verify(base58.encode(signature), `${text}.`)).toBe(false)
  })

  test('holds at a server in its envelope, whatever application it names', async () => {
    const named = written({ applicationDomain })
    expect(await verify(signed(named), text)).toBe(false)
    expect(await verify(enveloped(named), text)).toBe(true)
    expect(await verify(enveloped(named), `${text}.`)).toBe(false)
    for (const form of [written(), written({ withoutSigners: true }), written({ version: 1 })])
      expect(await verify(enveloped(form), text)).toBe(true)
  })

  test('with line breaks as ASCII, as Ledger’s own library writes them, holds', async () => {
    for (const format of [0, 1, 2]) expect(await verify(signed(written({ format })), text)).toBe(true)
  })

  test('in an envelope of anything else is refused', async () => {
    const other = new Uint8Array(32).fill(8)
    const named = written({ applicationDomain })
    const envelope = offchainEnvelope({ signature: ed25519.sign(named, secret), message: named })
    const raw = utf8(text)
    for (const each of [
      enveloped(raw), // no off-chain message
      enveloped(written({ publicKey: ed25519.getPublicKey(other) })),
      base58.encode(offchainEnvelope({ signature: ed25519.sign(named, other), message: named })),
      base58.encode(Uint8Array.from([2, ...envelope.slice(1)])),
      base58.encode(Uint8Array.from([...envelope, 0])),
      base58.encode(envelope.slice(0, -1)),
      '1'.repeat(5_000),
    ])
      expect(await verify(each, text)).toBe(false)
  })

  test('stands for one text: bytes that are two off-chain messages are the longer one, which was shown whole', () => {
    const shown = (lengthOfAll: number) =>
      Uint8Array.from([0, lengthOfAll & 0xff, lengthOfAll >> 8, ...new Uint8Array(29)])
    const length = written({ applicationDomain }).length - 20
    const both = written({ applicationDomain: shown(length) })
    const check = (message: Uint8Array | string) =>
      verifySolanaMessage({ address, message, signature: enveloped(both) })
    expect(check(text)).toBe(false)
    expect(check(both.slice(20))).toBe(true)
  })

  test('stands for its text and never for its own bytes', () => {
    for (const form of [written(), written({ version: 1 })]) {
      expect(verifySolanaMessage({ address, message: form, signature: signed(form) })).toBe(false)
      expect(verifySolanaMessage({ address, message: form, signature: signed(form), signed: form })).toBe(false)
      expect(verifySolanaMessage({ address, message: form, signature: enveloped(form) })).toBe(false)
    }
  })
})

test('[X8] off-chain messages are laid out as Solana’s own library reads them', () => {
  for (const [text, format] of [
    ['Hello', 0],
    [message, 1],
    ['ä'.repeat(700), 2],
  ] as const) {
    const form = offchainMessage({ text: utf8(text), publicKey }) ?? expect.fail()
    expect(getOffchainMessageV0Decoder().decode(form)).toMatchObject({
      version: 0,
      content: { format, text },
      requiredSignatories: [{ address }],
    })
  }
})

test('judges as tweetnacl and Node do', () => {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(63), fc.nat(255), (bytes, at, change) => {
      const signature = Uint8Array.from(sign(null, bytes, key))
      signature[at] = (signature[at] ?? 0) ^ change
      const isValid = verifySolanaMessage({ address, message: bytes, signature: base58.encode(signature) })
      expect(isValid).toBe(nacl.sign.detached.verify(bytes, signature, publicKey))
      expect(isValid).toBe(change === 0)
    }),
    { numRuns: 25 },
  )
})
