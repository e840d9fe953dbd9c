import {
  type Address,
  concat,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  publicActions,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { delegateAddress } from '../../delegate.js'

/** Of the Delegation Framework 1.3.0, by its own addresses. */
export const manager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
export const enforcer = {
  erc20Period: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  nativeStream: '0xD10b97905a320b13a0608f7E9cC506b56747df19',
  allowedTargets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  allowedMethods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  limitedCalls: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  timestamp: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  nonce: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f',
} as const

const abi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  'function disableDelegation(Delegation delegation)',
  'function incrementNonce(address manager)',
  'error CannotUseADisabledDelegation()',
])
const contextAbi = parseAbiParameters(
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[]',
)
export const delegationTypes = {
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
} as const

interface Written {
  readonly delegate: Address
  readonly delegator: Address
  readonly authority: Hex
  readonly caveats: readonly { readonly enforcer: Address; readonly terms: Hex; readonly args: Hex }[]
  readonly salt: bigint
  readonly signature: Hex
}

export const delegationContext = (written: Written): Hex => encodeAbiParameters(contextAbi, [[written]])

export const word = (value: bigint | number): Hex => numberToHex(value, { size: 32 })
export const half = (value: bigint | number): Hex => numberToHex(value, { size: 16 })

interface Redeemed {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
}

export interface Grantor {
  readonly account: Address
  /** The key that acts for it. */
  readonly key: Address
  readonly privateKey: Hex
  /** Leaves the key without coin. */
  takeCoin(): Promise<void>
  /** In seconds since 1970. */
  now(): Promise<bigint>
  pass(seconds: number): Promise<void>
  /** @throws where it was reverted */
  mined(hash: Hex): Promise<void>
  /** Signs a permission of the key's. */
  grant(
    caveats: readonly (readonly [enforcer: Address, terms: Hex])[],
    salt?: bigint,
  ): Promise<{ readonly context: Hex; disable(): Promise<void> }>
  /** The key acts for the account. @throws where the chain refuses it */
  redeem(context: Hex, redeemed: Redeemed): Promise<void>
  raiseNonce(): Promise<void>
  switchOff(): Promise<void>
}

/** An account with the delegate's code, and a key that acts for it; both have coin. */
export async function grantorOn({ id, url }: { readonly id: number | string; readonly url: string }): Promise<Grantor> {
  const chain = { ...foundry, id: Number(id) }
  const node = createTestClient({ mode: 'anvil', chain, transport: http(url) }).extend(publicActions)
  const account = privateKeyToAccount(generatePrivateKey())
  const privateKey = generatePrivateKey()
  const key = privateKeyToAccount(privateKey)
  for (const { address } of [account, key]) await node.setBalance({ address, value: parseEther('10') })
  const own = createWalletClient({ account, chain, transport: http(url) })
  const ofKey = createWalletClient({ account: key, chain, transport: http(url) })
  const mined = async (hash: Hex) => {
    const { status } = await node.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    if (status !== 'success') throw new Error('It was reverted.')
  }
  const send = async (to: Address, data: Hex) => mined(await own.sendTransaction({ to, data }))
  const switchTo = async (contractAddress: Address) => {
    const authorization = await own.signAuthorization({ contractAddress, executor: 'self' })
    await mined(await own.sendTransaction({ to: account.address, authorizationList: [authorization] }))
  }
  await switchTo(delegateAddress)
  return {
    ...{ account: account.address, key: key.address, privateKey, mined },
    takeCoin: () => node.setBalance({ address: key.address, value: 1n }),
    now: async () => (await node.getBlock()).timestamp,
    async pass(seconds) {
      await node.increaseTime({ seconds })
      await node.mine({ blocks: 1 })
    },
    async grant(caveats, salt = 7n) {
      const message = {
        ...{ delegate: key.address, delegator: account.address, authority: numberToHex(2n ** 256n - 1n), salt },
        caveats: caveats.map(([of, terms]) => ({ enforcer: of, terms, args: '0x' as const })),
      }
      const domain = { name: 'DelegationManager', version: '1', chainId: chain.id, verifyingContract: manager } as const
      const signed = { domain, types: delegationTypes, primaryType: 'Delegation', message } as const
      const delegation = { ...message, signature: await account.signTypedData(signed) }
      const data = encodeFunctionData({ abi, functionName: 'disableDelegation', args: [delegation] })
      return { context: delegationContext(delegation), disable: () => send(manager, data) }
    },
    async redeem(context, { to, value = 0n, data = '0x' }) {
      const execution = concat([to, word(value), data])
      const { request } = await node.simulateContract({
        ...{ account: key, address: manager, abi, functionName: 'redeemDelegations' },
        args: [[context], [zeroHash], [execution]],
      })
      await mined(await ofKey.writeContract(request))
    },
    raiseNonce: () =>
      send(enforcer.nonce, encodeFunctionData({ abi, functionName: 'incrementNonce', args: [manager] })),
    switchOff: () => switchTo(zeroAddress),
  }
}

export const transfer = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
