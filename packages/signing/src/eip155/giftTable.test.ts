import { placeMulticall } from '@foyer/stack'
import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  fieldsOf,
  headline,
  me,
  now,
  openStage,
  person,
  reads,
  type Stage,
  abi as stageAbi,
} from './test/stage.js'

// What goes to somebody else, whatever it goes through: a call before it, or a contract that carries calls out.

const multicall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const abi: Abi = [
  ...stageAbi,
  ...parseAbi([
    'function transferFrom(address from, address to, uint256 amount)',
    'struct Call { address target; bool allowFailure; bytes callData; }',
    'struct Paying { address target; bool allowFailure; uint256 value; bytes callData; }',
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function aggregate3(Call[] calls) payable',
    'function aggregate3Value(Paying[] calls) payable',
    'function multiSend(bytes transactions) payable',
    'struct OneOut { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountOut; uint256 amountInMaximum; uint160 sqrtPriceLimitX96; }',
    'function exactOutputSingle(OneOut swap)',
  ]),
]
const claim: Hex = '0x4e71d92d'

let stage: Stage
let dusd: Address
let weth: Address
beforeAll(async () => {
  stage = await openStage()
  await placeMulticall(stage.chain)
  dusd = stage.tokenOf('DUSD')
  weth = stage.market.weth
})
afterAll(() => stage.chain.stop())

const encoded = (functionName: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi, functionName, args })
const transfer = (to: Address, amount: bigint) => encoded('transfer', [to, amount])
const askedBatch = (calls: readonly object[], atomicRequired = true) => ({
  ...{ network: stage.network, method: 'wallet_sendCalls' },
  params: [{ version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired, calls }],
})
const askedCall = (to: Address, data: Hex, value = 0n) => ({
  ...{ network: stage.network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: toHex(value) }],
})
const to = `To: ${person}`
const dollars = (amount: number) => BigInt(amount) * 10n ** 6n

describe('what is got and passed on', () => {
  const wrapping = () => ({ to: weth, value: toHex(parseEther('10')), data: encoded('deposit') })
  const path = () => [weth, dusd]
  const buying = () => ({
    ...{ to: stage.market.router, value: toHex(parseEther('1')) },
    data: encoded('swapExactETHForTokens', [dollars(2_000), path(), me, now + 1_200n]),
  })
  const onward = (amount: number) => ({ to: dusd, data: transfer(person, dollars(amount)) })

  test('in half or more is somebody else’s, atomic or not; the sentence names them', async () => {
    for (const isAtomic of [true, false]) {
      const passed = await ask(askedBatch([buying(), onward(2_000)], isAtomic))
      expect(passed.facts.slice(0, 4)).toEqual([
        ...['You give: 2000 DUSD', to, 'You give: 1 ETH', 'You get at least: 2000 DUSD'],
      ])
      reads(passed, {
        level: 'deliberate',
        warnings: ['Somebody else gets what is bought'],
      })
      const less = await ask(askedBatch([buying(), onward(900)], isAtomic))
      reads(less, { level: 'plain', warnings: [] })
    }
    expect(await headline(askedBatch([buying(), onward(2_000)]))).toMatch(/^You give 2,000\.00 DUSD to 0x70…dc79C8\. /)
  })

  test('of what the account had in another form is a payment', async () => {
    const passed = { to: weth, data: transfer(person, parseEther('10')) }
    reads(await ask(askedBatch([wrapping(), passed])), { level: 'plain', warnings: [] })
    expect(await headline(askedBatch([wrapping(), passed]))).toBe(
      'You give 10 WETH to 0x70…dc79C8. You give 10 ETH and get 10 WETH.',
    )
    const unwrapped = { to: weth, data: encoded('withdraw', [parseEther('2')]) }
    const sent = { to: person, value: toHex(parseEther('2')) }
    reads(await ask(askedBatch([unwrapped, sent])), { level: 'plain', warnings: [] })
  })

  test('beside what is got, another token is none of it', async () => {
    const unwrapped = { to: weth, data: encoded('withdraw', [parseEther('2')]) }
    reads(await ask(askedBatch([unwrapped, onward(2)])), { level: 'plain', warnings: [] })
  })
})

