import { safeMethods } from '@foyer/embedded/protocol'
import type { Page } from '@playwright/test'
import { createWalletClient, http, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, type Journey } from '../fixtures.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import { walletIn } from './embeddedWallet.js'
import type { Dapp } from './smartStage.js'

/** Answered by the page itself: a chain knows nothing of them. */
const ofThePage = /^wallet_|^eth_(accounts|chainId)$/

/** The methods that the wallet's frame asks its own host for. */
function heardOf(page: Page, walletOrigin: string): ReadonlySet<string> {
  const heard = new Set<string>()
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== walletOrigin || request.method() !== 'POST') return
    for (const [, method = ''] of (request.postData() ?? '').matchAll(/"method":"(\w+)"/g)) heard.add(method)
  })
  return heard
}

/** What a node itself answers. */
async function askNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return Object(await (await fetch(url, { method: 'POST', headers, body })).json()).result
}

/** Has an account of another's sign what is sent then as it is. */
async function signedByAnother({ chain }: Dapp, url: string) {
  const another = privateKeyToAccount(generatePrivateKey())
  await setBalance({ chain: { url }, address: another.address, ether: '1' })
  const client = createWalletClient({ account: another, chain: chain.chain, transport: http(url) })
  const [to, value] = [newAddress(), 7n]
  const raw = await client.signTransaction(await client.prepareTransactionRequest({ to, value }))
  return { raw, to, value }
}

/**
 * Asks by a dapp's own code for each method that needs no one's approval: the wallet's page knows it, and so does the operator's server behind that. What is read
 * at a block is what the chain itself says.
 */
export async function askAllSafe({
  page,
  journey,
  dapp,
  address,
  hash,
  id,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly dapp: Dapp
  readonly address: `0x${string}`
  /** Of a transaction on the chain. */
  readonly hash: `0x${string}`
  /** Of a batch. */
  readonly id: string
}): Promise<void> {
  const { provider, chain } = dapp
  const heard = heardOf(page, new URL(journey.local.wallet).origin)
  const { blockHash, blockNumber } = await chain.getTransactionReceipt({ hash })
  const [at, first] = [numberToHex(blockNumber), '0x0']
  const [{ url }] = journey.local.chains
  const { raw, to, value } = await signedByAnother(dapp, url)
  const filter = await provider.request({ method: 'eth_newFilter', params: [{ fromBlock: at }] })
  const atBlock: Readonly<Record<string, readonly unknown[]>> = {
    eth_call: [{ to: address }, at],
    eth_estimateGas: [{ from: address, to }, at],
    eth_feeHistory: ['0x1', at, []],
    ...{ eth_getAccount: [address, at], eth_getBalance: [address, at], eth_getCode: [address, at] },
    ...{ eth_getBlockByHash: [blockHash, false], eth_getBlockByNumber: [at, false], eth_getBlockReceipts: [at] },
    eth_getBlockTransactionCountByHash: [blockHash],
    eth_getBlockTransactionCountByNumber: [at],
    eth_getLogs: [{ blockHash }],
    eth_getProof: [address, [], at],
    eth_getStorageAt: [address, first, at],
    eth_getTransactionByBlockHashAndIndex: [blockHash, first],
    eth_getTransactionByBlockNumberAndIndex: [at, first],
    ...{ eth_getTransactionByHash: [hash], eth_getTransactionReceipt: [hash], eth_getTransactionCount: [address, at] },
    ...{ eth_getUncleCountByBlockHash: [blockHash], eth_getUncleCountByBlockNumber: [at] },
  }
  const others: Readonly<Record<string, readonly unknown[]>> = {
    ...{ eth_newFilter: [{}], eth_getFilterChanges: [filter], eth_getFilterLogs: [filter] },
    ...{ eth_uninstallFilter: [filter], eth_sendRawTransaction: [raw], wallet_getAssets: [{ account: address }] },
    wallet_getCallsStatus: [id],
  }
  for (const method of safeMethods) {
    const params = atBlock[method] ?? others[method] ?? []
    const answer = await provider.request({ method, params })
    expect(answer, method).not.toBeUndefined()
    if (atBlock[method]) expect(answer, method).toEqual(await askNode(url, method, params))
  }
  await expect(walletIn(page).locator('[data-part="asks"]')).toBeHidden()
  await expect.poll(() => chain.getBalance({ address: to })).toBe(value)
  expect(safeMethods.filter((method) => !ofThePage.test(method) && !heard.has(method))).toEqual([])
}
