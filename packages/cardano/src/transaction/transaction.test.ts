import {
  Address,
  AssetId,
  HexBlob,
  Transaction,
  TransactionId,
  TransactionInput,
  TransactionOutput,
  TransactionUnspentOutput,
  TxCBOR,
  Value,
} from '@blaze-cardano/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasWrongChecksum, hasWrongLength, parseAddress, readAddress, writeAddress } from '../addresses/address.js'
import { cardanoMainnet, cardanoPreprod } from '../networks.js'
import { leastIn, mostOf, plan } from './plan.js'
import { hashOf, writeBody, writeOutput, writeTransaction } from './transaction.js'
import { nameOf, readUtxos, sumOf, type Utxo } from './utxo.js'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const coins = fc.bigInt({ min: 1_000_000n, max: 45_000_000_000_000_000n })
const tokens = fc
  .array(fc.tuple(bytes(28), fc.uint8Array({ maxLength: 32 }), fc.bigInt({ min: 1n, max: (1n << 64n) - 1n })), {
    maxLength: 5,
  })
  .map((all) => new Map(all.map(([policy, name, amount]) => [hex(policy) + hex(name), amount] as const)))
const address = fc
  .tuple(fc.constantFrom(0x00, 0x01, 0x10, 0x20, 0x60, 0x61, 0x70), bytes(56))
  .map(([head, rest]) => Uint8Array.of(head, ...rest.slice(0, head >= 0x60 ? 28 : 56)))
const utxo = fc.record({ hash: bytes(32), index: fc.nat(65_535), keyHash: bytes(28), coins, tokens })
const terms = { feeFixed: 155_381n, feePerByte: 44n, coinsPerByte: 4310n, mostBytes: 16_384n, ends: 123_456_789n }

const own = Uint8Array.of(0, ...new Uint8Array(56).fill(7))
const to = Uint8Array.of(0x60, ...new Uint8Array(28).fill(9))
const keyHash = own.slice(1, 29)
const held = (coins: bigint, index = 0, tokens: Utxo['tokens'] = new Map()): Utxo => ({
  ...{ hash: new Uint8Array(32).fill(1), index, keyHash, coins, tokens },
})

describe('addresses', () => {
  test('are written and read as the official library does', () =>
    fc.assert(
      fc.property(address, (each) => {
        const written = writeAddress(each)
        expect(Address.fromBech32(written).toBytes()).toBe(hex(each))
        expect(hex(readAddress(written)?.bytes ?? each.slice(1))).toBe(hex(each))
        expect([parseAddress(written), parseAddress(written.toUpperCase())]).toEqual([written, written])
      }),
    ))

  test('of a session come with the stake’s behind them, and of another network are none there', () => {
    const stake = writeAddress(Uint8Array.of(0xe0, ...own.slice(29)))
    const written = writeAddress(own)
    expect(parseAddress(`${written}-${stake}`)).toBe(written)
    expect(parseAddress(`${written}-${written}`)).toBeUndefined()
    expect(parseAddress(stake)).toBeUndefined()
    expect(parseAddress(written, cardanoPreprod.caipNetworkId)).toBe(written)
    expect(parseAddress(written, cardanoMainnet.caipNetworkId)).toBeUndefined()
  })

  test('with one letter changed are known by their checksum, with one more or less by their length', () => {
    const written = writeAddress(own)
    const changed = `${written.slice(0, 30)}${written[30] === 'q' ? 'p' : 'q'}${written.slice(31)}`
    expect([parseAddress(changed), hasWrongChecksum(changed), hasWrongLength(changed)]).toEqual([
      undefined,
      true,
      false,
    ])
    expect([hasWrongChecksum(written), hasWrongLength(written), hasWrongLength(written.slice(0, -1))]).toEqual([
      ...[false, false, true],
    ])
    // The main network's letters before the rest of another's.
    expect(parseAddress(written.replace('addr_test', 'addr'))).toBeUndefined()
  })

  test.each([
    '',
    'addr1',
    'DdzFFzCqrhsrcTVhLygT24QwTnNqQqQ8mZrq5jykUzMveU26sxaH529kMpo7VhPrt5pwW3dXeB2k3EEvKcNBRmzCfcQ7dTkyGzTs658C',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ])('that aren’t of today’s are none: %s', (text) => expect(parseAddress(text)).toBeUndefined())
})

test('what wallets say that they can spend is read as the official library writes it, and what no key spends is left out', () =>
  fc.assert(
    fc.property(utxo, address, (each, at) => {
      const output = new TransactionOutput(
        Address.fromBytes(HexBlob(hex(at))),
        new Value(each.coins, new Map([...each.tokens].map(([id, amount]) => [AssetId(id), amount]))),
      )
      const written = new TransactionUnspentOutput(
        new TransactionInput(TransactionId(hex(each.hash)), BigInt(each.index)),
        output,
      )
      const read = readUtxos([Buffer.from(written.toCbor(), 'hex'), Buffer.from(written.toCbor(), 'hex')])
      const isOfKey = [0, 2, 6].includes((at[0] ?? 0) >> 4)
      expect(read.map((one) => [nameOf(one), one.coins, one.tokens])).toEqual(
        isOfKey ? [[nameOf(each), each.coins, each.tokens]] : [],
      )
    }),
    { numRuns: 50 },
  ))