describe('what a contract takes or sends on in its own name', () => {
  const pull = () => ({
    ...{ target: dusd, allowFailure: false },
    callData: encoded('transferFrom', [me, person, dollars(100)]),
  })
  const approve = (amount: bigint) => ({ to: dusd, data: encoded('approve', [multicall, amount]) })

  test('of an allowance is given, and uses it up', async () => {
    const pulled = { to: multicall, data: encoded('aggregate3', [[pull()]]) }
    const calls = [approve(dollars(100)), pulled]
    reads(await ask(askedBatch(calls)), {
      level: 'deliberate',
      facts: ['You give: 100 DUSD', to, 'May take afterwards: 0 DUSD'],
      warnings: ['this much of your DUSD', 'in its own name'],
    })
    expect(await headline(askedBatch(calls))).toBe('You give 100 DUSD to 0x70…dc79C8.')
    expect(await headline(askedBatch([...calls, approve(0n)]))).toBe('You give 100 DUSD to 0x70…dc79C8.')
    const more = await ask(askedBatch([approve(dollars(130)), pulled]))
    reads(more, { level: 'deliberate', facts: ['You give: 100 DUSD', 'May take afterwards: 30 DUSD'] })
  })

  test('of the coins that come along is given to whom it sends them; what is left anybody may take', async () => {
    const paying = { target: person, allowFailure: false, value: parseEther('2'), callData: '0x' }
    const data = encoded('aggregate3Value', [[paying]])
    const asked = askedCall(multicall, data, parseEther('2'))
    reads(await ask(asked), { level: 'careful', facts: ['You give: 2 ETH', to], warnings: ['in its own name'] })
    expect(await headline(asked)).toBe('You give 2 ETH to 0x70…dc79C8.')
    reads(await ask(askedCall(multicall, data, parseEther('5'))), {
      level: 'deliberate',
      facts: ['You give: 2 ETH', to, 'You give: 3 ETH', `To: ${multicall}`],
      warnings: ['in its own name', 'Something is left'],
    })
    const inBatch = [
      { to: multicall, data, value: toHex(parseEther('2')) },
      { to: dusd, data: encoded('approve', [person, 0n]) },
    ]
    expect(await headline(askedBatch(inBatch))).toBe('You give 2 ETH to 0x70…dc79C8.')
    const packed: Hex = `0x00${person.slice(2)}${parseEther('2').toString(16).padStart(64, '0')}${'0'.repeat(64)}`
    const several = askedCall(multicall, encoded('multiSend', [packed]), parseEther('2'))
    expect(await headline(several)).toBe('You give 2 ETH to 0x70…dc79C8.')
  })
})

describe('coins that an exchange doesn’t take', () => {
  const [fee, limit] = [3_000, 0n]
  const pools: Address = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
  const known = () => ({ ...stage.network, contracts: [{ address: pools, name: 'Uniswap V3' }] })
  const oneIn = () =>
    encoded('exactInputSingle', [
      {
        ...{ tokenIn: weth, tokenOut: dusd, fee, recipient: me, sqrtPriceLimitX96: limit },
        ...{ amountIn: parseEther('1'), amountOutMinimum: dollars(2_000), deadline: now + 1_200n },
      },
    ])
  const oneOut = () =>
    encoded('exactOutputSingle', [
      {
        ...{ tokenIn: weth, tokenOut: dusd, fee, recipient: me, sqrtPriceLimitX96: limit },
        ...{ amountOut: dollars(2_000), amountInMaximum: parseEther('1') },
      },
    ])

  test('stay with it, unless they are asked back', async () => {
    const read = (data: Hex, value: string) => ask({ ...askedCall(pools, data, parseEther(value)), network: known() })
    const left = { level: 'deliberate', warnings: ['Something is left'] }
    reads(await read(oneIn(), '5'), left)
    reads(await read(encoded('multicall', [[oneIn()]]), '5'), left)
    reads(await read(oneOut(), '1'), left)
    const back = encoded('refundETH')
    const plain = { level: 'plain', facts: ['You give: 1 ETH'], warnings: [] }
    reads(await read(oneIn(), '1'), plain)
    reads(await read(encoded('multicall', [[oneIn(), back]]), '5'), plain)
    const most = { ...plain, facts: ['You give at most: 1 ETH', 'You get: 2000 DUSD'] }
    reads(await read(encoded('multicall', [[oneOut(), back]]), '1'), most)
  })
})

