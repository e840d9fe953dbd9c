import { encodeFunctionData, type Hex, keccak256, parseAbi, stringToBytes, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, headline, me, nobody, now, openStage, person, reads, type Stage } from './test/stage.js'

// What controls contracts: each said, and each a step of its own.

const abi = parseAbi([
  'function upgradeTo(address code)',
  'function upgradeToAndCall(address code, bytes data)',
  'function upgrade(address proxy, address code)',
  'function upgradeAndCall(address proxy, address code, bytes data)',
  'function changeAdmin(address owner)',
  'function changeProxyAdmin(address proxy, address owner)',
  'function transferOwnership(address owner)',
  'function acceptOwnership()',
  'function renounceOwnership()',
  'function grantRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function setAdmin(address owner)',
  'function transferAdmin(address owner)',
  'function changeOwner(address owner)',
  'function acceptDefaultAdminTransfer()',
  'function pause()',
  'function unpause()',
])

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.chain.stop())

const proxy = nobody
const minter = keccak256(stringToBytes('MINTER_ROLE'))
const upgraded = 'the new code does'
const owned = 'whatever its owner may'
const rules = 'Whoever has a role'
const byAdmin = { functionName: 'upgradeAndCall', args: [proxy, person, '0x1234'] } as const

test.each([
  [{ functionName: 'upgradeTo', args: [person] }, 'Replace a contract’s code', [`New code: ${person}`], upgraded],
  [
    { functionName: 'upgradeToAndCall', args: [person, '0x1234'] },
    'Replace a contract’s code',
    [`New code: ${person}`, 'Data: 0x1234'],
    upgraded,
  ],
  [
    { functionName: 'upgrade', args: [proxy, person] },
    'Replace a contract’s code',
    [`New code: ${person}`, `Contract: ${proxy}`],
    upgraded,
  ],
  [byAdmin, 'Replace a contract’s code', [`New code: ${person}`, `Contract: ${proxy}`, 'Data: 0x1234'], upgraded],
  [{ functionName: 'changeAdmin', args: [person] }, 'Hand over a contract', [`Goes to: ${person}`], owned],
  [
    { functionName: 'changeProxyAdmin', args: [proxy, person] },
    'Hand over a contract',
    [`Goes to: ${person}`, `Contract: ${proxy}`],
    owned,
  ],
  [{ functionName: 'transferOwnership', args: [person] }, 'Hand over a contract', [`Goes to: ${person}`], owned],
  [{ functionName: 'acceptOwnership' }, 'Hand over a contract', ['Goes to: This account'], owned],
  [{ functionName: 'renounceOwnership' }, 'Hand over a contract', ['Goes to: Nobody, for good'], 'nobody may any more'],
  [
    { functionName: 'grantRole', args: [zeroHash, person] },
    'Give a role',
    ['Role: Decides over all roles', `Goes to: ${person}`],
    rules,
  ],
  [
    { functionName: 'grantRole', args: [minter, person] },
    'Give a role',
    [`Role: ${minter}`, `Goes to: ${person}`],
    rules,
  ],
  [
    { functionName: 'revokeRole', args: [minter, person] },
    'Take a role back',
    [`Role: ${minter}`, `Account: ${person}`],
    rules,
  ],
] as const)('[F13] %j', async (control, title, facts, warning) => {
  const data: Hex = encodeFunctionData({ abi, ...control })
  const to = stage.market.router
  const alone = { network: stage.network, method: 'eth_sendTransaction', params: [{ from: me, to, data }] }
  const said = await ask(alone)
  expect(said.title).toBe(title)
  reads(said, { level: 'deliberate', facts, warnings: [warning] })
  // Within a batch it is said as itself.
  const params = [
    {
      version: '2.0.0',
      from: me,
      atomicRequired: true,
      calls: [
        { to: person, value: '0x1' },
        { to, data },
      ],
    },
  ]
  const batch = await ask({ network: stage.network, method: 'wallet_sendCalls', params })
  reads(batch, { level: 'deliberate', facts: [`Step 2: ${title}`, ...facts], warnings: [warning] })
})

const short = (text: string) => `${text.slice(0, 4)}…${text.slice(-6)}`
const escaped = (text: string) => text.replace(/[.()]/g, '\\$&')
const theirs = '0x70…dc79C8'
const role = short(minter)
const router = 'Uniswap V2'
test.each([
  [{ functionName: 'upgradeTo', args: [person] }, `The code of ${router} is replaced by that of ${theirs}.`],
  [byAdmin, `The code of ${short(proxy)} is replaced by that of ${theirs}.`],
  [{ functionName: 'transferOwnership', args: [person] }, `${theirs} becomes the owner of ${router}.`],
  [{ functionName: 'setAdmin', args: [person] }, `${theirs} becomes the owner of ${router}.`],
  [{ functionName: 'transferAdmin', args: [person] }, `${theirs} becomes the owner of ${router}.`],
  [{ functionName: 'changeOwner', args: [person] }, `${theirs} becomes the owner of ${router}.`],
  [{ functionName: 'changeProxyAdmin', args: [proxy, person] }, `${theirs} becomes the owner of ${short(proxy)}.`],
  [{ functionName: 'acceptOwnership' }, `You become the owner of ${router}.`],
  [{ functionName: 'acceptDefaultAdminTransfer' }, `You become the owner of ${router}.`],
  [{ functionName: 'renounceOwnership' }, `You give ${router} up: nobody owns it any more.`],
  [{ functionName: 'grantRole', args: [zeroHash, person] }, `${theirs} decides over all roles of ${router}.`],
  [{ functionName: 'grantRole', args: [minter, person] }, `${theirs} gets the role ${role} of ${router}.`],
  [{ functionName: 'revokeRole', args: [minter, person] }, `${theirs} loses the role ${role} of ${router}.`],
  [
    { functionName: 'revokeRole', args: [zeroHash, person] },
    `${theirs} no longer decides over all roles of ${router}.`,
  ],
  [{ functionName: 'pause' }, `${router} is paused.`],
  [{ functionName: 'unpause' }, `${router} is no longer paused.`],
] as const)('[F13] the first sentence of %j says it, alone and before all else of a batch', async (control, said) => {
  const { network, market } = stage
  const to = market.router
  const data: Hex = encodeFunctionData({ abi, ...control })
  const alone = (value: Hex) => ({ network, method: 'eth_sendTransaction', params: [{ from: me, to, data, value }] })
  expect(await headline(alone('0x0'))).toBe(said)
  expect(await headline(alone('0xde0b6b3a7640000'))).toMatch(new RegExp(`^${escaped(said)} You give 1 ETH`))
  const swap = encodeFunctionData({
    abi: parseAbi(['function swapExactTokensForTokens(uint256 a, uint256 b, address[] path, address to, uint256 end)']),
    args: [100_000_000n, 24_000_000_000_000_000n, [stage.tokenOf('DUSD'), market.weth], me, now + 1_200n],
  })
  const batch = (...calls: readonly object[]) => ({
    ...{ network, method: 'wallet_sendCalls' },
    params: [{ version: '2.0.0', from: me, atomicRequired: true, calls }],
  })
  expect(await headline(batch({ to: person, value: '0xde0b6b3a7640000' }, { to, data }))).toBe(
    `${said} You give 1 ETH to ${theirs}.`,
  )
  expect(await headline(batch({ to: market.router, data: swap }, { to, data }))).toBe(
    `${said} You give 100 DUSD and get at least 0.024 WETH from ${router}.`,
  )
})
