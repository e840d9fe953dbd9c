import { lowerHex } from '@foyer/core/chain'
import {
  deployDelegation,
  deployHoldings,
  deployPermits,
  devAccounts,
  type Holdings,
  type StartedChain,
  startChain,
} from '@foyer/stack'
import {
  type Address,
  bytesToHex,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  slice,
  toFunctionSelector,
} from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { delegateAddress } from '../../delegate.js'
import { enforcers } from '../../enforcers.js'
import { spellingsFor } from '../../test/spellings.js'
import { permit2 } from '../signature.js'
import { caveatsOf } from './caveats.js'
import { contextOf, delegationPayload, readContext } from './delegation.js'
import { carryingOut, givingBack, handingOver as handingOverSelectors } from './knownFunctions.js'
import { isGrantOf } from './olderPermission.js'
import { largest } from './permission.js'
import { calldataOf, handingOver, takingsOf, wordOf } from './test/handingOver.js'
import {
  chainAgain,
  clientOf,
  expiry,
  fresh,
  granted,
  inADayOn,
  nodeOf,
  redeemingOn,
  sessionKeyOn,
} from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

const place = 2
const account = (devAccounts[place] ?? devAccounts[0]).address

let chain: StartedChain
let delegate: Address
let holdings: Holdings
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
  holdings = await deployHoldings({ url: chain.url, account })
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

/** All that is asked for here is listed: of it the wallet judges by the contract. */
const callable = [
  ...['play(uint8)', ...handingOver.map(([, signature]) => signature)].map((each) => toFunctionSelector(each)),
  '0x12345678',
]
const wallet = (more: object = {}) => walletOf({ chain, delegate, place, callable, ...more })
const redeem = redeemingOn(() => chain.url)
const client = () => clientOf(chain.url)
const node = () => nodeOf(chain.url)
const send = async (to: Address, data: Hex) => {
  await node().sendUnsignedTransaction({ from: account, to, data })
  await node().mine({ blocks: 1 })
}

const calling = async (address: Address, selectors: readonly string[], more: object = {}) => ({
  ...{ chainId: '0x7a69', to: fresh(), rules: [expiry(await inADayOn(chain.url))] },
  permission: { type: 'contract-call', data: { address, selectors, callLimit: 5, ...more } },
})
const refusedFor = async (...of: Parameters<typeof calling>) =>
  wallet().refusedFor('wallet_requestExecutionPermissions', [await calling(...of)])
const isGranted = async (...of: Parameters<typeof calling>) =>
  (await wallet().ask('wallet_requestExecutionPermissions', [await calling(...of)])).kind === 'ask'

const play = toFunctionSelector('play(uint8)')
const [deposit, withdraw, redeemShares] = [
  toFunctionSelector('deposit(uint256,address)'),
  toFunctionSelector('withdraw(uint256,address,address)'),
  toFunctionSelector('redeem(uint256,address,address)'),
]
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function become(address code)',
  'function withdraw(uint256 amount, address to, address owner)',
  'function balanceOf(address) view returns (uint256)',
])

/** Signs for a key, past the wallet, that it may call a function with any arguments. */
async function signedPast({
  to,
  target,
  selector,
}: {
  readonly to: Address
  readonly target: Address
  readonly selector: Hex
}) {
  const calls = { target, selectors: [lowerHex(selector)], signatures: [], bound: [], value: 0n, count: 1n } as const
  const end = BigInt(await inADayOn(chain.url))
  const permission = {
    account,
    to,
    redeemers: [to],
    payees: [],
    expiry: end,
    terms: { is: 'calls', ...calls },
  } as const
  const delegation = { delegate: to, delegator: account, salt: 1n, caveats: caveatsOf(permission, 0n) }
  const signature = bytesToHex(await wallet().account.sign(delegationPayload(delegation, 31_337)))
  return contextOf({ ...delegation, signature })
}

