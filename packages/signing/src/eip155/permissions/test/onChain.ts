import {
  type Address,
  concat,
  createClient,
  createTestClient,
  createWalletClient,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  isHex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { call, getBlock, waitForTransactionReceipt } from 'viem/actions'
import { expect } from 'vitest'
import { delegationManager } from '../../../delegate.js'
import { delegationHash, readContext } from '../delegation.js'
import type { walletOf } from './walletOf.js'

export const fresh = (): Address => privateKeyToAccount(generatePrivateKey()).address
export const clientOf = (url: string) => createClient({ transport: http(url) })
export const nodeOf = (url: string) => createTestClient({ mode: 'anvil', transport: http(url) })

const opened = new Map<string, Hex>()

/** Brings a chain back to where it was the first time, whatever a test before left, blocks by themselves included; its time goes on with the clock. */
export async function chainAgain(url: string): Promise<void> {
  const node = nodeOf(url)
  const id = opened.get(url)
  await node.setAutomine(true)
  if (id !== undefined) await node.revert({ id })
  opened.set(url, await node.snapshot())
  const [next, now] = [(await nowOn(url)) + 1n, BigInt(Math.floor(Date.now() / 1_000))]
  await node.setNextBlockTimestamp({ timestamp: next > now ? next : now })
  await node.mine({ blocks: 1 })
}

export const nowOn = async (url: string): Promise<bigint> => (await getBlock(clientOf(url))).timestamp
export const inADayOn = async (url: string): Promise<number> => Number((await nowOn(url)) + 86_400n)
export const expiry = (timestamp: number) => ({ type: 'expiry', data: { timestamp } })
export const daily = (amount: bigint) => ({
  type: 'native-token-periodic',
  data: { periodAmount: numberToHex(amount), periodDuration: 86_400 },
})

/** A key of an application's, with coin for its own fees. */
export async function sessionKeyOn(url: string): Promise<PrivateKeyAccount> {
  const key = privateKeyToAccount(generatePrivateKey())
  await nodeOf(url).setBalance({ address: key.address, value: parseEther('10') })
  return key
}

/** Returns the application's result of a permission, and the words that were approved. */
export async function granted(
  of: ReturnType<typeof walletOf>,
  permission: object,
  { to, rules }: { readonly to: Address; readonly rules: readonly object[] },
) {
  const { perform, words } = await of.asked('wallet_requestExecutionPermissions', [
    { chainId: '0x7a69', to, permission, rules },
  ])
  const [answer] = [await perform()].flat()
  const { context } = Object(answer)
  if (!isHex(context)) throw new Error('It has no context.')
  return { words, answer, context }
}

const managerAbi = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)'])
export const batchMode: Hex = `0x01${'00'.repeat(31)}`

interface Redeemed {
  readonly by: PrivateKeyAccount
  readonly context: Hex
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
  readonly mode?: Hex
}

/** Uses a permission, as an application's server would. @throws where the chain refuses it */
export const redeemingOn =
  (urlOf: () => string) =>
  async ({ by, context, to, value = 0n, data = '0x', mode = zeroHash }: Redeemed): Promise<void> => {
    const url = urlOf()
    const execution =
      mode === zeroHash
        ? concat([to, numberToHex(value, { size: 32 }), data])
        : encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [[{ to, value, data }]])
    const asked = encodeFunctionData({
      abi: managerAbi,
      functionName: 'redeemDelegations',
      args: [[context], [mode], [execution]],
    })
    await call(clientOf(url), { account: by.address, to: delegationManager, data: asked })
    const sender = createWalletClient({ account: by, transport: http(url) })
    const hash = await sender.sendTransaction({ chain: null, to: delegationManager, data: asked, gas: 1_000_000n })
    expect((await waitForTransactionReceipt(clientOf(url), { hash, pollingInterval: 50 })).status).toBe('success')
  }

const contextAbi = parseAbiParameters(
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[]',
)

/** Passes what a key was granted on to another, without a bound of its own. */
export async function passedOn(context: Hex, by: PrivateKeyAccount, to: Address): Promise<Hex> {
  const root = readContext(context) ?? expect.fail('It is no context.')
  const message = { delegate: to, delegator: by.address, authority: delegationHash(root), caveats: [], salt: 0n }
  const signature = await by.signTypedData({
    domain: { name: 'DelegationManager', version: '1', chainId: 31_337, verifyingContract: delegationManager },
    types: {
      Delegation: [
        { name: 'delegate', type: 'address' },
        { name: 'delegator', type: 'address' },
        { name: 'authority', type: 'bytes32' },
        { name: 'caveats', type: 'Caveat[]' },
        { name: 'salt', type: 'uint256' },
      ],
      Caveat: [
        { name: 'enforcer', type: 'address' },
        { name: 'terms', type: 'bytes' },
      ],
    },
    ...{ primaryType: 'Delegation', message },
  })
  const [[whole]] = decodeAbiParameters(contextAbi, context)
  return encodeAbiParameters(contextAbi, [[{ ...message, signature }, ...(whole ? [whole] : [])]])
}
