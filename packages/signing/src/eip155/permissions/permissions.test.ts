import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import {
  type Address,
  concat,
  createClient,
  createTestClient,
  createWalletClient,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  isHex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { call, getBalance, getBlock, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delegateAddress, delegationManager, entryPoint } from '../../delegate.js'
import { enforcers } from './caveats.js'
import { contextOf, delegationHash, readContext } from './delegation.js'
import { largest } from './permission.js'
import { walletOf } from './test/walletOf.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())

const client = () => createClient({ transport: http(chain.url) })
const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })
const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const wallet = (place: number, more: object = {}) => walletOf({ chain, delegate, place, ...more })

/** A key of an application's, with coin for its own fees. */
async function sessionKey(): Promise<PrivateKeyAccount> {
  const key = privateKeyToAccount(generatePrivateKey())
  await node().setBalance({ address: key.address, value: parseEther('10') })
  return key
}

const managerAbi = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)'])
const nonceAbi = parseAbi(['function incrementNonce(address manager)'])
const batchMode: Hex = `0x01${'00'.repeat(31)}`

interface Redeemed {
  readonly by: PrivateKeyAccount
  readonly context: Hex
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
  readonly mode?: Hex
}

/** Uses a permission, as an application's server would. @throws where the chain refuses it */
async function redeem({ by, context, to, value = 0n, data = '0x', mode = zeroHash }: Redeemed): Promise<void> {
  const execution =
    mode === zeroHash
      ? concat([to, numberToHex(value, { size: 32 }), data])
      : encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [[{ to, value, data }]])
  const asked = encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [[context], [mode], [execution]],
  })
  await call(client(), { account: by.address, to: delegationManager, data: asked })
  const sender = createWalletClient({ account: by, transport: http(chain.url) })
  const hash = await sender.sendTransaction({ chain: null, to: delegationManager, data: asked, gas: 1_000_000n })
  expect((await waitForTransactionReceipt(client(), { hash, pollingInterval: 50 })).status).toBe('success')
}
const refused = (redeemed: Redeemed) => expect(redeem(redeemed)).rejects.toThrow()

const contextAbi = parseAbiParameters(
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[]',
)

/** What a key lets another do of what it was granted, without a bound of its own. */
async function passedOn(context: Hex, by: PrivateKeyAccount, to: Address): Promise<Hex> {
  const root = readContext(context) ?? expect.fail('It is no context.')
  const message = { delegate: to, delegator: by.address, authority: delegationHash(root), caveats: [], salt: 0n }
  const signature = await by.signTypedData({
    domain: { name: 'DelegationManager', version: '1', chainId: 31_337, verifyingContract: delegationManager },
    types: {
      Delegation: [
        { name: 'delegate', type: 'address' },
        { name: 'delegator', type: 'address' },
        { name: 'authority', type: 'bytes32' },
        { name: 'caveats', type: 'Caveat[]' },
        { name: 'salt', type: 'uint256' },
      ],
      Caveat: [
        { name: 'enforcer', type: 'address' },
        { name: 'terms', type: 'bytes' },
      ],
    },
    ...{ primaryType: 'Delegation', message },
  })
  const [[whole]] = decodeAbiParameters(contextAbi, context)
  return encodeAbiParameters(contextAbi, [[{ ...message, signature }, ...(whole ? [whole] : [])]])
}

const now = async () => (await getBlock(client())).timestamp
const inADay = async () => Number((await now()) + 86_400n)
const expiry = (timestamp: number) => ({ type: 'expiry', data: { timestamp } })

