import { evmVerifier } from '@foyer/evm/verify'
import { createSiwxVerifier, memoryNonces } from '@foyer/siwx-server'
import { deployPermits, devAccounts, localPermitAbi, permit2Abi, sendUnlocked } from '@foyer/stack'
import type { Page } from '@playwright/test'
import { JsonRpcProvider } from 'ethers'
import { checkContractWalletSignature, SiweMessage } from 'siwe'
import { createClient, encodeFunctionData, erc20Abi, http, parseSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { expect, type Journey } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { approve, emailOf, logIn } from './embeddedWallet.js'
import { test } from './ownServices.js'
import { carryOut, type Dapp, dappOf, fundedAddress, untilDelegateIsKnown } from './smartStage.js'

interface Visit {
  readonly page: Page
  readonly journey: Journey
  readonly dapp: Dapp
  readonly token: `0x${string}`
  readonly permit2: `0x${string}`
}

/** Who is allowed to take tokens, and takes them. */
const [, { address: spender }] = devAccounts

const deadline = BigInt(Math.floor(Date.now() / 1000) + 86_400)

const sendTo = (visit: Visit, transaction: { readonly to: `0x${string}`; readonly data: `0x${string}` }) =>
  sendUnlocked({
    client: createClient({ transport: http(visit.journey.local.chains[0].url) }),
    transaction: { from: spender, ...transaction },
  })

const heldBy = ({ dapp, token }: Visit, address: `0x${string}`): Promise<bigint> =>
  dapp.chain.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [address] })

/** Asks for a signature, and approves it. */
async function approved<Answer>(page: Page, asking: Promise<Answer>): Promise<Answer> {
  await approve(page)
  return asking
}

/** Signs in: for a backend with this project's verifier, by viem's, and by the standard's own, which asks the chain. */
async function signIn({ page, journey, dapp: { wallet, chain } }: Visit): Promise<void> {
  const { host, chains } = journey.local
  const siwx = createSiwxVerifier({
    domain: host,
    chains: [`eip155:${chain.chain.id}`],
    verifiers: [evmVerifier({ rpcUrlOf: () => chains[0].url })],
    nonces: memoryNonces(),
  })
  const { address } = wallet.account
  const message = createSiweMessage({
    ...{ address, chainId: chain.chain.id, domain: new URL(host).host, uri: host, version: '1' },
    ...{ nonce: await siwx.nonce(), issuedAt: new Date(), expirationTime: new Date(Number(deadline) * 1000) },
  })
  const signature = await approved(page, wallet.signMessage({ message }))
  expect(await siwx.verify({ message, signature })).toMatchObject({ accountId: `eip155:${chain.chain.id}:${address}` })
  expect(await chain.verifySiweMessage({ message, signature, address })).toBe(true)
  const stranger = privateKeyToAccount(generatePrivateKey())
  const byStranger = await stranger.signMessage({ message })
  expect(await chain.verifySiweMessage({ message, signature: byStranger, address })).toBe(false)
  const provider = new JsonRpcProvider(chains[0].url)
  const siwe = new SiweMessage(message)
  const verified = async (signature: string) =>
    (await siwe.verify({ signature }, { provider, suppressExceptions: true })).success
  expect([await verified(signature), await verified(byStranger)]).toEqual([true, false])
  // By the code at the address alone, where there is some.
  const hasCode = (await chain.getCode({ address })) !== undefined
  expect(await checkContractWalletSignature(siwe, signature, provider).catch(() => false)).toBe(hasCode)
  provider.destroy()
}

/** An approval of a token by a signature (EIP-2612) that another brings to the chain. */
async function permit(visit: Visit, value: bigint): Promise<void> {
  const { page, dapp, token } = visit
  const { wallet, chain } = dapp
  const { address: owner } = wallet.account
  const nonce = await chain.readContract({ abi: localPermitAbi, address: token, functionName: 'nonces', args: [owner] })
  const signature = await approved(
    page,
    wallet.signTypedData({
      domain: { name: 'Permit Dollar', version: '1', chainId: chain.chain.id, verifyingContract: token },
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
      message: { owner, spender, value, nonce, deadline },
    }),
  )
  const { r, s, yParity } = parseSignature(signature)
  const args = [owner, spender, value, deadline, yParity + 27, r, s] as const
  await sendTo(visit, {
    to: token,
    data: encodeFunctionData({ abi: localPermitAbi, functionName: 'permit', args }),
  })
  const to = newAddress()
  const taking = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [owner, to, value] })
  await sendTo(visit, { to: token, data: taking })
  expect(await heldBy(visit, to)).toBe(value)
}

/** A payment by a signature for Permit2, which takes nobody else's. */
async function payByPermit2(visit: Visit, { nonce, amount }: { readonly nonce: bigint; readonly amount: bigint }) {
  const { page, dapp, token, permit2 } = visit
  const { wallet, chain } = dapp
  const permitted = { token, amount }
  const typed = {
    domain: { name: 'Permit2', chainId: chain.chain.id, verifyingContract: permit2 },
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
    message: { permitted, spender, nonce, deadline },
  } as const
  const to = newAddress()
  const paying = (signature: `0x${string}`) => {
    const { address: owner } = wallet.account
    const args = [{ permitted, nonce, deadline }, { to, requestedAmount: amount }, owner, signature] as const
    return { abi: permit2Abi, functionName: 'permitTransferFrom', args } as const
  }
  const stranger = await privateKeyToAccount(generatePrivateKey()).signTypedData(typed)
  await expect(chain.simulateContract({ ...paying(stranger), address: permit2, account: spender })).rejects.toThrow(
    /Invalid(Contract)?Sign/,
  )
  const signature = await approved(page, wallet.signTypedData(typed))
  await sendTo(visit, { to: permit2, data: encodeFunctionData(paying(signature)) })
  expect(await heldBy(visit, to)).toBe(amount)
}

test('what an account signs holds before there is code at its address and after: a sign-in for our verifier, viem’s and siwe’s, an EIP-2612 permit, a payment by Permit2', async ({
  page,
  journey,
}) => {
  await untilDelegateIsKnown(journey)
  const permits = await deployPermits({ url: journey.local.chains[0].url })
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('signs') })
  const address = await fundedAddress({ page, journey })
  const dapp = dappOf({ page, journey, address })
  const { chain, wallet, designator } = dapp
  const visit: Visit = { page, journey, dapp, ...permits }
  const minting = encodeFunctionData({ abi: localPermitAbi, functionName: 'mint', args: [address, 100n] })
  await sendTo(visit, { to: permits.token, data: minting })
  const approving = { abi: erc20Abi, functionName: 'approve', args: [permits.permit2, 20n] } as const
  const hash = await approved(page, wallet.writeContract({ ...approving, address: permits.token }))
  await chain.waitForTransactionReceipt({ hash })

  expect(await chain.getCode({ address })).toBeUndefined()
  await signIn(visit)
  await permit(visit, 3n)
  await payByPermit2(visit, { nonce: 0n, amount: 4n })

  const { statusCode } = await carryOut({
    ...{ page, dapp },
    calls: [
      { to: newAddress(), value: 1n },
      { to: newAddress(), value: 2n },
    ],
  })
  expect(statusCode).toBe(200)
  expect(await chain.getCode({ address })).toBe(designator)
  await signIn(visit)
  await permit(visit, 5n)
  await payByPermit2(visit, { nonce: 1n, amount: 6n })
  expect(await heldBy(visit, address)).toBe(100n - 3n - 4n - 5n - 6n)
})
