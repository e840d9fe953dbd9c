import type { FamilyActions } from '@foyer/core'
import { base58, base64 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import nacl from 'tweetnacl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '../test/keys.js'
import { actionsOn, ask, connectedWallet, createStage, giveTokens, type Stage } from '../test/stage.js'
import { associatedAccount, systemTransfer } from '../transaction/programs.js'
import { createChains } from './chain.js'
import { draftOf } from './draft.js'

let stage: Stage
let actions: FamilyActions<'solana'>
beforeAll(async () => {
  stage = await createStage()
  actions = await actionsOn(stage)
})
afterAll(() => stage.chain.stop())

const [own] = addresses
const freshAddress = () => base58.encode(nacl.sign.keyPair().publicKey)
const rent = 890_880n
const balanceOf = (account: string) => actions.nativeBalance({ address: account, network: stage.network })
const tokenOf = async (owner: string, mint: string) => {
  const [held] = (await actions.tokenBalances?.({ address: owner, network: stage.network, tokens: [mint] })) ?? []
  return held?.value
}
const methods = ({ requests }: { readonly requests: readonly { readonly method: string }[] }) =>
  requests.map(({ method }) => method)

test.each([
  ['doesn’t send', { without: ['solana:signAndSendTransaction'] }],
  ['doesn’t know the chain', { chains: [{ chain: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' }] }],
] as const)('[F22] what a wallet signs that %s goes to the network’s own nodes, once', async (_, options) => {
  const { wallet, reached } = await connectedWallet(stage, options)
  const to = freshAddress()
  const sent = await actions.sendTransfer?.({
    wallet: reached,
    transfer: { to, asset: { type: 'coin' }, amount: rent },
  })
  expect(await actions.waitForTransaction?.({ network: stage.network, hash: sent?.hash ?? '' })).toMatchObject({
    status: 'success',
    fee: 5_000n,
  })
  expect(await balanceOf(to)).toBe(rent)
  expect(methods(wallet)).toEqual(['standard:connect', 'solana:signTransaction'])
})

test('a wallet that only sends, and doesn’t know the chain, is asked for nothing', async () => {
  const { wallet, reached } = await connectedWallet(stage, {
    without: ['solana:signTransaction'],
    chains: [{ chain: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' }],
  })
  const transfer = { to: freshAddress(), asset: { type: 'coin' }, amount: rent } as const
  await expect(actions.sendTransfer?.({ wallet: reached, transfer })).rejects.toMatchObject({
    code: 'unsupported_method',
  })
  expect(await actions.capabilities?.({ wallet: reached })).toMatchObject({
    transfers: [],
    sendCall: false,
    signMessage: true,
  })
  expect(methods(wallet)).toEqual(['standard:connect'])
})

test('[F27] a transaction of the official library’s, of version 0, is sent as it is', async () => {
  const { reached } = await connectedWallet(stage)
  const to = freshAddress()
  const answer = await ask(stage.chain.url, 'getLatestBlockhash')
  const newest = String(Reflect.get(Object(Reflect.get(Object(answer), 'value')), 'blockhash'))
  const source = createNoopSigner(address(own))
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayer(address(own), each),
    (each) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash(newest), lastValidBlockHeight: 1n }, each),
    (each) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source, destination: address(to), amount: rent }),
        each,
      ),
  )
  const transaction = base64.encode(Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message))))
  const estimate = await actions.estimateFee?.({
    address: own,
    network: stage.network,
    work: { call: { transaction } },
  })
  expect(estimate).toMatchObject({ value: 5_000n, symbol: 'SOL', decimals: 9 })
  const sent = await actions.sendCall?.({ wallet: reached, call: { transaction } })
  await actions.waitForTransaction?.({ network: stage.network, hash: sent?.hash ?? '' })
  expect(await balanceOf(to)).toBe(rent)
})

test('[F18] what a wallet can’t read, or the account doesn’t sign, reaches no wallet', async () => {
  const { wallet, reached } = await connectedWallet(stage, { versions: [] })
  const call = { instructions: [systemTransfer({ from: own, to: freshAddress(), lamports: rent })] } as const
  await expect(actions.sendCall?.({ wallet: reached, call })).rejects.toMatchObject({ facts: { fault: 'version' } })
  await expect(actions.sendCall?.({ wallet: reached, call: { transaction: 'AQ==' } })).rejects.toMatchObject({
    facts: { fault: 'bytes' },
  })
  const elsewhere = { ...reached, account: { ...reached.account, address: freshAddress() } }
  await expect(actions.sendCall?.({ wallet: elsewhere, call })).rejects.toMatchObject({ code: 'account_not_connected' })
  expect(methods(wallet)).toEqual(['standard:connect'])
})

test('[S9.47] the fee of a first transfer of a token is the signature’s and the rent of the recipient’s account, in lamports', async () => {
  const [dollar] = stage.chain.tokens
  const transfer = { to: freshAddress(), asset: { type: 'token', address: dollar.address }, amount: 1n } as const
  const work = { transfer }
  const first = await actions.estimateFee?.({ address: own, network: stage.network, work })
  expect(first).toMatchObject({ value: 5_000n + 2_039_280n, maxAmount: undefined, decimals: 9 })
  await giveTokens(stage, { mint: dollar.address, owner: transfer.to, amount: 1n })
  const next = await actions.estimateFee?.({ address: own, network: stage.network, work })
  expect(next).toMatchObject({ value: 5_000n })
})

