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
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { call, getBalance, getBlock, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delegationManager } from '../../delegate.js'
import { delegationHash, readContext } from './delegation.js'
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
        expect.objectContaining({ label: 'A day, at most', value: '1 ETH' }),
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
    expect(ending.words.facts[0]).toEqual({ label: 'Key that may', value: key.address, isCode: true })
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
    expect(granting.words.facts).toContainEqual({ label: 'Key that may', value: key.address, isCode: true })
    const answer = Object(await granting.perform())
    expect(answer).toMatchObject({ ...asked, context: expect.stringMatching(/^0x/) })
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

  test('without an end or a limit takes a step of its own', async () => {
    const of = wallet(5)
    const to = fresh()
    const warned = async (permission: object, rules: object[]) => {
      const { words } = await of.asked('wallet_requestExecutionPermissions', [
        { chainId: '0x7a69', to, permission, rules },
      ])
      return [words.isDeliberate, words.warnings.join()] as const
    }
    const rules = [expiry(await inADay())]
    expect(await warned(daily(1n), [])).toEqual([true, expect.stringMatching(/has no end.*no limit/)])
    const all = { type: 'native-token-allowance', data: { allowanceAmount: numberToHex(largest) } }
    expect(await warned(all, rules)).toEqual([true, expect.stringContaining('no limit')])
    expect((await warned(daily(1n), rules))[0]).toBe(false)
  })

  const to = fresh()
  const asking = (more: object = {}) => [{ chainId: '0x7a69', to, permission: daily(1n), rules: [], ...more }]
  const calling = (address: string) => ({
    permission: { type: 'contract-call', data: { address, selectors: ['0x12345678'] } },
  })
  test.each<[string, (own: Address) => unknown, number]>([
    ['nothing', () => undefined, -32_602],
    ['a type that isn’t known', () => asking({ permission: { type: 'erc721-token', data: {} } }), 5700],
    ['a rule that isn’t known', () => asking({ rules: [{ type: 'weekdays', data: {} }] }), 5700],
    ['a rule twice', () => asking({ rules: [expiry(2 ** 40), expiry(2 ** 40)] }), -32_602],
    ['an end that is past', () => asking({ rules: [expiry(1)] }), -32_602],
    [
      'data with more than its type has',
      () => asking({ permission: { ...daily(1n), data: { ...daily(1n).data, x: 1 } } }),
      -32_602,
    ],
    ['an amount of nothing', () => asking({ permission: daily(0n) }), -32_602],
    ['another chain', () => asking({ chainId: '0x1' }), 5710],
    ['somebody else’s account', () => asking({ from: fresh() }), 4100],
    ['the account itself as its key', (own) => asking({ to: own }), -32_602],
    ['anybody as its key', () => asking({ to: '0x0000000000000000000000000000000000000a11' }), -32_602],
    ['calls of the account itself', (own) => asking(calling(own)), -32_602],
    ['calls of the manager', () => asking(calling(delegationManager)), -32_602],
  ])('[F18] %s is refused by its number', async (_, params, code) => {
    const of = wallet(6)
    expect(await of.refusal('wallet_requestExecutionPermissions', params(of.address))).toBe(code)
  })

  test('isn’t granted where another’s code stands, where the visitor chose a plain account, nor by a wallet that keeps none', async () => {
    const of = wallet(7)
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
