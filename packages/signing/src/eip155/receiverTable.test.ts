import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { remembering } from '../reads.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me } from './test/stage.js'

// What is moved in a way that calls its recipient: it is said whom that calls, and with how much that isn't read.

const answers = answerQuietly()
const { ann, usd, nft, router, stranger } = parties
const abi = parseAbi([
  'function transferAndCall(address to, uint256 amount)',
  'function transferAndCall(address to, uint256 amount, bytes data)',
  'function transferFromAndCall(address from, address to, uint256 amount, bytes data)',
  'function approveAndCall(address spender, uint256 amount, bytes data)',
  'function transfer(address to, uint256 amount, bytes data)',
  'function send(address to, uint256 amount, bytes data)',
  'function operatorSend(address from, address to, uint256 amount, bytes data, bytes operatorData)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
])
const some = 100_000_000n

/** Each way that there is, with data or without. */
const ways: readonly (readonly [string, Address, (to: Address, data: Hex) => Hex])[] = [
  ['ERC-1363’s and ERC-677’s', usd, (to, data) => call('transferAndCall', [to, some, data])],
  ['ERC-1363’s of an owner', usd, (to, data) => call('transferFromAndCall', [me, to, some, data])],
  ['ERC-223’s', usd, (to, data) => call('transfer', [to, some, data])],
  ['ERC-777’s', usd, (to, data) => call('send', [to, some, data])],
  ['ERC-777’s operator’s', usd, (to, data) => call('operatorSend', [me, to, some, data, '0x'])],
  ['ERC-777’s operator’s own data', usd, (to, data) => call('operatorSend', [me, to, some, '0x', data])],
  ['ERC-721’s', nft, (to, data) => call('safeTransferFrom', [me, to, 7n, data])],
  ['ERC-1155’s', nft, (to, data) => call('safeTransferFrom', [me, to, 7n, 2n, data])],
  ['ERC-1155’s of several', nft, (to, data) => call('safeBatchTransferFrom', [me, to, [7n, 8n], [1n, 2n], data])],
]
const call = (functionName: string, args: readonly unknown[]): Hex => {
  const item: Abi = abi.filter((each) => each.name === functionName && each.inputs.length === args.length)
  return encodeFunctionData({ abi: item, functionName, args })
}
const asked = (to: Address, data: Hex) => ({
  ...{ network: remembering(quiet), method: 'eth_sendTransaction' },
  params: [{ from: me, to, data }],
})
const saidOf = async (to: Address, data: Hex) => {
  const { level, warnings } = await ask(asked(to, data))
  return { level, warnings: warnings.join(' '), first: await headline(asked(to, data)) }
}
const called = 'The recipient isn’t known here. It is called with what it gets'
const calledFirst = 'A contract that we could not check is called with it.'

describe.each(ways)('[F13] a transfer that calls its recipient: %s', (_, token, data) => {
  test('somebody’s own account isn’t called', async () => {
    expect(await saidOf(token, data(ann, '0x'))).toMatchObject({ level: 'plain', warnings: '' })
    const { level, warnings } = await saidOf(token, data(ann, '0x123456'))
    expect([level, warnings]).toEqual(['careful', expect.stringContaining('the bytes that go with it do nothing')])
  })

  test('a contract that is known is, and acts by what isn’t read', async () => {
    expect(await saidOf(token, data(router, '0x'))).toMatchObject({ level: 'plain', warnings: '' })
    const { level, warnings, first } = await saidOf(token, data(router, '0x123456'))
    expect([level, warnings]).toEqual(['deliberate', expect.stringContaining('3 bytes of data go along')])
    expect(first).toMatch(/to Router\. Data of 3 bytes, which we could not read, goes with it\.$/)
  })

  test('one that isn’t known is, and nobody knows what it does', async () => {
    const plain = await saidOf(token, data(stranger, '0x'))
    expect([plain.level, plain.warnings]).toEqual(['careful', expect.stringContaining(called)])
    expect(plain.first).toMatch(/^You give .+ to 0x00…abc008\. A contract/)
    expect(plain.first).toContain(calledFirst)
    const along = await saidOf(token, data(stranger, '0x12345678'))
    expect([along.level, along.warnings]).toEqual(['deliberate', expect.stringContaining(called)])
    expect(along.first).toContain(`${calledFirst} Data of 4 bytes, which we could not read, goes with it.`)
  })

  test('so is one of which nobody says what it is', async () => {
    answers.set('eth_getCode', '0x no answer')
    expect(await saidOf(token, data(stranger, '0x'))).toMatchObject({ level: 'careful' })
    expect(await saidOf(token, data(ann, '0x12'))).toMatchObject({ level: 'deliberate' })
  })

  test('what comes back to the account itself calls nobody, unless the account acts by a contract’s code', async () => {
    answers.set('eth_getCode', '0x')
    expect((await saidOf(token, data(me, '0x12'))).warnings).not.toContain('go along')
    answers.set('eth_getCode', `0xef0100${'12'.repeat(20)}`)
    expect((await saidOf(token, data(me, '0x12'))).warnings).toContain('go along')
    expect((await saidOf(token, data(me, '0x'))).warnings).not.toContain('is called')
  })
})

test('[F13] a spender that is called at once is called with its data', async () => {
  const { level, warnings, first } = await saidOf(usd, call('approveAndCall', [stranger, some, '0x12']))
  expect([level, warnings]).toEqual(['deliberate', expect.stringContaining(called)])
  expect(first).toBe(
    `0x00…abc008 may take up to 100 USD. ${calledFirst} Data of 1 bytes, which we could not read, goes with it.`,
  )
  expect(await saidOf(usd, call('approveAndCall', [router, some, '0x']))).toMatchObject({ level: 'careful' })
})

test('[F13] without data in its form a recipient is called all the same; within a batch that is said too', async () => {
  const single = call('safeTransferFrom', [me, stranger, 7n])
  expect(await saidOf(nft, single)).toMatchObject({ level: 'careful', warnings: expect.stringContaining(called) })
  expect(await saidOf(usd, call('transferAndCall', [stranger, some]))).toMatchObject({ level: 'careful' })
  const along = call('safeTransferFrom', [me, stranger, 7n, '0x1234'])
  const calls = [
    { to: nft, data: along },
    { to: ann, value: '0x1' },
  ]
  const batch = () => ({
    ...{ network: remembering(quiet), method: 'wallet_sendCalls' },
    params: [{ version: '2.0.0', from: me, atomicRequired: true, calls }],
  })
  const { level, warnings } = await ask(batch())
  expect([level, warnings.join(' ')]).toEqual(['deliberate', expect.stringContaining('2 bytes of data go along')])
  expect(await headline(batch())).toContain(`${calledFirst} Data of 2 bytes`)
})
