import { encodeFunctionData, type Hex, keccak256, parseAbi, stringToBytes, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, me, nobody, openStage, person, reads, type Stage } from './test/stage.js'

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
  [{ functionName: 'renounceOwnership' }, 'Hand over a contract', ['Goes to: Nobody, for good'], owned],
  [
    { functionName: 'grantRole', args: [zeroHash, person] },
    'Give a role on a contract',
    ['Role: Decides over all roles', `Goes to: ${person}`],
    rules,
  ],
  [
    { functionName: 'grantRole', args: [minter, person] },
    'Give a role on a contract',
    [`Role: ${minter}`, `Goes to: ${person}`],
    rules,
  ],
  [
    { functionName: 'revokeRole', args: [minter, person] },
    'Take a role on a contract back',
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
