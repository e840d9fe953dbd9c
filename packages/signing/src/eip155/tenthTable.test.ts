import { encodeFunctionData, type Hex, maxUint256, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, drawn, fieldsOf, headline, me, person, reads } from './test/stage.js'

// What is a Safe's isn't the account's, coins that go along are given, and what moves between others is said.

answerQuietly()
const { ann, usd, nft, router, stranger, weth, own: safe } = parties
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])
const approve = (amount: bigint) => encodeFunctionData({ abi, functionName: 'approve', args: [person, amount] })
const handOver = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [stranger, true] })

const safeTx = fieldsOf(
  'to address, value uint256, data bytes, operation uint8, safeTxGas uint256, baseGas uint256, gasPrice uint256, gasToken address, refundReceiver address, nonce uint256',
)
const zero = '0x0000000000000000000000000000000000000000'
const ofSafe = (to: string, data: Hex) => ({
  network: quiet,
  method: 'eth_signTypedData_v4',
  params: [
    me,
    JSON.stringify({
      types: { SafeTx: safeTx, EIP712Domain: fieldsOf('chainId uint256, verifyingContract address') },
      primaryType: 'SafeTx',
      domain: { chainId: 31337, verifyingContract: safe },
      message: {
        ...{ to, data, value: '0', operation: 0, safeTxGas: '0', baseGas: '0', gasPrice: '0', nonce: '5' },
        ...{ gasToken: zero, refundReceiver: zero },
      },
    }),
  ],
})
const sent = (to: string, data: Hex, value = 0n) => ({
  network: quiet,
  method: 'eth_sendTransaction',
  params: [{ from: me, to, data, value: toHex(value) }],
})

test.each([
  ['all of a token', usd, approve(maxUint256), 'take all of its USD, now and later.', 'all of the Safe’s USD'],
  ['some of it', usd, approve(5_000_000n), 'take up to 5 USD.', 'this much of the Safe’s USD'],
  ['a collection', nft, handOver, 'take all of its 0x00…abc00b, now and later.', 'that the Safe has'],
])('what a Safe lets others take is its own: %s', async (_, to, data, said, warned) => {
  expect(await headline(ofSafe(to, data))).toMatch(/^The Safe lets /)
  expect(await headline(ofSafe(to, data))).toContain(said)
  const { warnings, facts } = await ask(ofSafe(to, data))
  expect(warnings.join(' ')).toContain(warned)
  expect(`${warnings.join(' ')} ${facts.join(' ')}`).not.toMatch(/of your|You have|that you have/)
  expect((await drawn(ofSafe(to, data))).facts.map(({ label }) => label).join(' ')).not.toMatch(/You have/)
})

test('what the account itself lets others take is said of it', async () => {
  const { warnings } = await ask(sent(usd, approve(maxUint256)))
  expect(warnings.join(' ')).toContain('all of your USD')
})

test.each([
  [usd, encodeFunctionData({ abi, functionName: 'transfer', args: [person, 25_000_000n] }), 'a token’s contract'],
  [nft, handOver, 'isn’t known here'],
])('coins that go along with a call that has no use for them are given first: %#', async (to, data, warned) => {
  const asked = sent(to, data, 10n ** 17n)
  expect(await headline(asked)).toMatch(/^You give 0\.1 ETH to 0x00…/)
  const { level, warnings } = await ask(asked)
  expect(warnings.join(' ')).toContain(warned)
  expect(level).toBe('deliberate')
})

test('what moves from one to another by an allowance is theirs', async () => {
  const data = encodeFunctionData({ abi, functionName: 'transferFrom', args: [person, ann, 50_000_000n] })
  expect(await headline(sent(usd, data))).toBe('0x70…dc79C8 gives 50 USD to 0x00…ABC002.')
})

test('[F13] coins that nobody is sent make an account that nobody has; without coins, or with its code, it is a contract', async () => {
  const made = (value: bigint, data?: Hex) => ({
    ...{ network: quiet, method: 'eth_sendTransaction' },
    params: [{ from: me, value: toHex(value), ...(data && { data }) }],
  })
  for (const data of [undefined, '0x'] as const)
    reads(await ask(made(10n ** 17n, data)), { level: 'deliberate', warnings: ['is destroyed'] })
  reads(await ask(made(0n)), { level: 'plain', warnings: [] })
  reads(await ask(made(0n, '0x60016001')), { level: 'deliberate', warnings: ['can’t be read'] })
})

test('[F13] an order that is signed on the chain is named by its hash alone, by itself and beside an allowance; one that is taken back signs nothing', async () => {
  const orders = parseAbi([
    'function setPreSignature(bytes orderUid, bool signed)',
    'function approve(address spender, uint256 amount)',
  ])
  const uid: Hex = `0x${'ab'.repeat(32)}${me.slice(2).toLowerCase()}ffffffff`
  const signing = (isSigned: boolean) =>
    encodeFunctionData({ abi: orders, functionName: 'setPreSignature', args: [uid, isSigned] })
  const hash = { level: 'deliberate', warnings: ['hash of anything'] } as const
  for (const at of [router, stranger])
    reads(await ask(sent(at, signing(true))), { ...hash, facts: [`What is signed: ${uid}`] })
  const approving = encodeFunctionData({ abi: orders, functionName: 'approve', args: [router, 5_000_000n] })
  const batch = {
    ...{ network: quiet, method: 'wallet_sendCalls' },
    params: [
      {
        ...{ version: '2.0.0', from: me, chainId: toHex(31337), atomicRequired: true },
        calls: [
          { to: usd, data: approving },
          { to: router, data: signing(true) },
        ],
      },
    ],
  }
  const { level, warnings } = await ask(batch)
  expect([level, warnings.join(' ')]).toEqual(['deliberate', expect.stringContaining('hash of anything')])
  const back = await ask(sent(router, signing(false)))
  expect(back.warnings.join(' ')).not.toContain('hash of anything')
})

test('[F13] what a listed token would bring by a pool’s or an exchange’s call is none of its rules, as some take any call and do nothing', async () => {
  const others = parseAbi([
    'function withdraw(address asset, uint256 amount, address to)',
    'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline)',
  ])
  const taken = encodeFunctionData({ abi: others, functionName: 'withdraw', args: [usd, 400_000_000n, me] })
  reads(await ask(sent(weth, taken)), { level: 'deliberate', warnings: ['can’t be read'] })
  const swap = [900_000_000n, [weth, usd], me, 2_000_000_000n] as const
  const bought = encodeFunctionData({ abi: others, functionName: 'swapExactETHForTokens', args: swap })
  const { level, facts, warnings } = await ask(sent(weth, bought, 10n ** 15n))
  expect([level, facts.join(' '), warnings.join(' ')]).toEqual([
    'deliberate',
    expect.not.stringContaining('You get at least'),
    expect.stringContaining('its own word'),
  ])
})
