import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, bech32m, createBase58check } from '@scure/base'
import { NETWORK, p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { BIP322, Signer, Verifier } from 'bip322-js'
import bitcoinMessage from 'bitcoinjs-message'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { bitcoinVerifier, verifyBitcoinMessage } from './index.js'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'
const message = 'app.example wants you to sign in with your Bitcoin account:\n…'

const secret = new Uint8Array(32).fill(7)
const publicKey = secp256k1.getPublicKey(secret)
const wif = createBase58check(sha256).encode(Uint8Array.from([0x80, ...secret, 1]))
const testWif = createBase58check(sha256).encode(Uint8Array.from([0xef, ...secret, 1]))
const addressesOn = (network: typeof NETWORK) => ({
  p2pkh: p2pkh(publicKey, network).address ?? '',
  p2sh: p2sh(p2wpkh(publicKey, network), network).address ?? '',
  p2wpkh: p2wpkh(publicKey, network).address ?? '',
  p2tr: p2tr(publicKey.slice(1), undefined, network).address ?? '',
})
const own = addressesOn(NETWORK)
const tests = addressesOn(TEST_NETWORK)
const witnesses = ['p2sh', 'p2wpkh', 'p2tr'] as const

const verify = (address: string, signature: string, text: string = message, networkId: string = mainnet) =>
  verifyBitcoinMessage({ networkId, address, message: text, signature })

const legacy = (header: number, { compressed = true, text = message } = {}): string => {
  const bytes = bitcoinMessage.sign(text, Buffer.from(secret), compressed)
  const recovery = ((bytes[0] ?? 0) - 27) % 4
  return base64.encode(Uint8Array.from([header + recovery, ...bytes.subarray(1)]))
}

describe('BIP-322', () => {
  // The vectors that the BIP publishes.
  const published = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  test.each([
    [
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
  ])('takes what it publishes for “%s”, and for no other text', (text, signature) => {
    expect(verify(published, signature, text)).toBe(true)
    expect(verify(published, `smp${signature}`, text)).toBe(true)
    expect(verify(published, signature, `${text}.`)).toBe(false)
  })

  test.each(witnesses)('[X9] takes what another library signed for %s, and for no other address', async (kind) => {
    const signature = Signer.sign(wif, own[kind], message)
    expect(
      await bitcoinVerifier().verify({ networkId: mainnet, address: own[kind], message, signature: String(signature) }),
    ).toBe(true)
    expect(verify(own[kind], String(signature), `${message} `)).toBe(false)
    for (const other of [...witnesses, 'p2pkh' as const].filter((each) => each !== kind))
      expect(verify(own[other], String(signature))).toBe(false)
  })

  test('judges as another library does, whatever bit is turned', () => {
    for (const kind of witnesses) {
      const bytes = base64.decode(String(Signer.sign(wif, own[kind], message)))
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), (at, change) => {
          const signature = base64.encode(bytes.map((byte, index) => (index === at ? byte ^ change : byte)))
          const isValid = verify(own[kind], signature)
          expect(isValid).toBe(change === 0)
          if (isValid) expect(Verifier.verifySignature(own[kind], message, signature)).toBe(true)
        }),
        { numRuns: 40 },
      )
    }
  })

  test('[X9] a witness with more or less than its items, another type of signing or a high s is refused', () => {
    const bytes = base64.decode(String(Signer.sign(wif, own.p2wpkh, message)))
    const changed = (change: (bytes: Uint8Array) => readonly number[]) =>
      verify(own.p2wpkh, base64.encode(Uint8Array.from(change(bytes))))
    expect(changed((each) => [...each])).toBe(true)
    expect(changed((each) => [...each, 0])).toBe(false)
    expect(changed((each) => [3, ...each.slice(1), 0])).toBe(false)
    expect(changed((each) => [1, ...each.slice(1)])).toBe(false)
    expect(changed((each) => [0, ...each.slice(1)])).toBe(false)
    expect(changed(() => [])).toBe(false)
    const [, length = 0] = bytes
    for (const type of [0, 2, 3, 0x81]) {
      expect(changed((each) => [...each].map((byte, at) => (at === 1 + length ? type : byte)))).toBe(false)
    }
    const der = secp256k1.Signature.fromBytes(bytes.slice(2, 1 + length), 'der')
    const high = new secp256k1.Signature(der.r, secp256k1.Point.CURVE().n - der.s).toBytes('der')
    expect(changed((each) => [2, high.length + 1, ...high, 1, ...each.slice(2 + length)])).toBe(false)
  })

  test('[X9] taproot’s 65th byte may say that all is signed, and nothing else', () => {
    const bytes = base64.decode(String(Signer.sign(wif, own.p2tr, message)))
    const withType = (type: number) => base64.encode(Uint8Array.from([1, 65, ...bytes.slice(2, 66), type]))
    for (const type of [0, 2, 0x83]) expect(verify(own.p2tr, withType(type))).toBe(false)
  })
})