test('[F27] all of the coin but what must stay can be sent', async () => {
  const to = freshAddress()
  const { reached } = await connectedWallet(stage)
  const work = { transfer: { to, asset: { type: 'coin' }, amount: 1n } } as const
  const { maxAmount = 0n } = (await actions.estimateFee?.({ address: own, network: stage.network, work })) ?? {}
  const sent = await actions.sendTransfer?.({ wallet: reached, transfer: { ...work.transfer, amount: maxAmount } })
  expect(await actions.waitForTransaction?.({ network: stage.network, hash: sent?.hash ?? '' })).toMatchObject({
    status: 'success',
  })
  expect(await balanceOf(to)).toBe(maxAmount)
  await ask(stage.chain.url, 'requestAirdrop', [own, 1_000_000_000_000])
})

test('tokens that are sent to an account of them go there, and not to an account of that account', async () => {
  const [dollar, leaf] = stage.chain.tokens
  const { reached, wallet } = await connectedWallet(stage)
  const owner = freshAddress()
  await giveTokens(stage, { mint: dollar.address, owner, amount: 1n })
  const place = associatedAccount({ owner, mint: dollar.address, tokenProgram: dollar.program })
  const transfer = { to: place, asset: { type: 'token', address: dollar.address }, amount: 41n } as const
  const sent = await actions.sendTransfer?.({ wallet: reached, transfer })
  await actions.waitForTransaction?.({ network: stage.network, hash: sent?.hash ?? '' })
  expect(await tokenOf(owner, dollar.address)).toBe(42n)

  const before = wallet.requests.length
  const other = { ...transfer, asset: { type: 'token', address: leaf.address } } as const
  await expect(actions.sendTransfer?.({ wallet: reached, transfer: other })).rejects.toMatchObject({
    facts: { field: 'to' },
  })
  const toMint = { ...transfer, to: dollar.address }
  await expect(actions.sendTransfer?.({ wallet: reached, transfer: toMint })).rejects.toMatchObject({
    facts: { field: 'to' },
  })
  expect(wallet.requests).toHaveLength(before)
})

test.each([
  ['an amount below 0', { asset: { type: 'coin' }, amount: -1n }, 'amount'],
  ['more than 64 bits', { asset: { type: 'coin' }, amount: 2n ** 64n }, 'amount'],
  ['more of a token than there is', { asset: { type: 'token', address: 'LUSD' }, amount: 2n ** 62n }, 'amount'],
  ['a token that is none', { asset: { type: 'token', address: own }, amount: 1n }, 'asset'],
  ['an NFT', { asset: { type: 'nft', address: own, tokenId: '1' }, amount: 1n }, 'asset'],
] as const)('[F18] a transfer with %s reaches no wallet', async (_, { asset, amount }, field) => {
  const { wallet, reached } = await connectedWallet(stage)
  const [dollar] = stage.chain.tokens
  const named = asset.type === 'token' && asset.address === 'LUSD' ? { ...asset, address: dollar.address } : asset
  const transfer = { to: freshAddress(), asset: named, amount }
  await expect(actions.sendTransfer?.({ wallet: reached, transfer })).rejects.toMatchObject({
    code: 'invalid_transfer',
    facts: { field },
  })
  expect(methods(wallet)).toEqual(['standard:connect'])
})

test('why a transaction failed is said in its program’s words', async () => {
  const { wallet, reached } = await connectedWallet(stage, { without: ['solana:signAndSendTransaction'] })
  const call = { instructions: [systemTransfer({ from: own, to: freshAddress(), lamports: 2n ** 62n })] } as const
  await expect(actions.sendCall?.({ wallet: reached, call })).rejects.toMatchObject({ code: 'json_rpc' })
  // Without the preflight it is in a block, and fails there.
  const [signed = ''] = await signedBy(reached, call)
  const hash = String(
    await ask(stage.chain.url, 'sendTransaction', [signed, { encoding: 'base64', skipPreflight: true }]),
  )
  expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'reverted' })
  expect(await actions.failureReason?.({ network: stage.network, hash })).toMatch(
    /insufficient lamports|custom program error|Custom 1/,
  )
  expect(wallet.requests.length).toBeGreaterThan(1)
})

async function signedBy(
  wallet: Awaited<ReturnType<typeof connectedWallet>>['reached'],
  call: { readonly instructions: readonly [ReturnType<typeof systemTransfer>] },
): Promise<readonly string[]> {
  const chain = createChains({ host: stage.host, commitment: 'confirmed' })(stage.network)
  const { transaction } = await draftOf({ chain, address: own, call })
  return (await actions.signTransactions?.({ wallet, transactions: [transaction] })) ?? []
}

test('a call that is one transfer of the coin is shown as one', () => {
  const only = systemTransfer({ from: own, to: addresses[1], lamports: 7n })
  expect(actions.transferIn?.({ instructions: [only] })).toEqual({
    to: addresses[1],
    asset: { type: 'coin' },
    amount: 7n,
  })
  expect(actions.transferIn?.({ instructions: [only, only] })).toBeUndefined()
  expect(actions.transferIn?.({ transaction: 'AQ==' })).toBeUndefined()
})