test('a transaction is read by the official library as it is meant, byte for byte, and has the name that it gives it', () =>
  fc.assert(
    fc.property(
      fc.array(utxo, { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ address, coins, tokens }), { minLength: 1, maxLength: 3 }),
      (inputs, outputs) => {
        const body = writeBody({ inputs, outputs, fee: 170_000n, ends: 99n })
        const read = Transaction.fromCbor(TxCBOR(hex(writeTransaction(body, []))))
        expect(read.getId()).toBe(hex(hashOf(body)))
        const parts = read.body()
        expect([parts.fee(), Number(parts.ttl())]).toEqual([170_000n, 99])
        expect(
          parts
            .inputs()
            .values()
            .map((each) => `${each.transactionId()}#${each.index()}`)
            .sort(),
        ).toEqual(inputs.map(nameOf).sort())
        for (const [index, output] of parts.outputs().entries()) {
          const meant = outputs[index] ?? expect.fail()
          expect(output.address().toBytes()).toBe(hex(meant.address))
          expect(output.amount().coin()).toBe(meant.coins)
          expect(new Map(output.amount().multiasset() ?? [])).toEqual(meant.tokens)
          expect(TransactionOutput.fromCore(output.toCore()).amount().toCbor()).toBe(output.amount().toCbor())
        }
      },
    ),
    { numRuns: 50 },
  ))

describe('a plan', () => {
  test('conserves what it spends, tokens too, and leaves no output below its least', () =>
    fc.assert(
      fc.property(
        fc.array(utxo, { minLength: 1, maxLength: 6 }),
        fc.bigInt({ min: 1n, max: 50_000_000n }),
        (utxos, amount) => {
          let planned: ReturnType<typeof plan>
          try {
            planned = plan({ to, from: own, amount, utxos, terms })
          } catch (error) {
            expect(['small_output', 'insufficient_cardano']).toContain(Reflect.get(Object(error), 'code'))
            return
          }
          const { inputs, outputs, fee } = planned
          const [spent, given] = [sumOf(inputs), sumOf(outputs)]
          expect(spent.coins).toBe(given.coins + fee)
          expect(given.tokens).toEqual(spent.tokens)
          for (const output of outputs) expect(output.coins >= leastIn({ output, terms })).toBe(true)
          expect(outputs[0]).toMatchObject({ address: to, coins: amount })
        },
      ),
      { numRuns: 60 },
    ))

  test('spends coins alone first, and tokens only where they are needed', () => {
    const tokens = new Map([[`${'ab'.repeat(28)}00`, 5n]])
    const utxos = [held(90_000_000n, 0, tokens), held(3_000_000n, 1), held(8_000_000n, 2)]
    const spent = (amount: bigint) => plan({ to, from: own, amount, utxos, terms }).inputs.map(({ index }) => index)
    expect(spent(2_000_000n)).toEqual([2])
    expect(spent(9_000_000n)).toEqual([2, 1])
    expect(spent(20_000_000n)).toEqual([2, 1, 0])
  })

  test('of all coins leaves nothing behind, and of nearly all says that what is left is too little', () => {
    const utxos = [held(5_000_000n), held(7_000_000n, 1)]
    const { spendable } = mostOf({ to, from: own, utxos, terms })
    const all = plan({ to, from: own, amount: spendable, utxos, terms })
    expect(all.outputs).toHaveLength(1)
    expect(all.fee + spendable).toBe(12_000_000n)
    const nearly = () => plan({ to, from: own, amount: spendable - 500_000n, utxos, terms })
    expect(nearly).toThrow(expect.objectContaining({ code: 'small_output', output: 'change' }))
    const more = () => plan({ to, from: own, amount: spendable + 10_000n, utxos, terms })
    expect(more).toThrow(expect.objectContaining({ code: 'insufficient_cardano' }))
  })

  test('says what has to stay with tokens that are in the way', () => {
    const utxos = [held(2_500_000n, 0, new Map([[`${'ab'.repeat(28)}00`, 5n]]))]
    const { spendable, kept } = mostOf({ to, from: own, utxos, terms })
    expect(kept > 1_000_000n && spendable < 1_400_000n).toBe(true)
    const sending = () => plan({ to, from: own, amount: 1_400_000n, utxos, terms })
    expect(sending).toThrow(expect.objectContaining({ code: 'small_output', output: 'change' }))
    expect(plan({ to, from: own, amount: spendable, utxos, terms }).outputs).toHaveLength(2)
  })

  test('of less than an output may hold says how much that is', () => {
    const utxos = [held(50_000_000n)]
    const minimum = leastIn({ output: { address: to, coins: 1n, tokens: new Map() }, terms })
    const sending = (amount: bigint) => plan({ to, from: own, amount, utxos, terms })
    expect(() => sending(minimum - 1n)).toThrow(expect.objectContaining({ code: 'small_output', output: 'payment' }))
    expect(sending(minimum).outputs[0]?.coins).toBe(minimum)
    expect(minimum).toBe(
      (160n + BigInt(writeOutput({ address: to, coins: minimum, tokens: new Map() }).length)) * 4310n,
    )
  })

  test('of more small outputs than a transaction holds says so', () => {
    const utxos = Array.from({ length: 600 }, (_, index) => held(1_000_000n, index))
    const sending = () => plan({ to, from: own, amount: 590_000_000n, utxos, terms })
    expect(sending).toThrow(expect.objectContaining({ code: 'large_cardano_transaction' }))
  })
})