type Signed = (typeof witnesses)[number]

/** The fault of a transaction in BIP-322's full form that isn't the virtual one. */
interface Unlike {
  readonly version?: number
  readonly lockTime?: number
  readonly sequence?: number
  readonly output?: number
  readonly outputs?: number
  readonly of?: string
}

/** The transaction that BIP-322's full form is, made and signed by another library. */
function full(
  kind: Signed,
  { version = 0, lockTime = 0, sequence = 0, output = 0x6a, outputs = 1, of = message }: Unlike = {},
) {
  const script = readAddress(own[kind])?.script ?? new Uint8Array()
  const txid = BIP322.buildToSpendTx(of, Buffer.from(script)).getId()
  const transaction = new Transaction({ version, lockTime, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true })
  transaction.addInput({
    ...{ txid, index: 0, sequence, witnessUtxo: { script, amount: 0n } },
    ...(kind === 'p2tr' && { tapInternalKey: publicKey.slice(1) }),
    ...(kind === 'p2sh' && { redeemScript: p2wpkh(publicKey).script }),
  })
  for (let each = 0; each < outputs; each++) transaction.addOutput({ script: Uint8Array.of(output), amount: 0n })
  const types = kind === 'p2tr' ? [SigHash.DEFAULT] : [SigHash.ALL]
  transaction.sign(secret, types)
  transaction.finalize()
  return base64.encode(transaction.toBytes(true, true))
}

describe('BIP-322, full', () => {
  test.each(witnesses)(
    'takes what another library signed for %s, named or not, and for no other text or address',
    (kind) => {
      for (const version of [0, 2]) {
        const signature = full(kind, { version })
        for (const prefix of ['', 'ful']) expect(verify(own[kind], `${prefix}${signature}`)).toBe(true)
        expect(verify(own[kind], `smp${signature}`)).toBe(false)
        expect(verify(own[kind], signature, `${message} `)).toBe(false)
        for (const other of witnesses.filter((each) => each !== kind)) expect(verify(own[other], signature)).toBe(false)
      }
      expect(verify(own[kind], `ful${String(Signer.sign(wif, own[kind], message))}`)).toBe(false)
    },
  )

  test.each(witnesses)('[X9] of %s refuses any transaction but the virtual one, though it is signed', (kind) => {
    for (const unlike of [
      { version: 1 },
      { lockTime: 1 },
      { sequence: 1 },
      { output: 0x51 },
      { outputs: 2 },
      { of: '' },
    ])
      expect(verify(own[kind], full(kind, unlike))).toBe(false)
  })

  test('[X9] is refused with any bit turned, cut or longer', () => {
    for (const kind of witnesses) {
      const bytes = base64.decode(full(kind))
      const isTaken = (changed: Uint8Array) => verify(own[kind], `ful${base64.encode(changed)}`)
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
          expect(isTaken(bytes.map((byte, index) => (index === at ? byte ^ change : byte)))).toBe(false)
          expect(isTaken(bytes.slice(0, at))).toBe(false)
        }),
        { numRuns: 40 },
      )
      expect(isTaken(Uint8Array.from([...bytes, 0]))).toBe(false)
    }
  })
})

