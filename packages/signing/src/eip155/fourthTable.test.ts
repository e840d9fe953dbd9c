import type { WalletNetwork } from '@foyer/core/words'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ask,
  fieldsOf,
  headline,
  me,
  nobody,
  now,
  openStage,
  person,
  reads,
  type Stage,
  stranger,
} from './test/stage.js'

// What isn't an amount at least or at most, what holds once or elsewhere, and what isn't the account's own.

const abi = parseAbi([
  'struct Permitted { address token; uint256 amount; }',
  'struct Signed { Permitted permitted; uint256 nonce; uint256 deadline; }',
  'struct SignedBatch { Permitted[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Payment { address to; uint256 requestedAmount; }',
  'function swapTokensForExactTokens(uint256 get, uint256 most, address[] path, address to, uint256 deadline)',
  'function permitTransferFrom(Signed permit, Payment details, address owner, bytes signature)',
  'function permitTransferFrom(SignedBatch permit, Payment[] details, address owner, bytes signature)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
  'function executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function execute(bytes32 mode, bytes data)',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call3[] calls)',
  'function transfer(address to, uint256 amount)',
])
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const safe = getAddress('0x5afe000000000000000000000000000000005afe')
const until = now + 1_200n

let stage: Stage
let dusd: Address
let weth: Address
let router: Address
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  weth = stage.market.weth
  router = stage.market.router
})
afterAll(() => stage.chain.stop())

const sending = (to: Address, data: Hex, value = 0n, network: WalletNetwork = stage.network) => ({
  ...{ network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: `0x${value.toString(16)}` }],
})
const hundred = 100_000_000n
const eth = parseEther('0.024')
const encoded = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values)

const foreign = (data: object) => ({
  ...{ network: stage.network, method: 'eth_signTypedData_v4' },
  params: [me, JSON.stringify(data)],
})
const permitted = (token: Address, amount: bigint, chainId = 31337, deadline = until) => ({
  types: {
    PermitTransferFrom: fieldsOf('permitted TokenPermissions, spender address, nonce uint256, deadline uint256'),
    TokenPermissions: fieldsOf('token address, amount uint256'),
  },
  primaryType: 'PermitTransferFrom',
  domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
  message: { permitted: { token, amount: `${amount}` }, spender: router, nonce: '0', deadline: `${deadline}` },
})

test('[F13] a signature that takes once says so, and until when', async () => {
  const once = 'It may be used once, until 2027-01-15 08:20 UTC.'
  const all = foreign(permitted(dusd, maxUint256))
  expect(await headline(all)).toBe(`With your signature, Uniswap V2 may take all of your DUSD. ${once}`)
  reads(await ask(all), {
    level: 'deliberate',
    facts: ['Once, until: 2027-01-15 08:20 UTC'],
    warnings: ['those whom it names may take', 'This is all of your DUSD'],
  })
  expect(await headline(foreign(permitted(dusd, hundred)))).toBe(
    `With your signature, Uniswap V2 may take up to 100 DUSD. ${once}`,
  )
  expect(await headline(foreign(permitted(dusd, hundred, 31337, maxUint256)))).toMatch(/It may be used once\.$/)
})

test('[F13] what is signed for a chain that isn’t reached is read all the same', async () => {
  const token = getAddress('0x00000000000000000000000000000000c0ffee00')
  const one = foreign(permitted(token, 5_000_000n, 5))
  expect(await headline(one)).toMatch(
    /^With your signature, 0x.* may take up to 5,?000,?000 of the smallest unit of tokens \(unlisted, 0x00…ffeE00\)\. It may be used once, .* It is for Chain 5, not for .*\.$/i,
  )
  const said = await ask(one)
  reads(said, { level: 'deliberate', facts: [`Contract: ${token}`, `Spender: ${router}`, 'Network: Chain 5'] })
  expect(said.warnings.join()).toContain('not for')
  const permit = {
    types: {
      Permit: fieldsOf('owner address, spender address, value uint256, nonce uint256, deadline uint256'),
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: 5, verifyingContract: token },
    message: { owner: me, spender: person, value: `${maxUint256}`, nonce: '0', deadline: `${until}` },
  }
  expect(await headline(foreign(permit))).toMatch(
    /^With your signature, 0x70…dc79C8 may take all of your tokens \(unlisted, 0x00…ffeE00\), now and later\. It is for Chain 5/i,
  )
  reads(await ask(foreign(permit)), { level: 'deliberate', facts: [`Contract: ${token}`, `Spender: ${person}`] })
})

test('[F13] what Permit2 takes by a signature in a call is said with whose it is', async () => {
  const one = (owner: Address, to: Address) =>
    encodeFunctionData({
      ...{ abi, functionName: 'permitTransferFrom' },
      args: [
        { permitted: { token: dusd, amount: hundred }, nonce: 0n, deadline: until },
        { to, requestedAmount: 60_000_000n },
        owner,
        '0x12',
      ],
    })
  reads(await ask(sending(permit2, one(person, me))), {
    level: 'plain',
    facts: ['You get: 60 DUSD', `From: ${person}`],
    warnings: [],
  })
  expect(await headline(sending(permit2, one(me, nobody)))).toMatch(/^You give 60 DUSD to 0x/)
  const both = encodeFunctionData({
    ...{ abi, functionName: 'permitTransferFrom' },
    args: [
      {
        permitted: [
          { token: dusd, amount: hundred },
          { token: weth, amount: eth },
        ],
        ...{ nonce: 0n, deadline: until },
      },
      [
        { to: person, requestedAmount: hundred },
        { to: person, requestedAmount: eth },
      ],
      me,
      '0x12',
    ],
  })
  expect(await headline(sending(permit2, both))).toBe('You give 100 DUSD and 0.024 WETH to 0x70…dc79C8.')
})

