import type { FamilyActions, ReplacementKind } from '@foyer/core'
import { createTestHost } from '@foyer/testing'
import { hex } from '@scure/base'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { bitcoin } from '../bitcoin.js'
import { payerOf } from '../coins/coins.js'
import { dustLimit, feeFor } from '../coins/weights.js'
import type { LedgerTransaction } from '../esplora/answers.js'
import type { Esplora } from '../esplora/esplora.js'
import { readPsbt } from '../test/independent.js'
import { type Ledger, type Reached, reachWallet, startLedger } from '../test/ledger.js'
import { prepareReplacement } from './replace.js'
import { planReplacement } from './replacementPlan.js'

let ledger: Ledger
let actions: FamilyActions<'bip122'>
beforeAll(async () => {
  ledger = await startLedger({ minesAtOnce: false })
  actions = await bitcoin().actions(createTestHost({ networks: [ledger.network] }))
})
afterAll(() => ledger.bitcoin.stop())

const coin = { type: 'coin' } as const
const scriptOf = (address: string) => hex.encode(readAddress(address)?.script ?? new Uint8Array())
const held = (address: string) => actions.nativeBalance({ address, network: ledger.network })
const recipient = async () => (await reachWallet({ ledger, sats: 0 })).payment.address
const mine = () => ledger.bitcoin.mine()

/** A wallet whose coins are mined, and that leaves choosing coins to the kit. */
async function payer(options: Partial<Parameters<typeof reachWallet>[0]> = {}): Promise<Reached> {
  const { reached, ...rest } = await reachWallet({ ledger, ...options })
  await mine()
  const { sendTransfer: _, ...provider } = reached.provider
  return { ...rest, reached: { ...reached, provider } }
}
async function sent({ reached }: Reached, transfer: { readonly to: string; readonly amount: bigint }): Promise<string> {
  const { hash = '' } =
    (await actions.sendTransfer?.({ wallet: reached, transfer: { asset: coin, ...transfer } })) ?? {}
  return hash
}
const prepared = async (hash: string, kind: ReplacementKind) =>
  actions.prepareReplacement?.({ network: ledger.network, hash, kind })
async function replaced({ reached }: Reached, hash: string, kind: ReplacementKind) {
  const replacement = await prepared(hash, kind)
  if (!replacement) throw new Error('There is nothing to replace.')
  const instead = await actions.replaceTransaction?.({ wallet: reached, replacement })
  return { replacement, hash: instead?.hash ?? '' }
}

test.each(['p2wpkh', 'p2sh', 'p2pkh'] as const)(
  '[F22 F27] a payment from %s is sped up: the same is paid, the fee comes of the change, and only one of the two is mined',
  async (paymentType) => {
    const wallet = await payer({ paymentType })
    const { address } = wallet.payment
    const to = await recipient()
    const hash = await sent(wallet, { to, amount: 250_000n })
    const left = await held(address)
    const { replacement, hash: instead } = await replaced(wallet, hash, 'speedUp')
    const { fee, formerFee, nonce } = replacement
    expect(nonce).toBeUndefined()
    expect(formerFee).toBe(1_000_000n - 250_000n - left)
    expect(fee * 4n).toBeGreaterThanOrEqual(formerFee * 5n - 8n)
    expect(readPsbt(replacement.transaction.psbt).outputs).toEqual([
      { script: scriptOf(to), value: 250_000 },
      { script: scriptOf(address), value: Number(750_000n - fee) },
    ])
    expect(wallet.wallet.requests.filter(({ method }) => method === 'signPsbt')).toHaveLength(2)
    await mine()
    const { network } = ledger
    expect(await actions.waitForTransaction?.({ network, hash: instead })).toMatchObject({ status: 'success' })
    expect([await held(to), await held(address)]).toEqual([250_000n, 750_000n - fee])
    expect(await prepared(hash, 'speedUp')).toBeUndefined()
    expect(await prepared(instead, 'speedUp')).toBeUndefined()
  },
)

test('[F27] a payment is cancelled: all comes back but the fee; and the cancellation can be sped up', async () => {
  const wallet = await payer()
  const to = await recipient()
  const hash = await sent(wallet, { to, amount: 250_000n })
  const first = await replaced(wallet, hash, 'cancel')
  expect([await held(to), await held(wallet.payment.address)]).toEqual([0n, 1_000_000n - first.replacement.fee])
  const second = await replaced(wallet, first.hash, 'speedUp')
  expect(second.replacement.fee).toBeGreaterThan(first.replacement.fee)
  await mine()
  expect(await held(wallet.payment.address)).toBe(1_000_000n - second.replacement.fee)
})

test.each([0, 40_000])(
  'where nothing is left over, further coins that are mined pay; without any the visitor isn’t asked: %i',
  async (sats) => {
    const wallet = await payer()
    const { address } = wallet.payment
    if (sats > 0) await ledger.bitcoin.fund({ address, sats })
    const to = await recipient()
    // What is left would be dust, and so it is part of the fee.
    const hash = await sent(wallet, { to, amount: 999_600n })
    if (sats === 0) await expect(prepared(hash, 'speedUp')).rejects.toMatchObject({ code: 'insufficient_coins' })
    const fee = sats === 0 ? 400n : (await replaced(wallet, hash, 'speedUp')).replacement.fee
    await mine()
    expect([await held(to), await held(address)]).toEqual([999_600n, BigInt(sats) + 400n - fee])
    expect(wallet.wallet.requests.filter(({ method }) => method === 'signPsbt')).toHaveLength(sats === 0 ? 1 : 2)
  },
)