describe('[X9] the older 65 bytes', () => {
  const uncompressed = p2pkhOfUncompressed()

  test.each([
    ['p2pkh', 31],
    ['p2sh', 35],
    ['p2wpkh', 39],
  ] as const)('are taken for %s with a header from %i on', (kind, header) => {
    expect(verify(own[kind], legacy(header))).toBe(true)
    expect(verify(own[kind], legacy(header), `${message} `)).toBe(false)
    // Half of a surrogate pair is no text, though it is written as another letter.
    expect(verify(own[kind], legacy(header, { text: 'pay \ufffd' }), 'pay \ufffd')).toBe(true)
    expect(verify(own[kind], legacy(header, { text: 'pay \ufffd' }), 'pay \ud800')).toBe(false)
    expect(bitcoinMessage.verify(message, own[kind], legacy(header))).toBe(true)
  })

  test('are taken for an uncompressed key with a header from 27 on', () => {
    const signature = legacy(27, { compressed: false })
    expect(verify(uncompressed, signature)).toBe(true)
    expect(verify(own.p2pkh, signature)).toBe(false)
    expect(verify(uncompressed, legacy(31))).toBe(false)
  })

  test('with a header of 31 to 34 are taken for the witnesses of keys, as many wallets send them, and with no other that doesn’t fit', () => {
    expect(verify(own.p2sh, legacy(31))).toBe(true)
    expect(verify(own.p2wpkh, legacy(31))).toBe(true)
    const wrong = { p2pkh: [23, 35, 39, 43], p2sh: [27, 39, 43], p2wpkh: [27, 35, 43], p2tr: [27, 31, 35, 39] } as const
    for (const [kind, firsts] of Object.entries(wrong))
      for (const header of firsts) expect(verify(own[kindOf(kind)], legacy(header))).toBe(false)
  })

  test('with a high s are refused, as are more or fewer bytes', () => {
    const bytes = base64.decode(legacy(31))
    const read = secp256k1.Signature.fromBytes(bytes.slice(1), 'compact')
    const high = new secp256k1.Signature(read.r, secp256k1.Point.CURVE().n - read.s).toBytes('compact')
    const header = 31 + (((bytes[0] ?? 0) - 31) ^ 1)
    expect(verify(own.p2pkh, base64.encode(Uint8Array.from([header, ...high])))).toBe(false)
    expect(verify(own.p2pkh, base64.encode(bytes.slice(0, 64)))).toBe(false)
    expect(verify(own.p2pkh, base64.encode(Uint8Array.from([...bytes, 0])))).toBe(false)
  })

  function p2pkhOfUncompressed(): string {
    return p2pkh(secp256k1.getPublicKey(secret, false)).address ?? ''
  }
})

const kindOf = (name: string): keyof typeof own =>
  name === 'p2sh' || name === 'p2wpkh' || name === 'p2tr' ? name : 'p2pkh'

