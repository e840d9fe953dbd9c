import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  parseEther,
  size,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abi, ask, fieldsOf, headline, me, nobody, openStage, person, reads, type Stage } from './test/stage.js'

// What a Safe is asked for: what it spends, each call of several, and what it pays for it.

const safeAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
])
const safe = getAddress('0x5afe000000000000000000000000000000005afe')
const multiSend: Address = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.chain.stop())

interface Inner {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
  readonly operation?: number
}
const several = (calls: readonly Inner[]): Hex =>
  encodeFunctionData({
    ...{ abi: safeAbi, functionName: 'multiSend' },
    args: [
      concat(
        calls.flatMap(({ to, value = 0n, data = '0x', operation = 0 }) => [
          ...[numberToHex(operation, { size: 1 }), to, numberToHex(value, { size: 32 })],
          ...[numberToHex(size(data), { size: 32 }), data],
        ]),
      ),
    ],
  })

const usual = {
  ...{ value: 0n, data: '0x' as Hex, operation: 0, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
  ...{ gasToken: zeroAddress as Address, refundReceiver: zeroAddress as Address },
}
type Asked = Inner & Partial<typeof usual>

/** As one of its owners sends it. */
function sent(asked: Asked) {
  const all = { ...usual, ...asked }
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = all
  const executed = encodeFunctionData({
    ...{ abi: safeAbi, functionName: 'execTransaction' },
    args: [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, '0x'],
  })
  return {
    network: stage.network,
    method: 'eth_sendTransaction',
    params: [{ from: me, to: safe, data: executed }],
  }
}

/** As one of its owners signs it. */
function signed(asked: Asked) {
  const message = Object.entries({ ...usual, ...asked, nonce: 0 }).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? `${value}` : value,
  ])
  const data = {
    types: {
      SafeTx: fieldsOf(
        'to address, value uint256, data bytes, operation uint8, safeTxGas uint256, baseGas uint256, gasPrice uint256, gasToken address, refundReceiver address, nonce uint256',
      ),
    },
    primaryType: 'SafeTx',
    domain: { chainId: 31337, verifyingContract: safe },
    message: Object.fromEntries(message),
  }
  return { network: stage.network, method: 'eth_signTypedData_v4', params: [me, JSON.stringify(data)] }
}

const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })

describe.each([
  ['sent', sent],
  ['signed', signed],
])('[F13] what a Safe does, as it is %s', (how, requestOf) => {
  const asked = (of: Asked) => ask(requestOf(of))
  const first = (of: Asked) => headline(requestOf(of))
  const bearer = how === 'signed' ? ['Whoever has'] : []

  test('one call', async () => {
    reads(await asked({ to: person, value: parseEther('2') }), {
      level: how === 'signed' ? 'careful' : 'plain',
      facts: [`Safe: ${safe}`, 'Call inside of it: Send ETH', 'Amount: 2 ETH', `To: ${person}`],
      warnings: bearer,
    })
    reads(await asked({ to: nobody, data: '0xdeadbeef' }), { level: 'deliberate' })
  })

  test('what it pays for it at most, and to whom', async () => {
    const paid = { to: person, value: 1n, safeTxGas: 100_000n, baseGas: 50_000n, gasPrice: 20_000_000_000n }
    reads(await asked({ ...paid, refundReceiver: nobody }), {
      level: 'deliberate',
      facts: ['Fee, at most: 0.0039 ETH', `Goes to: ${nobody}`],
      warnings: ['itself pays', ...bearer],
    })
    reads(await asked({ ...paid, gasPrice: 1_000n, gasToken: stage.tokenOf('DUSD') }), {
      level: 'deliberate',
      facts: ['Fee, at most: 195 DUSD'],
    })
  })

  test('several calls, one by one and summed up, however deep they stand', async () => {
    const dusd = stage.tokenOf('DUSD')
    const inner = several([
      { to: dusd, data: transfer(nobody, 5_000_000n) },
      { to: person, value: parseEther('1') },
    ])
    const data = several([
      { to: person, value: parseEther('2') },
      { to: multiSend, data: inner, operation: 1 },
    ])
    reads(await asked({ to: multiSend, data, operation: 1 }), {
      level: 'deliberate',
      facts: [
        `New code: ${multiSend}`,
        'The Safe gives: 3 ETH',
        'The Safe gives: 5 DUSD',
        'Step 1: Send ETH',
        'Step 2: Send DUSD',
        'Step 3: Send ETH',
      ],
      warnings: ['code as its own', ...bearer],
    })
    const foreign = several([
      { to: person, value: 1n },
      { to: nobody, data: '0x12345678', operation: 1 },
    ])
    reads(await asked({ to: multiSend, data: foreign, operation: 1 }), {
      level: 'deliberate',
      facts: [`New code: ${nobody}`, 'Data: 0x12345678', 'Call inside of it: Send ETH'],
      warnings: ['code as its own', ...bearer, 'can’t be read'],
    })
  })

  test('36: code that the Safe runs as its own, not the call that its data looks like', async () => {
    const data = transfer(nobody, 5_000_000n)
    const request = { to: stage.tokenOf('DUSD'), data, operation: 1 }
    const said = await asked(request)
    reads(said, {
      level: 'deliberate',
      facts: [`Data: ${data}`],
      warnings: ['code as its own', ...bearer, 'can’t be read'],
    })
    expect(said.facts.join()).not.toMatch(/5 DUSD|Send/)
    expect(await first(request)).toMatch(/^The Safe calls a contract that we could not check\./)
  })

  test('what isn’t written as the contract reads it isn’t read', async () => {
    const whole = several([{ to: person, value: 1n, data: '0x1234' }]).toLowerCase()
    // Its last call says that it is longer than it is.
    const cut: Hex = `0x${whole.slice(2).replace(/02(1234)/, '09$1')}`
    reads(await asked({ to: multiSend, data: cut, operation: 1 }), { level: 'deliberate', facts: [`Data: ${cut}`] })
  })
})

test('[F13] called by an account, it makes the calls in its own name', async () => {
  const data = several([{ to: stage.tokenOf('DUSD'), data: transfer(person, 5_000_000n) }])
  const said = await ask({
    ...{ network: stage.network, method: 'eth_sendTransaction' },
    params: [{ from: me, to: multiSend, data }],
  })
  expect(said.title).toBe('Call a contract')
  reads(said, { level: 'careful', facts: ['Step 1: Send DUSD', 'Amount: 5 DUSD'], warnings: ['in its own name'] })
})
