import { readFile } from 'node:fs/promises'
import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseAbiParameters,
  parseEther,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devAccounts } from './accounts.js'
import { deployMarket, type Market } from './deploy.js'
import { type Delegation, deployDelegation } from './deployDelegation.js'
import { type StartedChain, startChain } from './startChain.js'

let chain: StartedChain
let market: Market
let delegation: Delegation
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
  delegation = await deployDelegation({ url: chain.url })
})
afterAll(() => chain?.stop())

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata) payable'])
/** ERC-7579: a batch, all or none. */
const batchMode = `0x01${'00'.repeat(31)}` as const

interface Call {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

const wallet = (account: ReturnType<typeof privateKeyToAccount>) =>
  createWalletClient({ account, chain: foundry, transport: http(chain.url), pollingInterval: 5 }).extend(publicActions)

/** An approval, as a contract's call that writes a word, and a send of the network's own coin. */
const pairTo = (to: Address, amount = 10n ** 18n): readonly [Call, Call] => {
  const token = market.tokens.find(({ symbol }) => symbol === 'FYR')?.address ?? market.weth
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] })
  return [
    { to: token, value: 0n, data },
    { to, value: 1n, data: '0x' },
  ]
}

const batchOf = (calls: readonly Call[]) =>
  encodeFunctionData({
    abi: executeAbi,
    functionName: 'execute',
    args: [batchMode, encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [calls])],
  })

/** An account with coins, and how much gas what it sends takes. */
async function openAccount() {
  const account = privateKeyToAccount(generatePrivateKey())
  const [giver] = devAccounts
  const rich = wallet(privateKeyToAccount(giver.privateKey))
  const hash = await rich.sendTransaction({ to: account.address, value: parseEther('10') })
  await rich.waitForTransactionReceipt({ hash })
  const own = wallet(account)
  return {
    address: account.address,
    own,
    async gasOf(sent: { to: Address; value?: bigint; data?: Hex; isFirst?: boolean }): Promise<number> {
      const { isFirst, ...transaction } = sent
      const authorization = isFirst
        ? [await own.signAuthorization({ contractAddress: delegation.delegate, executor: 'self' })]
        : undefined
      const hash = await own.sendTransaction({
        ...transaction,
        ...(authorization && { authorizationList: authorization }),
      })
      const { status, gasUsed } = await own.waitForTransactionReceipt({ hash })
      expect(status).toBe('success')
      return Number(gasUsed)
    },
  }
}

/** Addresses that nothing was sent to, without a byte of zeros: such bytes cost less, and others would make the figures differ. */
const [someone, oneSpender, anotherSpender] = [
  `0x${'a1'.repeat(20)}`,
  `0x${'b2'.repeat(20)}`,
  `0x${'c3'.repeat(20)}`,
] as const

test('benchmarks/GAS.md says what steps of a smart account take, to the gas; a first batch is below 120,000, a later one below 62,000, a plain send 21,000 as before', async () => {
  const { address, own, gasOf } = await openAccount()
  const [{ to: token, data: approval }] = pairTo(oneSpender)
  const plainApproval = await gasOf({ to: token, data: approval })
  const plainSend = await gasOf({ to: devAccounts[1].address, value: 1n })
  const first = await gasOf({ to: address, data: batchOf(pairTo(someone)), isFirst: true })
  expect(await own.getCode({ address })).toBe(`0xef0100${delegation.delegate.slice(2).toLowerCase()}`)
  const later = await gasOf({ to: address, data: batchOf(pairTo(someone, 1n)) })
  const afterwards = await gasOf({ to: devAccounts[1].address, value: 1n })
  const [{ data: another }] = pairTo(anotherSpender)
  const approvalAfterwards = await gasOf({ to: token, data: another })
  const off = await own.signAuthorization({ contractAddress: `0x${'00'.repeat(20)}`, executor: 'self' })
  const hash = await own.sendTransaction({ to: address, authorizationList: [off] })
  const { gasUsed } = await own.waitForTransactionReceipt({ hash })
  expect(await own.getCode({ address })).toBeUndefined()
  const rows = [
    ['a send, by a plain account and by a switched one', plainSend],
    ['a first approval of a token, by either', plainApproval],
    ['the first batch: the account is switched, a token is approved, a new address gets coins', first],
    ['a later batch of the same two, with another amount', later],
    ['the account is switched off', Number(gasUsed)],
  ] as const
  expect([afterwards, approvalAfterwards]).toEqual([plainSend, plainApproval])
  expect(plainSend).toBe(21_000)
  expect(first).toBeLessThanOrEqual(120_000)
  expect(later).toBeLessThanOrEqual(62_000)
  const written = await readFile(new URL('../../benchmarks/GAS.md', import.meta.url), 'utf8')
  const said = [...written.matchAll(/^\| (.+?) +\| +([\d,]+) \|$/gm)].map(([, what, gas = '']) => [
    what,
    Number(gas.replaceAll(',', '')),
  ])
  expect(said).toEqual(rows)
})