describe('[X9] addresses', () => {
  test('of a test network sign for test networks alone', () => {
    const signature = String(Signer.sign(testWif, tests.p2wpkh, message))
    expect(verify(tests.p2wpkh, signature, message, testnet)).toBe(true)
    expect(verify(tests.p2wpkh, signature)).toBe(false)
    expect(verify(own.p2wpkh, String(Signer.sign(wif, own.p2wpkh, message)), message, testnet)).toBe(false)
    expect(verify(tests.p2pkh, legacy(31))).toBe(false)
    expect(verify(tests.p2pkh, legacy(31), message, testnet)).toBe(true)
    expect(verify(own.p2pkh, legacy(31), message, 'bip122:ffff')).toBe(false)
    expect(verify(own.p2pkh, legacy(31), message, 'solana:000000000019d6689c085ae165831e93')).toBe(false)
  })

  test('are read with the scripts that another library makes of them', () => {
    expect(readAddress(own.p2wpkh)?.script).toEqual(p2wpkh(publicKey).script)
    expect(readAddress(own.p2tr)?.script).toEqual(p2tr(publicKey.slice(1)).script)
    expect(readAddress(own.p2sh)?.script).toEqual(p2sh(p2wpkh(publicKey)).script)
    expect(readAddress(own.p2pkh)?.script).toEqual(p2pkh(publicKey).script)
    expect(readAddress(own.p2wpkh.toUpperCase())?.script).toEqual(p2wpkh(publicKey).script)
  })

  test('of several keys, of other versions, with a wrong checksum or in both cases are none', () => {
    const words = bech32.toWords(new Uint8Array(20))
    const ofSeveral = p2wsh(p2ms(1, [publicKey])).address ?? ''
    const wrong = [
      bech32m.encode('bc', [0, ...words]),
      bech32.encode('bc', [1, ...bech32.toWords(new Uint8Array(32))]),
      bech32m.encode('bc', [2, ...bech32.toWords(new Uint8Array(32))]),
      bech32m.encode('ltc', [1, ...bech32.toWords(new Uint8Array(32))]),
      createBase58check(sha256).encode(Uint8Array.from([0x30, ...new Uint8Array(20)])),
      createBase58check(sha256).encode(Uint8Array.from([0, ...new Uint8Array(21)])),
      own.p2pkh.slice(0, -1),
      `${own.p2wpkh.slice(0, 6)}Q${own.p2wpkh.slice(7)}`,
      '',
      'bc1',
      '1'.repeat(91),
    ]
    for (const address of wrong) expect(readAddress(address), address).toBeUndefined()
    for (const address of [ofSeveral, ...wrong]) {
      expect(verify(address, legacy(31))).toBe(false)
      expect(verify(address, String(Signer.sign(wif, own.p2wpkh, message)))).toBe(false)
    }
  })

  test('nothing that is sent as a signature throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => base64.encode(bytes)),
        ),
        (signature) => {
          for (const address of Object.values(own)) expect(verify(address, signature)).toBe(false)
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** Public: trezor-firmware, `tests/device_tests/bitcoin/test_signmessage.py`. With the header of the script, and with the one that is the same for all. */
test.each([
  [
    '1JAd7XCBzGudGpJQSDSfpmJhiygtLQWaGL',
    '20fd8f2f7db5238fcdd077d5204c3e6949c261d700269cefc1d9d2dcef6b95023630ee617f6c8acf9eb40c8edd704c9ca74ea4afc393f43f35b4e8958324cbdd1c',
  ],
  [
    '3L6TyTisPBmrDAj6RoKmDzNnj4eQi54gD2',
    '23744de4516fac5c140808015664516a32fead94de89775cec7e24dbc24fe133075ac09301c4cc8e197bea4b6481661d5b8e9bf19d8b7b8a382ecdb53c2ee0750d',
  ],
  [
    '3L6TyTisPBmrDAj6RoKmDzNnj4eQi54gD2',
    '1f744de4516fac5c140808015664516a32fead94de89775cec7e24dbc24fe133075ac09301c4cc8e197bea4b6481661d5b8e9bf19d8b7b8a382ecdb53c2ee0750d',
  ],
  [
    'bc1qannfxke2tfd4l7vhepehpvt05y83v3qsf6nfkk',
    '28b55d7600d9e9a7e2a49155ddf3cfdb8e796c207faab833010fa41fb7828889bc47cf62348a7aaa0923c0832a589fab541e8f12eb54fb711c90e2307f0f66b194',
  ],
  [
    'bc1qannfxke2tfd4l7vhepehpvt05y83v3qsf6nfkk',
    '20b55d7600d9e9a7e2a49155ddf3cfdb8e796c207faab833010fa41fb7828889bc47cf62348a7aaa0923c0832a589fab541e8f12eb54fb711c90e2307f0f66b194',
  ],
])('what a Trezor signed for %s holds', (address, signature) => {
  const text = 'This is an example of a signed message.'
  const written = Buffer.from(signature, 'hex').toString('base64')
  expect(verify(address, written, text)).toBe(true)
  expect(verify(address, written, `${text} `)).toBe(false)
})
