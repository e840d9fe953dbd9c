import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, numberToHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { delegationManager } from '../../delegate.js'
import { delegationHash, readContext } from './delegation.js'
import { largest } from './permission.js'
import {
  batchMode,
  chainAgain,
  clientOf,
  daily,
  expiry,
  fresh,
  granted,
  inADayOn,
  nodeOf,
  nowOn,
  passedOn,
  redeemingOn,
  sessionKeyOn,
} from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const wallet = (place: number, more: object = {}) =>
  walletOf({ chain, delegate, place, callable: ['0x12345678'], ...more })
const redeem = redeemingOn(() => chain.url)
const refused = (redeemed: Parameters<typeof redeem>[0]) => expect(redeem(redeemed)).rejects.toThrow()
const client = () => clientOf(chain.url)
const node = () => nodeOf(chain.url)
const sessionKey = () => sessionKeyOn(chain.url)
const now = () => nowOn(chain.url)
const inADay = () => inADayOn(chain.url)

describe('a permission', () => {
  test('[F13] says who may spend how much a day, until when, how much in all, and how it is ended; the account is switched by the same approval', async () => {
    const of = wallet(2)
    const [key, other] = [await sessionKey(), await sessionKey()]
    const until = await inADay()
    const { words, answer, context } = await granted(of, daily(parseEther('1')), {
      ...{ to: key.address, rules: [expiry(until)] },
    })
    expect(words.title).toBe('Let a key spend your ETH without asking you')
    expect(words.act).toBe('Allow')
    expect(words.facts).toEqual(
      expect.arrayContaining([
        { label: 'Key that may', value: key.address, isCode: true },
        expect.objectContaining({ label: 'Each day, at most', value: '1 ETH' }),
        expect.objectContaining({ label: 'In all, at most', value: expect.stringMatching(/^[12] ETH$/) }),
        expect.objectContaining({ label: 'Until' }),
        expect.objectContaining({ label: 'How to end it', value: expect.stringContaining('dapp.example') }),
        { label: 'New code', value: delegate, isCode: true },
      ]),
    )
    expect(words.warnings).toContain('It happens without asking you again, whenever the key is used.')
    expect(words.isDeliberate).toBe(false)
    expect(answer).toMatchObject({
      ...{ chainId: '0x7a69', from: of.address, to: key.address, dependencies: [], delegationManager },
      permission: { type: 'native-token-periodic', data: { periodAmount: numberToHex(parseEther('1')) } },
      rules: [expiry(until), { type: 'redeemer', data: { addresses: [key.address] } }],
    })
    const to = fresh()
    const use = { by: key, context, to }
    await redeem({ ...use, value: parseEther('0.6') })
    await refused({ ...use, value: parseEther('0.5') })
    await redeem({ ...use, value: parseEther('0.4') })
    await refused({ ...use, by: other, value: 1n })
    await refused({ ...use, value: 0n, data: '0x12345678' })
    await refused({ ...use, value: 1n, mode: batchMode })
    expect(await getBalance(client(), { address: to })).toBe(parseEther('1'))
    // Passed on to another key it isn't redeemed either.
    await refused({ ...use, by: other, context: await passedOn(context, key, other.address), value: 1n })
    expect(await of.answer('wallet_getGrantedExecutionPermissions', [])).toEqual([answer])
    // Ended on chain by the account, as the application asks.
    const ending = await of.asked('wallet_revokeExecutionPermission', [{ permissionContext: context }])
    expect(ending.words.title).toBe('End a permission')
    const signed = readContext(context) ?? expect.fail('It is no context.')
    expect(ending.words.facts.slice(0, 3)).toEqual([
      { label: 'Key that may', value: key.address, isCode: true },
      { label: 'Permission', value: delegationHash(signed), isCode: true },
      expect.objectContaining({ label: 'Until' }),
    ])
    expect(ending.words.facts.map(({ label }) => label)).toContain('Fee, at most')
    expect(await ending.perform()).toEqual({})
    expect(await of.answer('wallet_getGrantedExecutionPermissions')).toEqual([])
    await node().increaseTime({ seconds: 3_600 })
    await node().mine({ blocks: 1 })
    await refused({ ...use, value: 1n })
    expect(await of.answer('wallet_revokeExecutionPermission', { permissionContext: context })).toEqual({})
  })

  test('[F14] says why in the application’s own words, behind all that is known: bounded, in one line and without unseen letters, as they are answered', async () => {
    const of = wallet(4)
    const key = await sessionKey()
    const rules = [expiry(await inADay())]
    const asked = async (justification: unknown) => {
      const own = { ...daily(1n), data: { ...daily(1n).data, justification } }
      return granted(of, own, { to: key.address, rules })
    }
    const said = ({ words }: Awaited<ReturnType<typeof asked>>) =>
      words.facts.find(({ label }) => label === 'In the application’s own words')?.value
    const plain = await asked('Pays your subscription')
    expect(said(plain)).toBe('“Pays your subscription”')
    expect(plain.answer).toMatchObject({ permission: { data: { justification: 'Pays your subscription' } } })
    const odd = await asked(` You\u200b \u202eget\n\nHow to end it:\t  nothing ${'!'.repeat(100_000)}`)
    expect(said(odd)).toMatch(/^“You get How to end it: nothing !{120,140}…”$/)
    expect(said(odd)?.length).toBeLessThanOrEqual(162)
    expect(odd.answer).toMatchObject({ permission: { data: { justification: said(odd)?.slice(1, -1) } } })
    for (const none of [undefined, null, '', ' \u200b\n']) {
      const silent = await asked(none)
      expect(said(silent)).toBeUndefined()
      expect(Object(silent.answer).permission.data).not.toHaveProperty('justification')
    }
  })

  test('to call one function of one contract so often: no other target or function, no coin, no more calls, nothing past its end', async () => {
    const of = wallet(3)
    const key = await sessionKey()
    const target = fresh()
    // A contract that takes any call.
    await node().setCode({ address: target, bytecode: '0x00' })
    const data = { address: target, selectors: ['0x12345678'], callLimit: 2 }
    // Of calls without coin it isn't said that they come to nothing.
    const rules = [expiry(await inADay())]
    const { words, context } = await granted(of, { type: 'contract-call', data }, { to: key.address, rules })
    expect(words.isDeliberate).toBe(true)
    expect(words.title).toBe('Let a key call a contract without asking you')
    expect(words.facts).toEqual(
      expect.arrayContaining([
        { label: 'Function', value: '0x12345678', isCode: true },
        { label: 'Calls in all, at most', value: '2' },
      ]),
    )
    const use = { by: key, context, to: target, data: '0x12345678' } as const
    await redeem(use)
    await refused({ ...use, to: fresh() })
    // The account's own code would get around every limit.
    await refused({ ...use, to: of.address })
    await refused({ ...use, data: '0x87654321' })
    await refused({ ...use, value: 1n })
    await redeem(use)
    await refused(use)
    const again = await granted(of, { type: 'contract-call', data }, { to: key.address, rules })
    expect(again.words.facts.some(({ label }) => label === 'New code')).toBe(false)
    const snapshot = await node().snapshot()
    await node().increaseTime({ seconds: 90_000 })
    await node().mine({ blocks: 1 })
    await refused({ ...use, context: again.context })
    await node().revert({ id: snapshot })
    await redeem({ ...use, context: again.context })
  })

  test('in the original’s older shape: granted to the application’s own key, and ended by a signature beside', async () => {
    const of = wallet(4)
    const key = await sessionKey()
    const asked = {
      ...{ chainId: '0x7a69', address: of.address, expiry: await inADay(), policies: [] },
      permissions: [
        {
          type: 'native-token-recurring-allowance',
          data: { allowance: '0x64', start: Number(await now()), period: 3_600 },
        },
      ],
    }
    const signer = (...keys: object[]) => ({ signer: { type: 'keys', data: { keys } } })
    const own = { type: 'secp256k1', publicKey: key.publicKey }
    const beside = { type: 'secp256k1', publicKey: privateKeyToAccount(generatePrivateKey()).publicKey }
    const granting = await of.asked('wallet_grantPermissions', [{ ...asked, ...signer(beside, own) }])
    // The key beside stands before the application's own, as its client sends it.
    expect(granting.words.facts).toContainEqual({ label: 'Key that may', value: key.address, isCode: true })
    const answer = Object(await granting.perform())
    expect(answer).toEqual({ ...asked, ...signer(beside, own), context: expect.stringMatching(/^0x/) })
    await redeem({ by: key, context: answer.context, to: fresh(), value: 100n })
    const p256 = { type: 'secp256r1', publicKey: `0x04${'11'.repeat(64)}` }
    const refusing = await of.ask('wallet_grantPermissions', [{ ...asked, ...signer(beside, p256) }])
    expect(refusing).toMatchObject({
      kind: 'refuse',
      failure: { code: 5700, message: expect.stringContaining('P-256') },
    })
    const pci = crypto.randomUUID()
    const { permissions, expiry: until } = asked
    const ending = await of.asked('wallet_revokePermissions', [
      { pci, permissions, expiry: until, address: of.address },
    ])
    expect(ending.words.facts).toContainEqual({ label: 'Session that ends too', value: pci, isCode: true })
    expect(await ending.perform()).toMatch(/^0x[0-9a-f]{130}$/)
    await refused({ by: key, context: answer.context, to: fresh(), value: 1n })
    expect(await of.refusal('wallet_revokePermissions', [{ eth_accounts: {} }])).toBe(-32_602)
  })

  test('for longer than a year, without a limit, or of all that there is takes a step of its own', async () => {
    const of = wallet(5)
    const to = fresh()
    const warned = async (permission: object, timestamp: number) => {
      const { words } = await of.asked('wallet_requestExecutionPermissions', [
        { chainId: '0x7a69', to, permission, rules: [expiry(timestamp)] },
      ])
      return [words.isDeliberate, words.warnings.join()] as const
    }
    const until = await inADay()
    const all = (amount: bigint) => ({
      ...{ type: 'native-token-allowance', data: { allowanceAmount: numberToHex(amount) } },
    })
    expect(await warned(daily(1n), until)).toEqual([false, expect.not.stringMatching(/no limit|nearly all|no end/)])
    expect(await warned(daily(1n), until + 400 * 86_400)).toEqual([
      true,
      expect.stringContaining('longer than a month'),
    ])
    expect(await warned(daily(1n), Number.MAX_SAFE_INTEGER)).toEqual([true, expect.stringContaining('no end')])
    expect(await warned(all(largest), until)).toEqual([true, expect.stringContaining('no limit')])
    const held = await getBalance(client(), { address: of.address })
    expect(await warned(all((held * 96n) / 100n), until)).toEqual([
      true,
      expect.stringContaining('nearly all, of the ETH'),
    ])
    expect((await warned(all(held / 2n), until))[0]).toBe(false)
    // Day by day it comes to all, too.
    expect(await warned(daily(held), until + 86_400)).toEqual([true, expect.stringContaining('nearly all, of the ETH')])
  })

  test('of a stream that began earlier says what is there at once, and the chain gives no more', async () => {
    const of = wallet(5)
    const key = await sessionKey()
    const data = {
      amountPerSecond: numberToHex(10n ** 12n),
      initialAmount: '0x0',
      startTime: Math.floor(Date.now() / 1_000) - 1_000_000,
    }
    const permission = { type: 'native-token-stream', data }
    const { words, context } = await granted(of, permission, { to: key.address, rules: [expiry(await inADay())] })
    const atOnce = words.facts.find(({ label }) => label === 'At once, at most')?.value ?? ''
    expect(atOnce).toMatch(/^1(\.\d+)? ETH$/)
    expect(words.facts).toContainEqual({ label: 'More each day', value: '0.0864 ETH' })
    expect(words.facts.map(({ label }) => label)).toContain('Counted from')
    const use = { by: key, context, to: fresh() }
    await redeem({ ...use, value: parseEther('1') })
    await refused({ ...use, value: parseEther('0.9') })
  })

  test('that begins as it is asked for isn’t said to be counted from earlier by the time that it is described again', async () => {
    const of = wallet(6)
    const rules = [expiry((await inADay()) + 60)]
    const { describe: again, words } = await of.asked('wallet_requestExecutionPermissions', [
      { chainId: '0x7a69', to: fresh(), permission: daily(1n), rules },
    ])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    try {
      const labels = (await again?.())?.facts.map(({ label }) => label.name)
      expect(labels).toHaveLength(words.facts.length)
      expect(labels).not.toContain('request.countedFrom')
    } finally {
      vi.useRealTimers()
    }
  })

  test('asked for again says that it is added to the first', async () => {
    const of = wallet(5)
    const key = await sessionKey()
    const rules = [expiry(await inADay())]
    const once = await granted(of, daily(1n), { to: key.address, rules })
    expect(once.words.warnings.join()).not.toContain('added to it')
    const twice = await granted(of, daily(1n), { to: key.address, rules })
    expect(twice.words.warnings.join()).toContain('That one goes on, and this one is added to it.')
    expect(twice.words.isDeliberate).toBe(true)
    expect(twice.context).not.toBe(once.context)
    await of
      .asked('wallet_revokeExecutionPermission', [{ permissionContext: once.context }])
      .then((each) => each.perform())
    expect(await of.answer('wallet_getGrantedExecutionPermissions')).toEqual([twice.answer])
  })
})