describe('calls of a contract', () => {
  test('[F13] of 45 functions by which an account’s key that was handed out takes what the account has, with any arguments none is granted', async () => {
    const key = await sessionKeyOn(chain.url)
    const world = { ...holdings, account, thief: key.address }
    await node().setCode({ address: account, bytecode: concat(['0xef0100', delegateAddress]) })
    const kept: string[] = []
    for (const row of handingOver) {
      const [name, signature] = row
      const [target, data] = [holdings[name], calldataOf(row, world)]
      const selector = slice(data, 0, 4)
      const snapshot = await node().snapshot()
      // Handed in past the wallet it is carried out: the table is of what really goes.
      const before = await takingsOf(client(), world)
      await redeem({ by: key, context: await signedPast({ to: key.address, target, selector }), to: target, data })
      if ((await takingsOf(client(), world)) <= before) kept.push(signature)
      await node().revert({ id: snapshot })
      const why = '5700 `permission.data.selectors`'
      for (const [, spell] of spellingsFor(signature))
        expect(await refusedFor(target, [spell(selector)])).toContain(why)
      // With the key's own address bound, it isn't granted either.
      const words = [0, 1, 2, 5].map((index) => ({ index, value: wordOf(key.address) }))
      expect(await refusedFor(target, [selector], { arguments: words })).toContain(why)
    }
    expect(kept).toEqual([])
    expect(handingOver).toHaveLength(45)
  })

  test('[F13] an unknown function is granted at none of the contracts where the account has something, and the refusal says by what that is known', async () => {
    const { token, wrapper, vault, pool, router, nft, editions, safe } = holdings
    const answered = {
      ...{ [token]: 'balanceOf(address)', [wrapper]: 'balanceOf(address)', [vault]: 'balanceOf(address)' },
      ...{ [pool]: 'balances(address)', [router]: 'WETH9()', [nft]: 'balanceOf(address)' },
      ...{ [editions]: 'balanceOf(address,uint256)', [safe]: 'hasRole(bytes32,address)' },
    }
    for (const [target, question] of Object.entries(answered))
      expect(await refusedFor(getAddress(target), ['0x12345678'])).toContain(`(${question} is answered)`)
  })

  test('[F13] what is the account’s own is refused, and what is another’s is not', async () => {
    // Of HeldSafe it is no owner, and the contract is no collection.
    const stranger = walletOf({ chain, delegate, place: 3, callable })
    const asked = [await calling(holdings.safe, [play])]
    expect((await stranger.ask('wallet_requestExecutionPermissions', asked)).kind).toBe('ask')
    expect(await wallet().refusal('wallet_requestExecutionPermissions', asked)).toBe(5700)
    // Answers owner() alone.
    const ownedBy = async (owner: Address) => {
      const at = fresh()
      const bytecode = concat(['0x5f3560e01c638da5cb5b14600f57005b73', owner, '0x5f5260205ff3'])
      await node().setCode({ address: at, bytecode })
      return at
    }
    expect(await refusedFor(await ownedBy(account), [play])).toContain('(owner() is answered)')
    expect(await isGranted(await ownedBy(fresh()), [play])).toBe(true)
    // To the account alone, as a proxy answers its admin.
    const toAccount = fresh()
    const answering = concat(['0x3373', account, '0x14601b57005b60205ff3'])
    await node().setCode({ address: toAccount, bytecode: answering })
    expect(await refusedFor(toAccount, [play])).toContain('is answered)')
    // Half a word is no answer.
    const short = fresh()
    await node().setCode({ address: short, bytecode: '0x601f5ff3' })
    expect(await isGranted(short, [play])).toBe(true)
  })

  test.each([
    'multicall(bytes[])',
    'execute(address,uint256,bytes)',
    'transferOwnership(address)',
    'transfer(address,uint256)',
  ])(
    '[F13] %s is granted nowhere, not even where nothing is kept, nor beside another function, nor with the account bound',
    async (signature) => {
      const selectors = [play, toFunctionSelector(signature)]
      const more = { arguments: [0, 1].map((index) => ({ index, value: wordOf(account) })) }
      expect(await refusedFor(holdings.game, selectors, more)).toMatch(
        /^5700 `permission\.data\.selectors` has 0x[0-9a-f]{8}, which (carries out|moves)/,
      )
    },
  )

  test('[F13] elsewhere it takes a step of its own, which says what may go; and it is a step for what is in the request beside it', async () => {
    const key = await sessionKeyOn(chain.url)
    const asked = { type: 'contract-call', data: { address: holdings.game, selectors: [play], callLimit: 5 } }
    const rules = [expiry(await inADayOn(chain.url))]
    const { words, context } = await granted(wallet(), asked, { to: key.address, rules })
    expect(words.isDeliberate).toBe(true)
    expect(words.warnings.join()).toContain(
      'What you keep in this contract, what you own there, and what you have ever allowed it to move may go.',
    )
    await redeem({ by: key, context, to: holdings.game, data: concat([play, wordOf(3n)]) })
    // Of the coin nothing goes along unless that is said.
    const use = { by: key, context, to: holdings.game, data: concat([play, wordOf(3n)]), value: 1n }
    await expect(redeem(use)).rejects.toThrow()
    const both = [await calling(holdings.game, [play]), await calling(holdings.token, ['0x12345678'])]
    expect(await wallet().refusedFor('wallet_requestExecutionPermissions', both)).toContain('5700 `permission.data')
  })

  test('[F13] a vault is called with the account bound as the one who gets, which the chain enforces; with another bound, or one of two, it isn’t', async () => {
    const key = await sessionKeyOn(chain.url)
    const { vault } = holdings
    const words = [1, 2].map((index) => ({ index, value: wordOf(account) }))
    const data = { address: vault, selectors: [withdraw, redeemShares], arguments: words, callLimit: 5 }
    const rules = [expiry(await inADayOn(chain.url))]
    const asked = { type: 'contract-call', data }
    const { words: said, context, answer } = await granted(wallet(), asked, { to: key.address, rules })
    expect(said.isDeliberate).toBe(true)
    expect(said.facts).toContainEqual({ label: 'Argument 2, always', value: account, isCode: true })
    expect(said.facts).toContainEqual({ label: 'Argument 3, always', value: account, isCode: true })
    expect(said.warnings.join()).toContain('what is locked or lent there may lose by it')
    expect(said.warnings.join()).not.toContain('may go')
    expect(Object(answer).permission.data.arguments).toEqual(words)
    const heldBy = (of: Address) =>
      readContract(client(), { address: holdings.token, abi, functionName: 'balanceOf', args: [of] })
    const before = await heldBy(account)
    const to = (who: Address, owner = account) => ({
      ...{ by: key, context, to: vault },
      data: encodeFunctionData({ abi, functionName: 'withdraw', args: [10n, who, owner] }),
    })
    await redeem(to(account))
    expect(await heldBy(account)).toBe(before + 10n)
    await expect(redeem(to(key.address))).rejects.toThrow()
    await expect(redeem({ ...to(account), data: slice(to(account).data, 0, 68) })).rejects.toThrow()
    // Words that are too high for an address are other words.
    const high = { index: 1, value: `0x01${wordOf(account).slice(4)}` }
    for (const other of [
      [words[0]],
      [words[1]],
      [high, words[1]],
      [{ index: 1, value: wordOf(key.address) }, words[1]],
    ])
      expect(await refusedFor(vault, [withdraw], { arguments: other })).toContain('5700 `permission.data.selectors`')
    expect(await refusedFor(vault, [withdraw], { arguments: [words[0], words[0], words[1]] })).toContain(
      '-32602 `permission.data.arguments`',
    )
    expect(await refusedFor(vault, [deposit], { arguments: [{ index: 1, value: account }] })).toContain(
      '-32602 `permission.data.arguments.0.value`',
    )
    expect(await isGranted(vault, [deposit], { arguments: [words[0]] })).toBe(true)
    // Beside one that may be granted another isn't.
    expect(await isGranted(vault, [deposit, play], { arguments: [words[0]] })).toBe(false)
  })

  test('[F18] in the older shape it is the same', async () => {
    const key = await sessionKeyOn(chain.url)
    const of = wallet()
    const inputs = ['uint256', 'address', 'address'].map((type) => ({ type }))
    const asked = async (more: object) => [
      {
        ...{ chainId: '0x7a69', address: account, expiry: await inADayOn(chain.url), policies: [] },
        signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } },
        permissions: [
          {
            type: 'contract-call',
            data: {
              ...{ address: holdings.vault, abi: [{ type: 'function', name: 'withdraw', inputs }] },
              ...{ functions: [{ functionName: 'withdraw' }], callLimit: 5, ...more },
            },
          },
        ],
      },
    ]
    expect(await of.refusedFor('wallet_grantPermissions', await asked({}))).toContain(
      '5700 `permission.data.selectors`',
    )
    const words = [1, 2].map((index) => ({ index, value: wordOf(account) }))
    const { perform } = await of.asked('wallet_grantPermissions', await asked({ arguments: words }))
    const { context, permissions, expiry: until } = Object(await perform())
    const delegation = readContext(context) ?? expect.fail('It is no context.')
    expect(isGrantOf({ permissions, expiry: until }, delegation)).toBe(true)
    const unbound = [{ ...permissions[0], data: { ...permissions[0].data, arguments: undefined } }]
    expect(isGrantOf({ permissions: unbound, expiry: until }, delegation)).toBe(false)
  })

  test('[F13] a contract that the account has let move a token that is known isn’t called either: by the token, or by Permit2', async () => {
    const { permit2: at } = await deployPermits({ url: chain.url })
    expect(at).toBe(permit2)
    const { game, token } = holdings
    const tokens = [{ address: token, symbol: 'HELD', decimals: 18 }]
    const asked = async () =>
      wallet({ at: { tokens } }).ask('wallet_requestExecutionPermissions', [await calling(game, [play])])
    const snapshot = await node().snapshot()
    expect((await asked()).kind).toBe('ask')
    await send(token, encodeFunctionData({ abi, functionName: 'approve', args: [game, 5n] }))
    expect(await asked()).toMatchObject({ kind: 'refuse', failure: { code: 5700 } })
    await node().revert({ id: snapshot })
    expect((await asked()).kind).toBe('ask')
    const allowed = [token, game, 5n, 2 ** 40] as const
    await send(permit2, encodeFunctionData({ abi, functionName: 'approve', args: allowed }))
    expect(await asked()).toMatchObject({ kind: 'refuse', failure: { code: 5700 } })
  })

  test('[F13] every token that is known is asked about, however many there are', async () => {
    const { game, token } = holdings
    const own = { address: token, symbol: 'HELD', decimals: 18 }
    const many = Array.from({ length: 150 }, () => ({ address: fresh(), symbol: 'X', decimals: 18 }))
    const snapshot = await node().snapshot()
    await send(token, encodeFunctionData({ abi, functionName: 'approve', args: [game, 5n] }))
    for (const tokens of [
      [own, ...many],
      [...many, own],
    ])
      expect(
        await wallet({ at: { tokens } }).refusedFor('wallet_requestExecutionPermissions', [
          await calling(game, [play]),
        ]),
      ).toContain('(allowance(address,address) is answered)')
    await node().revert({ id: snapshot })
  })

  test('[F13] nothing is granted where no contract is, nor at an account that has code, nor at what enforces permissions', async () => {
    const someone = fresh()
    expect(await refusedFor(someone, [play])).toContain('-32602 `permission.data.address` has no contract')
    await node().setCode({ address: someone, bytecode: concat(['0xef0100', delegateAddress]) })
    expect(await refusedFor(someone, [play])).toContain('-32602 `permission.data.address` is somebody’s account')
    for (const address of Object.values(enforcers))
      expect(await refusedFor(address, [play])).toContain('-32602 `permission.data.address` acts for the account')
  })

  test('[F13] the coin is bounded always: by nothing unless it is said, and in all', async () => {
    const { game } = holdings
    expect(await refusedFor(game, [play], { valueLimit: '0x1', callLimit: null })).toContain(
      '-32602 `permission.data.callLimit`',
    )
    for (const [valueLimit, callLimit] of [
      [numberToHex(largest), 1],
      [numberToHex(2n ** 127n), 2],
    ] as const)
      expect(await refusedFor(game, [play], { valueLimit, callLimit })).toContain('-32602 `permission.data.valueLimit`')
    expect(await isGranted(game, [play], { callLimit: null })).toBe(true)
    expect(await isGranted(game, [play], { valueLimit: '0x1', callLimit: 3 })).toBe(true)
  })

  test('[F13] a contract that becomes a token while it is looked at isn’t granted, whatever was shown', async () => {
    const { proxy, token, game } = holdings
    await node().setCode({ address: account, bytecode: concat(['0xef0100', delegate]) })
    const { recheck } = await wallet().asked('wallet_requestExecutionPermissions', [await calling(proxy, [play])])
    expect(await recheck?.()).toBeUndefined()
    const snapshot = await node().snapshot()
    await send(proxy, encodeFunctionData({ abi, functionName: 'become', args: [token] }))
    expect(await recheck?.()).toMatchObject({ kind: 'refuse', failure: { code: 5700 } })
    await send(proxy, encodeFunctionData({ abi, functionName: 'become', args: [game] }))
    expect(await recheck?.()).toBeUndefined()
    await node().revert({ id: snapshot })
  })

  test.each([
    ['refuses to answer', () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_005, message: 'limit' } })],
    ['fails', () => new Response('', { status: 502 })],
    ['answers no bytes', () => Response.json({ jsonrpc: '2.0', id: 1, result: null })],
  ])('[F13] where the node %s to one question, nothing is granted', async (_, answer) => {
    const real = globalThis.fetch
    const [question] = [toFunctionSelector('poolLength()')]
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
      String(init?.body).includes(question) ? answer() : real(input, init),
    )
    try {
      expect(await refusedFor(holdings.game, [play])).toMatch(/^-32000 /)
    } finally {
      vi.unstubAllGlobals()
    }
    expect(await isGranted(holdings.game, [play])).toBe(true)
  })

  test('a function that gives back is none of those that hand over or carry out', () => {
    const others = new Set([...handingOverSelectors, ...carryingOut])
    expect([...givingBack.keys()].filter((each) => others.has(each))).toEqual([])
    expect(others.has(undefined)).toBe(false)
  })
})