async function granted(
  of: ReturnType<typeof wallet>,
  permission: object,
  { to, rules = [] as object[] }: { to: Address; rules?: object[] },
) {
  const { perform, words } = await of.asked('wallet_requestExecutionPermissions', [
    { chainId: '0x7a69', to, permission, rules },
  ])
  const [answer] = [await perform()].flat()
  const { context } = Object(answer)
  if (!isHex(context)) throw new Error('It has no context.')
  return { words, answer, context }
}
const daily = (amount: bigint) => ({
  type: 'native-token-periodic',
  data: { periodAmount: numberToHex(amount), periodDuration: 86_400 },
})

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
    expect(atOnce).toMatch(/^1\.\d+ ETH$/)
    expect(words.facts).toContainEqual({ label: 'More each day', value: '0.0864 ETH' })
    expect(words.facts.map(({ label }) => label)).toContain('Counted from')
    const use = { by: key, context, to: fresh() }
    await redeem({ ...use, value: parseEther('1') })
    await refused({ ...use, value: parseEther('0.9') })
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

  const to = fresh()
  const late = [expiry(2 ** 40)]
  const asking = (more: object = {}) => [{ chainId: '0x7a69', to, permission: daily(1n), rules: late, ...more }]
  const calling = (address: string, more: object = {}) => ({
    permission: { type: 'contract-call', data: { address, selectors: ['0x12345678'], callLimit: 1, ...more } },
  })
  const dailyWith = (more: object) => ({ permission: { ...daily(1n), data: { ...daily(1n).data, ...more } } })
  const ofToken = (tokenAddress: string) => ({
    permission: { type: 'erc20-token-periodic', data: { ...daily(1n).data, tokenAddress } },
  })
  const party = (type: string, ...addresses: string[]) => ({ rules: [...late, { type, data: { addresses } }] })
  const anyRedeemer = '0x0000000000000000000000000000000000000a11'
  test.each<[string, (own: Address) => unknown, string]>([
    ['nothing', () => undefined, '-32602 `params`'],
    [
      'a type that isn’t known',
      () => asking({ permission: { type: 'erc721-token', data: {} } }),
      '5700 `permission.type`',
    ],
    ['a rule that isn’t known', () => asking({ rules: [{ type: 'weekdays', data: {} }] }), '5700 `rules.weekdays`'],
    ['a rule twice', () => asking({ rules: [...late, ...late] }), '-32602 `rules.expiry`'],
    ['a rule with more', () => asking({ rules: [{ ...expiry(2 ** 40), only: 1 }] }), '-32602 `0.rules.0.only`'],
    ['no end', () => asking({ rules: [] }), '-32602 `rules.expiry`'],
    ['an end that is past', () => asking({ rules: [expiry(1)] }), '-32602 `rules.expiry`'],
    [
      'an end of null',
      () => asking({ rules: [{ type: 'expiry', data: { timestamp: null } }] }),
      '-32602 `rules.expiry.data.timestamp`',
    ],
    ['data with more than its type has', () => asking(dailyWith({ x: 1 })), '-32602 `permission.data.x`'],
    ['a request with more', () => asking({ sudo: true }), '-32602 `0.sudo`'],
    ['a permission with more', () => asking({ permission: { ...daily(1n), sudo: 1 } }), '-32602 `0.permission.sudo`'],
    ['an amount of nothing', () => asking(dailyWith({ periodAmount: '0x0' })), '-32602 `permission.data.periodAmount`'],
    [
      'an amount that doesn’t fit',
      () => asking(dailyWith({ periodAmount: `0x1${'00'.repeat(32)}` })),
      '-32602 `permission.data.periodAmount`',
    ],
    ['a period of nothing', () => asking(dailyWith({ periodDuration: 0 })), '-32602 `permission.data.periodDuration`'],
    ['a start after its end', () => asking(dailyWith({ startTime: 2 ** 41 })), '-32602 `permission.data.startTime`'],
    ['another chain', () => asking({ chainId: '0x1' }), '5710'],
    ['somebody else’s account', () => asking({ from: fresh() }), '4100'],
    ['the account itself as its key', (own) => asking({ to: own }), '-32602 `to`'],
    ['any redeemer as its key', () => asking({ to: anyRedeemer }), '-32602 `to`'],
    ['the manager as its key', () => asking({ to: delegationManager }), '-32602 `to`'],
    ['no address as a redeemer', () => asking(party('redeemer', zeroAddress)), '-32602 `rules.redeemer`'],
    ['the account as a redeemer', (own) => asking(party('redeemer', to, own)), '-32602 `rules.redeemer`'],
    ['the manager as a redeemer', () => asking(party('redeemer', delegationManager)), '-32602 `rules.redeemer`'],
    ['any redeemer as a redeemer', () => asking(party('redeemer', anyRedeemer)), '-32602 `rules.redeemer`'],
    ['no redeemers', () => asking(party('redeemer')), '-32602 `rules.redeemer.data.addresses`'],
    ['the account as a payee', (own) => asking(party('payee', own)), '-32602 `rules.payee`'],
    [
      'two payees of a token',
      () => asking({ ...ofToken(fresh()), ...party('payee', fresh(), fresh()) }),
      '5700 `rules.payee`',
    ],
    ['the account as a token', (own) => asking(ofToken(own)), '-32602 `permission.data.tokenAddress`'],
    ['calls of the account itself', (own) => asking(calling(own)), '-32602 `permission.data.address`'],
    ['calls of the manager', () => asking(calling(delegationManager)), '-32602 `permission.data.address`'],
    ['calls of the delegate', () => asking(calling(delegateAddress)), '-32602 `permission.data.address`'],
    ['calls of the EntryPoint', () => asking(calling(entryPoint)), '-32602 `permission.data.address`'],
    [
      'calls of Permit2',
      () => asking(calling('0x000000000022D473030F116dDEE9F6B43aC78BA3')),
      '5700 `permission.data.address`',
    ],
    [
      'calls that move tokens',
      () => asking(calling(fresh(), { selectors: ['0xA9059CBB'] })),
      '5700 `permission.data.selectors` has 0xa9059cbb',
    ],
    [
      'calls without a word on how many',
      () => asking(calling(fresh(), { callLimit: undefined })),
      '-32602 `permission.data.callLimit`',
    ],
  ])('[F18] %s is refused by its number and its field', async (_, params, why) => {
    const of = wallet(6)
    expect(await of.refusedFor('wallet_requestExecutionPermissions', params(of.address))).toContain(why)
  })

  test('is ended on its own network, whichever is in use, and nowhere by what its account didn’t sign', async () => {
    const beside = await startChain({ id: 31338 })
    try {
      await deployDelegation({ url: beside.url })
      const of = wallet(9, { inUse: beside })
      const key = await sessionKey()
      const { context } = await granted(of, daily(1_000n), { to: key.address, rules: [expiry(await inADay())] })
      const use = { by: key, context, to: fresh(), value: 1n }
      await redeem(use)
      // The wallet has forgotten it: the signature says which chain it is for.
      of.grants.splice(0)
      const ending = await of.asked('wallet_revokeExecutionPermission', [{ permissionContext: context }])
      expect(ending.words.facts).toContainEqual({ label: 'Network', value: chain.name })
      expect(await ending.perform()).toEqual({})
      await refused(use)
      const signed = readContext(context) ?? expect.fail('It is no context.')
      const forged = contextOf({ ...signed, salt: signed.salt + 1n })
      expect(await of.refusedFor('wallet_revokeExecutionPermission', [{ permissionContext: forged }])).toMatch(
        /^-32602 `permissionContext` wasn’t signed/,
      )
      expect(await of.refusedFor('wallet_revokeExecutionPermission', [{ permissionContext: context, x: 1 }])).toMatch(
        /^-32602 `x`/,
      )
    } finally {
      await beside.stop()
    }
  })

  test('of the older shape is ended where it is the only one that stands; of two it can’t be said which', async () => {
    const of = wallet(4)
    const key = await sessionKey()
    const asked = {
      ...{ chainId: '0x7a69', address: of.address, expiry: await inADay(), policies: [] },
      signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } },
      permissions: [
        {
          type: 'native-token-recurring-allowance',
          data: { allowance: '0x64', start: Number(await now()), period: 3_600 },
        },
      ],
    }
    const grantOne = async () => {
      const { perform } = await of.asked('wallet_grantPermissions', [asked])
      const { context } = Object(await perform())
      if (!isHex(context)) throw new Error('It has no context.')
      return context
    }
    const [first, second] = [await grantOne(), await grantOne()]
    const { permissions, expiry: until } = asked
    const ending = [{ pci: crypto.randomUUID(), permissions, expiry: until, address: of.address }]
    expect(await of.refusedFor('wallet_revokePermissions', ending)).toMatch(/^-32602 `permissions` fit more than one/)
    // The newer is ended by itself: what is left is the older.
    await of.asked('wallet_revokeExecutionPermission', [{ permissionContext: second }]).then((each) => each.perform())
    const { words, perform } = await of.asked('wallet_revokePermissions', ending)
    const signed = readContext(first) ?? expect.fail('It is no context.')
    expect(words.facts).toContainEqual({ label: 'Permission', value: delegationHash(signed), isCode: true })
    await perform()
    await refused({ by: key, context: first, to: fresh(), value: 1n })
    // Both are over: only the server's session is left to be ended.
    expect((await of.asked('wallet_revokePermissions', ending)).payloads).toHaveLength(1)
  })

  test('isn’t listed once its account has ended all, has switched its code off, or didn’t sign it', async () => {
    const of = wallet(7)
    const key = await sessionKey()
    const { answer, context } = await granted(of, daily(1n), { to: key.address, rules: [expiry(await inADay())] })
    const listed = () => of.answer('wallet_getGrantedExecutionPermissions', [])
    expect(await listed()).toEqual([answer])
    const signed = readContext(context) ?? expect.fail('It is no context.')
    of.grants.unshift({
      chainId: of.network.chainId,
      answer: Object(answer),
      context: contextOf({ ...signed, salt: 0n }),
    })
    expect(await listed()).toEqual([answer])
    const snapshot = await node().snapshot()
    await node().setCode({ address: of.address, bytecode: '0x' })
    expect(await listed()).toEqual([])
    await node().revert({ id: snapshot })
    expect(await listed()).toEqual([answer])
    const all = {
      from: of.address,
      to: enforcers.nonce,
      data: encodeFunctionData({ abi: nonceAbi, args: [delegationManager] }),
    }
    const { perform } = await of.asked('eth_sendTransaction', [all])
    await perform()
    await expect.poll(listed).toEqual([])
    expect(await of.answer('wallet_revokeExecutionPermission', [{ permissionContext: context }])).toEqual({})
  })

  test('that was ended isn’t brought back by an application', async () => {
    const of = wallet(8)
    const data = `0x3ed01015${'00'.repeat(64)}`
    const sending = { from: of.address, to: delegationManager.toLowerCase(), data }
    expect(await of.refusedFor('eth_sendTransaction', [sending])).toMatch(/^-32602 .*bring back/)
    const batch = {
      version: '2.0.0',
      chainId: '0x7a69',
      atomicRequired: true,
      calls: [{ to: delegationManager, data }],
    }
    expect(await of.refusedFor('wallet_sendCalls', [batch])).toMatch(/^-32602 .*bring back/)
  })

  test('isn’t granted where another’s code stands, where the visitor chose a plain account, nor by a wallet that keeps none', async () => {
    const of = wallet(1)
    await node().setCode({ address: of.address, bytecode: concat(['0xef0100', fresh()]) })
    expect(await of.refusal('wallet_requestExecutionPermissions', asking())).toBe(5760)
    const without = wallet(8, { own: { grants: undefined } })
    for (const method of [
      ...['wallet_requestExecutionPermissions', 'wallet_grantPermissions', 'wallet_revokePermissions'],
      ...['wallet_getGrantedExecutionPermissions', 'wallet_getSupportedExecutionPermissions'],
      'wallet_revokeExecutionPermission',
    ])
      expect(await without.refusal(method, asking())).toBe(4200)
    const supported = Object(await of.answer('wallet_getSupportedExecutionPermissions', []))
    expect(supported['erc20-token-stream']).toEqual({
      ...{ chainIds: ['0x7a69'], ruleTypes: ['expiry', 'redeemer', 'payee'] },
    })
    expect(await wallet(8, { at: { delegate: undefined } }).answer('wallet_getSupportedExecutionPermissions')).toEqual(
      {},
    )
  })
})
