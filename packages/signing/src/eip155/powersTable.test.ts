import { encodeFunctionData, type Hex, maxUint256, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, fieldsOf, headline, me } from './test/stage.js'

// Whom an account lets act for it at a contract, and calls that a contract carries out for who asks it.

const answers = answerQuietly()
const { weth, ann, usd, nft, stranger, router } = parties
const abi = parseAbi([
  'function setOperator(address operator, bool isLet)',
  'function setAuthorization(address operator, bool isLet)',
  'function allow(address operator, bool isLet)',
  'function setAccountOperator(address account, address operator, bool isLet)',
  'function hope(address operator)',
  'function nope(address operator)',
  'function approveDelegation(address operator, uint256 amount)',
  'function multicall(bytes[] calls)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function authorizeOperator(address operator)',
  'function increaseAllowance(address spender, uint256 amount)',
])
const sent = (to: string, data: Hex, value = 0n) => ({
  network: quiet,
  method: 'eth_sendTransaction',
  params: [{ from: me, to, data, value: toHex(value) }],
})
const saidOf = async (to: string, data: Hex, value = 0n) => {
  const asked = sent(to, data, value)
  const { level, warnings } = await ask(asked)
  return { level, said: await headline(asked), warned: warnings.join(' ') }
}
const let1 = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [stranger, true] })
const give = encodeFunctionData({ abi, functionName: 'transfer', args: [ann, 5_000_000n] })
const several = (...calls: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
const lends = (amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'approveDelegation', args: [stranger, amount] })
const all = /^0x.*abc008 may take all that you have of .*now and later\./

test.each([
  ['ERC-6909', encodeFunctionData({ abi, functionName: 'setOperator', args: [stranger, true] })],
  ['several at once', several(let1)],
] as const)('who may have all that is there takes a step of its own: %s', async (_, data) => {
  const { level, said } = await saidOf(router, data)
  expect([level, said]).toEqual(['deliberate', expect.stringMatching(all)])
})

test.each([
  ['Morpho', encodeFunctionData({ abi, functionName: 'setAuthorization', args: [stranger, true] })],
  ['Compound', encodeFunctionData({ abi, functionName: 'allow', args: [stranger, true] })],
  ['Euler', encodeFunctionData({ abi, functionName: 'setAccountOperator', args: [me, stranger, true] })],
  ['Maker', encodeFunctionData({ abi, functionName: 'hope', args: [stranger] })],
])('who may act for the account at a contract takes a step of its own: %s', async (_, data) => {
  const { level, said, warned } = await saidOf(router, data)
  expect([level, said]).toEqual(['deliberate', '0x00…abc008 may do all that you may at Router.'])
  expect(warned).toContain('It may move all that you have there, and borrow on it.')
})

test('which of an owner’s accounts it is, is said where it isn’t the one of the same address', async () => {
  const ofOther = encodeFunctionData({ abi, functionName: 'setAccountOperator', args: [ann, stranger, true] })
  const own = encodeFunctionData({ abi, functionName: 'setAccountOperator', args: [me, stranger, true] })
  const account = `Account: ${ann}`
  expect((await ask(sent(router, ofOther))).facts).toContain(account)
  expect((await ask(sent(router, own))).facts).not.toContain(account)
})

test.each([
  ['ERC-6909', encodeFunctionData({ abi, functionName: 'setOperator', args: [stranger, false] })],
  ['Morpho', encodeFunctionData({ abi, functionName: 'setAuthorization', args: [stranger, false] })],
  ['Maker', encodeFunctionData({ abi, functionName: 'nope', args: [stranger] })],
])('that nobody may any more gives nothing: %s', async (_, data) => {
  const { level, said } = await saidOf(router, data)
  expect(level).toBe('plain')
  expect(said).not.toMatch(all)
})

test('whom the account lets borrow is said with how much, and that takes a step of its own; nothing lets nobody', async () => {
  expect(await saidOf(usd, lends(5_000_000n))).toMatchObject({
    level: 'deliberate',
    said: expect.stringContaining('abc008 may borrow up to 5 USD, and you owe it.'),
  })
  expect(await saidOf(usd, lends(maxUint256))).toMatchObject({
    ...{
      level: 'deliberate',
      said: expect.stringContaining('may borrow as much as your deposits allow, and you owe it.'),
    },
  })
  // What the account has is no bound of what it may come to owe.
  expect((await ask(sent(usd, lends(maxUint256)))).facts.join()).not.toMatch(/You have now|May take/)
  expect(await saidOf(usd, lends(0n))).toMatchObject({ level: 'plain' })
})