test('what can be read is said first beside a call that can’t', async () => {
  const strange = { to: '0xDDDDdDdddDDDddDDddDDddDDDDdDdDDdDDdDDDdD', data: claim }
  const given = askedBatch([strange, { to: dusd, data: transfer(person, dollars(10)) }])
  expect(await headline(given)).toBe('You give 10 DUSD to 0x70…dc79C8. The rest could not be checked.')
  const all = { to: stage.nfts.nft, data: encoded('setApprovalForAll', [person, true]) }
  expect(await headline(askedBatch([strange, all]))).toMatch(
    /^0x70…dc79C8 may take all that you have of 0x.*, now and later\. The rest could not be checked\.$/,
  )
})

test('what others carry out by a signature is said as the call that it is, with whether that is all', async () => {
  const forward = (data: Hex, from: Address = me) => ({
    ...{ network: stage.network, method: 'eth_signTypedData_v4' },
    params: [
      me,
      {
        types: { ForwardRequest: fieldsOf('from address, to address, value uint256, nonce uint256, data bytes') },
        ...{ primaryType: 'ForwardRequest', domain: { chainId: 31337, verifyingContract: multicall } },
        message: { from, to: dusd, value: '0', nonce: '0', data },
      },
    ],
  })
  expect(await headline(forward(transfer(person, dollars(1_000))))).toBe('You give 1,000.00 DUSD to 0x70…dc79C8.')
  const warnings = ['may carry it out', 'This is all of your DUSD']
  reads(await ask(forward(transfer(person, dollars(10_000)))), { level: 'deliberate', warnings })
  const approved = encoded('approve', [person, 2n ** 256n - 1n])
  expect(await headline(forward(approved))).toContain('0x70…dc79C8 may take all of your DUSD, now and later.')
  expect(await headline(forward(transfer(person, dollars(1_000)), person))).toBe('')
})

describe('what is left with a contract without a call', () => {
  test('anybody may take: coins and tokens; what an edition’s or a call’s recipient takes itself isn’t left', async () => {
    const { router } = stage.market
    const left = { level: 'deliberate', warnings: ['anybody may take it'] }
    reads(await ask(askedCall(router, '0x', parseEther('3'))), left)
    reads(await ask(askedCall(weth, transfer(router, parseEther('3')))), left)
    reads(await ask(askedBatch([{ to: router, value: toHex(1n) }])), left)
    const andCall = encodeFunctionData({
      abi: parseAbi(['function transferAndCall(address to, uint256 amount, bytes data)']),
      args: [router, dollars(3), '0x'],
    })
    reads(await ask(askedCall(dusd, andCall)), { level: 'plain', warnings: [] })
  })

  test('a swap for somebody else at a contract that is known uses its allowance up', async () => {
    const { router } = stage.market
    const allowed = { to: dusd, data: encoded('approve', [router, dollars(100)]) }
    const swapped = encoded('swapExactTokensForETH', [dollars(100), 1n, [dusd, weth], person, now + 1_200n])
    reads(await ask(askedBatch([allowed, { to: router, data: swapped }])), {
      level: 'deliberate',
      facts: ['You give: 100 DUSD', 'May take afterwards: 0 DUSD', `Goes to: ${person}`],
    })
  })
})

test('a contract that carries one call out isn’t said to carry several out', async () => {
  const one = { target: person, allowFailure: false, value: 1n, callData: '0x' }
  expect((await ask(askedCall(multicall, encoded('aggregate3Value', [[one]]), 1n))).title).toBe('Call a contract')
  expect((await ask(askedCall(multicall, encoded('aggregate3Value', [[one, one]]), 2n))).title).toBe(
    'Carry out 2 calls',
  )
})
