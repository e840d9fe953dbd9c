import type { Asset, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import {
  deployMarket,
  deployNfts,
  devAccounts,
  type LocalNfts,
  localEditionsAbi,
  localNftAbi,
  type StartedChain,
  startChain,
} from '@foyer/stack'
import { adapterConformance, createTestHost, createTestWallet, type TestWalletOptions } from '@foyer/testing'
import { createClient, type Hex, http, isHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getTransactionReceipt, readContract, writeContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { evm } from '../evm.js'

const [alice] = devAccounts
if (!alice) throw new Error('The development accounts are missing.')
const account = privateKeyToAccount(alice.privateKey)
const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address

let chain: StartedChain
let network: Network
let token: Hex
let nfts: LocalNfts
let minted = 0n

beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  const { id, name, nativeCurrency, url } = chain
  network = defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
  const { tokens } = await deployMarket({ url })
  nfts = await deployNfts({ url })
  const granted = tokens.find(({ symbol }) => symbol === 'DUSD')
  if (!granted) throw new Error('The tokens are missing.')
  token = granted.address
})
afterAll(() => chain.stop())

const client = () => createClient({ transport: http(chain.url) })

async function mint(standard: 'erc721' | 'erc1155'): Promise<Extract<Asset, { readonly type: 'nft' }>> {
  minted += 1n
  const common = { account, chain: null, functionName: 'mint' } as const
  const hash =
    standard === 'erc721'
      ? await writeContract(client(), {
          ...common,
          address: nfts.nft,
          abi: localNftAbi,
          args: [account.address, minted, ''],
        })
      : await writeContract(client(), {
          ...common,
          address: nfts.editions,
          abi: localEditionsAbi,
          args: [account.address, minted, 5n],
        })
  // By its receipt: viem's own wait watches blocks, and misses the one that came before it looked.
  await vi.waitFor(() => getTransactionReceipt(client(), { hash }))
  const address = standard === 'erc721' ? nfts.nft : nfts.editions
  return { type: 'nft', address, tokenId: String(minted), standard }
}

async function connectedWallet(options: Partial<TestWalletOptions> = {}) {
  const wallet = createTestWallet({
    ...options,
    name: 'Maple',
    keys: [alice?.privateKey ?? '0x'],
    chains: [{ id: chain.id, rpcUrl: chain.url }],
  })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const own = { namespace: 'eip155', address: account.address, type: 'eoa' } as const
  const { caipNetworkId: networkId } = network
  return { wallet, reached: { provider: wallet.provider, account: own, accounts: [own], networkId, network } }
}

describe.each([
  ['erc721', undefined],
  ['erc1155', { calls: { version: '2.0.0' } }],
] as const)('with an NFT of %s', (standard, options) => {
  adapterConformance({
    describe,
    test,
    expect,
    async make() {
      const { wallet, reached } = await connectedWallet(options)
      return {
        adapter: evm(),
        network,
        wallet: reached,
        addresses: { other: freshAddress(), ownAgain: account.address.toLowerCase(), invalid: '0x12' },
        token,
        nft: await mint(standard),
        typedData: {
          domain: { name: 'Guest book', chainId: 31337 },
          types: { Note: [{ name: 'text', type: 'string' }] },
          primaryType: 'Note',
          message: { text: 'Hello' },
        },
        call: { to: freshAddress(), value: 1n },
        isSigned: ({ message, signature }) =>
          verifyMessage({ address: account.address, message, signature: isHex(signature) ? signature : '0x' }),
        prompts: {
          get count() {
            return wallet.promptCount
          },
          rejectNext: () => wallet.next({ sign: 'reject' }),
        },
      }
    },
  })
})

test('an item of either standard has its new owner', async () => {
  const { reached } = await connectedWallet()
  const actions = await evm().actions(createTestHost({ networks: [network] }))
  const to = freshAddress()
  for (const standard of ['erc721', 'erc1155'] as const) {
    const asset = await mint(standard)
    const amount = standard === 'erc721' ? 1n : 3n
    const sent = await actions.sendTransfer?.({ wallet: reached, transfer: { to, asset, amount } })
    await actions.waitForTransaction?.({ network, hash: sent?.hash ?? '' })
    const id = BigInt(asset.tokenId)
    if (standard === 'erc721')
      expect(
        await readContract(client(), { address: nfts.nft, abi: localNftAbi, functionName: 'ownerOf', args: [id] }),
      ).toBe(to)
    else
      expect(
        await readContract(client(), {
          address: nfts.editions,
          abi: localEditionsAbi,
          functionName: 'balanceOf',
          args: [to, id],
        }),
      ).toBe(3n)
  }
})

test.each([
  ['an amount below 0', { to: '0x00000000000000000000000000000000000000aa', asset: { type: 'coin' }, amount: -1n }],
  [
    'an amount above a uint256',
    { to: '0x00000000000000000000000000000000000000aa', asset: { type: 'coin' }, amount: 2n ** 256n },
  ],
  ['a recipient that is none', { to: 'alice.eth', asset: { type: 'coin' }, amount: 1n }],
  [
    'a token that is none',
    { to: '0x00000000000000000000000000000000000000aa', asset: { type: 'token', address: 'USDC' }, amount: 1n },
  ],
  [
    'two of one ERC-721 item',
    {
      to: '0x00000000000000000000000000000000000000aa',
      asset: { type: 'nft', address: '0x00000000000000000000000000000000000000bb', tokenId: '1' },
      amount: 2n,
    },
  ],
] as const)('[F18] a transfer with %s reaches no wallet', async (_, transfer) => {
  const { wallet, reached } = await connectedWallet()
  const before = wallet.requests.length
  const actions = await evm().actions(createTestHost({ networks: [network] }))
  await expect(actions.sendTransfer?.({ wallet: reached, transfer })).rejects.toMatchObject({
    code: 'invalid_transfer',
  })
  expect(wallet.requests).toHaveLength(before)
})

test('an address that is no token has no balance of one', async () => {
  const actions = await evm().actions(createTestHost({ networks: [network] }))
  const tokens = [freshAddress(), nfts.editions, 'USDC', token]
  const found = await actions.tokenBalances?.({ address: account.address, network, tokens })
  expect(found?.map(({ address }) => address)).toEqual([token])
})

test('the most of the coin that can be sent is what the fee leaves, whatever was asked for', async () => {
  const { reached } = await connectedWallet()
  const actions = await evm().actions(createTestHost({ networks: [network] }))
  const held = await actions.nativeBalance({ address: account.address, network })
  const work = { transfer: { to: freshAddress(), asset: { type: 'coin' }, amount: held } } as const
  const {
    value,
    most,
    maxAmount = 0n,
  } = (await actions.estimateFee?.({ address: account.address, network, work })) ?? {
    value: 0n,
    most: 0n,
  }
  expect(maxAmount + most).toBe(held)
  expect(value).toBeGreaterThan(0n)
  expect(reached.account.address).toBe(account.address)
})