test('what an account lets somebody do beside a token’s allowances isn’t taken back by an allowance, of that token or another', async () => {
  const none = encodeFunctionData({ abi, functionName: 'approve', args: [stranger, 0n] })
  const operator = encodeFunctionData({ abi, functionName: 'authorizeOperator', args: [stranger] })
  for (const [to, power] of [[usd, lends(5_000_000n)] as const, [usd, operator] as const, [weth, operator] as const]) {
    const calls = [
      { to, data: power },
      { to: usd, data: none },
    ].map((call) => ({ ...call, value: '0x0' }))
    const params = [{ version: '2.0.0', from: me, calls, chainId: '0x7a69', atomicRequired: true }]
    const asked = { network: quiet, method: 'wallet_sendCalls', params }
    expect((await ask(asked)).level).toBe('deliberate')
    expect(await headline(asked)).toMatch(/ABC008 may (take|borrow) /i)
  }
})

test('what is allowed besides is said where another allowance is taken back, and nobody says how much that was', async () => {
  answers.set('0xdd62ed3e', '0x')
  const more = encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [stranger, 5_000_000n] })
  const none = encodeFunctionData({ abi, functionName: 'approve', args: [router, 0n] })
  const calls = [
    { to: usd, data: more, value: '0x0' },
    { to: weth, data: none, value: '0x0' },
  ]
  const params = [{ version: '2.0.0', from: me, calls, chainId: '0x7a69', atomicRequired: true }]
  const asked = { network: quiet, method: 'wallet_sendCalls', params }
  expect(await headline(asked)).toMatch(/ABC008 may take 5 USD more/i)
})

test('what several calls of a contract give is said as if each had come by itself; of nothing but unread ones nothing is read', async () => {
  expect((await saidOf(usd, several(give, give))).said).toBe('You give 10 USD to 0x00…ABC002.')
  const { level, said } = await saidOf(stranger, several('0x12345678'))
  expect([level, said]).toEqual(['deliberate', expect.stringContaining('that we could not check')])
  const mixed = await saidOf(nft, several(let1, '0x12345678'))
  expect([mixed.level, mixed.said]).toEqual(['deliberate', expect.stringMatching(all)])
})

const signedPower = (
  fields: string,
  message: object,
  domain: object = { verifyingContract: router, chainId: 31_337 },
) => ({
  ...{ network: quiet, method: 'eth_signTypedData_v4' },
  params: [me, { types: { Authorization: fieldsOf(fields) }, primaryType: 'Authorization', message, domain }],
})
const compound = 'owner address, manager address, isAllowed bool, nonce uint256, expiry uint256'
const morpho = 'authorizer address, authorized address, isAuthorized bool, nonce uint256, deadline uint256'

test.each([
  [compound, { owner: me, manager: stranger, isAllowed: true, nonce: '1', expiry: '2000000000' }],
  [morpho, { authorizer: me, authorized: stranger, isAuthorized: true, nonce: '1', deadline: '2000000000' }],
])('[F13] who may act by a signature is said as by a call: %s', async (fields, message) => {
  const { level, warnings } = await ask(signedPower(fields, message))
  expect([level, await headline(signedPower(fields, message))]).toEqual([
    'deliberate',
    expect.stringMatching(/^0x00…abc008 may do all that you may at Router\. It may be used once, until /),
  ])
  expect(warnings.join(' ')).toMatch(/Whoever has this signature .* borrow on it\./)
  const back = { ...message, isAllowed: false, isAuthorized: false }
  expect((await ask(signedPower(fields, back))).level).not.toBe('deliberate')
  // Another's, and one that holds more, say nothing of the account.
  for (const other of [
    signedPower(fields, { ...message, owner: ann, authorizer: ann }),
    signedPower(`${fields}, spender address`, { ...message, spender: stranger }),
    signedPower(fields, message, { name: 'Compound' }),
  ])
    expect(await headline(other)).not.toContain('may do all')
})
