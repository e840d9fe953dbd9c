import { type Address, encodeFunctionData, type Hex, maxUint160, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fieldsOf, headline, me, nobody, now, openStage, person, reads, type Stage } from './test/stage.js'

// What is allowed and taken back through Permit2 itself, and by signatures of its kind.

const abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function approve(address spender, uint256 amount)',
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct One { Details details; address spender; uint256 sigDeadline; }',
  'struct Several { Details[] details; address spender; uint256 sigDeadline; }',
  'function permit(address owner, One permit, bytes signature)',
  'function permit(address owner, Several permit, bytes signature)',
  'struct Pair { address token; address spender; }',
  'function lockdown(Pair[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 nonce)',
  'function invalidateUnorderedNonces(uint256 word, uint256 mask)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function setApprovalForAll(address operator, bool approved)',
])
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

let stage: Stage
let dusd: Address
let router: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  router = stage.market.router
})
afterAll(() => stage.chain.stop())

const sent = (data: Hex, to: Address = permit2) => ({
  ...{ network: stage.network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data }],
})
const call = (data: Hex, to?: Address) => ask(sent(data, to))
const approve = (amount: bigint, expiration: bigint) =>
  encodeFunctionData({ abi, functionName: 'approve', args: [dusd, router, amount, Number(expiration)] })
const sign = (types: Readonly<Record<string, string>>, primaryType: string, message: object, contract = permit2) =>
  ask({
    ...{ network: stage.network, method: 'eth_signTypedData_v4' },
    params: [
      me,
      JSON.stringify({
        types: Object.fromEntries(Object.entries(types).map(([name, list]) => [name, fieldsOf(list)])),
        ...{ primaryType, message, domain: { name: 'Permit2', chainId: 31337, verifyingContract: contract } },
      }),
    ],
  })

describe('[F13] what is called of Permit2', () => {
  test('an allowance, of whom, how much, until when', async () => {
    reads(await call(approve(100_000_000n, 1_800_086_400n)), {
      level: 'careful',
      facts: ['Amount: 100 DUSD', `Spender: Uniswap V2 (${router})`, 'Until: 2027-01-16 08:00 UTC'],
      warnings: ['this much of your DUSD'],
    })
    reads(await call(approve(maxUint160, 0n)), {
      level: 'deliberate',
      facts: ['Amount: Unlimited', 'Until: The block that it is carried out in'],
      warnings: ['all of your DUSD'],
    })
    expect(await headline(sent(approve(100_000_000n, 0n)))).toMatch(
      /^.* may take up to 100 DUSD\. Nothing moves now\.$/,
    )
  })

  test('a permit of one and of several', async () => {
    const details = { token: dusd, amount: 5_000_000n, expiration: 1_800_086_400, nonce: 0 }
    const one = encodeFunctionData({
      ...{ abi, functionName: 'permit' },
      args: [me, { details, spender: person, sigDeadline: 1n }, '0x'],
    })
    reads(await call(one), { level: 'deliberate', facts: ['Amount: 5 DUSD', `Spender: ${person}`] })
    const several = encodeFunctionData({
      ...{ abi, functionName: 'permit' },
      args: [
        me,
        { details: [details, { ...details, token: stage.market.weth }], spender: router, sigDeadline: 1n },
        '0x',
      ],
    })
    reads(await call(several), { level: 'careful', facts: ['Amount: 5 DUSD', 'Amount: 0.000000000005 WETH'] })
  })

  test('what is taken back', async () => {
    const back = encodeFunctionData({ abi, functionName: 'lockdown', args: [[{ token: dusd, spender: router }]] })
    for (const data of [approve(0n, 0n), back]) {
      const said = await call(data)
      expect(said.title).toBe('Take back an allowance of DUSD')
      reads(said, { level: 'plain', facts: [`Spender: Uniswap V2 (${router})`], warnings: [] })
      expect(await headline(sent(data))).toBe('Uniswap V2 by Permit2 may no longer take your DUSD.')
    }
    // An allowance that stands is none of a signature's.
    for (const nonces of [
      encodeFunctionData({ abi, functionName: 'invalidateNonces', args: [dusd, router, 3] }),
      encodeFunctionData({ abi, functionName: 'invalidateUnorderedNonces', args: [0n, 1n] }),
    ])
      expect(await call(nonces)).toMatchObject({ title: 'Take back an earlier signature', level: 'plain' })
    // Another contract may call its own so.
    reads(await call(back, router), { level: 'deliberate', warnings: ['can’t be read'] })
  })

  test('a transfer by what is allowed there', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, person, 5_000_000n, dusd] })
    reads(await call(data), { level: 'plain', facts: ['Amount: 5 DUSD', `To: ${person}`] })
  })

  test('a token’s own: of nothing, and of a collection', async () => {
    const none = encodeFunctionData({ abi, functionName: 'approve', args: [router, 0n] })
    expect(await call(none, dusd)).toMatchObject({ title: 'Take back an allowance of DUSD', level: 'plain' })
    const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [router, false] })
    for (const contract of [stage.nfts.nft, stage.nfts.editions])
      expect(await call(all, contract)).toMatchObject({ title: 'Take back an approval', level: 'plain' })
  })
})

