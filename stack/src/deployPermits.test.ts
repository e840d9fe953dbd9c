import {
  concat,
  createPublicClient,
  domainSeparator,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseSignature,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devAccounts } from './accounts.js'
import { deployDelegation } from './deployDelegation.js'
import { deployPermits, type LocalPermits, localPermitAbi, permit2Abi } from './deployPermits.js'
import { sendUnlocked } from './sendUnlocked.js'
import { type StartedChain, startChain } from './startChain.js'

let chain: StartedChain
let permits: LocalPermits
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  permits = await deployPermits({ url: chain.url })
})
afterAll(() => chain?.stop())

const client = () => createPublicClient({ transport: http(chain.url) })
const [, { address: spender }] = devAccounts
const { address: receiver } = privateKeyToAccount(generatePrivateKey())

/** An account that has 10 of the token, and lets Permit2 take all of it. */
async function holder() {
  const { token, permit2 } = permits
  const account = privateKeyToAccount(generatePrivateKey())
  const send = (data: `0x${string}`) =>
    sendUnlocked({ client: client(), transaction: { from: spender, to: token, data } })
  await send(encodeFunctionData({ abi: localPermitAbi, functionName: 'mint', args: [account.address, 10n] }))
  const signature = await account.signTypedData({
    domain: { name: 'Permit Dollar', version: '1', chainId: 31337, verifyingContract: token },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: account.address, spender: permit2, value: 10n, nonce: 0n, deadline: maxUint256 },
  })
  const { r, s, yParity } = parseSignature(signature)
  const args = [account.address, permit2, 10n, maxUint256, yParity + 27, r, s] as const
  await send(encodeFunctionData({ abi: localPermitAbi, functionName: 'permit', args }))
  return account
}

const permit = (nonce: bigint) => ({ permitted: { token: permits.token, amount: 4n }, nonce, deadline: maxUint256 })

const signed = (account: ReturnType<typeof privateKeyToAccount>, nonce: bigint) =>
  account.signTypedData({
    domain: { name: 'Permit2', chainId: 31337, verifyingContract: permits.permit2 },
    types: {
      PermitTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'PermitTransferFrom',
    message: { ...permit(nonce), spender },
  })

/** Asks for a payment, and carries it out where it isn't refused. */
async function pay({ owner, nonce, signature }: { owner: `0x${string}`; nonce: bigint; signature: `0x${string}` }) {
  const args = [permit(nonce), { to: receiver, requestedAmount: 3n }, owner, signature] as const
  const call = { abi: permit2Abi, functionName: 'permitTransferFrom', args } as const
  await client().simulateContract({ ...call, address: permits.permit2, account: spender })
  await sendUnlocked({
    client: client(),
    transaction: { from: spender, to: permits.permit2, data: encodeFunctionData(call) },
  })
  return client().readContract({ abi: erc20Abi, address: permits.token, functionName: 'balanceOf', args: [owner] })
}

test('Permit2 is the contract that public networks have: its code gives its address, it names this chain, and a second deployment changes nothing', async () => {
  const { permit2 } = permits
  expect(permit2).toBe('0x000000000022D473030F116dDEE9F6B43aC78BA3')
  const domain = { name: 'Permit2', chainId: 31337, verifyingContract: permit2 }
  const separator = { address: permit2, abi: permit2Abi, functionName: 'DOMAIN_SEPARATOR' } as const
  expect(await client().readContract(separator)).toBe(domainSeparator({ domain }))
  const code = await client().getCode({ address: permit2 })
  expect(await deployPermits({ url: chain.url })).toMatchObject({ permit2 })
  expect(await client().getCode({ address: permit2 })).toBe(code)
})

test('a payment is by its owner’s signature alone, once, with code at the owner’s address as without', async () => {
  const { delegate } = await deployDelegation({ url: chain.url })
  const account = await holder()
  const { address: owner } = account
  const stranger = privateKeyToAccount(generatePrivateKey())
  const byStranger = await signed(stranger, 0n)
  await expect(pay({ owner, nonce: 0n, signature: byStranger })).rejects.toThrow('InvalidSigner')
  expect(await pay({ owner, nonce: 0n, signature: await signed(account, 0n) })).toBe(7n)
  await expect(pay({ owner, nonce: 0n, signature: await signed(account, 0n) })).rejects.toThrow('InvalidNonce')
  const bytecode = concat(['0xef0100', delegate])
  await client().request<SetCodeCall>({ method: 'anvil_setCode', params: [owner, bytecode] })
  await expect(pay({ owner, nonce: 300n, signature: await signed(stranger, 300n) })).rejects.toThrow(
    'InvalidContractSignature',
  )
  expect(await pay({ owner, nonce: 300n, signature: await signed(account, 300n) })).toBe(4n)
})

interface SetCodeCall {
  Method: 'anvil_setCode'
  Parameters: [`0x${string}`, `0x${string}`]
  ReturnType: unknown
}

test('a chain that is not there is said to be the reason', async () => {
  await expect(deployPermits({ url: 'http://127.0.0.1:9' })).rejects.toThrow('deploy the token with permits')
})