test('[F13] what a Safe gives and allows is the Safe’s, by its owners, a module or a delegate', async () => {
  const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [person, hundred] })
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [person, maxUint256] })
  const byModule = (to: Address, data: Hex, value = 0n) =>
    sending(safe, encodeFunctionData({ abi, functionName: 'execTransactionFromModule', args: [to, value, data, 0] }))
  expect(await headline(byModule(dusd, transfer))).toBe('The Safe gives 100 DUSD to 0x70…dc79C8.')
  expect(await headline(byModule(person, '0x', parseEther('2')))).toBe('The Safe gives 2 ETH to 0x70…dc79C8.')
  expect(await headline(byModule(dusd, approve))).toBe('The Safe lets 0x70…dc79C8 take all of its DUSD, now and later.')
  expect(await headline(byModule(nobody, '0x12345678'))).toBe('The Safe calls a contract that we could not check.')
  reads(await ask(byModule(dusd, transfer)), {
    level: 'plain',
    facts: [`Safe: ${safe}`, 'The Safe gives: 100 DUSD', `To: ${person}`],
  })
  const refund = (to: Address) =>
    sending(
      safe,
      encodeFunctionData({
        ...{ abi, functionName: 'execTransaction' },
        args: [dusd, 0n, transfer, 0, 100_000n, 50_000n, 20_000_000_000n, zeroAddress, to, '0x'],
      }),
    )
  expect(await headline(refund(nobody))).toMatch(
    /^The Safe gives 100 DUSD to 0x70…dc79C8\. The Safe gives up to 0\.003901 ETH to 0x/,
  )
  expect(await headline(refund(zeroAddress))).toContain('The Safe gives up to 0.003901 ETH to whoever carries it out.')
  const module: Address = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'
  const taking = encodeFunctionData({
    ...{ abi, functionName: 'executeAllowanceTransfer' },
    args: [safe, dusd, person, hundred, zeroAddress, 1n, me, '0x'],
  })
  expect(await headline(sending(module, taking))).toMatch(/^The Safe gives 100 DUSD to 0x70…dc79C8\. The Safe gives /)
  reads(await ask(sending(stranger, taking)), { level: 'deliberate', warnings: ['can’t be read'] })
  const swap = encodeFunctionData({
    ...{ abi, functionName: 'swapTokensForExactTokens' },
    args: [eth, hundred, [dusd, weth], safe, until],
  })
  expect(await headline(byModule(router, swap))).toBe('The Safe gives up to 100 DUSD and gets 0.024 WETH.')
  expect((await ask(byModule(router, swap))).facts.filter((fact) => fact.startsWith('You '))).toEqual([])
  const owner = encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [person, 1n] })
  expect(await headline(byModule(safe, owner))).toBe(
    '0x70…dc79C8 decides over the Safe from then on. The Safe asks for 1 of its owners’ signatures.',
  )
  // By an allowance of the account's.
  const mine = encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, person, hundred] })
  expect(await headline(byModule(dusd, mine))).toBe('You give 100 DUSD to 0x70…dc79C8.')
  reads(await ask(byModule(dusd, mine)), { level: 'deliberate' })
})

test('[F13] an approval inside of another call is in the first sentence, and whose it is', async () => {
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [person, maxUint256] })
  const calls = encoded('(address to, uint256 value, bytes data)[]', [[{ to: dusd, value: 0n, data: approve }]])
  const own = (mode: Hex, of = me) =>
    sending(of, encodeFunctionData({ abi, functionName: 'execute', args: [mode, calls] }))
  const batch: Hex = `0x01${'00'.repeat(31)}`
  expect(await headline(own(batch))).toBe('0x70…dc79C8 may take all of your DUSD, now and later.')
  reads(await ask(own(batch)), { level: 'deliberate', warnings: ['all of your DUSD', 'no contract'] })
  for (const other of [own(`0x02${'00'.repeat(31)}`), own(batch, stranger)])
    reads(await ask(other), { level: 'deliberate', warnings: ['can’t be read'] })
  const signature = [27, `0x${'00'.repeat(32)}`, `0x${'00'.repeat(32)}`] as const
  const permit = (owner: Address) =>
    encodeFunctionData({ abi, functionName: 'permit', args: [owner, router, hundred, until, ...signature] })
  expect(await headline(sending(dusd, permit(me)))).toBe('Uniswap V2 may take up to 100 DUSD. Nothing moves now.')
  reads(await ask(sending(dusd, permit(person))), { level: 'careful', facts: [`Account: ${person}`] })
  // What a contract allows in its own name isn't the account's.
  const inOwnName = encodeFunctionData({
    ...{ abi, functionName: 'aggregate3' },
    args: [[{ target: dusd, allowFailure: false, callData: approve }]],
  })
  expect(await headline(sending(nobody, inOwnName))).toBe('')
})