describe('[F13] what is signed', () => {
  const details = 'token address, amount uint160, expiration uint48, nonce uint48'
  const types = { PermitSingle: 'details PermitDetails, spender address, sigDeadline uint256', PermitDetails: details }
  const single = (amount: string, expiration: bigint) =>
    sign(types, 'PermitSingle', {
      ...{ details: { token: dusd, amount, expiration: `${expiration}`, nonce: 0 }, spender: router },
      sigDeadline: `${now + 60n}`,
    })

  test('an end of 0 is this block, and one that is past is said to be', async () => {
    reads(await single('5000000', 0n), { level: 'careful', facts: ['Until: The block that it is carried out in'] })
    reads(await single('5000000', now - 60n), {
      level: 'careful',
      facts: ['Until: 2027-01-15 07:59 UTC, which is past'],
    })
    const permit = await sign(
      { Permit: 'owner address, spender address, value uint256, nonce uint256, deadline uint256' },
      'Permit',
      { owner: me, spender: router, value: '5000000', nonce: 0, deadline: `${now - 60n}` },
      dusd,
    )
    reads(permit, { level: 'careful', facts: ['Until: 2027-01-15 07:59 UTC, which is past'] })
  })

  test('of nothing, it takes back', async () => {
    const said = await single('0', now + 60n)
    expect(said.title).toBe('Take back an allowance of DUSD')
    reads(said, { level: 'plain', facts: [`Spender: Uniswap V2 (${router})`], warnings: [] })
  })

  test('one NFT (ERC-4494), and a whole collection', async () => {
    const one = (spender: Address) =>
      sign(
        { Permit: 'spender address, tokenId uint256, nonce uint256, deadline uint256' },
        'Permit',
        { spender, tokenId: '2', nonce: 0, deadline: `${now + 60n}` },
        stage.nfts.nft,
      )
    reads(await one(router), {
      level: 'careful',
      facts: [expect.stringContaining('Amount: PIC #2 (unlisted, 0x'), `Spender: Uniswap V2 (${router})`],
    })
    reads(await one(person), {
      level: 'deliberate',
      facts: [expect.stringContaining('Amount: PIC #2 (unlisted, 0x'), `Spender: ${person}`],
    })
    const all = (approved: boolean) =>
      sign(
        { PermitForAll: 'operator address, approved bool, nonce uint256, deadline uint256' },
        'PermitForAll',
        { operator: person, approved, nonce: 0, deadline: `${now + 60n}` },
        stage.nfts.nft,
      )
    reads(await all(true), { level: 'deliberate', facts: [`Operator: ${person}`, 'You have now: 2'] })
    expect(await all(false)).toMatchObject({ title: 'Take back an approval', level: 'plain' })
    reads(await one(nobody), { level: 'deliberate' })
  })
})