test('what was spent on, and what was mined meanwhile, stays; what the ledger doesn’t know isn’t there', async () => {
  const wallet = await payer()
  const hash = await sent(wallet, { to: await recipient(), amount: 250_000n })
  const replacement = await prepared(hash, 'cancel')
  await sent(wallet, { to: await recipient(), amount: 100_000n })
  await expect(prepared(hash, 'cancel')).rejects.toMatchObject({ code: 'not_replaceable', reason: 'spent' })
  await mine()
  const asked = wallet.wallet.requests.length
  if (!replacement) throw new Error('It was pending.')
  await expect(actions.replaceTransaction?.({ wallet: wallet.reached, replacement })).rejects.toMatchObject({
    code: 'transaction_not_pending',
  })
  expect(wallet.wallet.requests).toHaveLength(asked)
  expect(await prepared('ab'.repeat(32), 'cancel')).toBeUndefined()
})

test.each([
  ['unsignalled', { sequence: 0xffff_fffe }],
  ['inputs', { spent: { script: '0014', address: undefined, value: 1n } }],
  ['inputs', { spent: { script: '0014', address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 1n } }],
] as const)('[F22] what can’t be replaced is told so: %s', async (reason, more) => {
  const address = await recipient()
  const spent = { script: scriptOf(address), address, value: 1_000n }
  const own = { txid: '11'.repeat(32), index: 0, sequence: 0xffff_fffd, witness: [], spent }
  const asked: string[] = []
  const found: LedgerTransaction = {
    ...{
      inputs: [
        { ...own, sequence: 0xffff_fffe },
        { ...own, index: 1, ...more },
      ],
      outputs: [],
    },
    ...{ fee: 1n, weight: 1n, isConfirmed: false },
  }
  const esplora: Esplora = {
    read: async ({ path }) => expect.fail(path),
    find: async ({ path }) => {
      asked.push(path)
      return Object(found)
    },
    broadcast: async () => expect.fail('nothing is sent'),
  }
  const preparing = prepareReplacement({ network: ledger.network, hash: '33'.repeat(32), kind: 'cancel', esplora })
  await expect(preparing).rejects.toMatchObject({ code: 'not_replaceable', reason })
  expect(asked).toEqual([`/tx/${'33'.repeat(32)}`])
})

test('another account’s is refused before the wallet is asked; a wallet that pays somebody else is found out', async () => {
  const [wallet, other] = [await payer(), await payer()]
  const hash = await sent(wallet, { to: await recipient(), amount: 250_000n })
  const replacement = await prepared(hash, 'cancel')
  if (!replacement) throw new Error('It is pending.')
  await expect(actions.replaceTransaction?.({ wallet: other.reached, replacement })).rejects.toMatchObject({
    code: 'invalid_bitcoin_transfer',
  })
  const elsewhere = await prepared(hash, 'speedUp')
  const provider = {
    ...wallet.reached.provider,
    signPsbt: async () => wallet.reached.provider.signPsbt?.({ psbt: elsewhere?.transaction.psbt ?? '', inputs: [] }),
  }
  const liar = { ...wallet.reached, provider }
  await expect(actions.replaceTransaction?.({ wallet: Object(liar), replacement })).rejects.toMatchObject({
    code: 'unsafe_psbt',
  })
})

test('[F27] whatever is replaced, no satoshi is lost, and nodes take the fee', () => {
  const own = readAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')?.script ?? new Uint8Array()
  const payerOfOwn = payerOf({ type: 'p2wpkh', scriptLength: own.length })
  if (!payerOfOwn) throw new Error('It pays.')
  const sats = fc.bigInt({ min: 300n, max: 10_000_000n })
  const coins = fc.array(sats, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(coins, coins, coins, fc.bigInt({ min: 1_000n, max: 500_000n }), (spent, paid, more, rate) => {
      const inputs = spent.map((value, index) => ({ txid: '11'.repeat(32), index, value }))
      const total = (parts: readonly bigint[]) => parts.reduce((sum, value) => sum + value, 0n)
      fc.pre(total(spent) > total(paid))
      const former = { fee: total(spent) - total(paid), weight: 600n }
      const parameters = {
        ...{ inputs, payer: payerOfOwn, own, former, rate },
        paid: paid.map((value) => ({ script: own, value })),
        coins: more.map((value, index) => ({ txid: '22'.repeat(32), index, value, isConfirmed: index % 2 === 0 })),
      }
      let plan: ReturnType<typeof planReplacement>
      try {
        plan = planReplacement(parameters)
      } catch (error) {
        expect(error).toMatchObject({ code: 'insufficient_coins' })
        return
      }
      const outputs = total(plan.outputs.map(({ value }) => value))
      expect(total(plan.inputs.map(({ value }) => value))).toBe(outputs + plan.fee)
      expect(plan.inputs.slice(0, inputs.length)).toEqual(inputs)
      expect(plan.outputs.slice(0, paid.length)).toEqual(parameters.paid)
      for (const { value } of plan.outputs.slice(paid.length)) expect(value).toBeGreaterThanOrEqual(dustLimit('p2wpkh'))
      expect(plan.fee).toBeGreaterThanOrEqual(former.fee + feeFor(BigInt(60 * plan.inputs.length), 1_000n))
      for (const { txid, index } of plan.inputs.slice(inputs.length))
        expect(parameters.coins.find((each) => each.txid === txid && each.index === index)?.isConfirmed).toBe(true)
    }),
    { numRuns: 300 },
  )
})
